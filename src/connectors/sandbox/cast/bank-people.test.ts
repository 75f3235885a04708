import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, toDate, toDay, yearOf } from '#base/calendar.ts';
import { sum } from '#base/money.ts';
import { type Bank, bankOn } from '#connectors/sandbox/bank/bank.ts';
import { ACCOUNT_TYPES, type Account } from '#domain/reports/financial-accounts.ts';
import type { Transaction } from '#domain/reports/transactions.ts';
import { BANK_USERNAMES, type BankUsername, bankLifeOf, isBankUsername } from './bank-people.ts';

const anyDay = fc.integer({ min: toDay('2024-01-01'), max: toDay('2036-12-31') }).map(toDate);

/** Checks the bank data on the day of the first login. The check runs for random login days and for some edge cases. */
function onAnyDay(username: BankUsername, check: (bank: Bank, today: string) => void) {
  fc.assert(
    fc.property(anyDay, (today) => {
      check(bankOn(bankLifeOf(username, today), today, 'link', 12), today);
    }),
    { numRuns: 12, examples: [['2024-02-29'], ['2024-12-31'], ['2026-01-01'], ['2026-12-31'], ['2025-07-04']] },
  );
}

const typesOf = ({ accounts }: Bank): string[] =>
  accounts.map(({ type, subtype }) => (subtype === null ? type : `${type} ${subtype}`));

const only = (bank: Bank, type: Account['type']): Account => {
  const [account, ...others] = bank.accounts.filter((each) => each.type === type);
  if (account === undefined || others.length > 0) throw new Error(`there is not exactly one ${type}`);
  return account;
};

const credits = ({ transactions }: Bank): Transaction[] => transactions.filter(({ type }) => type === 'CREDIT');
const startingWith = (transactions: readonly Transaction[], text: string): Transaction[] =>
  transactions.filter(({ description }) => description.startsWith(text));
const daysApart = (transactions: readonly Transaction[]): number[] =>
  transactions
    .map(({ transacted_at }) => toDay(transacted_at.slice(0, 10)))
    .map((day, at, all) => (all[at - 1] ?? day) - day)
    .slice(1);

describe('sample people of the sandbox bank', () => {
  test('the login `goodlogin` has 49,635.00 dollars in checking, 1,000.00 dollars in investments, a savings account, and one bi-weekly paycheck', () => {
    onAnyDay('goodlogin', (bank, today) => {
      expect(typesOf(bank)).toEqual(['CHECKING', 'SAVINGS', 'INVESTMENT BROKERAGE']);
      expect(only(bank, 'CHECKING').balances.balance).toBe(4_963_500n);
      expect(only(bank, 'INVESTMENT').balances.balance).toBe(100_000n);
      expect(only(bank, 'CHECKING').account_number).toBe('400100214721');
      const income = credits(bank).filter(({ categories }) => categories.includes('Income'));
      expect(new Set(income.map(({ description }) => description))).toEqual(
        new Set(['LARKSPUR ANALYTI PAYROLL PPD ID: 1999000001']),
      );
      const pay = income.filter(({ account_id }) => account_id === only(bank, 'CHECKING').id);
      expect([26, 27]).toContain(pay.length);
      // Pay day is every second Friday. If this Friday is a holiday, pay day is the Thursday before it.
      expect(daysApart(pay).every((days) => days >= 13 && days <= 15)).toBe(true);
      expect(bank.liabilities).toBeNull();
      expect(bank.profile).toMatchObject({ full_name: 'Jordan E Averill', ssn: '991919991' });
      expect(bank.transactions.some(({ status }) => status === 'PENDING')).toBe(true);
      expect(bank.transactions.some(({ check_number }) => check_number !== null)).toBe(true);
      expect(bank.transactions.some(({ location }) => location !== null)).toBe(true);
      expect(bank.transactions.every(({ transacted_at }) => transacted_at.slice(0, 10) <= today)).toBe(true);
    });
  });

  test('the login `goodlogin.all` has every account type, income in several accounts, and liabilities', () => {
    onAnyDay('goodlogin.all', (bank) => {
      expect(bank.accounts.map(({ type }) => type).toSorted()).toEqual([...ACCOUNT_TYPES].toSorted());
      const income = credits(bank).filter(({ categories }) => categories.includes('Income'));
      const named = (category: string) =>
        new Set(
          income
            .filter(({ categories }) => categories.includes(category))
            .map(({ account_id }) => bank.accounts.find(({ id }) => id === account_id)?.type),
        );
      expect(named('Paycheck')).toEqual(new Set(['CHECKING', 'SAVINGS']));
      expect(named('Rental')).toEqual(new Set(['SAVINGS']));
      expect(named('Child Support')).toEqual(new Set(['OTHER']));
      expect(bank.liabilities?.credit).toHaveLength(3);
      expect(bank.liabilities?.loans).toHaveLength(2);
      expect(only(bank, 'SAVINGS').owners.map(({ relation_type }) => relation_type)).toEqual(['PRIMARY', 'JOINT']);
      expect(bank.accounts.every(({ balances }) => (balances.balance ?? 0n) > 0n)).toBe(true);
    });
  });

  test.each([
    ['checking', ['CHECKING']],
    ['checking.savings', ['CHECKING', 'SAVINGS']],
    ['card', ['CREDIT_CARD']],
    ['investment', ['INVESTMENT BROKERAGE']],
    ['cd.stocks.bonds', ['CD', 'INVESTMENT BROKERAGE']],
    ['loans', ['MORTGAGE', 'LOAN AUTO', 'LOAN STUDENT']],
  ] as const)('the sample login `%s` has exactly the accounts that its user name lists', (username, types) => {
    onAnyDay(username, (bank) => {
      expect(typesOf(bank)).toEqual(types);
      expect(bank.transactions.length).toBeGreaterThan(9);
    });
  });

  test('the login `cd.stocks.bonds` has a certificate of deposit, stocks and bonds', () => {
    onAnyDay('cd.stocks.bonds', ({ holdings }) => {
      const kinds = new Set(holdings.map(({ security_type }) => security_type));
      expect(kinds).toEqual(new Set(['CD', 'EQUITY', 'BOND', 'CASH']));
    });
  });

  test('the login `loans` has a mortgage with escrow, a car loan and a student loan, each with a next payment', () => {
    onAnyDay('loans', ({ liabilities, bank_statements }) => {
      expect(liabilities?.credit).toEqual([]);
      expect(liabilities?.loans.map(({ loan_term }) => loan_term)).toEqual([360, 72, 120]);
      expect(liabilities?.loans.map(({ escrow_balance }) => escrow_balance !== null)).toEqual([true, false, false]);
      expect(liabilities?.loans.every(({ next_payment_amount }) => (next_payment_amount ?? 0n) > 0n)).toBe(true);
      expect(bank_statements).toEqual([]);
    });
  });

  test('the login `gig.worker` gets weekly pay from one platform and instant pay from another platform', () => {
    onAnyDay('gig.worker', (bank) => {
      const weekly = startingWith(credits(bank), 'HOPALONG RIDES');
      expect(weekly.length).toBeGreaterThanOrEqual(51);
      expect(daysApart(weekly).every((days) => days >= 4 && days <= 10)).toBe(true);
      expect(new Set(weekly.map(({ amount }) => amount)).size).toBeGreaterThan(45);
      expect(startingWith(credits(bank), 'VISA DIRECT').length).toBeGreaterThan(90);
    });
  });

  test('the sample login `benefits` gets a pension and veterans’ benefits, and gets Social Security on the second Wednesday of each month', () => {
    onAnyDay('benefits', (bank) => {
      const social = startingWith(credits(bank), 'SSA TREAS 310');
      expect([11, 12, 13]).toContain(social.length);
      for (const { transacted_at } of social) {
        const date = transacted_at.slice(0, 10);
        // If the second Wednesday is a holiday, such as Veterans Day, the payment is on the Tuesday before.
        expect(Number(date.slice(8)) >= 7 && Number(date.slice(8)) <= 14).toBe(true);
      }
      const yearly = new Map(social.map(({ transacted_at, amount }) => [yearOf(transacted_at), amount]));
      expect(yearly.size).toBe(new Set(yearly.values()).size);
      expect([11, 12, 13]).toContain(startingWith(credits(bank), 'VACP TREAS 310').length);
      expect([11, 12, 13]).toContain(startingWith(credits(bank), 'GULF TEACHERS RET').length);
    });
  });

  test('the sample login `irregular` receives cash, checks, rent and a tax refund, and receives customers’ payments at irregular intervals', () => {
    onAnyDay('irregular', (bank) => {
      const gaps = daysApart(startingWith(credits(bank), 'JUNIPER STUDIO'));
      expect(Math.max(...gaps) - Math.min(...gaps)).toBeGreaterThan(14);
      for (const text of [
        'OLD MESA PRESS',
        'MOBILE CHECK DEPOSIT',
        'ATM CASH DEPOSIT',
        'ZELLE FROM',
        'IRS TREAS 310',
      ]) {
        expect(startingWith(credits(bank), text).length).toBeGreaterThan(0);
      }
    });
  });

  test('the sample login `overdrawn` has overdraft fees, returned-item fees and large deposits, and some of the fees are reversed', () => {
    onAnyDay('overdrawn', (bank, today) => {
      const recent = bank.transactions.filter(({ transacted_at }) => transacted_at > addDays(today, -90));
      const count = (text: string) => startingWith(recent, text).length;
      expect(count('NSF FEE')).toBeGreaterThan(0);
      expect(count('RETURNED ITEM')).toBe(count('NSF FEE'));
      expect(startingWith(bank.transactions, 'OVERDRAFT FEE').length).toBeGreaterThan(3);
      const fees = bank.transactions.filter(({ categories }) => categories.includes('Overdraft'));
      const reversed = startingWith(bank.transactions, 'FEE REVERSAL');
      expect(reversed.length).toBeGreaterThan(0);
      expect(reversed.length).toBeLessThan(fees.length);
      const large = startingWith(recent, 'MOBILE CHECK DEPOSIT').filter(({ amount }) => amount >= 300_000n);
      expect(large.some(({ transacted_at }) => transacted_at > addDays(today, -60))).toBe(true);
      const pay = startingWith(recent, 'SUNNY FORK MARKE PAYROLL');
      expect([12, 13, 14]).toContain(pay.length);
      expect(large[0]?.amount ?? 0n).toBeGreaterThan(sum(pay.map(({ amount }) => amount)) / 6n);
    });
  });
});

test('the month-end balances of the sample login `overdrawn` stay between -1500 and 8000 dollars for as long as a sandbox clock can run', () => {
  const bank = bankOn(bankLifeOf('overdrawn', '2026-03-04'), '2036-03-01', 'link', 150);
  const evenings = bank.bank_statements.map(({ closing_balance }) => closing_balance ?? 0n);
  expect(evenings.length).toBeGreaterThan(140);
  expect(evenings.every((balance) => balance > -150_000n && balance < 800_000n)).toBe(true);
  expect(evenings.some((balance) => balance < 0n)).toBe(true);
});

test('the seed of every sample bank person is the person’s user name; isBankUsername is false for all other names', () => {
  for (const username of BANK_USERNAMES) expect(bankLifeOf(username, '2026-03-04').seed).toBe(username);
  expect(BANK_USERNAMES).toHaveLength(12);
  expect(['goodlogin ', 'toString', '', 'fulltime'].filter(isBankUsername)).toEqual([]);
});
