import { describe, expect, test } from 'vitest';
import type { UploadedDocument } from '#domain/documents/uploaded-documents.ts';
import { uploaded, type Values } from '#test/uploaded-documents.ts';
import { taxDocumentsOf } from './tax-forms.ts';
import { w2sOf } from './w2s.ts';

const LINK = 'a'.repeat(32);
const JOB = 'b'.repeat(32);
const W2_VALUES: Values = {
  year: '2025',
  employer_name: 'Larkspur Analytics',
  employer_ein: '99-9000001',
  wages: 7_600_000n,
  federal_tax: 900_000n,
  social_security_wages: 8_000_000n,
  social_security_tax: 496_000n,
  medicare_wages: 8_000_000n,
  medicare_tax: 116_000n,
};
const w2 = (number: number, values: Values = {}) => uploaded(number, 'W2', { ...W2_VALUES, ...values });
const correction = (number: number, values: Values) =>
  uploaded(number, 'W2', { year: '2025', ...values }, { subtype: 'W2C' });
const form = (number: number, subtype: UploadedDocument['subtype'], values: Values) =>
  uploaded(number, 'F1099', { year: '2025', payer_name: 'Meadowlark Brokerage', ...values }, { subtype });
const filed = (number: number, values: Values = {}, more: Partial<UploadedDocument> = {}) =>
  uploaded(number, 'F1040', { year: '2025', line_9: 7_648_900n, line_11: 7_528_900n, ...values }, more);

const w2s = (...documents: UploadedDocument[]) => w2sOf(documents, JOB, LINK);
const taxes = (...documents: UploadedDocument[]) => taxDocumentsOf(documents, LINK);

describe('W-2s', () => {
  test('a W-2 has the boxes and the file of the form; its gross pay is the largest of the form’s three wage amounts', () => {
    const document = w2(1);
    expect(w2s(document)).toEqual([
      {
        id: expect.stringMatching(/^[0-9a-f]{32}$/),
        year: 2025,
        wages: 7_600_000n,
        gross_pay: 8_000_000n,
        federal_tax: 900_000n,
        social_security_wages: 8_000_000n,
        social_security_tax: 496_000n,
        medicare_wages: 8_000_000n,
        medicare_tax: 116_000n,
        file_id: document.file_id,
        md5sum: document.md5sum,
        employment_id: JOB,
      },
    ]);
  });

  test('W-2s are listed newest year first; copies are listed once, but forms with other amounts or another year are listed separately', () => {
    expect(w2s(w2(1), w2(2))).toHaveLength(1);
    const different = w2s(w2(1), w2(2, { wages: 1n }), w2(3, { year: '2024' }));
    expect(different.map(({ year }) => year)).toEqual([2025, 2025, 2024]);
    expect(new Set(different.map(({ id }) => id)).size).toBe(3);
  });

  test('a W-2 has the corrected value for each box that a corrected form shows', () => {
    const [shown] = w2s(w2(1), correction(2, { wages: 7_700_000n }));
    expect(shown).toMatchObject({
      id: w2s(w2(1))[0]?.id,
      wages: 7_700_000n,
      federal_tax: 900_000n,
      file_id: w2(1).file_id,
    });
  });

  test('a corrected form becomes a W-2 if the year has no other form; it is ignored if the year has two others', () => {
    expect(w2s(correction(1, { wages: 7_700_000n }))).toMatchObject([{ wages: 7_700_000n, federal_tax: null }]);
    const both = w2s(w2(1), w2(2, { wages: 1n }), correction(3, { wages: 5n }));
    expect(both.map(({ wages }) => wages)).toEqual([7_600_000n, 1n]);
  });

  test('no W-2 is created from a form without a year or an amount', () => {
    expect(w2s(w2(1, { year: 'XXXX' }))).toEqual([]);
    expect(w2s(uploaded(1, 'W2', { year: '2025' }))).toEqual([]);
  });
});

describe('tax documents from uploads', () => {
  test('a tax document has the lines of a 1040, and null for lines that are not read', () => {
    const values = { line_3b: 18_700n, line_5b: 100n, line_6b: 200n, line_7: 38_200n, line_8: 300n };
    expect(taxes(filed(1, values))).toMatchObject([
      {
        document_type: 'F1040',
        document_subtype: null,
        year: 2025,
        file_id: filed(1).file_id,
        fields: {
          total_income: 7_648_900n,
          adjusted_gross_income: 7_528_900n,
          capital_gain: 38_200n,
          ordinary_dividends: 18_700n,
          other_income: 300n,
          pension_and_annuities: null,
          pension_and_annuities_taxable: 100n,
          social_security_benefits: null,
          social_security_benefits_taxable: 200n,
        },
      },
    ]);
  });

  test('a tax document made from a schedule has the year of the return in the same file, and no lines', () => {
    const schedule = (file: number, more: Partial<UploadedDocument> = {}) =>
      uploaded(file, 'F1040', { line_7: 5n }, { subtype: 'SCHEDULE_C', pages: [3, 4], ...more });
    const [, own] = taxes(filed(1), schedule(1));
    expect(own).toMatchObject({ document_subtype: 'SCHEDULE_C', year: 2025, fields: { capital_gain: null } });
    expect(taxes(filed(1), schedule(2))).toHaveLength(1);
  });

  test.each<[UploadedDocument['subtype'], Values, bigint | null]>([
    ['F1099_NEC', { nonemployee_compensation: 5n }, 5n],
    ['F1099_MISC', { rents: 5n, other_income: 2n }, 7n],
    ['F1099_INT', { interest_income: 5n, tax_exempt_interest: 1n }, 5n],
    ['F1099_DIV', { ordinary_dividends: 5n, qualified_dividends: 4n }, 5n],
    ['F1099_G', { unemployment_compensation: 5n }, 5n],
    ['F1099_R', { gross_distribution: 5n, taxable_amount: 3n }, 5n],
    ['F1099_K', { gross_amount: 5n }, 5n],
    ['SSA_1099', { benefits_paid: 6n, net_benefits: 5n }, 5n],
    ['F1099_NEC', { federal_tax: 1n }, null],
    [null, { gross_amount: 5n }, null],
  ])('an uploaded tax document of the subtype %s with the values %o has the income %s', (subtype, values, amount) => {
    expect(taxes(form(1, subtype, values))).toMatchObject([{ document_subtype: subtype, fields: { amount } }]);
  });

  test('a tax document has the payer and the recipient of a 1099', () => {
    const parties = { payer_tin: '99-9000077', recipient_name: 'Jordan Vale', recipient_tin: '***-**-9991' };
    const values = { ...parties, ordinary_dividends: 18_700n, account_number: '3350' };
    expect(taxes(form(1, 'F1099_DIV', values))[0]?.fields).toEqual({
      full_name: 'Jordan Vale',
      account_number: '3350',
      payer_name: 'Meadowlark Brokerage',
      payer_tin: '99-9000077',
      recipient_tin: '***-**-9991',
      amount: 18_700n,
      federal_tax: null,
      total_ordinary_dividends: 18_700n,
    });
  });

  test('tax documents are listed newest year first and without copies; several forms of one issuer have different ids', () => {
    const documents = [w2(1, { year: '2024' }), form(2, 'F1099_INT', { interest_income: 5n }), filed(3), w2(4)];
    const shown = taxes(...documents, w2(5), form(6, 'F1099_INT', { interest_income: 9n }));
    expect(shown.map(({ document_type, year }) => `${document_type} ${year}`)).toEqual([
      'W2 2025',
      'F1040 2025',
      'F1099 2025',
      'F1099 2025',
      'W2 2024',
    ]);
    expect(new Set(shown.map(({ id }) => id)).size).toBe(5);
    expect(taxes(...documents).every(({ id }) => shown.some((other) => other.id === id))).toBe(true);
  });

  test('no tax document is created from another document or from a form without a year', () => {
    expect(taxes(uploaded(1, 'PAYSTUB', { year: '2025' }), form(2, 'F1099_INT', { year: '' }))).toEqual([]);
  });
});
