import { expect, test } from 'vitest';
import { type Figures, proofOf } from './proof.ts';

const [a, b, c, bonus] = ['a', 'b', 'c', 'd'].map((sign) => sign.repeat(32));
const figures: Figures = {
  total_amount: { value: '30.00', rule: 'total.sum', inputs: { transactions: [a, b, c] } },
  historical_average_monthly_income: { value: '10.00', rule: 'average.by-pay-days', inputs: { total_amount: '30.00' } },
  historical_average_monthly_gross_income: {
    value: '12.00',
    rule: 'gross.withholding-tables',
    inputs: { historical_average_monthly_income: '10.00', gross: '12.00', net: '10.00' },
  },
  avg_deposit_amount: { value: '10.00', rule: 'deposit.mean', inputs: { transactions: [a, b], left_out: [c] } },
  forecasted_average_monthly_income: {
    value: '11.00',
    rule: 'forecast.level-weighted',
    inputs: { level: '11.00', pay_days: [[a], [b, c]], bonus_inside: [c], bonus_alone: [bonus] },
  },
};
const idsOf = (name: string, of = figures) => {
  const { counted, left_out } = proofOf(name, of);
  return [[...counted], [...left_out]];
};

test('the proof of a figure consists of the transactions that the figure names, except those that the rule of the figure left out', () => {
  expect(idsOf('total_amount')).toEqual([[a, b, c], []]);
  expect(idsOf('avg_deposit_amount')).toEqual([[a, b], [c]]);
  expect(idsOf('forecasted_average_monthly_income')).toEqual([
    [a, b],
    [c, bonus],
  ]);
});

test('a figure that is computed from another figure has the same proof as that other figure', () => {
  expect(idsOf('historical_average_monthly_gross_income')).toEqual([[a, b, c], []]);
  expect(proofOf('historical_average_monthly_gross_income', figures).figures).toEqual([
    'historical_average_monthly_income',
  ]);
});

test('a figure without transactions, such as the forecast of one-off income, has no proof', () => {
  const inputs = { status: 'ACTIVE' };
  const one_off = { ...figures, forecast: { value: '0.00', rule: 'forecast.one-off', inputs } };
  expect(idsOf('forecast', one_off)).toEqual([[], []]);
  expect(idsOf('unknown')).toEqual([[], []]);
});
