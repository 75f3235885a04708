// Pay stubs and gig trips of the invented people add up, and their totals equal the deposits in the bank history.
import { describe, expect, test } from 'vitest';
import { payoutsOf, platformsOf } from './gig-trips.ts';
import { historyOf } from './history.ts';
import { payRateOn, payStubsOf } from './pay-stubs.ts';
import { LIVES } from './people/people.ts';

const UNTIL = '2026-11-18';
const sum = (list: readonly number[]): number => list.reduce((total, one) => total + one, 0);
const jobs = LIVES.flatMap((life) =>
  life.jobs.map((job) => [`${life.id} at ${job.employer.name}`, life, job] as const),
);
const workers = LIVES.filter((life) => platformsOf(life).length > 0);

describe.each(jobs)('the pay stubs of %s', (_name, life, job) => {
  const stubs = payStubsOf(life, job, UNTIL);

  test('gross pay minus taxes and deductions equals net pay, for the paycheck and for the year', () => {
    expect(stubs.length).toBeGreaterThan(0);
    for (const stub of stubs) {
      expect(sum(stub.earnings.map(({ cents }) => cents))).toBe(stub.gross_cents);
      const taken = sum([...stub.taxes, ...stub.deductions].map(({ cents }) => cents));
      expect(stub.gross_cents - taken).toBe(stub.net_cents);
      const { year_to_date: year } = stub;
      expect(sum(stub.earnings.map(({ year_cents }) => year_cents))).toBe(year.gross_cents);
      expect(sum(stub.taxes.map(({ year_cents }) => year_cents))).toBe(year.taxes_cents);
      expect(sum(stub.deductions.map(({ year_cents }) => year_cents))).toBe(year.deductions_cents);
      expect(year.gross_cents - year.taxes_cents - year.deductions_cents).toBe(year.net_cents);
    }
  });

  test('year-to-date totals grow by the amount of each paycheck and start again in January', () => {
    for (const [at, stub] of stubs.entries()) {
      const before = stubs[at - 1];
      const is_new = before === undefined || before.pay_date.slice(0, 4) !== stub.pay_date.slice(0, 4);
      const earlier = is_new ? 0 : before.year_to_date.gross_cents;
      expect(stub.year_to_date.gross_cents).toBe(earlier + stub.gross_cents);
    }
  });

  test('the rate of pay is above zero', () => {
    expect(payRateOn(job, UNTIL).cents).toBeGreaterThan(0);
  });
});

test('at least one invented person works for two gig platforms', () => {
  expect(workers.map((life) => platformsOf(life).length)).toContain(2);
});

test.each(workers.map((life) => [life.id, life] as const))(
  'for each platform of the gig worker %s, the amounts of the trips add up to the deposits',
  (_id, life) => {
    const { accounts } = historyOf(life, UNTIL);
    for (const platform of platformsOf(life)) {
      const payouts = payoutsOf(life, platform, accounts);
      const deposits = accounts.flatMap(({ rows }) => rows).filter(({ cause }) => cause === platform.key);
      expect(payouts.map(({ cents }) => cents)).toEqual(deposits.map(({ cents }) => cents));
      const trips = payouts.flatMap((payout) => payout.trips);
      expect(new Set(trips.map(({ id }) => id)).size).toBe(trips.length);
      for (const payout of payouts) {
        expect(sum(payout.trips.map(({ total_cents }) => total_cents))).toBe(payout.cents);
        for (const trip of payout.trips) {
          expect(trip.pay_cents + trip.tips_cents + trip.bonus_cents).toBe(trip.total_cents);
          expect(trip.total_cents).toBeGreaterThanOrEqual(0);
          expect(trip.started_at < trip.ended_at).toBe(true);
        }
      }
    }
  },
);
