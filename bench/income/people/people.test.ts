// The made-up people are the same for the same seed, and their truth is consistent.
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { isBusinessDay } from '#base/calendar.ts';
import { irregularAverage, regularAverage } from './averages.ts';
import { BANKS } from './banks.ts';
import { busyPersonOf, peopleOf, personOf } from './people.ts';
import { everyDays, onDays, onNthWeekday, payDates, quarterly } from './schedules.ts';
import { netOfPay } from './taxes.ts';

const PEOPLE = peopleOf(5, 120);

describe('people', () => {
  test('the same seed gives the same people, another seed gives others', () => {
    expect(personOf(5, 3)).toEqual(PEOPLE[3]);
    expect(personOf(6, 3)).not.toEqual(PEOPLE[3]);
  });

  test('every credit is in exactly one true stream, not income, or open', () => {
    for (const { transactions, truth } of PEOPLE) {
      const named = [
        ...truth.streams.flatMap(({ transaction_ids }) => transaction_ids),
        ...truth.not_income.map(({ transaction_id }) => transaction_id),
        ...truth.open,
      ];
      const credits = transactions.filter(({ type }) => type === 'CREDIT').map(({ id }) => id);
      expect(named.toSorted()).toEqual(credits.toSorted());
    }
  });

  test('a stream’s total is the sum of its transactions, all on its account', () => {
    for (const { transactions, truth } of PEOPLE) {
      const rows = new Map(transactions.map((row) => [row.id, row]));
      for (const { transaction_ids, total_cents, account_id } of truth.streams) {
        const own = transaction_ids.flatMap((id) => rows.get(id) ?? []);
        expect(own.reduce((sum, row) => sum + Number(row.amount_cents), 0)).toBe(total_cents);
        expect(new Set(own.map((row) => row.account_id))).toEqual(new Set([account_id]));
      }
    }
  });

  test('no transaction is after the report date, and no next date is before it', () => {
    for (const { transactions, truth, as_of } of PEOPLE) {
      expect(transactions.filter(({ date }) => date > as_of)).toEqual([]);
      expect(truth.streams.filter(({ next_date }) => next_date !== null && next_date < as_of)).toEqual([]);
    }
  });

  test('every kind of income and every frequency occurs', () => {
    const streams = PEOPLE.concat(peopleOf(7, 400)).flatMap(({ truth }) => truth.streams);
    expect(new Set(streams.map(({ category }) => category)).size).toBe(16);
    expect(new Set(streams.map(({ frequency }) => frequency))).toEqual(new Set(['W', 'BW', 'SM', 'M', null, 'open']));
  });

  test('a busy person has as many rows as requested', () => {
    expect(busyPersonOf(5, 1, 5_000).transactions).toHaveLength(5_000);
  });

  test('the people import nothing from the engine', () => {
    const files = readdirSync(import.meta.dirname).filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));
    const imports = files.flatMap((file) => [
      ...readFileSync(`${import.meta.dirname}/${file}`, 'utf8').matchAll(/from '([^']+)'/g),
    ]);
    const paths = imports.map(([, path = '']) => path);
    expect(paths.filter((path) => !path.startsWith('./') && path !== '#base/calendar.ts')).toEqual([]);
  });
});

describe('pay dates', () => {
  // 2025-07-04 is a Friday and a holiday.
  test('pay due on a Friday holiday arrives before or after it, depending on the payer', () => {
    expect(payDates(everyDays(14, '2025-06-20'), '2025-06-16', '2025-07-20')).toEqual([
      '2025-06-20',
      '2025-07-03',
      '2025-07-18',
    ]);
    expect(payDates(everyDays(14, '2025-06-20', 'next'), '2025-07-01', '2025-07-10')).toEqual(['2025-07-07']);
  });

  test('semi-monthly means the 15th and the last day, moved off weekends', () => {
    expect(payDates(onDays([15, 31]), '2025-06-01', '2025-06-30')).toEqual(['2025-06-13', '2025-06-30']);
    expect(payDates(onDays([1], 'none'), '2025-06-01', '2025-06-30')).toEqual(['2025-06-01']);
  });

  test('pay on the third Wednesday, and quarterly in one month of each quarter', () => {
    expect(payDates(onNthWeekday(3, 3), '2025-06-01', '2025-06-30')).toEqual(['2025-06-18']);
    expect(payDates(quarterly(10, 0), '2025-01-01', '2025-12-31')).toEqual([
      '2025-03-10',
      '2025-06-10',
      '2025-09-10',
      '2025-12-10',
    ]);
  });

  test('pay by ACH arrives on business days only', () => {
    const pay = PEOPLE.flatMap(({ transactions, truth }) => {
      const ids = new Set(
        truth.streams.filter(({ category }) => category === 'SOCIAL_SECURITY').flatMap((one) => one.transaction_ids),
      );
      return transactions.filter(({ id }) => ids.has(id));
    });
    expect(pay.length).toBeGreaterThan(20);
    expect(pay.filter(({ date }) => !isBusinessDay(date))).toEqual([]);
  });
});

describe('averages', () => {
  test('a missed pay day counts in the average', () => {
    const paid = ['2025-01-03', '2025-01-17', '2025-02-14'].map((date) => ({ date, cents: 100_000 }));
    expect(regularAverage(paid, everyDays(14, '2025-01-03'), 1)).toBeCloseTo((300_000 / 4) * (26 / 12));
  });

  test('without a frequency only full months count, if there are at least two', () => {
    const paid = [
      { date: '2025-01-20', cents: 999_999 },
      { date: '2025-02-10', cents: 10_000 },
      { date: '2025-03-05', cents: 30_000 },
      { date: '2025-04-02', cents: 999_999 },
    ];
    expect(irregularAverage(paid)).toBe(20_000);
    expect(irregularAverage(paid.slice(1, 3))).toBeCloseTo((40_000 / 46) * 30.4375);
  });
});

describe('withholding', () => {
  const NOTHING = { retirement: 0, health_cents: 0, after_tax: 0 };
  const pay = { year: 2026, periods_per_year: 26, state: 'TX', gross_cents: 200_000, deductions: NOTHING };

  // By Publication 15-T: 156.15, 76.15 and 114.92 of federal tax, and 153.00 of Social Security and Medicare.
  test.each([
    ['single', 169_085],
    ['married', 177_085],
    ['head', 173_208],
  ] as const)('2,000 every two weeks leave a %s person in Texas %i cents', (filing_status, net) => {
    expect(Math.abs(netOfPay({ ...pay, filing_status }) - net)).toBeLessThanOrEqual(1);
  });

  test('state tax and retirement contributions are withheld', () => {
    const single = { ...pay, filing_status: 'single' } as const;
    const without = netOfPay(single);
    expect(without - netOfPay({ ...single, state: 'PA' })).toBeCloseTo(200_000 * 0.0314, -1);
    expect(netOfPay({ ...single, deductions: { ...NOTHING, retirement: 0.1 } })).toBeGreaterThan(without - 20_000);
  });
});

test('an ACH entry is cut to the lengths of its record, in every bank’s format', () => {
  const ach = {
    company: 'ABCDEFGHIJKLMNOPQRST',
    entry: 'PAYROLLCHECKS',
    company_id: '1234567890',
    number: '123456',
    person: 'X'.repeat(30),
  };
  const cutting = BANKS.filter(({ name }) => name !== 'tidied');
  for (const { ach: textOf } of cutting) {
    const text = textOf(ach, '2025-03-14').toUpperCase();
    expect(text).toContain('ABCDEFGHIJKLMNOP');
    expect(text).not.toContain('ABCDEFGHIJKLMNOPQ');
    expect(text).not.toContain('PAYROLLCHEC');
    expect(text).not.toContain('X'.repeat(23));
  }
});
