import { readdirSync, readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { insightsReport } from '#analysis/insights/insights-report.ts';
import { addDays, isDate } from '#base/calendar.ts';
import { formatMoney, parseMoney } from '#base/money.ts';
import type { IncomeExplanationAnswer } from '#domain/income-explanations.ts';
import type { IncomeInsightsAnswer } from '#domain/income-insights.ts';
import type { TransactionAnswer } from '#domain/transactions.ts';
import { AS_OF, bankHistory } from '#test/bank-histories.ts';
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

type Leaf = { path: (string | number)[]; value: unknown };

function leavesOf(value: unknown, path: (string | number)[] = []): Leaf[] {
  if (Array.isArray(value)) return value.flatMap((one, at) => leavesOf(one, [...path, at]));
  if (typeof value !== 'object' || value === null) return [{ path, value }];
  return Object.entries(value).flatMap(([key, one]) => leavesOf(one, [...path, key]));
}

/** A copy in which the value at one place is another. */
function changed<T>(whole: T, { path, value }: Leaf): T {
  const copy = structuredClone(whole);
  const last = path.at(-1);
  let parent: unknown = copy;
  for (const step of path.slice(0, -1)) parent = at(parent, step);
  if (typeof parent === 'object' && parent !== null && last !== undefined) Object.assign(parent, { [last]: value });
  return copy;
}
const at = (value: unknown, step: string | number): unknown =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).find(([key]) => key === String(step))?.[1]
    : undefined;

/** A cent more, a day later, one more; undefined where it is no figure. */
function mutated({ path, value }: Leaf): Leaf | undefined {
  if (typeof value === 'number') return { path, value: value + 1 };
  if (typeof value !== 'string') return undefined;
  if (isDate(value)) return { path, value: addDays(value, 1) };
  const cents = /^-?\d+\.\d\d$/.test(value) ? parseMoney(value) : undefined;
  return cents === undefined ? undefined : { path, value: formatMoney(cents + 1n) };
}

/** The figures of a report: what it shows of sources, accounts and their sums. */
const figuresOf = ({ links, bank_income_summary }: IncomeInsightsAnswer): Leaf[] =>
  leavesOf({ links, bank_income_summary }).filter(({ path }) => !path.includes('owners'));

/** Those of an explanation, without what went into them. */
const valuesOf = ({ sources }: IncomeExplanationAnswer): Leaf[] =>
  leavesOf({ sources }).filter(({ path }) => path.includes('value') && path.includes('figures'));

describe('counted again', () => {
  test('any report stands', () => {
    fc.assert(
      fc.property(made, (one) => {
        expect(faultsOf(one)).toEqual([]);
      }),
      { numRuns: 150 },
    );
  });

  test('a cent, a day or one more anywhere in the report is found', () => {
    fc.assert(
      fc.property(withIncome, fc.nat(), (one, chosen) => {
        const changes = figuresOf(one.report).flatMap((leaf) => mutated(leaf) ?? []);
        const change = changes[chosen % changes.length];
        if (change === undefined) throw new Error('a report without a figure');
        expect(faultsOf({ ...one, report: changed(one.report, change) }), change.path.join('.')).not.toEqual([]);
      }),
      { numRuns: 200 },
    );
  });

  test('and so it is in every single figure of one report and its explanation', () => {
    // Three sources in a quarter have about two hundred figures.
    const small = withIncome.filter(
      ({ report }) => report.days_requested <= 100 && report.bank_income_summary.income_sources_count >= 3,
    );
    const [one] = fc.sample(small, { numRuns: 1, seed: 17 });
    if (one === undefined) throw new Error('no sample');
    const unnoticed = [
      ...figuresOf(one.report)
        .flatMap((leaf) => mutated(leaf) ?? [])
        .filter((change) => faultsOf({ ...one, report: changed(one.report, change) }).length === 0),
      ...valuesOf(one.explanation)
        .flatMap((leaf) => mutated(leaf) ?? [])
        .filter((change) => faultsOf({ ...one, explanation: changed(one.explanation, change) }).length === 0),
    ];
    expect(unnoticed.map(({ path }) => path.join('.'))).toEqual([]);
  });

  test('a credit told twice, not at all, or made up is found', () => {
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

  test('a figure that is not explained, or by a rule nobody knows, does not stand', () => {
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

test('nothing here knows the income engine', () => {
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
