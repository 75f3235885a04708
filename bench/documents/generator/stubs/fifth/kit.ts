// Computations that several layouts of the fifth set share: pay at several rates, and the wages on which a tax is
// based.
import type { DeductionKind, EarningKind } from '../../pay-figures.ts';
import type { TaxKind } from '../../pay-taxes.ts';
import type { Random } from '../../sample.ts';
import { hours, NOTHING, type Shown } from '../formats.ts';
import type { open } from '../open.ts';
import { type Named, sumOf } from '../second/kit.ts';

export type Opened = ReturnType<typeof open>;
export type Sum = { current: number; ytd: number };
export type Earned = Named & { kind: EarningKind; hours: number | null; rate: number | null; hours_ytd: number | null };

/** Deductions that reduce the wages on which social security and Medicare are withheld. */
const CAFETERIA: ReadonlySet<DeductionKind> = new Set(['medical', 'dental', 'vision', 'hsa', 'fsa', 'commuter']);

/** Returns the wages on which a tax is withheld. */
export function taxedWages({ check, deductions }: Opened, kind: TaxKind): Sum {
  if (kind === 'federal' || kind === 'state') return check.federal_wages;
  const excluded = sumOf(deductions.filter((line) => CAFETERIA.has(line.kind)));
  return { current: check.gross.current - excluded.current, ytd: check.gross.ytd - excluded.ytd };
}

/**
 * Splits the regular pay into three lines with different rates. The first rate is higher than the old rate, the second
 * is lower, and the third is the old rate. The differences cancel each other out, so all lines together still add up to
 * the gross pay.
 */
export function severalRates(
  random: Random,
  rows: readonly Earned[],
  titles: readonly [string, string, string],
): Earned[] {
  return rows.flatMap((line): Earned[] => {
    const { kind, hours: worked, rate, hours_ytd } = line;
    const [more, less] = [random.integer(5, 9), random.integer(4, 8)];
    if (kind !== 'regular' || !worked || !rate || !hours_ytd || worked < 100 * (more + less + 4)) return [line];
    const step = random.integer(4, 9);
    const before = { hours: hours_ytd - worked, pay: line.ytd - line.current };
    const part = (index: 0 | 1, whole: number, own: number, share: number): Earned => ({
      ...line,
      name: titles[index],
      hours: whole * 100,
      rate: own,
      current: whole * own,
      hours_ytd: whole * 100 + Math.floor(before.hours * share),
      ytd: whole * own + Math.floor(before.pay * share),
    });
    const parts = [part(0, more, rate + step * less, 0.2), part(1, less, rate - step * more, 0.15)];
    const sum = (of: (row: Earned) => number) => parts.reduce((all, row) => all + of(row), 0);
    const rest: Earned = {
      ...line,
      name: titles[2],
      hours: worked - sum((row) => row.hours ?? 0),
      current: line.current - sum(({ current }) => current),
      hours_ytd: hours_ytd - sum((row) => row.hours_ytd ?? 0),
      ytd: line.ytd - sum(({ ytd }) => ytd),
    };
    return [...parts, rest];
  });
}

/** Shows the hours or the rate of a line, or nothing if the line has no hours or rate in this period. */
export const figure = (value: number | null, decimals: 2 | 4 = 2): Shown => (value ? hours(value, decimals) : NOTHING);

export const FILING = { single: 'Single', married: 'Married', head: 'Head of Household' } as const;
