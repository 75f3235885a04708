// Properties that a scoring report has for any transaction history. They are tested with sandbox people and with
// generated rows.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays } from '#base/calendar.ts';
import { bankOn } from '#connectors/sandbox/bank/bank.ts';
import { BANK_USERNAMES, bankLifeOf } from '#connectors/sandbox/cast/bank-people.ts';
import { heldBank } from '#test/assets.ts';
import { CUTOFF, daysBefore, scored, scoredAccount, scoringInput, valueIn } from '#test/scoring.ts';
import { ATTRIBUTES } from './attributes.ts';
import type { ScoringInput, ScoringTransaction } from './input.ts';
import { scoringReport } from './report.ts';
import { linkedInput } from './sources.ts';

const TEXTS = [
  'COPPER CANYON LO PAYROLL PPD ID: 9911',
  'LANTERN MARKET',
  'ALDER COURT APTS WEB PMTS',
  'ONLINE TRANSFER TO SAV ...4721',
  'OVERDRAFT FEE',
  'RETURNED ITEM INSUFFICIENT FUNDS',
  'FEE REVERSAL OVERDRAFT FEE',
  'SPEEDY CASH',
  'EARNIN',
  'ATM CASH DEPOSIT',
  '',
];
const ACCOUNTS = [
  scoredAccount({ balance: 500_00n, balance_as_of: 'unknown' }),
  scoredAccount({ id: 'savings', type: 'SAVINGS', balance: 20_00n, balance_as_of: { date: daysBefore(40) } }),
  scoredAccount({ id: 'card', type: 'CREDIT_CARD', balance: 9_00n, balance_as_of: 'unknown' }),
];

/** Generates transactions with few different amounts and descriptions, so that many transactions are alike. */
const anyTransaction = (from_days: number, until_days: number) =>
  fc
    .record({
      days: fc.integer({ min: from_days, max: until_days }),
      cents: fc.integer({ min: -5, max: 5 }).map((cents) => `${cents * 17}.00`),
      text: fc.constantFrom(...TEXTS),
      account_id: fc.constantFrom(...ACCOUNTS.map(({ id }) => id)),
    })
    .map(({ days, cents, text, account_id }) => scored(daysBefore(days), cents, text, { account_id }));
const history = fc.array(anyTransaction(0, 400), { maxLength: 120 });
const inputOf = (transactions: readonly ScoringTransaction[]): ScoringInput =>
  scoringInput(transactions, { accounts: ACCOUNTS, loan_data_enabled: true });

describe('a scoring report of generated rows', () => {
  test('a scoring report does not depend on the order of rows and accounts', () => {
    const shuffled = history.chain((rows) =>
      fc.tuple(fc.constant(rows), fc.shuffledSubarray(rows, { minLength: rows.length, maxLength: rows.length })),
    );
    fc.assert(
      fc.property(shuffled, ([rows, others]) => {
        const { derived_incomes, ...report } = scoringReport(inputOf(rows));
        const again = scoringReport({ ...inputOf(others), accounts: ACCOUNTS.toReversed() });
        expect(again).toMatchObject(report);
        // The order of the derived incomes is not compared. Streams are listed in the order of the accounts, and the
        // two inputs list the accounts in different orders.
        expect(again.derived_incomes).toHaveLength(derived_incomes.length);
        expect(again.derived_incomes).toEqual(expect.arrayContaining(derived_incomes));
      }),
      { numRuns: 60 },
    );
  });

  test('a scoring report does not depend on transactions after the cutoff date', () => {
    fc.assert(
      fc.property(history, fc.array(anyTransaction(-60, -1), { minLength: 1, maxLength: 40 }), (rows, later) => {
        expect(scoringReport(inputOf([...rows, ...later]))).toEqual(scoringReport(inputOf(rows)));
      }),
      { numRuns: 60 },
    );
  });

  test('a scoring report differs only in the pending_left_out alert if pending transactions are added', () => {
    const pending = fc
      .array(anyTransaction(0, 400), { minLength: 1, maxLength: 40 })
      .map((rows) => rows.map((row) => ({ ...row, status: 'PENDING' as const })));
    fc.assert(
      fc.property(history, pending, (rows, waiting) => {
        const { alerts, ...report } = scoringReport(inputOf([...rows, ...waiting]));
        const { alerts: before, ...without } = scoringReport(inputOf(rows));
        expect(report).toEqual(without);
        expect(alerts.filter(({ alert_code }) => alert_code !== 'pending_left_out')).toEqual(before);
        expect(alerts).toHaveLength(before.length + 1);
      }),
      { numRuns: 40 },
    );
  });

  test('a scoring report has a net cash flow equal to money in minus money out, with and without transfers', () => {
    fc.assert(
      fc.property(history, (rows) => {
        const report = scoringReport(inputOf(rows));
        const cents = (name: string) => Number(valueIn(report, name)?.replace('.', '') ?? Number.NaN);
        expect(cents('net_6m_l0')).toBe(cents('inflow_sum_6m_l0') - cents('outflow_sum_6m_l0'));
        expect(cents('net_less_transfers_6m_l0')).toBe(
          cents('inflow_less_transfers_sum_6m_l0') - cents('outflow_less_transfers_sum_6m_l0'),
        );
      }),
      { numRuns: 40 },
    );
  });
});

describe('a scoring report on a sandbox person', () => {
  const reportOf = (username: (typeof BANK_USERNAMES)[number], cutoff_date: string) => {
    const bank = bankOn(bankLifeOf(username, CUTOFF), CUTOFF, 'link', 12);
    const { accounts, transactions } = heldBank(bank);
    return scoringReport(
      linkedInput({ cutoff_date, loan_data_enabled: true }, [
        { accounts: [...accounts], transactions: [...transactions] },
      ]),
    );
  };

  test.each([...BANK_USERNAMES])(
    'a scoring report on the sandbox person %s has every attribute once, with a decimal or null as its value',
    (username) => {
      const report = reportOf(username, CUTOFF);
      expect(report.metrics.map(({ short_name }) => short_name)).toEqual(
        ATTRIBUTES.map(({ short_name }) => short_name),
      );
      for (const { value } of report.metrics) expect(value ?? '0.00').toMatch(/^-?\d{1,10}\.\d\d$/);
    },
  );

  test('a report has no scores, and only values of the period 0m_l0, if its cutoff date is more than a year before the first transaction', () => {
    const { metrics, scores, alerts } = reportOf('goodlogin', addDays(CUTOFF, -800));
    expect(metrics.filter(({ time_period, value }) => time_period !== '0m_l0' && value !== null)).toEqual([]);
    expect(scores).toEqual([]);
    expect(alerts.map(({ alert_code }) => alert_code)).toContain('no_transactions');
  });
});

test.each(['0001-01-01', '1970-01-01', '1971-06-01', '2099-12-31', '9999-12-31'])(
  'a scoring report accepts any cutoff date: %s',
  (cutoff_date) => {
    const dates = ['0001-01-01', '1969-12-31', '1971-01-01', '2099-12-31', '2100-01-01', '9999-12-31', cutoff_date];
    const rows = dates.map((date) => scored(date, '10.00', TEXTS[0]));
    expect(scoringReport({ ...inputOf(rows), cutoff_date }).metrics).toHaveLength(ATTRIBUTES.length);
  },
);
