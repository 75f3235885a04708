// The figures of an income report one by one, and copies in which a single one of them is a little wrong.
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

/** A copy in which the value at one place is another. */
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

/** A cent more, a day later, one more; undefined where it is no figure. */
function mutated({ path, value }: Leaf): Leaf | undefined {
  if (typeof value === 'number') return { path, value: value + 1 };
  if (typeof value !== 'string') return undefined;
  if (isDate(value)) return { path, value: addDays(value, 1) };
  const cents = /^-?\d+\.\d\d$/.test(value) ? parseMoney(value) : undefined;
  return cents === undefined ? undefined : { path, value: formatMoney(cents + 1n) };
}

/** Each figure of a report a little wrong: what it shows of sources, accounts and their sums. */
export const changesOf = ({ links, bank_income_summary }: IncomeInsightsAnswer): Leaf[] =>
  leavesOf({ links, bank_income_summary })
    .filter(({ path }) => !path.includes('owners'))
    .flatMap((leaf) => mutated(leaf) ?? []);

/** Each figure of an explanation a little wrong, without what went into them. */
export const explanationChangesOf = ({ sources }: IncomeExplanationAnswer): Leaf[] =>
  leavesOf({ sources })
    .filter(({ path }) => path.includes('value') && path.includes('figures'))
    .flatMap((leaf) => mutated(leaf) ?? []);
