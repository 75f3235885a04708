import { expect, test } from 'vitest';
import type { PrintedTerms } from '#domain/documents/read-documents.ts';
import { documentOf } from '#test/read-documents.ts';
import { derivedFigures } from './derived-figures.ts';
import { stubFigures } from './statements.ts';

const hourly = documentOf(
  'PAYSTUB',
  { period_start: '2026-01-05', period_end: '2026-01-18', gross_pay: 230_000n, gross_pay_ytd: 460_000n },
  {
    earnings: [
      { description: 'Regular', hours: 8_000n, rate: 2_500n, current: 200_000n, ytd: 400_000n },
      { description: 'Overtime', hours: 800n, rate: 3_750n, current: 30_000n, ytd: 60_000n },
    ],
  },
);
const ROWS = ['earnings[0].description', 'earnings[0].current', 'earnings[1].description', 'earnings[1].current'];

test('the inputs of a sum are the lines that it adds up; the inputs of a zero sum are all lines and gross pay', () => {
  expect(derivedFigures(hourly)).toMatchObject({
    regular: {
      value: 200_000n,
      rule: 'earnings.sum-of-category',
      inputs: ['earnings[0].description', 'earnings[0].current'],
    },
    overtime_ytd: { value: 60_000n, inputs: ['earnings[1].description', 'earnings[1].ytd'] },
    bonus: { value: 0n, rule: 'earnings.all-lines-are-of-other-categories', inputs: [...ROWS, 'gross_pay'] },
    hours: { value: 8_800n, rule: 'hours.sum-of-lines', inputs: ['earnings[0].hours', 'earnings[1].hours'] },
  });
});

test('every derived field of a statement has an explanation, which contains the same value as the statement', () => {
  const figures = stubFigures(hourly);
  const explained = derivedFigures(hourly);
  expect(figures.derived_fields.filter((name) => explained[name] === undefined)).toEqual([]);
  expect(figures).toMatchObject(
    Object.fromEntries(figures.derived_fields.map((name) => [name, explained[name]?.value])),
  );
});

test('the inputs of the basis, the rate and the frequency of pay are the values that show them on the stub', () => {
  const line = ['earnings[0].rate', 'earnings[0].hours', 'earnings[0].current'];
  expect(derivedFigures(hourly)).toMatchObject({
    basis_of_pay: { value: 'H', rule: 'basis.rate-times-hours', inputs: line },
    income: { value: 2_500n, rule: 'rate.of-regular-line', inputs: line },
    pay_frequency: { value: 'BW', rule: 'frequency.of-period-length', inputs: ['period_start', 'period_end'] },
  });
  const terms: PrintedTerms = { pay_frequency: 'monthly' };
  const salaried = documentOf('PAYSTUB', {}, { earnings: [{ description: 'Salary', current: 500_000n }] });
  expect(derivedFigures({ ...salaried, terms })).toMatchObject({
    basis_of_pay: { value: 'S', rule: 'basis.line-named-salary', inputs: ['earnings[0].description'] },
    pay_rate: { value: 500_000n, inputs: ['earnings[0].description', 'earnings[0].current'] },
    pay_frequency: { value: 'M', rule: 'frequency.as-printed', inputs: ['terms.pay_frequency'] },
  });
});

test('the inputs of the gross pay of a W-2 and of the amount of a 1099 are the boxes that they come from', () => {
  expect(derivedFigures(documentOf('W2', { wages: 100n, medicare_wages: 120n }))).toEqual({
    gross_pay: { value: 120n, rule: 'wages.largest-of-the-boxes', inputs: ['wages', 'medicare_wages'] },
  });
  const values = { rents: 100n, other_income: 20n, federal_tax: 5n };
  expect(derivedFigures(documentOf('F1099', values, {}, { subtype: 'F1099_MISC' }))).toEqual({
    amount: { value: 120n, rule: 'income.sum-of-boxes', inputs: ['rents', 'other_income'] },
  });
  expect(derivedFigures(documentOf('BANK_STATEMENT', { opening_balance: 1n }))).toEqual({});
});
