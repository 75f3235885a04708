// Tests that the made-up people are the same for the same seed, and that the ground truth about them is consistent.
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { isBusinessDay } from '#base/calendar.ts';
import { irregularAverage, regularAverage } from './averages.ts';
import { BANKS } from './banks.ts';
import { busyPersonOf, peopleOf, personOf } from './people.ts';
import { everyDays, onDays, onNthWeekday, payDates, quarterly } from './schedules.ts';
import { netOfPay } from './taxes.ts';

const PEOPLE = peopleOf(5, 120);

describe('made-up people', () => {
  test('made-up people are the same for the same seed and differ for another seed', () => {
    expect(personOf(5, 3)).toEqual(PEOPLE[3]);
    expect(personOf(6, 3)).not.toEqual(PEOPLE[3]);
  });

  test('each credit of made-up people is in exactly one place: a true stream, the list `not_income` or the list `open`', () => {
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

  test('the transactions of a stream are all on the stream’s account and add up to the stream’s total', () => {
    for (const { transactions, truth } of PEOPLE) {
      const rows = new Map(transactions.map((row) => [row.id, row]));
      for (const { transaction_ids, total_cents, account_id } of truth.streams) {
        const own = transaction_ids.flatMap((id) => rows.get(id) ?? []);
        expect(own.reduce((sum, row) => sum + Number(row.amount_cents), 0)).toBe(total_cents);
        expect(new Set(own.map((row) => row.account_id))).toEqual(new Set([account_id]));
      }
    }
  });

  test('no transaction is after the report date, and no stream has a next_date before the report date', () => {
    for (const { transactions, truth, as_of } of PEOPLE) {
      expect(transactions.filter(({ date }) => date > as_of)).toEqual([]);
      expect(truth.streams.filter(({ next_date }) => next_date !== null && next_date < as_of)).toEqual([]);
    }
  });

  test('made-up people have every income category and every frequency', () => {
    const streams = PEOPLE.concat(peopleOf(7, 400)).flatMap(({ truth }) => truth.streams);
    expect(new Set(streams.map(({ category }) => category)).size).toBe(16);
    expect(new Set(streams.map(({ frequency }) => frequency))).toEqual(new Set(['W', 'BW', 'SM', 'M', null, 'open']));
  });

  test('people made by busyPersonOf() have exactly the requested number of transactions', () => {
    expect(busyPersonOf(5, 1, 5_000).transactions).toHaveLength(5_000);
  });

  test('the code that generates made-up people imports nothing from the engine', () => {
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
  test('a pay date on a holiday moves to the business day before or after it; the payer decides which of the two', () => {
    expect(payDates(everyDays(14, '2025-06-20'), '2025-06-16', '2025-07-20')).toEqual([
      '2025-06-20',
      '2025-07-03',
      '2025-07-18',
    ]);
    expect(payDates(everyDays(14, '2025-06-20', 'next'), '2025-07-01', '2025-07-10')).toEqual(['2025-07-07']);
  });

  test('semi-monthly pay dates are the 15th and the last day of the month; a weekend date moves to the business day before it, unless roll is "none"', () => {
    expect(payDates(onDays([15, 31]), '2025-06-01', '2025-06-30')).toEqual(['2025-06-13', '2025-06-30']);
    expect(payDates(onDays([1], 'none'), '2025-06-01', '2025-06-30')).toEqual(['2025-06-01']);
  });

  test('pay dates can be the third Wednesday of each month, or the 10th of the last month of each quarter', () => {
    expect(payDates(onNthWeekday(3, 3), '2025-06-01', '2025-06-30')).toEqual(['2025-06-18']);
    expect(payDates(quarterly(10, 0), '2025-01-01', '2025-12-31')).toEqual([
      '2025-03-10',
      '2025-06-10',
      '2025-09-10',
      '2025-12-10',
    ]);
  });

  test('pay dates of Social Security are always business days, because Social Security pays by ACH', () => {
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

describe('monthly averages', () => {
  test('a missed pay day counts as zero in the monthly average', () => {
    const paid = ['2025-01-03', '2025-01-17', '2025-02-14'].map((date) => ({ date, cents: 100_000 }));
    expect(regularAverage(paid, everyDays(14, '2025-01-03'), 1)).toBeCloseTo((300_000 / 4) * (26 / 12));
  });

  test('the monthly average covers only full months if the income has at least two full months but no frequency', () => {
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

describe('netOfPay()', () => {
  const NOTHING = { retirement: 0, health_cents: 0, after_tax: 0 };
  const pay = { year: 2026, periods_per_year: 26, state: 'TX', gross_cents: 200_000, deductions: NOTHING };

  // According to Publication 15-T, the federal tax is $156.15 for the status single, $76.15 for married and $114.92 for
  // head of household. Social Security and Medicare together are $153.00.
  test.each([
    ['single', 169_085],
    ['married', 177_085],
    ['head', 173_208],
  ] as const)(
    'for a gross pay of 2,000 dollars every two weeks in Texas and the filing status %s, netOfPay() returns %i cents',
    (filing_status, net) => {
      expect(Math.abs(netOfPay({ ...pay, filing_status }) - net)).toBeLessThanOrEqual(1);
    },
  );

  test('netOfPay() subtracts state tax; a retirement contribution lowers net pay by less than its amount, because it lowers income tax', () => {
    const single = { ...pay, filing_status: 'single' } as const;
    const without = netOfPay(single);
    expect(without - netOfPay({ ...single, state: 'PA' })).toBeCloseTo(200_000 * 0.0314, -1);
    // The contribution is $200.00, and it lowers the federal tax.
    const saved = without - netOfPay({ ...single, deductions: { ...NOTHING, retirement: 0.1 } });
    expect(saved).toBeGreaterThan(15_000);
    expect(saved).toBeLessThan(20_000);
  });
});

test('every bank’s format except "tidied" cuts an ACH entry to the field lengths of the ACH record', () => {
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
