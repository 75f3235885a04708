import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toDay } from '#base/calendar.ts';
import { movement } from '#test/assets.ts';
import type { Movement } from './movements.ts';
import { ownTransfers } from './own-transfers.ts';

const out = (date: string, cents = 500_000n, more: Partial<Movement> = {}) =>
  movement(date, 'DEBIT', cents, 'ONLINE TRANSFER TO SAV', more);
const into = (date: string, cents = 500_000n, more: Partial<Movement> = {}) =>
  movement(date, 'CREDIT', cents, 'ONLINE TRANSFER FROM CHK', more);
const found = (checking: Movement[], savings: Movement[]): number =>
  ownTransfers([
    { id: 'checking', movements: checking },
    { id: 'savings', movements: savings },
  ]).size;

describe('transfers between the person’s own accounts', () => {
  test('a credit is a transfer if another account has a debit of the same amount at most three days before or after it', () => {
    const dates = ['2026-01-01', '2026-01-02', '2026-01-05', '2026-01-08', '2026-01-09'];
    expect(dates.map((date) => found([out(date)], [into('2026-01-05')]))).toEqual([0, 1, 1, 1, 0]);
  });

  test('a debit matches a credit only if both have the same currency and the same amount to the cent', () => {
    expect(found([out('2026-01-05', 500_001n)], [into('2026-01-05')])).toBe(0);
    expect(found([out('2026-01-05', 500_000n, { currency_code: 'EUR' })], [into('2026-01-05')])).toBe(0);
  });

  test('a debit matches a credit only if they are on different accounts and neither is pending', () => {
    expect(found([out('2026-01-05'), into('2026-01-05')], [])).toBe(0);
    expect(found([out('2026-01-05', 500_000n, { booked: null })], [into('2026-01-05')])).toBe(0);
    expect(found([out('2026-01-05')], [into('2026-01-05', 500_000n, { booked: null })])).toBe(0);
  });

  test('a debit may match a credit whatever their descriptions say', () => {
    expect(
      found([{ ...out('2026-01-05'), wording: 'WITHDRAWAL' }], [{ ...into('2026-01-05'), wording: 'DEPOSIT' }]),
    ).toBe(1);
  });
});

test('for transfers between a person’s own accounts, one debit matches at most one credit', () => {
  expect(found([out('2026-01-05')], [into('2026-01-05'), into('2026-01-06')])).toBe(1);
  expect(found([out('2026-01-05'), out('2026-01-06')], [into('2026-01-05'), into('2026-01-06')])).toBe(2);
});

test('a debit that is too old for a credit is skipped, and the next debit is matched with the credit', () => {
  expect(found([out('2026-01-01')], [into('2026-01-06')])).toBe(0);
  expect(found([out('2026-01-01'), out('2026-01-09')], [into('2026-01-10')])).toBe(1);
});

test('every transfer between own accounts has a debit on another account within three days; for each amount, there are at most as many transfers as debits', () => {
  const line = fc.record({
    account: fc.constantFrom('a', 'b', 'c'),
    type: fc.constantFrom<'CREDIT' | 'DEBIT'>('CREDIT', 'DEBIT'),
    day: fc.integer({ min: 0, max: 20 }),
    cents: fc.constantFrom(100n, 200n),
  });
  fc.assert(
    fc.property(fc.array(line, { maxLength: 40 }), (lines) => {
      const first = toDay('2026-01-01');
      const all = lines.map(({ account, type, day, cents }) => ({
        account,
        ...movement('2026-01-01', type, cents, '', { made: first + day, booked: first + day }),
      }));
      const accounts = ['a', 'b', 'c'].map((id) => ({ id, movements: all.filter(({ account }) => account === id) }));
      const transfers = ownTransfers(accounts);
      for (const cents of [100n, 200n]) {
        const of = (type: string) => all.filter((one) => one.cents === cents && one.type === type);
        const matched = of('CREDIT').filter(({ id }) => transfers.has(id));
        expect(matched.length).toBeLessThanOrEqual(of('DEBIT').length);
        for (const { account, made } of matched) {
          expect(of('DEBIT').some((one) => one.account !== account && Math.abs(one.made - made) <= 3)).toBe(true);
        }
      }
      expect(all.filter(({ id, type }) => type === 'DEBIT' && transfers.has(id))).toEqual([]);
    }),
  );
});
