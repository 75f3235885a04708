import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, addMonths, daysBetween, isBusinessDay, lastDayOfMonth, toDate, toDay } from '#base/calendar.ts';
import { divideRounded, sum } from '#base/money.ts';
import { BANK_USERNAMES, bankLifeOf } from '#connectors/sandbox/cast/bank-people.ts';
import { lifeOf } from '#connectors/sandbox/cast/people.ts';
import type { BankLife } from '#connectors/sandbox/lives/bank-life.ts';
import { payDeposits, payrollOn } from '#connectors/sandbox/payroll/payroll.ts';
import { type Account, isDepositAccount } from '#domain/reports/financial-accounts.ts';
import { isLiabilityAccount } from '#domain/reports/liabilities.ts';
import type { Transaction } from '#domain/reports/transactions.ts';
import { type Bank, bankOn } from './bank.ts';

const anyDay = fc.integer({ min: toDay('2024-01-01'), max: toDay('2036-12-31') }).map(toDate);
const username = fc.constantFrom(...BANK_USERNAMES);
const months = fc.constantFrom(12, 24);
const LINK = 'link';
/** The number of random cases. `npm run test:lives` runs this file with more cases. */
const LIVES = Number(process.env['TEST_VOUCH_LIVES'] ?? 48);

describe('bank data of every sample person on any day', () => {
  test('the bank data of any sample person on any day satisfies the invariants of bank data', {
    timeout: 60_000 + LIVES * 200,
  }, () => {
    for (const name of BANK_USERNAMES) {
      fc.assert(
        fc.property(anyDay, fc.integer({ min: 0, max: 3_650 }), months, (first_login, later, back) => {
          const life = bankLifeOf(name, first_login);
          const today = addDays(first_login, later);
          expect(faultsOf(life, bankOn(life, today, LINK, back), today, back)).toEqual([]);
        }),
        { numRuns: Math.ceil(LIVES / BANK_USERNAMES.length) },
      );
    }
  });

  test('bank data is the same, byte for byte, whenever it is computed', () => {
    fc.assert(
      fc.property(username, anyDay, (name, today) => {
        const bytes = () => bytesOf(bankOn(bankLifeOf(name, today), today, LINK, 12));
        expect(bytes()).toBe(bytes());
      }),
      { numRuns: 5 },
    );
  });

  test.each(BANK_USERNAMES)('bank data has the same values but different ids in two links of the login %s', (name) => {
    const life = bankLifeOf(name, '2026-03-04');
    const [one, other] = ['link-1', 'link-2'].map((link) => bankOn(life, '2026-03-04', link, 12));
    const withoutIds = (bank: unknown) => bytesOf(bank).replaceAll(/"[0-9a-f]{32}"/g, '"id"');
    const sorted = (bank: Bank | undefined) => bank?.transactions.map(withoutIds).toSorted();
    expect(sorted(one)).toEqual(sorted(other));
    expect(withoutIds(one?.accounts)).toBe(withoutIds(other?.accounts));
    expect(withoutIds([one?.liabilities, one?.holdings])).toBe(withoutIds([other?.liabilities, other?.holdings]));
    const [ids, others] = [one, other].map((bank) => new Set(bytesOf(bank).match(/"[0-9a-f]{32}"/g)));
    expect([...(ids ?? [])].filter((id) => others?.has(id))).toEqual([]);
  });
});

describe('bank data as days pass', () => {
  test.each(BANK_USERNAMES)(
    'over two years, new bank data is added for the login %s, and existing data does not change',
    { timeout: 60_000 + LIVES * 100 },
    (name) => {
      const steps = fc.array(fc.integer({ min: 1, max: 90 }), { minLength: 17, maxLength: 17 });
      fc.assert(
        fc.property(anyDay, steps, (first_login, days) => {
          const life = bankLifeOf(name, first_login);
          let [today, before] = [first_login, bankOn(life, first_login, LINK, 12)];
          for (const step of days) {
            const later = addDays(today, step);
            const after = bankOn(life, later, LINK, 12);
            expect(stepFaults(before, after, today, later)).toEqual([]);
            [today, before] = [later, after];
          }
        }),
        { numRuns: Math.ceil(LIVES / 1_000) },
      );
    },
  );

  test('a balance is the previous day’s balance plus the transactions posted that day', { timeout: 60_000 }, () => {
    // 3 January 2027 is a Sunday, and 1 January is a holiday. So a payment that is due on 3 January moves to the last
    // business day of 2026.
    const first_login = '2026-12-15';
    for (const name of ['goodlogin', 'goodlogin.all', 'overdrawn'] as const) {
      const life = bankLifeOf(name, first_login);
      let before = bankOn(life, first_login, LINK, 12);
      for (let day = 1; day <= 45; day++) {
        const [yesterday, today] = [addDays(first_login, day - 1), addDays(first_login, day)];
        const after = bankOn(life, today, LINK, 12);
        expect(stepFaults(before, after, yesterday, today)).toEqual([]);
        before = after;
      }
    }
  });

  test('a pending transaction keeps its id when it posts', () => {
    const life = bankLifeOf('goodlogin', '2026-03-04');
    const waiting = bankOn(life, '2026-03-04', LINK, 12).transactions.filter(({ status }) => status === 'PENDING');
    const later = new Map(bankOn(life, '2026-03-11', LINK, 12).transactions.map((each) => [each.id, each]));
    expect(waiting.length).toBeGreaterThan(0);
    for (const { id, amount } of waiting) expect(later.get(id)).toMatchObject({ amount, status: 'POSTED' });
  });
});

describe('payroll and bank of one person', () => {
  test('the payroll system and the bank show the same amount and the same day for every paycheck', {
    timeout: 60_000,
  }, () => {
    fc.assert(
      fc.property(anyDay, fc.integer({ min: 0, max: 400 }), (first_login, later) => {
        const today = addDays(first_login, later);
        const bank = bankOn(bankLifeOf('goodlogin', first_login), today, LINK, 24);
        const [employment] = payrollOn(lifeOf('goodlogin', first_login), today).employments;
        const from = addMonths(today, -24);
        const paid = new Map<string, bigint>();
        for (const { description, transacted_at, amount } of bank.transactions) {
          if (!description.startsWith('LARKSPUR ANALYTI PAYROLL')) continue;
          const date = transacted_at.slice(0, 10);
          paid.set(date, (paid.get(date) ?? 0n) + amount);
        }
        const statements = (employment?.statements ?? []).filter(({ pay_date }) => (pay_date ?? '') >= from);
        expect([...paid].toReversed()).toEqual(
          statements.map(({ pay_date, net_pay }) => [pay_date, net_pay]).toReversed(),
        );
      }),
      { numRuns: 12 },
    );
  });
});

/** Describes every invariant that the bank data of the day `today` violates. */
function faultsOf(life: BankLife, bank: Bank, today: string, back: number): string[] {
  const faults = bank.transactions.flatMap((transaction) => transactionFaults(transaction, today));
  const ids = new Set(bank.transactions.map(({ id }) => id));
  if (ids.size !== bank.transactions.length) faults.push('two transactions have one id');
  if (new Set(bank.accounts.map(({ id }) => id)).size !== life.accounts.length) faults.push('an account is missing');
  const moments = bank.transactions.map(({ transacted_at }) => transacted_at);
  if (bytesOf(moments) !== bytesOf(moments.toSorted().toReversed())) faults.push('transactions are out of order');
  return [
    ...faults,
    ...bank.accounts.flatMap((account) => accountFaults(life, bank, account, today, back)),
    ...pairFaults(bank),
    ...payFaults(life, bank, today, back),
    ...creditFaults(bank),
    ...loanFaults(bank, today),
    ...holdingFaults(bank),
  ];
}

function transactionFaults(transaction: Transaction, today: string): string[] {
  const { description, amount, status, posted_at, transacted_at } = transaction;
  const [made, posted] = [transacted_at.slice(0, 10), posted_at?.slice(0, 10)];
  const checks: [boolean, string][] = [
    [amount > 0n, 'moves money'],
    // A transaction after 00:00 today could be in the future, because the test does not know the time of day. So the
    // bank must not show such a transaction.
    [transacted_at <= `${today}T00:00:00Z`, 'was made'],
    [(status === 'PENDING') === (posted === undefined), 'has a day once it is booked'],
    [posted === undefined || (posted <= today && made <= posted), 'was booked after it was made'],
    [posted === undefined || isBusinessDay(posted), 'is booked on a business day'],
    [posted !== undefined || daysBetween(made, today) <= 5, 'does not wait for long'],
    [transaction.merchant_category_code !== null || isBusinessDay(made), 'without a card, moves on business days'],
    [!/[{}]/.test(description) && description === description.trim(), 'reads well'],
    [transaction.check_number === null || description.includes(transaction.check_number), 'names its check'],
  ];
  return checks.filter(([holds]) => !holds).map(([, law]) => `${made} ${description}: ${law}`);
}

const signed = ({ type, amount }: Transaction): bigint => (type === 'CREDIT' ? amount : -amount);
const isWaiting = ({ status, type }: Transaction): boolean => status === 'PENDING' && type === 'DEBIT';
const isOwed = (account: Account): boolean => isLiabilityAccount(account);
const booked = (transactions: readonly Transaction[], from: string, until: string): Transaction[] =>
  transactions.filter(({ posted_at }) => {
    const day = posted_at?.slice(0, 10);
    return day !== undefined && day >= from && day <= until;
  });

function accountFaults(life: BankLife, bank: Bank, account: Account, today: string, back: number): string[] {
  const own = bank.transactions.filter(({ account_id }) => account_id === account.id);
  const externals = new Set(own.map(({ external_id }) => external_id));
  const faults = externals.size === own.length ? [] : ['two transactions have one external id'];
  if (!isDepositAccount(account)) return faults;
  const pending = own.filter(isWaiting);
  const { balance, available_balance } = account.balances;
  if (balance === null || available_balance !== balance - sum(pending.map(({ amount }) => amount))) {
    faults.push('available is the balance less what is waiting');
  }
  const statements = bank.bank_statements.filter(({ account_id }) => account_id === account.id).toReversed();
  const from = [addMonths(today, -back), life.start_date].toSorted().at(-1) ?? '';
  let month = from.endsWith('-01') ? from : addDays(lastDayOfMonth(from), 1);
  let running = statements[0]?.opening_balance ?? balance;
  for (const statement of statements) {
    const { period_start, period_end, opening_balance, closing_balance } = statement;
    const moved = booked(own, period_start, period_end);
    const credits = sum(moved.filter(({ type }) => type === 'CREDIT').map(({ amount }) => amount));
    const debits = sum(moved.filter(({ type }) => type === 'DEBIT').map(({ amount }) => amount));
    if (period_start !== month || period_end !== lastDayOfMonth(month)) faults.push(`${period_start}: is a month`);
    if (opening_balance !== running) faults.push(`${period_start}: opens where the one before closed`);
    if (statement.total_deposits !== credits) faults.push(`${period_start}: deposits`);
    if (statement.total_withdrawals !== debits) faults.push(`${period_start}: withdrawals`);
    if (closing_balance !== (opening_balance ?? 0n) + credits - debits) faults.push(`${period_start}: adds up`);
    [running, month] = [closing_balance, addDays(period_end, 1)];
  }
  if (lastDayOfMonth(month) < today) faults.push('a finished month has no statement');
  if (statements.length > 0 && (running ?? 0n) + sum(booked(own, month, today).map(signed)) !== balance) {
    faults.push('the balance is the last statement and what came since');
  }
  return [...faults, ...dailyFaults(life, own, account)].map((fault) => `${account.type} ${account.mask}: ${fault}`);
}

/** Recomputes earlier balances from today's balance. Only an account with overdraft rules may end a day below zero. */
function dailyFaults(life: BankLife, own: readonly Transaction[], account: Account): string[] {
  const declared = life.accounts.find(({ account_number }) => account_number === account.account_number);
  if (declared?.kind !== 'deposit' || declared.overdraft !== null) return [];
  const by_day = new Map<string, bigint>();
  for (const transaction of own) {
    const day = transaction.posted_at ?? '';
    by_day.set(day, (by_day.get(day) ?? 0n) + signed(transaction));
  }
  by_day.delete('');
  let balance = account.balances.balance ?? 0n;
  const faults: string[] = [];
  for (const [day, moved] of [...by_day].toSorted(([a], [b]) => b.localeCompare(a))) {
    if (balance < 0n) faults.push(`${day}: is below zero`);
    balance -= moved;
  }
  return balance < 0n ? [...faults, 'was below zero at the start'] : faults;
}

/**
 * A transfer between the person's own accounts must arrive on the same day with the same amount. The same applies to
 * payments on the person's own loans and cards.
 */
function pairFaults({ transactions }: Bank): string[] {
  const sides = (pattern: RegExp) =>
    transactions
      .filter(({ description }) => pattern.test(description))
      .map(({ transacted_at, amount }) => `${transacted_at} ${amount}`)
      .toSorted();
  const equal = (out: RegExp, into: RegExp) => bytesOf(sides(out)) === bytesOf(sides(into));
  const faults = equal(/^ONLINE TRANSFER TO/, /^ONLINE TRANSFER FROM/) ? [] : ['a transfer has one side'];
  if (sides(/^VOUCH BANK LOAN/).length > 0 && !equal(/^VOUCH BANK LOAN/, /^PAYMENT RECEIVED/)) {
    faults.push('a loan payment has one side');
  }
  if (sides(/^VOUCH BANK AUTOPAY/).length > 0 && !equal(/^VOUCH BANK AUTOPAY/, /^AUTOMATIC PAYMENT/)) {
    faults.push('a card payment has one side');
  }
  return faults;
}

function payFaults(life: BankLife, bank: Bank, today: string, back: number): string[] {
  if (life.payroll === null) return [];
  const from = addMonths(today, -back);
  const tails = new Map(bank.accounts.map(({ id, account_number }) => [id, account_number]));
  const arrived = bank.transactions
    .filter(({ description }) => / PAYROLL PPD ID: 1\d{9}$/.test(description))
    .map(({ transacted_at, account_id, amount }) => `${transacted_at.slice(0, 10)} ${tails.get(account_id)} ${amount}`);
  const sent = payDeposits(life.payroll, today)
    .filter(({ date }) => date >= from && date >= life.start_date)
    .map(({ date, account, cents }) => `${date} ${account.account_number} ${cents}`);
  return bytesOf(arrived.toSorted()) === bytesOf(sent.toSorted()) ? [] : ['pay does not arrive as it was sent'];
}

function creditFaults({ liabilities, accounts, transactions }: Bank): string[] {
  const owed = accounts.filter((account) => isOwed(account)).map(({ id }) => id);
  const listed = [...(liabilities?.credit ?? []), ...(liabilities?.loans ?? [])].map(({ account_id }) => account_id);
  const faults = bytesOf(owed.toSorted()) === bytesOf(listed.toSorted()) ? [] : ['liabilities and accounts differ'];
  for (const credit of liabilities?.credit ?? []) {
    const account = accounts.find(({ id }) => id === credit.account_id);
    const own = transactions.filter(({ account_id }) => account_id === credit.account_id);
    const waiting = sum(own.filter(isWaiting).map(({ amount }) => amount));
    const since = booked(own, addDays(credit.last_stmt_date ?? '', 1), '9999');
    const paid = own.find(({ description }) => description.startsWith('AUTOMATIC PAYMENT'));
    const { credit_line, available_credit, current_balance } = credit;
    const checks: [boolean, string][] = [
      [current_balance === account?.balances.balance, 'owes what its account says'],
      [credit.last_stmt_balance === (current_balance ?? 0n) + sum(since.map(signed)), 'owed so much on its statement'],
      [available_credit === (credit_line ?? 0n) - (current_balance ?? 0n) - waiting, 'has the rest to spend'],
      [account?.balances.available_balance === available_credit, 'can spend what its account says'],
      [account?.balances.credit_limit === credit_line, 'has one limit'],
      [paid === undefined || credit.last_payment_amount === paid.amount, 'knows its last payment'],
      [paid === undefined || credit.last_payment_date === paid.transacted_at.slice(0, 10), 'and its day'],
      [(credit.minimum_payment_amount ?? 0n) <= (credit.next_payment_amount ?? 0n), 'pays at least the minimum'],
      [(credit.next_payment_amount ?? 0n) <= (credit.last_stmt_balance ?? 0n), 'pays no more than the statement'],
      [(credit.next_payment_date === null) === (credit.next_payment_amount === null), 'pays on a day'],
    ];
    faults.push(...checks.filter(([holds]) => !holds).map(([, law]) => `${account?.nickname}: ${law}`));
  }
  return faults;
}

function loanFaults({ liabilities, accounts, transactions }: Bank, today: string): string[] {
  return (liabilities?.loans ?? []).flatMap((loan) => {
    const account = accounts.find(({ id }) => id === loan.account_id);
    const own = transactions.filter(({ account_id }) => account_id === loan.account_id);
    const named = (start: string, from = '') =>
      own.filter(({ description, transacted_at }) => description.startsWith(start) && transacted_at >= from);
    const charged = (day: string) =>
      sum(
        own.filter(({ type, transacted_at }) => type === 'DEBIT' && transacted_at === day).map(({ amount }) => amount),
      );
    const payments = named('PAYMENT RECEIVED');
    const [last] = payments;
    const interest = sum(named('INTEREST CHARGED', today.slice(0, 4)).map(({ amount }) => amount));
    const checks: [boolean, string][] = [
      [loan.principal_balance === account?.balances.balance, 'owes what its account says'],
      [(loan.principal_balance ?? -1n) >= 0n, 'never owes less than nothing'],
      [payments.every(({ amount, transacted_at }) => amount > charged(transacted_at)), 'each payment lowers it'],
      [loan.interest_paid_year_to_date === interest, 'adds up the interest of the year'],
      [last === undefined || loan.last_payment_amount === last.amount, 'knows its last payment'],
      [last === undefined || loan.last_payment_date === last.transacted_at, 'and its day'],
      [loan.next_payment_date === null || loan.next_payment_date.slice(0, 10) > today, 'pays next after today'],
      [(loan.next_payment_date === null) === (loan.principal_balance === 0n), 'pays until nothing is owed'],
      [loan.escrow_balance === null || loan.escrow_balance >= 0n, 'has enough set aside'],
    ];
    return checks.filter(([holds]) => !holds).map(([, law]) => `${account?.nickname}: ${law}`);
  });
}

function holdingFaults({ accounts, holdings }: Bank): string[] {
  const faults = holdings.flatMap(({ name, quantity, price, market_value }) =>
    price !== null && divideRounded(quantity * price, 100n) === market_value && market_value > 0n
      ? []
      : [`${name}: worth`],
  );
  for (const { id, type, balances } of accounts) {
    const own = holdings.filter(({ account_id }) => account_id === id);
    const holds = type === 'INVESTMENT' || type === 'CD';
    if (holds !== own.length > 0) faults.push(`${type}: holdings`);
    if (holds && sum(own.map(({ market_value }) => market_value)) !== balances.balance) faults.push(`${type}: balance`);
  }
  return faults;
}

/**
 * Returns the unexpected differences between the data of two days. A difference is unexpected if the days in between do
 * not explain it.
 */
function stepFaults(before: Bank, after: Bank, earlier: string, later: string): string[] {
  const from = addMonths(later, -12);
  const faults: string[] = [];
  const now = new Map(after.transactions.map((each) => [each.id, each]));
  const known = new Set(before.transactions.map(({ id }) => id));
  for (const transaction of before.transactions) {
    if (transaction.posted_at !== null && transaction.posted_at.slice(0, 10) < from) continue;
    const same = now.get(transaction.id);
    const { status, posted_at } = transaction;
    const as_before = status === 'POSTED' || same === undefined ? same : { ...same, status, posted_at };
    if (!isDeepStrictEqual(as_before, transaction)) faults.push(`changed: ${bytesOf(transaction)} ${bytesOf(same)}`);
  }
  for (const { id, transacted_at, posted_at } of after.transactions) {
    if (known.has(id)) continue;
    if (transacted_at.slice(0, 10) < earlier || (posted_at?.slice(0, 10) ?? later) <= earlier) {
      faults.push(`came late: ${transacted_at}`);
    }
  }
  for (const account of after.accounts) {
    const previous = before.accounts.find(({ id }) => id === account.id);
    const own = after.transactions.filter(({ account_id }) => account_id === account.id);
    const moved = sum(booked(own, addDays(earlier, 1), later).map(signed));
    const expected = (previous?.balances.balance ?? 0n) + (isOwed(account) ? -moved : moved);
    if (account.type !== 'INVESTMENT' && account.balances.balance !== expected) faults.push(`balance: ${account.type}`);
  }
  const cash = ({ holdings }: Bank) => sum(holdings.filter(isCash).map(({ market_value }) => market_value));
  const invested = new Set(after.accounts.filter(({ type }) => type === 'INVESTMENT').map(({ id }) => id));
  const flowed = booked(after.transactions, addDays(earlier, 1), later).filter(({ account_id }) =>
    invested.has(account_id),
  );
  if (cash(after) !== cash(before) + sum(flowed.map(signed))) faults.push('cash beside investments');
  const statements = new Map(after.bank_statements.map((each) => [each.id, bytesOf(each)]));
  for (const statement of before.bank_statements) {
    if (statement.period_start >= from && statements.get(statement.id) !== bytesOf(statement)) faults.push('statement');
  }
  return faults;
}

const isCash = ({ security_type }: Bank['holdings'][number]): boolean => security_type === 'CASH';

const bytesOf = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) => (typeof part === 'bigint' ? `${part}n` : part)) ?? 'undefined';
