// Trips of people who work for gig platforms. The trips between two payouts add up to the later payout. Each payout is
// a deposit in the bank history.
import { addDays, type Day, daysBetween } from './calendar.ts';
import { chanceOf, idOf, numberOf } from './dice.ts';
import type { AccountHistory } from './history.ts';
import type { Flow, Life } from './life.ts';

export type Platform = {
  key: string;
  name: string;
  kind: 'rideshare' | 'delivery';
  flow: Extract<Flow, { kind: 'gig' }>;
};

export type Trip = {
  id: string;
  status: 'completed' | 'cancelled';
  started_at: string;
  ended_at: string;
  duration_seconds: number;
  /** The distance in hundredths of a mile. */
  distance_hundredths: number;
  /** The pay without tips and bonus. Pay, tips and bonus add up to the total. */
  pay_cents: number;
  tips_cents: number;
  bonus_cents: number;
  total_cents: number;
  /** The fee that the platform kept. The customer paid the total plus this fee. */
  fee_cents: number;
};

export type Payout = {
  id: string;
  paid_on: Day;
  from: Day;
  to: Day;
  cents: number;
  account: string;
  trips: readonly Trip[];
};

/** The gig platforms. Other payouts, for instance from card terminals, are not gig work. */
const PLATFORMS: readonly { starts: string; name: string; kind: Platform['kind'] }[] = [
  { starts: 'SWIFTLIFT', name: 'SwiftLift Rides', kind: 'rideshare' },
  { starts: 'DOORSUPPER', name: 'DoorSupper', kind: 'delivery' },
];

export const platformsOf = (life: Life): Platform[] =>
  life.flows.flatMap((flow) => {
    if (flow.kind !== 'gig') return [];
    const known = PLATFORMS.find(({ starts }) => flow.description.startsWith(starts));
    return known === undefined ? [] : [{ key: flow.key, name: known.name, kind: known.kind, flow }];
  });

/** The payouts of a platform, oldest first. */
export function payoutsOf(life: Life, platform: Platform, accounts: readonly AccountHistory[]): Payout[] {
  const rows = accounts
    .filter(({ plan }) => plan.key === platform.flow.account)
    .flatMap((account) => account.rows)
    .filter(({ cause }) => cause === platform.key);
  return rows.map((row, at) => {
    const before = rows[at - 1]?.transacted_on ?? addDays(row.transacted_on, -3);
    // The trips of a payout are made from the day of the previous payout to the day before the payout itself. If the
    // previous payout is more than seven days earlier, the trips begin seven days before the payout.
    const from = daysBetween(before, row.transacted_on) > 7 ? addDays(row.transacted_on, -7) : before;
    const to = addDays(row.transacted_on, -1);
    const trips = tripsOf(life, platform, from, to < from ? from : to, row.cents);
    return { id: row.id, paid_on: row.posted_on, from, to, cents: row.cents, account: row.account, trips };
  });
}

const TYPICAL_CENTS = 1_900;

function tripsOf(life: Life, platform: Platform, from: Day, to: Day, cents: number): Trip[] {
  const count = Math.max(1, Math.round(cents / TYPICAL_CENTS));
  const key = [life.id, platform.key, from];
  const weights = Array.from({ length: count }, (_, at) => numberOf(40, 160, ...key, at, 'weight'));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const days = daysBetween(from, to) + 1;
  let left = cents;
  const made = weights.map((weight, at) => {
    const share = at === count - 1 ? left : Math.min(left, Math.round((cents * weight) / total));
    left -= share;
    return tripOf([...key, at], addDays(from, at % days), Math.floor(at / days), share);
  });
  const cancelled = chanceOf(...key, 'cancelled') < 0.3 ? [cancelledTrip([...key, 'cancelled'], to)] : [];
  return [...made, ...cancelled].toSorted((one, other) => one.started_at.localeCompare(other.started_at));
}

function tripOf(key: readonly (string | number)[], day: Day, slot: number, total_cents: number): Trip {
  const tips_cents =
    chanceOf(...key, 'tipped') < 0.6 ? Math.round((total_cents * numberOf(5, 25, ...key, 'tip')) / 100) : 0;
  const bonus_cents = chanceOf(...key, 'bonus') < 0.15 ? Math.min(300, total_cents - tips_cents) : 0;
  const duration_seconds = numberOf(480, 2_100, ...key, 'duration');
  // Consecutive trips of a day start at least 40 minutes apart and last at most 35 minutes, so they do not overlap.
  const second = 11 * 3600 + (slot % 14) * 3000 + numberOf(0, 600, ...key, 'start');
  const start = Date.parse(`${day}T00:00:00Z`) + second * 1000;
  return {
    id: idOf(20, ...key, 'trip'),
    status: 'completed',
    started_at: isoOf(start),
    ended_at: isoOf(start + duration_seconds * 1000),
    duration_seconds,
    distance_hundredths: numberOf(90, 1_900, ...key, 'distance'),
    pay_cents: total_cents - tips_cents - bonus_cents,
    tips_cents,
    bonus_cents,
    total_cents,
    fee_cents: Math.round(total_cents / 4),
  };
}

function cancelledTrip(key: readonly (string | number)[], day: Day): Trip {
  const start = Date.parse(`${day}T00:00:00Z`) + numberOf(10 * 3600, 10 * 3600 + 1800, ...key, 'start') * 1000;
  return {
    id: idOf(20, ...key, 'trip'),
    status: 'cancelled',
    started_at: isoOf(start),
    ended_at: isoOf(start + 240_000),
    duration_seconds: 240,
    distance_hundredths: 0,
    pay_cents: 0,
    tips_cents: 0,
    bonus_cents: 0,
    total_cents: 0,
    fee_cents: 0,
  };
}

const isoOf = (time: number): string => `${new Date(time).toISOString().slice(0, 19)}Z`;
