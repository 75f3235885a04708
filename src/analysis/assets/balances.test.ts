import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toDay } from '#base/calendar.ts';
import { movement } from '#test/assets.ts';
import { balanceOn, dailyBalances, knownFrom } from './balances.ts';

const days = (from: string, until: string) => ({ from: toDay(from), until: toDay(until) });

describe('daily balances', () => {
  const movements = [
    movement('2026-02-27', 'CREDIT', 50_000n),
    movement('2026-02-28', 'DEBIT', 12_345n),
    movement('2026-02-28', 'DEBIT', 1n),
  ];

  test('daily balances are computed backwards from the current balance; a day without movements has the previous day’s balance', () => {
    const ledger = { balance: 100_000n, movements, is_owed: false };
    expect(dailyBalances(ledger, days('2026-02-25', '2026-03-02'))).toEqual([
      62_346n,
      62_346n,
      112_346n,
      100_000n,
      100_000n,
      100_000n,
    ]);
  });

  test('if the account is a debt account, purchases raise the balances and payments lower them', () => {
    const ledger = { balance: 100_000n, movements, is_owed: true };
    expect(dailyBalances(ledger, days('2026-02-26', '2026-02-28'))).toEqual([137_654n, 87_654n, 100_000n]);
  });

  test('the balances of a past window are computed by undoing all later movements, even those posted after the window', () => {
    const ledger = { balance: 100_000n, movements, is_owed: false };
    expect(dailyBalances(ledger, days('2026-02-26', '2026-02-27'))).toEqual([62_346n, 112_346n]);
    expect(balanceOn(ledger, toDay('2026-02-27'))).toBe(112_346n);
  });

  test('daily balances count a movement from the day it is posted, and ignore pending movements', () => {
    const later = movement('2026-02-26', 'DEBIT', 700n, '', { booked: toDay('2026-02-28') });
    const waiting = movement('2026-02-26', 'DEBIT', 900n, '', { booked: null });
    const ledger = { balance: 1_000n, movements: [later, waiting], is_owed: false };
    expect(dailyBalances(ledger, days('2026-02-26', '2026-02-28'))).toEqual([1_700n, 1_700n, 1_000n]);
  });

  test('backward and forward computation give the same daily balances, for any movements', () => {
    const [first, last] = [toDay('2026-01-01'), toDay('2026-03-01')];
    const line = fc.record({
      day: fc.integer({ min: first, max: last }),
      type: fc.constantFrom<'CREDIT' | 'DEBIT'>('CREDIT', 'DEBIT'),
      cents: fc.bigInt({ min: 0n, max: 10_000_000n }),
    });
    fc.assert(
      fc.property(
        fc.bigInt({ min: -1_000_000n, max: 1_000_000n }),
        fc.array(line),
        fc.boolean(),
        (opening, lines, is_owed) => {
          const written: bigint[] = [];
          let balance = opening;
          for (let day = first; day <= last; day++) {
            for (const one of lines.filter((line) => line.day === day)) {
              balance += (one.type === 'CREDIT') === is_owed ? -one.cents : one.cents;
            }
            written.push(balance);
          }
          const movements = lines.map(({ day, type, cents }) =>
            movement('2026-01-01', type, cents, '', { made: day, booked: day }),
          );
          expect(dailyBalances({ balance, movements, is_owed }, { from: first, until: last })).toEqual(written);
        },
      ),
    );
  });
});

describe('knownFrom', () => {
  test('knownFrom() returns the day of the first posted movement, or undefined if there are no posted movements', () => {
    const waiting = movement('2025-01-01', 'DEBIT', 1n, '', { booked: null });
    const movements = [movement('2026-02-27', 'CREDIT', 1n), movement('2026-02-03', 'DEBIT', 1n), waiting];
    expect(knownFrom(movements)).toBe(toDay('2026-02-03'));
    expect(knownFrom([waiting])).toBe(undefined);
  });
});
