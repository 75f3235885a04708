// Transactions as FDX describes them, newest first, in pages.
import { createHmac } from 'node:crypto';
import { numberIn, readFields, textIn } from '../kit/fields.ts';
import type { Day } from '../lives/calendar.ts';
import { chanceOf } from '../lives/dice.ts';
import type { AccountHistory, Row } from '../lives/history.ts';
import type { Life } from '../lives/life.ts';
import { accountIdOf, type Bank } from './bank.ts';
import { FdxError } from './errors.ts';
import { categoryOf, dollars, inVersion, type Version } from './shapes.ts';

export type Span = { from: number; to: number };

/** The data faults that are switched on for a request. */
export type RowFaults = {
  has_duplicates: boolean;
  is_vanishing: boolean;
  account_fault: 'failed_account' | 'unnamed_account' | undefined;
};

/** The hour at which the bank posts rows. The requested period is compared with the posting time. */
const POSTED_AT = 'T05:00:00.000Z';
const VANISHING = 0.1;
const DUPLICATED = 0.2;

/** `show` builds the row's JSON. A list may be long, so only the rows of one page are built. */
export type Listed = { id: string; time: number; show(): object };

/** The lists that were made. Every page of a list is a request, and the list of an account never changes. */
const known = new WeakMap<AccountHistory, Partial<Record<Version, readonly Listed[]>>>();

/** The transactions of an account of this person, newest first. */
export function listTransactions(life: Life, account: AccountHistory, version: Version): readonly Listed[] {
  const lists = known.get(account) ?? {};
  known.set(account, lists);
  lists[version] ??= makeList(life, account, version);
  return lists[version];
}

function makeList(life: Life, account: AccountHistory, version: Version): readonly Listed[] {
  const account_id = accountIdOf(life, account.plan);
  const pending = account.pending.map((row) => listed(account_id, account, row, version, true));
  const posted = account.rows.map((row) => listed(account_id, account, row, version, false));
  return [...posted, ...pending].toReversed();
}

export function applyRowFaults(bank: Bank, rows: readonly Listed[], faults: RowFaults): Listed[] {
  const { seed } = bank.settings;
  const left = faults.is_vanishing ? rows.filter(({ id }) => chanceOf(seed, 'vanish', id) >= VANISHING) : rows;
  return left.flatMap((row) =>
    faults.has_duplicates && chanceOf(seed, 'double', row.id) < DUPLICATED ? [row, row] : [row],
  );
}

/**
 * A page of a list. The offset is opaque and contains the position and the day of the list, so that a list stays
 * complete if midnight passes while it is read. An altered offset is refused.
 */
export function pageOf<T>(
  bank: Bank,
  list: readonly T[],
  position: Position,
  limit: number,
): { page: object; items: T[] } {
  const items = list.slice(position.at, position.at + limit);
  const next = position.at + limit;
  const page = {
    totalElements: list.length,
    ...(next < list.length ? { nextOffset: writeOffset(bank, { ...position, at: next }) } : {}),
  };
  return { page, items };
}

export type Position = { list: string; until: Day; at: number };

export function readOffset(bank: Bank, offset: string | null, list: string, until: Day): Position {
  if (offset === null) return { list, until, at: 0 };
  const [body = '', signature] = offset.split('.');
  const fields = readFields(Buffer.from(body, 'base64url').toString('utf8'));
  const position = {
    list: textIn(fields, 'list') ?? '',
    until: textIn(fields, 'until') ?? '',
    at: numberIn(fields, 'at') ?? 0,
  };
  if (signature !== signatureOf(bank, body) || position.list !== list) throw new FdxError('401', 'offset is unknown.');
  return position;
}

function writeOffset(bank: Bank, position: Position): string {
  const body = Buffer.from(JSON.stringify(position)).toString('base64url');
  return `${body}.${signatureOf(bank, body)}`;
}

const signatureOf = (bank: Bank, body: string): string =>
  createHmac('sha256', bank.secret).update(`offset ${body}`).digest('base64url').slice(0, 16);

function listed(account_id: string, { plan }: AccountHistory, row: Row, version: Version, is_pending: boolean): Listed {
  const transacted = `${row.transacted_on}T${row.time}.000Z`;
  const posted = `${row.posted_on}${POSTED_AT}`;
  const id = is_pending ? row.pending_id : row.id;
  const is_card = categoryOf(plan) === 'LOC_ACCOUNT';
  const show = () => ({
    accountId: account_id,
    transactionId: id,
    ...(is_card && !is_pending && row.mcc !== null ? { referenceTransactionId: row.pending_id } : {}),
    transactionTimestamp: transacted,
    ...(is_pending ? {} : { postedTimestamp: posted }),
    description: row.description,
    debitCreditMemo: row.cents < 0 ? 'DEBIT' : 'CREDIT',
    status: is_pending ? 'PENDING' : 'POSTED',
    amount: dollars(Math.abs(row.cents)),
    transactionType: typeOf(plan.kind === 'brokerage', categoryOf(plan), row),
    ...(row.mcc === null
      ? {}
      : { category: String(row.mcc), subCategory: row.category, payee: row.description.split(' #')[0] }),
    ...(row.check_number === null ? {} : { checkNumber: row.check_number }),
  });
  return {
    id,
    time: Date.parse(is_pending ? transacted : posted),
    show: () => inVersion(version, plan, 'Transaction', show()),
  };
}

function typeOf(is_investment: boolean, category: string, row: Row): string {
  if (row.category === 'interest') return 'INTEREST';
  if (is_investment) return 'TRANSFER';
  if (category === 'LOAN_ACCOUNT') return 'PAYMENT';
  if (category === 'LOC_ACCOUNT') return row.cents > 0 ? 'PAYMENT' : 'WITHDRAWAL';
  if (row.check_number !== null) return 'CHECK';
  if (row.category === 'overdraft_fee') return 'FEE';
  if (row.category === 'payroll') return 'DIRECTDEPOSIT';
  if (row.category === 'transfer') return 'TRANSFER';
  if (row.category === 'cash') return 'ATMWITHDRAWAL';
  if (row.cents > 0) return 'DEPOSIT';
  return row.mcc === null ? 'BILLPAYMENT' : 'POSDEBIT';
}
