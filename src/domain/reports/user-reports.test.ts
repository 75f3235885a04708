import { expect, test } from 'vitest';
import { PRODUCT_TYPES } from '#domain/access/products.ts';
import type { EmploymentAnswer } from './payroll.ts';
import { presentUserReport, tellsOfEmployment, tellsOfPay, type UserReportSnapshot } from './user-reports.ts';

const ID = '0'.repeat(32);
const MADE = { id: ID, is_voe: false, created_at: new Date('2026-03-01T12:00:00Z') };
const ADDRESS = { street: null, city: null, state: null, zip: null, country: null };
const TIMES = { created_at: '2026-02-01T12:00:00Z', updated_at: '2026-02-01T12:00:00Z' };
const W2_OF = { year: 2025, wages: null, gross_pay: null, federal_tax: null, md5sum: null };
const W2_REST = { social_security_wages: null, social_security_tax: null, medicare_wages: null, medicare_tax: null };

const EMPLOYMENT: EmploymentAnswer = {
  id: ID,
  start_date: null,
  company: { name: 'Larkspur Insights', address: ADDRESS, phone: null, ein: null },
  income: null,
  income_unit: null,
  pay_rate: null,
  pay_frequency: null,
  is_active: true,
  job_title: null,
  job_type: null,
  original_hire_date: null,
  end_date: null,
  external_last_updated: null,
  derived_fields: [],
  missing_data_fields: [],
  manager_name: null,
  ...TIMES,
  dates_from_statements: false,
  profile: {
    id: ID,
    ...TIMES,
    first_name: null,
    last_name: null,
    full_name: null,
    middle_initials: null,
    email: null,
    phone: null,
    ssn: null,
    date_of_birth: null,
    home_address: ADDRESS,
  },
  statements: [],
  annual_income_summary: [],
  bank_accounts: [],
  w2s: [
    { id: ID, ...W2_OF, ...W2_REST, file: 'w2-1.pdf' },
    { id: ID, ...W2_OF, ...W2_REST, file: null },
  ],
};

const LINK: UserReportSnapshot['links'][number] = {
  id: ID,
  link_id: ID,
  tracking_info: null,
  data_source: 'payroll',
  provider: 'vouch_payroll',
  provider_name: 'Vouch Payroll',
  logo_url: null,
  is_suspicious: false,
  employments: [EMPLOYMENT],
};

const fileUrlOf = (link_id: string) => (name: string) => `https://vouch.example/files/${link_id}/${name}`;

test('presentUserReport turns the file names in a snapshot into URLs and returns the rest as stored', () => {
  const shown = presentUserReport(MADE, { last_task_at: null, links: [LINK] }, fileUrlOf);
  const [w2, without_file] = EMPLOYMENT.w2s;
  expect(shown).toEqual({
    report_id: ID,
    is_voe: false,
    created_at: '2026-03-01T12:00:00Z',
    completed_at: '2026-03-01T12:00:00Z',
    last_task_at: null,
    links: [
      {
        ...LINK,
        pdf_report: `https://vouch.example/files/${ID}/voie-report-${ID}.pdf`,
        employments: [
          { ...EMPLOYMENT, w2s: [{ ...w2, file: `https://vouch.example/files/${ID}/w2-1.pdf` }, without_file] },
        ],
      },
    ],
  });
});

test('reports include the employments of a link that was connected for income or employment; they include pay only if the link was connected for income', () => {
  const asked = (tells: typeof tellsOfPay) => PRODUCT_TYPES.filter((product) => tells({ allowed_products: [product] }));
  expect(asked(tellsOfEmployment)).toEqual(['income', 'employment']);
  expect(asked(tellsOfPay)).toEqual(['income']);
  expect(tellsOfPay({ allowed_products: ['employment', 'income'] })).toBe(true);
});
