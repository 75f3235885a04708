import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, toDate, toDay, yearOf } from '#base/calendar.ts';
import { inDecimals } from '#base/money.ts';
import { lifeOf } from '#connectors/sandbox/cast/people.ts';
import { presentTaxDocument } from '#domain/reports/tax-documents.ts';
import { payrollOn } from './payroll.ts';
import { taxDocumentsOn } from './tax.ts';

const anyDay = fc.integer({ min: toDay('2024-01-01'), max: toDay('2026-12-31') }).map(toDate);

test('the sample login `goodlogin` has two W-2s, one Form 1040 and one Form 1099, whatever the first login day is', () => {
  fc.assert(
    fc.property(anyDay, (today) => {
      const documents = taxDocumentsOn(lifeOf('goodlogin', today), today);
      const year = yearOf(today);
      expect(documents.map((document) => `${document.year - year} ${document.document_type}`)).toEqual([
        '-1 W2',
        '-1 F1040',
        '-1 F1099',
        '-2 W2',
      ]);
    }),
    { numRuns: 40, examples: [['2024-02-29'], ['2026-01-01'], ['2026-12-31']] },
  );
});

test('tax documents contain the W-2s of the payroll data, and the total income on the 1040 includes the wages on these W-2s', () => {
  const life = lifeOf('goodlogin', '2026-03-04');
  const [w2, f1040, f1099] = taxDocumentsOn(life, '2026-03-04');
  const [paid] = payrollOn(life, '2026-03-04').employments[0]?.w2s ?? [];
  expect(w2?.fields).toMatchObject({ wages: paid?.wages, federal_tax: paid?.federal_tax });
  if (f1040?.document_type !== 'F1040' || f1099?.document_type !== 'F1099') throw new Error('other forms');
  const { total_income, adjusted_gross_income, capital_gain, ordinary_dividends } = f1040.fields;
  expect(ordinary_dividends).toBe(f1099.fields.total_ordinary_dividends);
  expect(total_income).toBe((paid?.wages ?? 0n) + (ordinary_dividends ?? 0n) + (capital_gain ?? 0n));
  expect(adjusted_gross_income ?? 0n).toBeLessThan(total_income ?? 0n);
});

test('a new year adds its tax documents and does not change the tax documents of earlier years', () => {
  const life = lifeOf('goodlogin', '2026-03-04');
  const before = taxDocumentsOn(life, '2026-03-04');
  const after = taxDocumentsOn(life, addDays('2026-03-04', 365));
  expect(after.slice(-before.length)).toEqual(before);
  expect(after).toHaveLength(before.length + 3);
});

test('tax documents in API responses have decimal amounts, null for empty boxes and masked TINs', () => {
  const shown = taxDocumentsOn(lifeOf('goodlogin', '2026-03-04'), '2026-03-04').map((document) =>
    presentTaxDocument(inDecimals(document), () => 'https://vouch.example/files/1'),
  );
  expect(shown[2]).toMatchObject({ document_subtype: 'F1099_DIV', file: null, md5sum: null });
  expect(shown[2]?.fields).toMatchObject({ recipient_tin: '*****9991', payer_tin: '*****0077', federal_tax: null });
  expect(shown[1]?.fields['total_income']).toMatch(/^\d+\.\d{2}$/);
  expect(shown[1]?.fields['pension_and_annuities']).toBeNull();
});
