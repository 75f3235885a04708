// Scores from 0 to 100, each a weighted sum of published attributes, with no hidden parts.
import { divideRounded } from '#base/money.ts';
import type { Score } from '#domain/reports/scoring-reports.ts';

type Part = {
  /** The short name of an attribute. */
  attribute: string;
  points: number;
  /**
   * Values in the attribute's unit. The value `none_at` earns no points, `all_at` earns all points, and a value between
   * them earns a share of the points.
   */
  none_at: number;
  all_at: number;
};
export type ScoreRule = { name: string; version: string; about: string; parts: readonly Part[] };

export const SCORES: readonly ScoreRule[] = [
  {
    name: 'cash_flow_stability',
    version: '1',
    about: 'How steadily money comes in, and whether it lasts until the next deposit.',
    parts: [
      { attribute: 'income_months_6m_l0', points: 25, none_at: 0, all_at: 6 },
      { attribute: 'income_regularity_12m_l0', points: 15, none_at: 50, all_at: 100 },
      { attribute: 'net_share_6m_l0', points: 15, none_at: -10, all_at: 10 },
      { attribute: 'buffer_days_3m_l0', points: 20, none_at: 0, all_at: 60 },
      { attribute: 'nsf_3m_l0', points: 15, none_at: 3, all_at: 0 },
      { attribute: 'payday_in_count_6m_l0', points: 5, none_at: 2, all_at: 0 },
      { attribute: 'advance_in_count_6m_l0', points: 5, none_at: 4, all_at: 0 },
    ],
  },
  {
    name: 'primary_account',
    version: '1',
    about:
      'Whether these are the person’s main accounts: pay comes in, bills are paid, and the accounts are used often.',
    parts: [
      { attribute: 'income_count_3m_l0', points: 30, none_at: 0, all_at: 3 },
      { attribute: 'bill_count_3m_l0', points: 25, none_at: 0, all_at: 6 },
      { attribute: 'transactions_1m_l0', points: 20, none_at: 0, all_at: 30 },
      { attribute: 'outflow_less_transfers_share_3m_l0', points: 15, none_at: 0, all_at: 80 },
      { attribute: 'history_0m_l0', points: 10, none_at: 0, all_at: 180 },
    ],
  },
];

/**
 * The parts of a score have 100 points in total. A part whose attribute is null is left out. If the remaining parts
 * together have fewer points than this minimum, there is no score.
 */
export const POINTS_KNOWN_MIN = 60;

/**
 * Computes the scores. `values` contains the value of each attribute, in hundredths of the attribute's unit. The keys
 * are the attributes' short names.
 */
export function scoresOf(values: ReadonlyMap<string, bigint | null>, rules: readonly ScoreRule[] = SCORES): Score[] {
  return rules.flatMap(({ name, version, parts }) => {
    const known = parts.flatMap((part) => {
      const value = values.get(part.attribute) ?? null;
      return value === null ? [] : [{ part, share: shareOf(part, value) }];
    });
    const points = known.reduce((total, { part }) => total + part.points, 0);
    if (points < POINTS_KNOWN_MIN) return [];
    const reached = known.reduce((total, { part, share }) => total + BigInt(part.points) * share, 0n);
    return [{ name, version, value: Number(divideRounded(reached * 100n, BigInt(points) * FULL)) }];
  });
}

const FULL = 1_000_000n;

/** The share of the part's points that the value earns, in millionths. */
function shareOf({ none_at, all_at }: Part, value: bigint): bigint {
  const [none, all] = [BigInt(none_at) * 100n, BigInt(all_at) * 100n];
  const share = divideRounded((value - none) * FULL, all - none);
  return share < 0n ? 0n : share > FULL ? FULL : share;
}
