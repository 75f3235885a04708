import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toDate, toDay } from '#base/calendar.ts';
import { inDecimals, sum } from '#base/money.ts';
import { ROLLS } from './calendars/business-days.ts';
import { type Calendar, LAST_DAY, payDays } from './calendars/calendars.ts';
import type { IncomeInput, IncomeTransaction } from './input.ts';
import { type IncomeReport, incomeReport } from './report.ts';

const AS_OF = '2026-03-04';
const ACCOUNTS = ['checking', 'savings'] as const;
const RUNS = { numRuns: 50 };

/** Clear and unclear transaction descriptions; some of them describe money that is not income. */
const TEXTS = [
  'NORTHWIND LOGISTICS PAYROLL PPD ID: 9990000401',
  'BASIN GEAR DES:SALARY ID:77 INDN:DOE,JANE CO ID:9990000402 PPD',
  'HARBOR CLINIC DIR DEP',
  'OLD MESA PRESS',
  'SSA TREAS 310 XXSOC SEC PPD ID: 9990000310',
  'HOPALONG RIDES DRIVER PAY',
  'JUNIPER STUDIO VENDOR PMT CCD ID: 9990000321',
  'ZELLE FROM TOBIAS FENWICK',
  'ATM CASH DEPOSIT SANTA FE NM',
  'ONLINE TRANSFER FROM SAV ...9876',
  'EARNIN ACTIVEHOURS',
  'IRS TREAS 310 TAX REF',
  'INTEREST PAYMENT',
];

const calendar: fc.Arbitrary<Calendar> = fc.oneof(
  fc.record({
    model: fc.constantFrom('weekly' as const, 'biweekly' as const),
    phase: fc.integer({ min: toDay('2026-01-01'), max: toDay('2026-01-14') }),
    roll: fc.constantFrom(...ROLLS),
  }),
  fc.record({
    model: fc.constant('semi_monthly' as const),
    days: fc.constantFrom<[number, number]>([15, LAST_DAY], [1, 15], [5, 20]),
    roll: fc.constantFrom(...ROLLS),
  }),
  fc.record({
    model: fc.constant('monthly' as const),
    day: fc.integer({ min: 1, max: 31 }),
    roll: fc.constantFrom(...ROLLS),
  }),
);

type Flow = { text: string; account_id: string; dates: string[]; amounts: number[] };

const dated = (text: string, account_id: string, days: readonly number[], amounts: readonly number[]): Flow => ({
  text,
  account_id,
  dates: days.map(toDate),
  amounts: days.map((_, at) => amounts[at % amounts.length] ?? 1),
});
const amounts = fc.array(fc.integer({ min: 1, max: 900_000 }), { minLength: 1, maxLength: 6 });
const regular = fc
  .tuple(fc.constantFrom(...TEXTS), fc.constantFrom(...ACCOUNTS), calendar, fc.integer({ min: 30, max: 500 }), amounts)
  .map(([text, account, calendar, days, amounts]) =>
    dated(text, account, payDays(calendar, toDay(AS_OF) - days, toDay(AS_OF)), amounts),
  );
const scattered = fc
  .tuple(
    fc.constantFrom(...TEXTS),
    fc.constantFrom(...ACCOUNTS),
    fc.uniqueArray(fc.integer({ min: toDay(AS_OF) - 500, max: toDay(AS_OF) }), { maxLength: 25 }),
    amounts,
  )
  .map(([text, account, days, amounts]) => dated(text, account, days, amounts));

const rowsOf = (flows: readonly Flow[], type: 'CREDIT' | 'DEBIT' = 'CREDIT'): IncomeTransaction[] =>
  flows.flatMap(({ text, account_id, dates, amounts }, flow) =>
    dates.map((date, at) => ({
      id: `${type}-${flow}-${String(at).padStart(3, '0')}`,
      account_id,
      date,
      amount_cents: BigInt(amounts[at] ?? 1),
      type,
      status: 'POSTED' as const,
      description: text,
      currency_code: 'USD',
    })),
  );
const credits = fc.array(fc.oneof(regular, scattered), { maxLength: 6 }).map((flows) => rowsOf(flows));

const inputOf = (transactions: readonly IncomeTransaction[]): IncomeInput => ({
  as_of: AS_OF,
  days_requested: 400,
  accounts: ACCOUNTS.map((id) => ({ id, type: id === 'savings' ? 'SAVINGS' : 'CHECKING' })),
  transactions,
  state: 'CO',
});
const bytesOf = (report: IncomeReport): string => JSON.stringify(inDecimals(report));

describe('in every income report', () => {
  test('the sums of months and of transactions equal the totals', () => {
    fc.assert(
      fc.property(credits, (transactions) => {
        const { sources, summary } = incomeReport(inputOf(transactions));
        for (const source of sources) {
          const listed = source.historical_summary.flatMap(({ transactions }) => transactions);
          expect(sum(source.historical_summary.map(({ total_amount }) => total_amount))).toBe(source.total_amount);
          expect(sum(listed.map(({ amount }) => amount))).toBe(source.total_amount);
          expect(listed).toHaveLength(source.transaction_count);
        }
        expect(sum(summary.total_amounts.map(({ amount }) => amount))).toBe(
          sum(sources.map(({ total_amount }) => total_amount)),
        );
        expect(summary.income_transactions_count).toBe(
          sources.reduce((count, source) => count + source.transaction_count, 0),
        );
      }),
      RUNS,
    );
  });

  test('every credit in the window is either in exactly one source or rejected', () => {
    fc.assert(
      fc.property(credits, (transactions) => {
        const { explain } = incomeReport(inputOf(transactions));
        const named = [
          ...explain.sources.flatMap((source) => source.transactions),
          ...explain.rejected.map(({ transaction_id }) => transaction_id),
        ];
        const first = toDate(toDay(AS_OF) - 399);
        const expected = transactions.filter(({ date }) => date >= first).map(({ id }) => id);
        expect(named.toSorted()).toEqual(expected.toSorted());
      }),
      RUNS,
    );
  });

  test('the report is the same for any order of the input rows', () => {
    fc.assert(
      fc.property(credits, fc.infiniteStream(fc.nat()), (transactions, order) => {
        const ranked = transactions.map((transaction) => ({ transaction, rank: order.next().value }));
        const shuffled = ranked
          .toSorted((a, b) => Number(a.rank) - Number(b.rank))
          .map(({ transaction }) => transaction);
        expect(bytesOf(incomeReport(inputOf(shuffled)))).toBe(bytesOf(incomeReport(inputOf(transactions))));
      }),
      RUNS,
    );
  });

  test('every byte of the report depends only on the input', () => {
    fc.assert(
      fc.property(credits, (transactions) => {
        const again = structuredClone(transactions);
        expect(bytesOf(incomeReport(inputOf(again)))).toBe(bytesOf(incomeReport(inputOf(transactions))));
      }),
      RUNS,
    );
  });

  test('unrelated debits change nothing in the report except days_available', () => {
    const spent = fc.array(
      fc.tuple(fc.constantFrom(...ACCOUNTS), fc.integer({ min: toDay(AS_OF) - 300, max: toDay(AS_OF) })),
      { maxLength: 30 },
    );
    fc.assert(
      fc.property(credits, spent, (transactions, spent) => {
        const debits = rowsOf(
          spent.map(([account, day]) => dated('POS PURCHASE QUARRY COFFEE 0417', account, [day], [999_999_000])),
          'DEBIT',
        );
        // The added debits may change only `days_available`, because a debit may extend the history of its account.
        const [a, b] = [transactions, [...debits, ...transactions]].map((rows) => {
          const { sources, summary, explain } = incomeReport(inputOf(rows));
          return inDecimals({ sources, summary, explain });
        });
        expect(JSON.stringify(b)).toBe(JSON.stringify(a));
      }),
      RUNS,
    );
  });

  test('adding a deposit on one more pay day never removes another transaction from the sources', () => {
    const days = fc.integer({ min: 60, max: 390 });
    const text = fc.constantFrom(...TEXTS.slice(0, 5));
    fc.assert(
      fc.property(calendar, days, text, amounts, credits, (calendar, days, text, amounts, all_others) => {
        // A payer with two series of deposits is ambiguous. This test therefore leaves out other deposits from the same
        // payer.
        const others = all_others.filter(({ description }) => description !== text);
        const all = payDays(calendar, toDay(AS_OF) - days, toDay(AS_OF));
        const pay = rowsOf([dated(text, 'checking', all, amounts)]).map((row) => ({ ...row, id: `pay-${row.id}` }));
        const before = incomeReport(inputOf([...pay.slice(0, -1), ...others]));
        const after = incomeReport(inputOf([...pay, ...others]));
        const kept = new Set(after.explain.sources.flatMap(({ transactions }) => transactions));
        const lost = before.explain.sources.flatMap(({ transactions }) => transactions.filter((id) => !kept.has(id)));
        expect(lost).toEqual([]);
      }),
      RUNS,
    );
  });
});
