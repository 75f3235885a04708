// Turns the accounts and rows of imported files into accounts and transactions.
import type { AccountType as FileAccountType } from '#analysis/imports/imported-parts.ts';
import type { MergedBook } from '#analysis/imports/merging/merge-heads.ts';
import type { MergedRow } from '#analysis/imports/merging/merge-rows.ts';
import { parseMoney } from '#base/money.ts';
import { NO_ADDRESS } from '#connectors/blanks.ts';
import { objectId } from '#connectors/wire.ts';
import type { BankAccountType } from '#domain/connections/import-formats.ts';
import type { Account, AccountSubtype } from '#domain/reports/financial-accounts.ts';
import type { Transaction } from '#domain/reports/transactions.ts';

const accountIdOf = (identity: string, link_id: string): string => objectId(link_id, 'account', identity);

/**
 * The currency of an account if its file states no currency. It is the US dollar, because our clients and their banks
 * are in the United States.
 */
const CURRENCY = 'USD';

export function accountOf(book: MergedBook, link_id: string): Account {
  const { identity, number, routing_number, name, institution, owner, type, currency_code, mask } = book;
  return {
    id: accountIdOf(identity, link_id),
    ...typeOf(type),
    mask,
    nickname: name ?? institution,
    balances: {
      currency_code: currency_code ?? CURRENCY,
      balance: parseMoney(book.balance ?? undefined) ?? null,
      available_balance: parseMoney(book.available_balance ?? undefined) ?? null,
      credit_limit: null,
    },
    account_number: number,
    routing_number,
    wire_routing_number: null,
    owners:
      owner === null
        ? []
        : [
            {
              id: objectId(link_id, 'owner', owner.toLowerCase()),
              full_name: owner,
              email: null,
              phone: null,
              address: NO_ADDRESS,
              relation_type: 'PRIMARY',
            },
          ],
  };
}

/**
 * Returns the account type. A money market account is a savings account. The type is `OTHER` if the file does not state
 * it.
 */
function typeOf(type: FileAccountType | BankAccountType | null): {
  type: BankAccountType;
  subtype: AccountSubtype | null;
} {
  if (type === 'MONEY_MARKET') return { type: 'SAVINGS', subtype: 'MONEY_MARKET' };
  return { type: type ?? 'OTHER', subtype: null };
}

/**
 * Converts a row. A row has dates without times. A pending row without a date gets the last date that its file
 * contains. If the file contains no date, the row gets today's date.
 */
export function transactionOf(
  row: MergedRow,
  { currency, link_id, today }: { currency: string | null | undefined; link_id: string; today: string },
): Transaction {
  const cents = parseMoney(row.amount) ?? 0n;
  const posted_at = row.posted_on === null ? null : startOf(row.posted_on);
  return {
    id: objectId(link_id, 'transaction', row.key),
    account_id: accountIdOf(row.identity, link_id),
    external_id: row.bank_id,
    amount: cents < 0n ? -cents : cents,
    type: cents < 0n ? 'DEBIT' : 'CREDIT',
    status: row.is_pending ? 'PENDING' : 'POSTED',
    currency_code: row.currency_code ?? currency ?? CURRENCY,
    description: row.description,
    memo: row.memo,
    check_number: row.check_number,
    categories: [],
    merchant_category_code: null,
    posted_at,
    transacted_at: startOf(row.transacted_on ?? row.posted_on ?? (row.as_of || today)),
    location: null,
  };
}

const startOf = (day: string): string => `${day}T00:00:00Z`;
