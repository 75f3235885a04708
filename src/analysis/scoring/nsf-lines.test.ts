import { expect, test } from 'vitest';
import { nsfCount } from '#analysis/assets/nsf.ts';
import { addDays, toDay } from '#base/calendar.ts';
import { movement } from '#test/assets.ts';
import { NSF_LINES_MAX, nsfLines } from './nsf-lines.ts';

test('nsfLines returns only booked movements above zero, and of these only fees, returned payments and fee refunds', () => {
  const nsf = [
    movement('2026-02-01', 'DEBIT', 3400n, 'OVERDRAFT FEE'),
    movement('2026-02-02', 'DEBIT', 3400n, 'NSF FEE RETURNED ITEM'),
    movement('2026-02-02', 'CREDIT', 90000n, 'RETURNED ITEM INSUFFICIENT FUNDS ALDER COURT APTS'),
    movement('2026-02-03', 'CREDIT', 3400n, 'FEE REVERSAL OVERDRAFT FEE'),
  ];
  const others = [
    movement('2026-02-01', 'DEBIT', 3400n, 'LANTERN MARKET'),
    movement('2026-02-01', 'CREDIT', 3400n, 'PAYROLL'),
    movement('2026-02-01', 'CREDIT', 0n, 'FEE REVERSAL OVERDRAFT FEE'),
    movement('2026-02-01', 'DEBIT', 3400n, 'OVERDRAFT FEE', { booked: null }),
  ];
  expect(nsfLines([...others, ...nsf])).toEqual(nsf);
});

test('nsfCount gives the same result for all movements as for those that nsfLines returns', () => {
  const dates = Array.from({ length: 200 }, (_, at) => addDays('2025-09-01', at));
  const wordings = ['OVERDRAFT FEE', 'LANTERN MARKET', 'FEE REVERSAL OVERDRAFT FEE', 'RETURNED ITEM', 'NSF FEE'];
  const all = dates.map((date, at) =>
    movement(date, at % 3 === 0 ? 'CREDIT' : 'DEBIT', at % 2 === 0 ? 3400n : 3500n, wordings[at % wordings.length]),
  );
  for (const days of [30, 90, 200]) {
    const until = toDay('2026-03-19');
    const span = { from: until - days + 1, until };
    expect(nsfCount(nsfLines(all), span)).toBe(nsfCount(all, span));
    expect(nsfCount(all, span)).toBeGreaterThan(0);
  }
});

test('nsfLines returns only the newest NSF_LINES_MAX movements', () => {
  const fees = Array.from({ length: NSF_LINES_MAX + 1 }, (_, at) =>
    movement(addDays('2025-03-01', at), 'DEBIT', BigInt(at + 1), 'OVERDRAFT FEE'),
  );
  expect(nsfLines(fees.slice(1))).toEqual(fees.slice(1));
  expect(nsfLines(fees)).toEqual(fees.slice(1));
});
