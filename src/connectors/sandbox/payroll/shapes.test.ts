import { Ajv, type AnySchema } from 'ajv';
import { describe, expect, test } from 'vitest';
import { inDecimals } from '#base/money.ts';
import { directoryOn, payrollEntries } from '#connectors/sandbox/cast/admin.ts';
import { lifeOf, PAYROLL_USERNAMES } from '#connectors/sandbox/cast/people.ts';
import {
  byRelevance,
  type Employment,
  EmploymentAnswer,
  EmploymentSummaryAnswer,
  presentEmployment,
  presentEmploymentSummary,
  ShiftAnswer,
  withoutPay,
} from '#domain/reports/payroll.ts';
import { EmployeeAnswer, PayrollEntryAnswer } from '#domain/reports/payroll-administration.ts';
import {
  F1040Fields,
  F1099Fields,
  presentTaxDocument,
  TaxDocumentAnswer,
  W2Fields,
} from '#domain/reports/tax-documents.ts';
import { payrollOn } from './payroll.ts';
import { taxDocumentsOn } from './tax.ts';

const TODAY = '2026-03-04';
const TIMES = { created_at: '2026-03-04T09:30:00Z', updated_at: '2026-03-04T10:00:00Z' };
const fileUrl = (name: string) => `https://vouch.example/files/1/${name}`;

/**
 * An employment as read from the database. Its lists are separate, its amounts are decimals, and it has our timestamps.
 */
function kept(employment: Employment) {
  const { statements, w2s, ...core } = inDecimals(employment);
  return { core: { ...core, ...TIMES }, lists: { statements, w2s } };
}
const NO_LISTS = { statements: [], w2s: [] };

/** Validates against the published schemas; a missing or additional key at any depth is an error. */
const ajv = new Ajv({ validateFormats: false, strict: false });
const faultsOf = (schema: AnySchema, value: unknown): unknown => {
  const check = ajv.compile(closed(schema));
  return check(value) ? [] : check.errors;
};

function closed(schema: AnySchema): AnySchema {
  return JSON.parse(JSON.stringify(schema), (_key, part) =>
    part?.properties === undefined ? part : { ...part, additionalProperties: false },
  );
}

describe('payroll data in API responses', () => {
  test.each(PAYROLL_USERNAMES)(
    'payroll data of the login %s matches the published schemas of employments and shifts',
    (username) => {
      const { employments, shifts } = payrollOn(lifeOf(username, TODAY, [TODAY]), TODAY);
      for (const employment of employments) {
        const { core, lists } = kept(employment);
        expect(faultsOf(EmploymentAnswer, presentEmployment(core, lists, fileUrl))).toEqual([]);
        expect(faultsOf(EmploymentSummaryAnswer, presentEmploymentSummary(core))).toEqual([]);
      }
      const shown = shifts.map((shift) => ({ ...inDecimals(shift), ...TIMES }));
      expect(shown.flatMap((shift) => faultsOf(ShiftAnswer, shift))).toEqual([]);
    },
  );

  test('tax documents match their published schema, and each document has the fields of its form', () => {
    const FIELDS = { W2: W2Fields, F1040: F1040Fields, F1099: F1099Fields, SUMMARY: {}, OTHER: {} };
    for (const document of taxDocumentsOn(lifeOf('goodlogin', TODAY), TODAY)) {
      const shown = presentTaxDocument(inDecimals(document), fileUrl);
      expect(faultsOf(TaxDocumentAnswer, shown)).toEqual([]);
      expect(faultsOf(FIELDS[shown.document_type], shown.fields)).toEqual([]);
    }
  });

  test('the directory and the payroll of the `admin` product match the published schemas', () => {
    expect(directoryOn(TODAY, 'link').flatMap((employee) => faultsOf(EmployeeAnswer, employee))).toEqual([]);
    const entries = payrollEntries('2026-01-01', TODAY, TODAY, 'link').map((entry) => inDecimals(entry));
    expect(entries.flatMap((entry) => faultsOf(PayrollEntryAnswer, entry))).toEqual([]);
  });
});

describe('an employment in an API response', () => {
  const [employment] = payrollOn(lifeOf('goodlogin', TODAY), TODAY).employments;
  if (employment === undefined) throw new Error('goodlogin has no job');
  const { core, lists } = kept(employment);
  const shown = presentEmployment(core, lists, fileUrl);

  test('an employment has a masked SSN and the timestamps that the service stored', () => {
    expect(shown.profile.ssn).toBe('*****9991');
    expect(shown.created_at).toBe('2026-03-04T09:30:00Z');
    expect(shown.profile.updated_at).toBe('2026-03-04T10:00:00Z');
  });

  test('an employment lists statements, years and W-2s newest first; the gross pay of each past year equals the gross pay on that year’s W-2', () => {
    const dates = shown.statements.map(({ pay_date }) => pay_date ?? '');
    expect(dates).toEqual(dates.toSorted().toReversed());
    expect(shown.annual_income_summary.map(({ year }) => year)).toEqual([2026, 2025, 2024]);
    expect(shown.annual_income_summary.slice(1).map(({ gross_pay }) => gross_pay)).toEqual(
      shown.w2s.map(({ gross_pay }) => gross_pay),
    );
  });

  test('an employment has empty pay fields after withoutPay has removed the pay data', () => {
    const bare = presentEmployment(withoutPay(core), NO_LISTS, fileUrl);
    expect(bare).toMatchObject({
      income: null,
      income_unit: null,
      pay_rate: null,
      pay_frequency: null,
      statements: [],
      w2s: [],
      annual_income_summary: [],
      bank_accounts: [],
      job_title: 'Data Analyst',
    });
  });

  test('an active employment is listed before an ended employment, even if the ended employment started later', () => {
    const ended = { ...employment, is_active: false, start_date: '2026-01-01' };
    expect([ended, employment].toSorted(byRelevance)[0]).toBe(employment);
  });
});
