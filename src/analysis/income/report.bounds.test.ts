import { describe, expect, test } from 'vitest';
import { COSTLY } from '#test/costly-statements.ts';
import { FRIDAYS, reportOf, row } from '#test/deposits.ts';
import type { IncomeInput } from './input.ts';
import { incomeReport } from './report.ts';

/** For each source, returns the `not_compared` inputs of its figures. The keys are the field names of the figures. */
const saidIn = (input: IncomeInput): Record<string, unknown>[] =>
  incomeReport(input).explain.sources.map(({ figures }) =>
    Object.fromEntries(
      Object.entries(figures).flatMap(([name, { inputs }]) =>
        inputs['not_compared'] === undefined ? [] : [[name, inputs['not_compared']]],
      ),
    ),
  );
const of = (shape: string, rows: number): IncomeInput => {
  const statementOf = COSTLY[shape];
  if (statementOf === undefined) throw new Error(`no statement is called ${shape}`);
  return statementOf(rows);
};

describe('the explanation lists what was not compared because of a limit', () => {
  test('if there are too many payers to merge, the explanation of the deposit totals lists too_many_payers', () => {
    const said = saidIn(of('near-equal names that pay on the same days', 2_000));
    const unmerged = { total_amount: ['too_many_payers'], transaction_count: ['too_many_payers'] };
    expect(said.at(-1)).toMatchObject(unmerged);
    expect(said.filter(({ total_amount }) => total_amount === undefined).length).toBeGreaterThan(0);
  });

  test('if pay checks are split between too many accounts, the explanation of the gross amounts lists too_many_sources', () => {
    const shape = 'one employer that pays into many accounts';
    const said = {
      avg_gross_deposit_amount: ['too_many_sources'],
      historical_average_monthly_gross_income: ['too_many_sources'],
    };
    expect(saidIn(of(shape, 1_604))).toEqual(Array.from({ length: 401 }, () => said));
    expect(saidIn(of(shape, 1_600))).toEqual(Array.from({ length: 400 }, () => ({})));
  });

  test('if small deposits would have to be compared with too many employers, the explanation of the gross amounts lists too_many_sources', () => {
    const said = saidIn(of('undecided payers beside many employers', 8_000));
    expect(said.at(-1)).toMatchObject({ avg_gross_deposit_amount: ['too_many_sources'] });
    expect(said[0]).toEqual({});
  });

  test('if too many employers have pay stubs, the explanation of the gross amounts lists too_many_employers', () => {
    const input = of('pay stubs', 1_600);
    const transactions = input.transactions.map((one) => ({ ...one, description: `${one.description} PAYROLL` }));
    const said = saidIn({ ...input, transactions });
    expect(said).toContainEqual({
      avg_gross_deposit_amount: ['too_many_employers'],
      historical_average_monthly_gross_income: ['too_many_employers'],
    });
    expect(said).toContainEqual({});
  });

  test('if the search for two separate pay schedules in the deposits was skipped, the explanation of the pay frequency lists too_many_days', () => {
    const said = saidIn(of('many payers of many days without a calendar', 3_000));
    expect(said.some((one) => one['pay_frequency'] === undefined)).toBe(true);
    expect(said).toContainEqual({ pay_frequency: ['too_many_days'] });
  });

  test('if no limit is reached, the explanation has no entry for comparisons that were not made', () => {
    const { explain } = reportOf(FRIDAYS.map((date) => row(date, 200_000, 'BASIN GEAR PAYROLL')));
    expect(
      explain.sources.flatMap(({ figures }) => Object.values(figures)).filter(({ inputs }) => 'not_compared' in inputs),
    ).toEqual([]);
  });
});
