// Invariants that must hold for every person, whether or not the engine's results are right.
import type { IncomeReport } from '#analysis/income/report.ts';
import { reportOf } from './found.ts';
import type { Person } from './people/truth.ts';
import { faultsIn, publishedOf } from './recounted.ts';

export type Invariant = { name: string; broken: string[] };

/** Returns each invariant with the ids of the people for whom it does not hold. */
export function invariantsOn(people: readonly Person[]): Invariant[] {
  const checks: [string, (person: Person, report: IncomeReport) => boolean][] = [
    ['the same input gives the same report', (person, report) => bytesOf(reportOf(person)) === bytesOf(report)],
    ['the order of rows does not matter', (person, report) => bytesOf(reportOf(turned(person))) === bytesOf(report)],
    ['unrelated debits change nothing', (person, report) => bytesOf(reportOf(withDebits(person))) === bytesOf(report)],
    ['totals are the sum of months and of transactions', totalsAgree],
    ['every credit is in one source or has a reason', everyCreditOnce],
    ['the verifier counts every figure alike', (person) => faultsIn(publishedOf(person)).length === 0],
  ];
  const reports = people.map((person) => ({ person, report: reportOf(person) }));
  return checks.map(([name, holds]) => ({
    name,
    broken: reports.filter(({ person, report }) => !holds(person, report)).map(({ person }) => person.id),
  }));
}

const bytesOf = (report: IncomeReport): string =>
  JSON.stringify(
    { ...report, explain: { ...report.explain, rejected: report.explain.rejected.toSorted(byId) } },
    (_, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value),
  );
const byId = (a: { transaction_id: string }, b: { transaction_id: string }): number =>
  a.transaction_id < b.transaction_id ? -1 : 1;

const turned = (person: Person): Person => ({ ...person, transactions: person.transactions.toReversed() });

/** Adds debits on a day that already has transactions, so that the number of available days does not change. */
function withDebits(person: Person): Person {
  const [first] = person.transactions;
  if (first === undefined) return person;
  const more = [107, 239, 613].map((amount, at) => ({
    ...first,
    id: `unrelated-${at}`,
    type: 'DEBIT' as const,
    status: 'POSTED' as const,
    amount_cents: BigInt(amount),
    description: 'PARKING METER 0917',
  }));
  return { ...person, transactions: [...more, ...person.transactions] };
}

function totalsAgree(person: Person, { sources, explain }: IncomeReport): boolean {
  const amounts = new Map(person.transactions.map(({ id, amount_cents }) => [id, amount_cents]));
  return sources.every((source, at) => {
    const ids = explain.sources[at]?.transactions ?? [];
    const by_transaction = ids.reduce((sum, id) => sum + (amounts.get(id) ?? 0n), 0n);
    const by_month = source.historical_summary.reduce((sum, { total_amount }) => sum + total_amount, 0n);
    return source.total_amount === by_transaction && source.total_amount === by_month;
  });
}

function everyCreditOnce({ transactions }: Person, { explain }: IncomeReport): boolean {
  const named = [
    ...explain.sources.flatMap((source) => source.transactions),
    ...explain.rejected.map(({ transaction_id }) => transaction_id),
  ];
  const credits = transactions.filter(({ type }) => type === 'CREDIT');
  return (
    named.length === credits.length &&
    new Set(named).size === credits.length &&
    credits.every(({ id }) => named.includes(id))
  );
}
