import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toDay } from '#base/calendar.ts';
import { movement } from '#test/assets.ts';
import type { Movement } from './movements.ts';
import { nsfCount } from './nsf.ts';

const WINDOW = { from: toDay('2026-01-01'), until: toDay('2026-01-31') };
const count = (...movements: Movement[]): number => nsfCount(movements, WINDOW);
const fee = (date: string, wording = 'NSF FEE RETURNED ITEM', cents = 3_400n) =>
  movement(date, 'DEBIT', cents, wording);
const back = (date: string, wording = 'FEE REVERSAL NSF FEE RETURNED ITEM', cents = 3_400n) =>
  movement(date, 'CREDIT', cents, wording);
const returned = (date: string, cents = 118_500n) =>
  movement(date, 'CREDIT', cents, 'RETURNED ITEM INSUFFICIENT FUNDS ALDER COURT APTS');

describe('an NSF or overdraft event', () => {
  test.each([
    'NSF FEE RETURNED ITEM',
    'INSUFFICIENT FUNDS FEE',
    'NON-SUFFICIENT FUNDS CHARGE',
    'OVERDRAFT FEE',
    'OVERDRAFT ITEM FEE FOR ACTIVITY OF 01/04',
    'OD CHARGE',
    'COURTESY PAY FEE',
    'RETURNED ITEM CHARGE',
    'UNCOLLECTED FUNDS FEE',
  ])('an NSF or overdraft event is counted for a fee described as %s', (wording) => {
    expect(count(fee('2026-01-05', wording))).toBe(1);
  });

  test.each([
    'ALDER COURT APTS WEB PMTS',
    'MONTHLY SERVICE FEE',
    'CODFEE ROASTERS',
    'UNSF MEMBERSHIP',
    'OVERDRAFT PROTECTION TRANSFER TO CHK ...4721',
    'OVERDRAFT TRANSFER FEE',
    'DEPOSITED ITEM RETURNED NSF FEE',
    'EXTENDED OVERDRAFT FEE',
    'DAILY OD CHARGE',
    'NSF FEE WAIVED',
  ])('no NSF or overdraft event is counted for a debit described as %s', (wording) => {
    expect(count(fee('2026-01-05', wording))).toBe(0);
  });

  test('a returned payment and its fee count as one NSF event, or as none if the fee is refunded', () => {
    const [first, second] = [returned('2026-01-05'), fee('2026-01-05')];
    expect(count(first, second)).toBe(1);
    expect(count(second, first)).toBe(1);
    expect(count(first, second, back('2026-01-07'))).toBe(0);
  });

  test('a returned payment without a return fee counts as an NSF event', () => {
    expect(count(returned('2026-01-05'))).toBe(1);
    expect(count(returned('2026-01-05'), returned('2026-01-05'), fee('2026-01-05'))).toBe(2);
    expect(count(returned('2026-01-05'), fee('2026-01-05', 'OVERDRAFT FEE'))).toBe(2);
  });

  test('a returned payment and a fee count as one NSF event if they are at most three days apart', () => {
    expect(count(returned('2026-01-05'), fee('2026-01-08'))).toBe(1);
    expect(count(returned('2026-01-05'), fee('2026-01-09'))).toBe(2);
    expect(count(returned('2026-01-05'), fee('2026-01-02'))).toBe(1);
    expect(count(returned('2026-01-06'), fee('2026-01-02'))).toBe(2);
  });

  test('an NSF fee counts only if it is posted and lies within the window, both ends included', () => {
    const waiting = { ...fee('2026-01-05'), booked: null };
    const dates = ['2025-12-31', '2026-01-01', '2026-01-31', '2026-02-01'];
    expect(dates.map((date) => count(fee(date)))).toEqual([0, 1, 1, 0]);
    expect(count(waiting)).toBe(0);
  });
});

describe('a refund of an NSF or overdraft fee', () => {
  test('a refund cancels one fee of the same amount', () => {
    expect(count(fee('2026-01-05'), fee('2026-01-06'), back('2026-01-08'))).toBe(1);
    expect(count(fee('2026-01-05'), back('2026-01-08', 'NSF FEE REFUND', 1_700n))).toBe(1);
    expect(count(fee('2026-01-05', 'OVERDRAFT FEE', 3_500n), back('2026-01-08', 'OD FEE RFND'))).toBe(1);
  });

  test('a refund cancels several equal fees if it equals their sum', () => {
    expect(
      count(fee('2026-01-05'), fee('2026-01-06'), fee('2026-01-07'), back('2026-01-08', 'NSF FEE REFUND', 6_800n)),
    ).toBe(1);
    expect(count(fee('2026-01-05'), back('2026-01-08', 'NSF FEE REFUND', 6_800n))).toBe(1);
  });

  test('a refund cancels the most recent fee that precedes it, even if that fee is older than the window', () => {
    expect(count(fee('2025-12-30'), fee('2026-01-02'), back('2026-01-05'))).toBe(0);
    expect(count(fee('2025-12-30'), back('2026-01-01'), fee('2026-01-02'))).toBe(1);
  });

  test('a refund cancels no fee if the refund comes after the window or on a day before the fee', () => {
    expect(count(fee('2026-01-30'), back('2026-02-02'))).toBe(1);
    expect(count(back('2026-01-04'), fee('2026-01-05'))).toBe(1);
    expect(count(back('2026-01-05'), fee('2026-01-05'))).toBe(0);
  });

  test('a refund changes nothing if no fee matches it', () => {
    expect(count(back('2026-01-05'))).toBe(0);
  });
});

test('the NSF count is at most the number of transactions in the window, and does not depend on their order', () => {
  const line = fc.record({
    day: fc.integer({ min: WINDOW.from - 20, max: WINDOW.until + 20 }),
    make: fc.constantFrom<(date: string) => Movement>(fee, back, returned),
  });
  fc.assert(
    fc.property(fc.array(line, { maxLength: 30 }), fc.nat(), (lines, turn) => {
      const movements = lines.map(({ day, make }) => ({ ...make('2026-01-01'), made: day, booked: day }));
      const at = turn % (lines.length + 1);
      const turned = [...movements.slice(at), ...movements.slice(0, at)];
      const counted = count(...movements);
      expect(counted).toBeLessThanOrEqual(
        movements.filter(({ made }) => made >= WINDOW.from && made <= WINDOW.until).length,
      );
      expect(count(...turned)).toBe(counted);
    }),
  );
});
