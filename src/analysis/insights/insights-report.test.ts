import { describe, expect, test } from 'vitest';
import { addDays } from '#base/calendar.ts';
import { account, heldLink, transaction } from '#test/assets.ts';
import { insightsReport } from './insights-report.ts';

const DAYS = { as_of: '2026-03-01', days_requested: 90 };
const PAY = { description: 'TALLOW AND WICK PAYROLL PPD ID: 9990001234' };
const FRIDAYS = Array.from({ length: 6 }, (_, at) => addDays('2025-12-12', at * 14));

describe('income insights', () => {
  test('the report lists each source under its account’s link, and lists the explanations in the same order', () => {
    const [first, second] = [account('1.00'), account('2.00')];
    const paid = FRIDAYS.map((date) => transaction(second, date, 'CREDIT', '1800.00', PAY));
    const rent = FRIDAYS.map((date) =>
      transaction(first, date, 'CREDIT', '650.00', { description: 'BRACKEN DAIRY PAYROLL PPD ID: 9990004321' }),
    );
    const report = insightsReport([heldLink([first], rent), heldLink([second], paid)], DAYS);
    const shown = report.links.map((link) => link.bank_income_sources.map(({ account_id }) => account_id));
    expect(shown).toEqual([[first.id], [second.id]]);
    expect(report.explanation.sources.map(({ account_id }) => account_id)).toEqual([first.id, second.id]);
    expect(report.bank_income_summary.total_amounts).toEqual([{ amount: '14700.00', iso_currency_code: 'USD' }]);
  });

  test('income insights count deposits only once if their account is connected twice, and name the repeated account', () => {
    const first = account('2.00');
    const again = { ...first, id: 'd'.repeat(32) };
    const paidTo = (to: typeof first) => FRIDAYS.map((date) => transaction(to, date, 'CREDIT', '1800.00', PAY));
    const [one, two] = [heldLink([first], paidTo(first)), heldLink([again], paidTo(again))];
    const { bank_income_summary, repeated_accounts } = insightsReport([one, two], DAYS);
    expect(bank_income_summary.total_amounts).toEqual([{ amount: '10800.00', iso_currency_code: 'USD' }]);
    expect(repeated_accounts).toEqual([{ account_id: again.id, link_id: two.link_id, same_as: first.id }]);
  });

  test('a transfer between the person’s own accounts at two banks is not income', () => {
    const [from, to] = [account('1.00'), account('2.00')];
    const left = FRIDAYS.map((date) => transaction(from, date, 'DEBIT', '500.00', { description: 'TRANSFER OUT' }));
    const came = FRIDAYS.map((date) => transaction(to, date, 'CREDIT', '500.00', { description: 'TRANSFER IN' }));
    const report = insightsReport([heldLink([from], left), heldLink([to], came)], DAYS);
    expect(report.links.flatMap((link) => link.bank_income_sources)).toEqual([]);
    expect(report.explanation.rejected.map(({ reason }) => reason)).toEqual(FRIDAYS.map(() => 'own_transfer'));
  });

  test('days_available is counted from the account’s first transaction in the window', () => {
    const [used, idle] = [account('1.00'), account('2.00')];
    const moved = [
      transaction(used, '2025-12-01', 'DEBIT', '5.00'),
      transaction(used, '2026-02-20', 'DEBIT', '5.00'),
      transaction(used, '2026-03-01', 'DEBIT', '5.00'),
    ];
    const [link] = insightsReport([heldLink([used, idle], moved)], DAYS).links;
    expect(link?.accounts.map(({ id, days_available }) => [id, days_available])).toEqual([
      [used.id, 10],
      [idle.id, 0],
    ]);
    const [longer] = insightsReport([heldLink([used], moved)], { ...DAYS, days_requested: 91 }).links;
    expect(longer?.accounts[0]?.days_available).toBe(91);
  });

  test('income insights have a total per currency, and never add two currencies', () => {
    const mixed = account('1.00');
    const paid = FRIDAYS.map((date) => transaction(mixed, date, 'CREDIT', '1800.00', PAY));
    const euros = FRIDAYS.map((date) => transaction(mixed, date, 'CREDIT', '300.00', { ...PAY, currency_code: 'EUR' }));
    const { bank_income_summary } = insightsReport([heldLink([mixed], [...paid, ...euros])], DAYS);
    expect(bank_income_summary.total_amounts).toEqual([
      { amount: '1800.00', iso_currency_code: 'EUR' },
      { amount: '10800.00', iso_currency_code: 'USD' },
    ]);
  });
});
