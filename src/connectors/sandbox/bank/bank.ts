// Computes the data that the bank shows on a given day, from a person's `BankLife`.
//
// As in payroll data, values are derived from the seed of the `BankLife`, and ids from `id_seed`.
import { addMonths, toDate, toDay } from '#base/calendar.ts';
import { sum } from '#base/money.ts';
import type { BankLife } from '#connectors/sandbox/lives/bank-life.ts';
import type { Person } from '#connectors/sandbox/lives/life.ts';
import { fullName, profileOf } from '#connectors/sandbox/lives/profiles.ts';
import { idOf } from '#connectors/sandbox/lives/random.ts';
import { type BankStatement, byNewestPeriod } from '#domain/reports/bank-statements.ts';
import type { Account, Owner } from '#domain/reports/financial-accounts.ts';
import type { Holding } from '#domain/reports/investments.ts';
import type { Liabilities } from '#domain/reports/liabilities.ts';
import type { Profile } from '#domain/reports/payroll.ts';
import { byNewestTransaction, type Transaction } from '#domain/reports/transactions.ts';
import { signed } from './bank-deposits.ts';
import { holdingsOf } from './bank-investments.ts';
import { type Book, booksOn } from './bank-ledger.ts';
import { loanOf } from './bank-loans.ts';
import { availableCredit, creditOf } from './bank-revolving.ts';
import { bankStatementsOf } from './bank-statements.ts';
import { toTransaction } from './bank-transactions.ts';

export type Bank = {
  accounts: Account[];
  /** Transactions, newest first. */
  transactions: Transaction[];
  holdings: Holding[];
  /** `null` if the person has no card, line of credit or loan at this bank. */
  liabilities: Liabilities | null;
  /** Statements, newest month first. */
  bank_statements: BankStatement[];
  profile: Profile;
};

const WIRE_ROUTING_NUMBER = '991000025';

/**
 * Transactions and statements reach back `months` from today, but not further than two years before the first login.
 * The range applies to the posting day. So for every statement that is shown, all of its transactions are shown too.
 */
export function bankOn(life: BankLife, today: string, id_seed: string, months: number): Bank {
  const [day, from] = [toDay(today), addMonths(today, -months)];
  const books = booksOn(life, day).map((book) => ({ ...book, id: idOf(id_seed, 'account', book.account.key) }));
  const holdings = books.flatMap((book) => bookHoldings(life, book, day, id_seed));
  const shown_from = toDay(from);
  return {
    accounts: books.map((book) => accountOf(life, book, holdings, id_seed)),
    transactions: books
      .flatMap(({ id, entries }) =>
        entries.filter(({ posts }) => posts >= shown_from).map((entry) => toTransaction(life, entry, id, day, id_seed)),
      )
      .toSorted(byNewestTransaction),
    holdings,
    liabilities: liabilitiesOf(life, books, day, id_seed),
    bank_statements: books
      .flatMap((book) => bankStatementsOf(life, book, book.id, from, today, id_seed))
      .toSorted(byNewestPeriod),
    profile: profileOf(life.person, id_seed),
  };
}

type KnownBook = Book & { id: string };

function accountOf(life: BankLife, book: KnownBook, holdings: readonly Holding[], id_seed: string): Account {
  const { id, account } = book;
  const routing_number = account.kind === 'deposit' ? account.routing_number : null;
  return {
    id,
    type: account.type,
    subtype: account.subtype,
    mask: account.account_number.slice(-4),
    nickname: account.nickname,
    balances: balancesOf(book, holdings),
    account_number: account.account_number,
    routing_number,
    wire_routing_number: routing_number === null ? null : WIRE_ROUTING_NUMBER,
    owners: ownersOf(life.person, account.joint_owner, id_seed),
  };
}

function balancesOf({ id, account, balance, pending }: KnownBook, holdings: readonly Holding[]): Account['balances'] {
  const balances = { currency_code: 'USD', balance, available_balance: null, credit_limit: null };
  switch (account.kind) {
    case 'deposit':
      return { ...balances, available_balance: balance - pending };
    case 'revolving':
      return {
        ...balances,
        available_balance: availableCredit(account, balance, pending),
        credit_limit: account.credit_line,
      };
    case 'loan':
      return balances;
    case 'investment': {
      const own = holdings.filter(({ account_id }) => account_id === id);
      return { ...balances, balance: sum(own.map(({ market_value }) => market_value)) };
    }
  }
}

function ownersOf(person: Person, joint_owner: Person | null, id_seed: string): Owner[] {
  const owner = (of: Person, relation_type: Owner['relation_type']): Owner => ({
    id: idOf(id_seed, 'owner', of.email),
    full_name: fullName(of),
    email: of.email,
    phone: of.phone,
    address: of.address,
    relation_type,
  });
  const primary = owner(person, 'PRIMARY');
  return joint_owner === null ? [primary] : [primary, owner(joint_owner, 'JOINT')];
}

/**
 * An investment account holds positions and cash. An account of the type `CD` has only one holding: the certificate of
 * deposit itself.
 */
function bookHoldings(life: BankLife, book: KnownBook, today: number, id_seed: string): Holding[] {
  const { id, account, balance } = book;
  if (account.kind === 'investment') {
    const first_login = toDay(life.first_login_date);
    const cash_since = sum(book.entries.filter(({ posts }) => posts > first_login).map(signed));
    return holdingsOf(life, account, id, today, cash_since, id_seed);
  }
  if (account.type !== 'CD') return [];
  return [
    {
      id: idOf(id_seed, account.key, 'holding'),
      account_id: id,
      name: account.nickname,
      symbol: null,
      cusip: null,
      security_type: 'CD',
      quantity: 100n,
      price: balance,
      price_as_of: `${toDate(today)}T00:00:00Z`,
      market_value: balance,
      cost_basis: book.opening,
      currency_code: 'USD',
    },
  ];
}

function liabilitiesOf(
  life: BankLife,
  books: readonly KnownBook[],
  today: number,
  id_seed: string,
): Liabilities | null {
  const liabilities: Liabilities = { credit: [], loans: [] };
  for (const book of books) {
    const { account } = book;
    const ids = { id: idOf(id_seed, 'liability', account.key), account_id: book.id };
    if (account.kind === 'revolving') liabilities.credit.push({ ...ids, ...creditOf(account, book, today) });
    if (account.kind === 'loan') liabilities.loans.push({ ...ids, ...loanOf(life, account, book.schedule, today) });
  }
  return liabilities.credit.length + liabilities.loans.length === 0 ? null : liabilities;
}
