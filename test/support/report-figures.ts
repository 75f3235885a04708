// Mutations of income reports: copies in which a single number, amount or date is slightly wrong.
import { addDays, isDate } from '#base/calendar.ts';
import { formatMoney, parseMoney } from '#base/money.ts';
import type { IncomeExplanationAnswer } from '#domain/reports/income-explanations.ts';
import type { IncomeInsightsAnswer } from '#domain/reports/income-insights.ts';

export type Leaf = { path: (string | number)[]; value: unknown };

function leavesOf(value: unknown, path: (string | number)[] = []): Leaf[] {
  if (Array.isArray(value)) return value.flatMap((one, at) => leavesOf(one, [...path, at]));
  if (typeof value !== 'object' || value === null) return [{ path, value }];
  return Object.entries(value).flatMap(([key, one]) => leavesOf(one, [...path, key]));
}

/** A copy of `whole` with another value at one path. */
export function changed<T>(whole: T, { path, value }: Leaf): T {
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

/** Adds a cent to an amount, a day to a date, or 1 to a number; returns undefined for any other value. */
function mutated({ path, value }: Leaf): Leaf | undefined {
  if (typeof value === 'number') return { path, value: value + 1 };
  if (typeof value !== 'string') return undefined;
  if (isDate(value)) return { path, value: addDays(value, 1) };
  const cents = /^-?\d+\.\d\d$/.test(value) ? parseMoney(value) : undefined;
  return cents === undefined ? undefined : { path, value: formatMoney(cents + 1n) };
}

/** Returns one mutation for each number, amount and date in a report's sources, accounts and totals. */
export const changesOf = ({ links, bank_income_summary }: IncomeInsightsAnswer): Leaf[] =>
  leavesOf({ links, bank_income_summary })
    .filter(({ path }) => !path.includes('owners'))
    .flatMap((leaf) => mutated(leaf) ?? []);

/** One mutation per computed value of an explanation; the inputs of the computations are not mutated. */
export const explanationChangesOf = ({ sources }: IncomeExplanationAnswer): Leaf[] =>
  leavesOf({ sources })
    .filter(({ path }) => path.includes('value') && path.includes('figures'))
    .flatMap((leaf) => mutated(leaf) ?? []);
