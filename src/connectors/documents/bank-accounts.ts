// Builds bank accounts and their statements from uploaded bank statements. The statements of one account may come from
// many files.
import { groupBy } from '#base/lists.ts';
import { NO_ADDRESS } from '#connectors/blanks.ts';
import { objectId } from '#connectors/wire.ts';
import { wordsOf } from '#domain/connections/company-names.ts';
import type { Fields } from '#domain/documents/read-documents.ts';
import type { UploadedDocument } from '#domain/documents/uploaded-documents.ts';
import { type BankStatement, byNewestPeriod } from '#domain/reports/bank-statements.ts';
import type { Account, AccountSubtype, AccountType, Owner } from '#domain/reports/financial-accounts.ts';
import { amountOf, dateOf, fileOf, firstOf, textOf } from './fields.ts';
import { peopleIn } from './people-names.ts';

export type BankBook = {
  account_id: string;
  mask: string | null;
  /** The statements of the account in the order of their upload. */
  documents: UploadedDocument[];
};

/** Groups the bank statements by account. The documents must be in the order of their upload. */
export function booksOf(documents: readonly UploadedDocument[], link_id: string): BankBook[] {
  const read = documents.filter((document) => document.document_type === 'BANK_STATEMENT' && hasFigures(document));
  const groups: { mask: string | null; banks: Set<string>; documents: UploadedDocument[] }[] = [];
  for (const document of read) {
    const [mask, bank] = [textOf(document.fields, 'account_mask'), bankKeyOf(document)];
    const known = groups.find((group) => group.mask === mask && isSameBank(group.banks, bank, mask !== null));
    const group = known ?? { mask, banks: new Set<string>(), documents: [] };
    if (known === undefined) groups.push(group);
    if (bank !== '') group.banks.add(bank);
    group.documents.push(document);
  }
  return withIds(groups, link_id);
}

const hasFigures = ({ fields, tables }: UploadedDocument): boolean =>
  amountOf(fields, 'opening_balance') !== null ||
  amountOf(fields, 'closing_balance') !== null ||
  (tables['transactions'] ?? []).length > 0;

/**
 * Whether a statement belongs to the same bank as a group of statements with the same account digits. If the statement
 * and the group have bank names, the group must contain the statement's bank name. If one of them has no bank name, the
 * equal account digits are enough. If no account digits were read, both must have no bank name.
 */
const isSameBank = (banks: ReadonlySet<string>, bank: string, has_mask: boolean): boolean =>
  banks.has(bank) || (has_mask ? banks.size === 0 || bank === '' : banks.size === 0 && bank === '');

const bankKeyOf = ({ fields }: UploadedDocument): string => wordsOf(textOf(fields, 'bank_name') ?? '').join(' ');

/**
 * Adds the account ids. An id depends on the account digits, and on the number of earlier accounts with the same
 * digits.
 */
function withIds(groups: readonly Omit<BankBook, 'account_id'>[], link_id: string): BankBook[] {
  return [...groupBy(groups, ({ mask }) => mask).values()].flatMap((same) =>
    same.map(({ mask, documents }, at) => ({
      account_id: objectId(link_id, 'account', JSON.stringify([mask, at + 1])),
      mask,
      documents,
    })),
  );
}

export function accountOf({ account_id, mask, documents }: BankBook, link_id: string): Account {
  const newest_first = documents.toSorted((a, b) => lastDayOf(b).localeCompare(lastDayOf(a)));
  const printed = firstOf(newest_first, ({ terms }) => terms?.account_type ?? null);
  const holder = firstOf(newest_first, ({ fields }) => textOf(fields, 'holder_name'));
  return {
    id: account_id,
    ...typeOf(printed, documents),
    mask: mask === null ? null : mask.slice(-4),
    nickname: null,
    balances: {
      currency_code: 'USD',
      balance: newest_first[0] === undefined ? null : closingBalance(newest_first[0]),
      available_balance: null,
      credit_limit: null,
    },
    account_number: null,
    routing_number: null,
    wire_routing_number: null,
    owners: holder === null ? [] : ownersOf(holder, link_id),
  };
}

const lastDayOf = ({ fields }: UploadedDocument): string => dateOf(fields, 'period_end') ?? '';

/**
 * Returns the closing balance. If the closing balance was not read, returns the running balance after the last
 * transaction.
 */
function closingBalance({ fields, tables }: UploadedDocument): bigint | null {
  const last = tables['transactions']?.at(-1);
  return amountOf(fields, 'closing_balance') ?? (last === undefined ? null : amountOf(last, 'balance'));
}

const TYPES: readonly [RegExp, AccountType, AccountSubtype | null][] = [
  [/\bmoney market\b/i, 'SAVINGS', 'MONEY_MARKET'],
  [/\b(?:certificate|cd)\b/i, 'CD', null],
  [/\b(?:health savings|hsa)\b/i, 'SAVINGS', 'HEALTH'],
  [/\bchecking\b|\bshare draft\b/i, 'CHECKING', null],
  [/\bsavings?\b|\bshare account\b|\b(?:regular|prime|primary|membership|base) shares?\b/i, 'SAVINGS', null],
];

const CARD = /\b(?:pos|point of sale|debit card|check ?card|card purchase|purchase)\b/i;

/**
 * Returns the printed account type. If the printed account type is missing or unknown, an account with checks or
 * purchases is treated as a checking account, because no other account type has checks or purchases.
 */
function typeOf(printed: string | null, documents: readonly UploadedDocument[]): Pick<Account, 'type' | 'subtype'> {
  const [, type, subtype] = TYPES.find(([words]) => words.test(printed ?? '')) ?? [];
  if (type !== undefined && subtype !== undefined) return { type, subtype };
  const is_spent = documents.some(({ tables }) => (tables['transactions'] ?? []).some(isSpending));
  return { type: is_spent ? 'CHECKING' : 'OTHER', subtype: null };
}

function isSpending(row: Fields): boolean {
  const [amount, description] = [amountOf(row, 'amount'), textOf(row, 'description') ?? ''];
  return amount !== null && amount < 0n && (CARD.test(description) || checkNumberOf(description) !== null);
}

const CHECK = /^(?:(?:check|chk|ck)\b[ .:#]*(?:no\.?|number|paid)?[ .:#]*)?(\d{2,10})$/i;

/** Returns the check number. Some statements print only the number as the description of a check. */
export const checkNumberOf = (description: string): string | null => CHECK.exec(description)?.[1] ?? null;

const ownersOf = (holder: string, link_id: string): Owner[] =>
  peopleIn(holder).map((full_name, at) => ({
    id: objectId(link_id, 'owner', full_name.toLowerCase()),
    full_name,
    email: null,
    phone: null,
    address: NO_ADDRESS,
    relation_type: at === 0 ? 'PRIMARY' : 'JOINT',
  }));

/**
 * Returns the statements, newest first. A statement whose period was not read is left out. Copies of a statement are
 * listed once.
 */
export function bankStatementsOf(books: readonly BankBook[], link_id: string): BankStatement[] {
  const seen = new Set<string>();
  const counts = new Map<string, number>();
  return books
    .flatMap(({ account_id, documents }) => documents.map((document) => ({ account_id, document })))
    .flatMap(({ account_id, document }): BankStatement[] => {
      const { fields } = document;
      const [period_start, period_end] = [dateOf(fields, 'period_start'), dateOf(fields, 'period_end')];
      if (period_start === null || period_end === null) return [];
      const figures = {
        opening_balance: amountOf(fields, 'opening_balance'),
        closing_balance: amountOf(fields, 'closing_balance'),
        total_deposits: amountOf(fields, 'total_deposits'),
        total_withdrawals: amountOf(fields, 'total_withdrawals'),
      };
      const key = JSON.stringify([account_id, period_start, period_end]);
      const copy = `${key} ${Object.values(figures).join(' ')}`;
      if (seen.has(copy)) return [];
      seen.add(copy);
      const number = (counts.get(key) ?? 0) + 1;
      counts.set(key, number);
      const id = objectId(link_id, 'bank_statement', `${key} ${number}`);
      return [{ id, account_id, period_start, period_end, ...figures, currency_code: 'USD', ...fileOf(document) }];
    })
    .toSorted(byNewestPeriod);
}
