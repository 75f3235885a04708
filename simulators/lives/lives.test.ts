// The invented people's histories: balances are consistent, longer histories continue shorter ones, and pay reaches the
// bank.
import { describe, expect, test } from 'vitest';
import { addDays, isBusinessDay, isDay } from './calendar.ts';
import { type AccountHistory, balanceOn, type History, historyOf, statementsOf } from './history.ts';
import type { Life } from './life.ts';
import { paychecksOf, yearlyWages } from './payroll.ts';
import { LIVES } from './people/people.ts';

const UNTIL = '2026-11-18';
const people = LIVES.map((life): [string, Life] => [life.id, life]);

/** No history is cached for a copy of a life, so this history is computed from the first day. */
const wholeHistoryOf = (life: Life): History => {
  const history = whole.get(life.id) ?? historyOf({ ...life }, UNTIL);
  whole.set(life.id, history);
  return history;
};
const whole = new Map<string, History>();

describe.each(people)('the bank history of the invented person %s', (_id, life) => {
  const history = wholeHistoryOf(life);

  test('each row’s balance is the previous balance plus the row’s amount, and the last balance is the closing balance', () => {
    for (const account of history.accounts) {
      let balance = account.opening_cents;
      const wrong = account.rows.filter((row) => {
        balance += row.cents;
        return row.balance_cents !== balance;
      });
      expect(wrong).toEqual([]);
      expect(account.closing_cents).toBe(balance);
    }
  });

  test('for each statement, the opening balance plus the rows is the closing balance', () => {
    for (const account of history.accounts) {
      for (const { opening_cents, closing_cents, rows } of statementsOf(account, life, UNTIL)) {
        expect(rows.reduce((sum, { cents }) => sum + cents, opening_cents)).toBe(closing_cents);
      }
    }
  });

  test('a history that ends later begins with the rows of the shorter history; rows that were pending in the shorter history are posted under another id', () => {
    const copy = { ...life };
    const before = historyOf(copy, addDays(UNTIL, -45));
    expect(historyOf(copy, UNTIL)).toEqual(history);
    for (const [at, account] of before.accounts.entries()) {
      const later = history.accounts[at]?.rows ?? [];
      expect(later.slice(0, account.rows.length)).toEqual(account.rows);
      for (const { id, pending_id } of account.pending) {
        expect(id).not.toBe(pending_id);
        expect(later.filter((row) => row.id === id)).toHaveLength(1);
      }
    }
  });

  test('the ids of rows are unique, and rows are ordered by the day of posting', () => {
    const ids = history.accounts.flatMap(({ rows, pending }) =>
      [...rows, ...pending].flatMap((row) => [row.id, row.pending_id]),
    );
    expect(new Set(ids).size).toBe(ids.length);
    for (const { rows } of history.accounts) {
      const days = rows.map(({ posted_on }) => posted_on);
      expect(days).toEqual(days.toSorted());
      expect(days.every(isDay)).toBe(true);
    }
  });

  test('the net pay of every paycheck is deposited at the bank on a business day', () => {
    const rows = history.accounts.flatMap((account) => account.rows).filter(({ category }) => category === 'payroll');
    const paid = new Map<string, number>();
    for (const { cause, posted_on, cents } of rows) {
      paid.set(`${cause} ${posted_on}`, (paid.get(`${cause} ${posted_on}`) ?? 0) + cents);
    }
    for (const job of life.jobs) {
      const checks = paychecksOf(life, job, UNTIL);
      expect(checks.length).toBeGreaterThan(20);
      for (const check of checks) {
        expect(paid.get(`${job.key} ${check.pay_date}`)).toBe(check.net_cents);
        expect(isBusinessDay(check.pay_date)).toBe(true);
      }
    }
  });

  test('balances stay within believable limits, and no card exceeds its credit limit', () => {
    const lowest = ({ rows }: AccountHistory) => Math.min(0, ...rows.map(({ balance_cents }) => balance_cents));
    const checking = history.accounts.filter(({ plan }) => plan.kind === 'checking');
    expect(checking.filter((account) => lowest(account) < -90_000 || account.closing_cents > 12_000_000)).toEqual([]);
    const cards = history.accounts.filter(({ plan }) => plan.kind === 'credit_card');
    expect(cards.filter((card) => -lowest(card) > (card.plan.credit_limit_cents ?? 0))).toEqual([]);
  });
});

test('the wages on a W-2 equal the year-to-date total of the year’s last paycheck', () => {
  for (const life of LIVES) {
    for (const job of life.jobs) {
      const checks = paychecksOf(life, job, UNTIL);
      for (const wages of yearlyWages(life, job, UNTIL)) {
        const last = checks.findLast(({ pay_date }) => pay_date.startsWith(`${wages.year}-`));
        expect(wages.social_security_wages_cents).toBe(last?.year_to_date.gross_cents);
      }
    }
  }
});

test('the debt of Daniel’s car loan shrinks from its opening balance and never falls below zero', () => {
  const daniel = LIVES.find(({ id }) => id === 'daniel-reyes');
  if (daniel === undefined) throw new Error('Daniel is missing.');
  const car = wholeHistoryOf(daniel).accounts.find(({ plan }) => plan.key === 'car');
  if (car === undefined) throw new Error('The loan is missing.');
  expect(balanceOn(car, '2022-12-31')).toBe(car.opening_cents);
  expect(car.closing_cents).toBeGreaterThan(car.opening_cents);
  expect(car.closing_cents).toBeLessThanOrEqual(0);
});

test('the same seed repeats all amounts, and another seed changes them', () => {
  const [life] = LIVES;
  if (life === undefined) throw new Error('Nobody is declared.');
  const year = (seed: number): History => historyOf({ ...life }, addDays(life.from, 365), seed);
  const of_seven = year(7);
  expect(year(7)).toEqual(of_seven);
  expect(year(8)).not.toEqual(of_seven);
});
