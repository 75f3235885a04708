import { describe, expect, test } from 'vitest';
import type { InsuranceAnswer } from '#domain/reports/insurance.ts';
import type { InsuranceReportAnswer } from '#domain/reports/link-reports.ts';
import { readPdf } from '#test/pdf.ts';
import { EMPLOYMENT, faultsOf, PRINTED, rowOf } from '#test/reports.ts';
import { type InsuranceKind, insuranceReportPdf } from './insurance-report.ts';

const ORIGIN = { link_id: 'c3'.repeat(16), provider_name: 'Vouch Insurance', data_source: 'insurance' } as const;
const NOWHERE = { street: null, city: null, state: null, zip: null, country: null };
const HOME = { street: '7 Oven Court', city: 'Dayton', state: 'OH', zip: '45403', country: 'US' };
const id = (digit: string) => digit.repeat(32);

const COVERAGE = {
  id: id('1'),
  name: 'Bodily Injury Liability',
  premium: '388.01',
  is_declined: false,
  per_person_limit: '100000.02',
  per_incident_limit: '300000.03',
  deductible: '500.04',
} as const;
const POLICY: InsuranceAnswer['policies'][number] = {
  id: id('2'),
  carrier_name: 'Vouch Mutual Insurance',
  carrier_policy_number: 'VMA-990417-01',
  policy_type: 'NAMED_NON_OWNER',
  name: 'Personal Auto',
  description: 'One car and a home',
  effective_date: '2025-10-01',
  expiry_date: '2026-10-01',
  renewal_date: '2026-09-30',
  canceled_date: null,
  total_premium: '1500.05',
  deductible: '500.06',
  status: 'ACTIVE',
  paid_in_full: false,
  dwellings: [
    {
      id: id('3'),
      address: HOME,
      replacement_cost: '410000.07',
      cash_value: '352000.08',
      coverages: [{ ...COVERAGE, name: 'Dwelling', is_declined: true }],
      mortgagees: [
        { id: id('4'), name: 'Tallgrass Home Lending', type: 'FIRST', loan_number: 'THL-41', address: NOWHERE },
      ],
    },
  ],
  vehicles: [
    {
      id: id('5'),
      vin: '1XFBL99R9R9000417',
      year: 2023,
      make: 'Fable',
      model: 'Runabout',
      series: null,
      type: 'SEDAN',
      annual_mileage: 9000,
      is_removed: true,
      lien_holder: 'Cottonwood Auto Finance',
      coverages: [COVERAGE],
    },
  ],
  named_insureds: [
    {
      id: id('6'),
      first_name: null,
      middle_name: null,
      last_name: null,
      full_name: 'Ottilie J Marrow',
      is_primary: true,
    },
  ],
  commercial_named_insureds: [{ id: id('7'), name: 'Marrow & Co' }],
  claims: [
    {
      id: id('8'),
      dwelling_id: null,
      vehicle_id: null,
      driver_id: null,
      carrier_claim_identifier: 'CL-7',
      date_occurred: '2025-11-01',
      date_closed: null,
      type: 'HAIL',
      status: 'OPEN',
      payout: '6412.09',
      representative_name: 'Lucan Petrossi',
      representative_phone: null,
      representative_email: null,
    },
  ],
};
const INSURANCE: InsuranceAnswer = {
  policies: [POLICY],
  drivers: [
    {
      id: id('9'),
      full_name: 'Ottilie J Marrow',
      date_of_birth: '1990-05-05',
      license_number: '*****7142',
      license_state: 'OH',
      relationship: 'SELF',
    },
  ],
  addresses: [{ id: id('a'), ...HOME, address_nature: 'GARAGING' }],
  driving_records: [{ id: id('b'), driver_id: id('9'), date: '2024-01-01', type: 'SPEEDING', description: null }],
  agents: [{ id: id('c'), name: 'Ines Calloway', phone: '+13035550111', email: null, address: NOWHERE }],
};
const REPORT: InsuranceReportAnswer = {
  id: id('d'),
  status: 'done',
  finished_at: '2026-03-01T12:00:00Z',
  access_token: id('e'),
  tracking_info: 'loan-17',
  pdf_report: null,
  provider: 'vouch_insurance',
  identity: EMPLOYMENT.profile,
  insurance: INSURANCE,
};
const read = async (more: Partial<InsuranceReportAnswer> = {}, kind: InsuranceKind = 'all') => {
  const { texts } = await readPdf(await insuranceReportPdf({ ...REPORT, ...more }, kind, ORIGIN, PRINTED));
  return { texts, words: texts.map(({ text }) => text) };
};

describe('an insurance report PDF', () => {
  test('an insurance report shows each policy’s terms, coverages and claims, and the drivers, driving records, addresses and agents', async () => {
    const { texts, words } = await read();
    for (const text of [
      'Insurance report',
      '***-**-4321',
      'Named non owner insurance, Vouch Mutual Insurance',
      'VMA-990417-01',
      '10/01/2025 to 10/01/2026',
      '1,500.05',
      '500.06',
      '09/30/2026',
      'Ottilie J Marrow, Marrow & Co',
      '410,000.07',
      '352,000.08',
      'Vehicle, removed from the policy',
      '2023 Fable Runabout',
      '1XFBL99R9R9000417',
      '9000',
    ]) {
      expect(words).toContain(text);
    }
    const limits = ['100,000.02', '300,000.03', '500.04', '388.01'];
    expect(rowOf(texts, 'Bodily Injury Liability')).toEqual(['Bodily Injury Liability', 'Covered', ...limits]);
    expect(rowOf(texts, 'Declined')).toEqual(['Dwelling', 'Declined', ...limits]);
    expect(rowOf(texts, 'Tallgrass Home Lending')).toEqual(['Tallgrass Home Lending', 'First', 'THL-41', '–']);
    expect(rowOf(texts, 'CL-7')).toEqual(['11/01/2025', '–', 'CL-7', 'Hail', 'Open', 'Lucan Petrossi', '6,412.09']);
    expect(rowOf(texts, '*****7142')).toEqual(['Ottilie J Marrow', 'Self', '05/05/1990', '*****7142', 'OH']);
    expect(rowOf(texts, '01/01/2024')).toEqual(['01/01/2024', 'Ottilie J Marrow', 'Speeding', '–']);
    expect(rowOf(texts, 'Garaging')).toEqual(['Garaging', '7 Oven Court, Dayton, OH 45403']);
    expect(rowOf(texts, 'Ines Calloway')).toEqual(['Ines Calloway', '+13035550111', '–', '–']);
    expect(words.join(' ')).not.toContain(REPORT.access_token);
    expect(faultsOf(texts)).toEqual([]);
  });

  test('an insurance report names the kind of insurance in its title if it covers only home insurance or only auto insurance', async () => {
    expect((await read({}, 'home')).words).toContain('Home insurance report');
    expect((await read({}, 'auto')).words).toContain('Auto insurance report');
  });

  test('if an insurance report has no data, its PDF says that there are no policies', async () => {
    const insurance = { policies: [], drivers: [], addresses: [], driving_records: [], agents: [] };
    const { words, texts } = await read({ identity: null, insurance, status: 'parse', finished_at: null });
    expect(words).toContain('There were no policies of this kind when this report was made.');
    expect(words).toContain('Not complete yet');
    expect(words.filter((text) => /undefined|NaN|^null/.test(text))).toEqual([]);
    expect(faultsOf(texts)).toEqual([]);
  });

  test('an insurance report with twelve policies and long names shows all of them without overlapping texts', async () => {
    const long = 'Amalgamated Mutual of the Greater Northeast <script> \u202E 😀 '.repeat(4);
    const policy = { ...POLICY, carrier_name: long, name: long, description: long };
    const { texts } = await read({ insurance: { ...INSURANCE, policies: Array.from({ length: 12 }, () => policy) } });
    expect(faultsOf(texts)).toEqual([]);
    expect(texts.filter(({ text }) => text === '6,412.09')).toHaveLength(12);
  });
});
