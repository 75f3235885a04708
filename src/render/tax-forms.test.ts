import { describe, expect, test } from 'vitest';
import { JOB } from '#test/pay.ts';
import { readPdf, wordsOf } from '#test/pdf.ts';
import { f1040Pdf, f1099Pdf } from './tax-forms.ts';

const F1040 = {
  year: 2025,
  fields: {
    total_income: 5_912_301n,
    adjusted_gross_income: 5_812_302n,
    capital_gain: -40_303n,
    ordinary_dividends: 18_704n,
    other_income: 5_005n,
    pension_and_annuities: 100_006n,
    pension_and_annuities_taxable: 90_007n,
    social_security_benefits: 80_008n,
    social_security_benefits_taxable: 70_009n,
  },
};
const F1099 = {
  year: 2025,
  document_subtype: 'F1099_DIV' as const,
  fields: {
    full_name: 'Ottilie J Marrow',
    account_number: '****3350',
    payer_name: 'Meadowlark Brokerage',
    payer_tin: '99-9000077',
    recipient_tin: '991234321',
    amount: 18_704n,
    federal_tax: 1_105n,
    total_ordinary_dividends: 18_711n,
  },
};

describe('Form 1040', () => {
  test('Form 1040 shows every field on its line', async () => {
    const { texts } = await readPdf(await f1040Pdf(JOB.profile, F1040, { wages: 5_612_310n, adjustments: 99_999n }));
    const lines = ['1z', '3b', '5a', '5b', '6a', '6b', '7a', '8', '9', '10', '11a'].map((line) => {
      const at = texts.find(({ text }) => text === line)?.y;
      return texts.findLast(({ y }) => y === at)?.text;
    });
    expect(lines).toEqual([
      '56,123.10',
      '187.04',
      '1,000.06',
      '900.07',
      '800.08',
      '700.09',
      '-403.03',
      '50.05',
      '59,123.01',
      '999.99',
      '58,123.02',
    ]);
    expect(texts.map(({ text }) => text)).toEqual(expect.arrayContaining(['Ottilie J Marrow', '***-**-4321']));
  });

  test('Form 1040 shows a dash for an unknown value', async () => {
    const fields = { ...F1040.fields, total_income: null, other_income: null };
    const words = await wordsOf(await f1040Pdf(JOB.profile, { ...F1040, fields }));
    expect(words.filter((word) => word === '–')).toHaveLength(4);
  });
});

describe('Form 1099', () => {
  test('Form 1099 shows every field, with the recipient’s TIN masked', async () => {
    const words = await wordsOf(await f1099Pdf(JOB.profile, F1099));
    const expected = ['Form 1099-DIV', '2025', '187.04', '11.05', '187.11', '****3350', 'Meadowlark Brokerage'];
    expect([...expected, '99-9000077', '***-**-4321'].filter((text) => !words.includes(text))).toEqual([]);
    expect(words.join(' ')).not.toContain('991234321');
  });

  test('Form 1099 shows its amounts, but no boxes for dividends, if it has no subtype', async () => {
    const words = await wordsOf(await f1099Pdf(JOB.profile, { ...F1099, document_subtype: null }));
    expect(words).toEqual(expect.arrayContaining(['Form 1099', '187.04', '11.05', '187.11']));
    expect(words).not.toContain('Qualified dividends');
  });

  test('Form 1099 has the payer as its author, and the first day after the tax year as its creation date', async () => {
    const pdf = await f1099Pdf(JOB.profile, F1099);
    expect(pdf.equals(await f1099Pdf(JOB.profile, F1099))).toBe(true);
    const { info } = await readPdf(pdf);
    expect(info).toMatchObject({ Author: 'Meadowlark Brokerage', CreationDate: 'D:20260101000000Z' });
  });
});
