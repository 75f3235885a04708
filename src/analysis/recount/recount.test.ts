import { readdirSync, readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { insightsReport } from '#analysis/insights/insights-report.ts';
import { addDays } from '#base/calendar.ts';
import type { IncomeExplanationAnswer } from '#domain/reports/income-explanations.ts';
import type { IncomeInsightsAnswer } from '#domain/reports/income-insights.ts';
import type { TransactionAnswer } from '#domain/reports/transactions.ts';
import { AS_OF, bankHistory } from '#test/bank-histories.ts';
import { changed, changesOf, explanationChangesOf } from '#test/report-figures.ts';
import { recount } from './recount.ts';

const REPORT_ID = 'e5'.repeat(16);
const TS = `${AS_OF}T12:00:00Z`;

type Made = { report: IncomeInsightsAnswer; explanation: IncomeExplanationAnswer; transactions: TransactionAnswer[] };

const made = bankHistory.map(({ link, days_requested }): Made => {
  const { explanation, ...report } = insightsReport([link], { as_of: AS_OF, days_requested });
  return {
    report: { report_id: REPORT_ID, created_at: TS, completed_at: TS, ...report },
    explanation: { report_id: REPORT_ID, ...explanation },
    transactions: [...link.transactions],
  };
});
const withIncome = made.filter(({ report }) => report.bank_income_summary.income_sources_count > 0);

const faultsOf = ({ report, explanation, transactions }: Made) => recount(report, explanation, transactions);

describe('recount()', () => {
  test('finds no mismatch in an unchanged report', () => {
    fc.assert(
      fc.property(made, (one) => {
        expect(faultsOf(one)).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });

  test('finds a change in any amount (by one cent), date (by one day) or number (by 1) of the report', () => {
    fc.assert(
      fc.property(withIncome, fc.nat(), (one, chosen) => {
        const changes = changesOf(one.report);
        const change = changes[chosen % changes.length];
        if (change === undefined) throw new Error('a report without a figure');
        expect(faultsOf({ ...one, report: changed(one.report, change) }), change.path.join('.')).not.toEqual([]);
      }),
      { numRuns: 60 },
    );
  });

  test('finds a change of any single number, amount or date in a small report, and of any single computed value in the report’s explanation', () => {
    // The small report covers three sources and a quarter of a year: about two hundred values.
    const small = withIncome.filter(
      ({ report }) => report.days_requested <= 100 && report.bank_income_summary.income_sources_count >= 3,
    );
    const [one] = fc.sample(small, { numRuns: 1, seed: 17 });
    if (one === undefined) throw new Error('no sample');
    const unnoticed = [
      ...changesOf(one.report).filter(
        (change) => faultsOf({ ...one, report: changed(one.report, change) }).length === 0,
      ),
      ...explanationChangesOf(one.explanation).filter(
        (change) => faultsOf({ ...one, explanation: changed(one.explanation, change) }).length === 0,
      ),
    ];
    expect(unnoticed.map(({ path }) => path.join('.'))).toEqual([]);
  });

  test('finds a credit that the explanation lists twice, omits or invents', () => {
    fc.assert(
      fc.property(withIncome, (one) => {
        const { sources, rejected, ...rest } = one.explanation;
        const [first] = sources;
        const id = first?.transactions[0] ?? '';
        const twice = { transaction_id: id, amount: '1.00' as const, reason: 'refund' };
        const unknown = { ...twice, transaction_id: 'f0'.repeat(16) };
        for (const explanation of [
          { ...rest, sources, rejected: [...rejected, twice] },
          { ...rest, sources, rejected: [...rejected, unknown] },
          {
            ...rest,
            sources: sources.map((source) => ({ ...source, transactions: source.transactions.slice(1) })),
            rejected,
          },
        ]) {
          expect(faultsOf({ ...one, explanation })).not.toEqual([]);
        }
      }),
      { numRuns: 20 },
    );
  });

  test('finds pay days that were left out when an average was computed, even if all other figures agree', () => {
    const average = 'historical_average_monthly_income';
    const regular = fc
      .sample(withIncome, { numRuns: 40, seed: 11 })
      .filter(({ explanation }) => explanation.sources[0]?.figures[average]?.rule === 'average.by-pay-days')
      .filter(({ explanation }) => explanation.sources[0]?.calendar.model === 'weekly');
    expect(regular.length).toBeGreaterThan(0);
    for (const one of regular) {
      const inputs = one.explanation.sources[0]?.figures[average]?.inputs ?? {};
      for (const [name, days] of [
        ['first_pay_day', 14],
        ['last_pay_day', -14],
      ] as const) {
        const path = ['sources', 0, 'figures', average, 'inputs', name];
        const explanation = changed(one.explanation, { path, value: addDays(String(inputs[name]), days) });
        const faults = faultsOf({ ...one, explanation }).filter((fault) => fault.includes(average));
        expect(faults.join(), name).toMatch(/is a pay day that was not counted|these are no pay days/);
      }
    }
  });

  test('reports a value that has no explanation, and a value whose rule is unknown', () => {
    const [one] = fc.sample(withIncome, { numRuns: 1, seed: 5 });
    if (one === undefined) throw new Error('no sample');
    const [first, ...others] = one.explanation.sources;
    if (first === undefined) throw new Error('no source');
    const { total_amount: _gone, ...figures } = first.figures;
    const without = { ...one.explanation, sources: [{ ...first, figures }, ...others] };
    expect(faultsOf({ ...one, explanation: without })).toEqual(['source 1, total_amount: it is not explained']);
    const average = { value: '1.00', rule: 'average.by-the-moon', inputs: {} };
    const odd = { ...first, figures: { ...first.figures, historical_average_monthly_income: average } };
    const faults = faultsOf({ ...one, explanation: { ...one.explanation, sources: [odd, ...others] } });
    expect(faults).toContain('source 1, historical_average_monthly_income: no such rule: average.by-the-moon');
  });
});

test('the recount code does not import the income engine', () => {
  const files = readdirSync(import.meta.dirname).filter((file) => !file.endsWith('.test.ts'));
  const imports = files.flatMap((file) =>
    [...readFileSync(`${import.meta.dirname}/${file}`, 'utf8').matchAll(/from '([^']+)'/g)].map(
      ([, path]) => path ?? '',
    ),
  );
  expect(imports.length).toBeGreaterThan(5);
  expect(imports.filter((path) => path.startsWith('#analysis/') && !path.startsWith('#analysis/withholding/'))).toEqual(
    [],
  );
});
