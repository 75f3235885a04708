// Keeps the older transactions of a link. A bank returns only transactions since a certain day, and this day moves
// forward over time. The transactions before this day are kept as long as the link still has their account. Stored data
// that could not be read again this time is kept too.

import type { Timed } from '#domain/platform/list-changes.ts';
import type { FreshSections, KeptItem, KeptSections } from './link-data.ts';

/** The number of months of history to request: 12, or 24 if the client asked for extended history. */
export const historyMonths = (is_extended: boolean): number => (is_extended ? 24 : 12);

/**
 * Returns the new lists, together with the stored items that are dated before `from`. The retrieval starts on the day
 * `from`.
 */
export function withHistory(fresh: FreshSections, kept: KeptSections, from: string): FreshSections {
  const accounts = new Set((fresh.accounts ?? kept.accounts ?? []).map(({ id }) => id));
  const { transactions, bank_statements } = fresh;
  return {
    ...fresh,
    ...(transactions && {
      transactions: [...transactions, ...earlier(kept.transactions ?? [], transactions, accounts, from, bookedAt)],
    }),
    ...(bank_statements && {
      bank_statements: [
        ...bank_statements,
        ...earlier(kept.bank_statements ?? [], bank_statements, accounts, from, ({ period_start }) => period_start),
      ],
    }),
  };
}

/**
 * The date of a transaction, which is compared with the start of the retrieval. Banks return transactions by posting
 * date, so we use the posting date if there is one.
 */
const bookedAt = ({ posted_at, transacted_at }: KeptItem<'transactions'>): string => posted_at ?? transacted_at;

/**
 * Returns the stored items from before the days that the retrieval covered. If the source returned items that are older
 * than `from`, the covered days begin with the oldest returned item. If the source did not return a stored item of the
 * covered days, that item no longer exists.
 */
function earlier<Item extends { id: string; account_id: string }>(
  kept: readonly Timed<Item>[],
  fresh: readonly Item[],
  accounts: ReadonlySet<string>,
  from: string,
  momentOf: (item: Item) => string,
): Item[] {
  const first = fresh.map(momentOf).reduce((a, b) => (a < b ? a : b), from);
  const known = new Set(fresh.map(({ id }) => id));
  return kept.filter((item) => accounts.has(item.account_id) && momentOf(item) < first && !known.has(item.id));
}

/**
 * Adds the stored statements that were not retrieved again. Call this function if only the newest statement was
 * retrieved.
 */
export function withOlderStatements(fresh: FreshSections, kept: KeptSections): FreshSections {
  const { statements } = fresh;
  if (statements === undefined) return fresh;
  const known = new Set(statements.map(({ id }) => id));
  return { ...fresh, statements: [...statements, ...(kept.statements ?? []).filter(({ id }) => !known.has(id))] };
}

/** Adds the stored account and routing numbers. Call this function if the numbers were not requested. */
export function withStoredNumbers(fresh: FreshSections, kept: KeptSections): FreshSections {
  const { accounts } = fresh;
  if (accounts === undefined) return fresh;
  const known = new Map(kept.accounts?.map((account) => [account.id, account]));
  return {
    ...fresh,
    accounts: accounts.map((account) => {
      const { account_number, routing_number, wire_routing_number } = known.get(account.id) ?? account;
      return { ...account, account_number, routing_number, wire_routing_number };
    }),
  };
}

type ListOfAccounts = 'accounts' | 'holdings' | 'credit' | 'loans' | 'transactions' | 'bank_statements';

/**
 * The accounts whose items the provider could not read. The list contains the ids of these accounts. If the provider
 * did not name all its accounts, `except` contains the ids of all other accounts instead.
 */
type Unread = readonly string[] | { readonly except: readonly string[] };
/** For each list, the accounts whose items the provider could not read. */
export type UnreadAccounts = { readonly [S in ListOfAccounts]?: Unread };

/** Adds the stored items of the accounts that could not be read. A list that was not retrieved is not changed. */
export function withUnread(fresh: FreshSections, kept: KeptSections, unread: UnreadAccounts): FreshSections {
  const { accounts, holdings, credit, loans, transactions, bank_statements } = fresh;
  return {
    ...fresh,
    ...(accounts && {
      accounts: [...accounts, ...unreadItems(accounts, kept.accounts, unread.accounts, ({ id }) => id)],
    }),
    ...(holdings && { holdings: [...holdings, ...unreadItems(holdings, kept.holdings, unread.holdings, accountOf)] }),
    ...(credit && { credit: [...credit, ...unreadItems(credit, kept.credit, unread.credit, accountOf)] }),
    ...(loans && { loans: [...loans, ...unreadItems(loans, kept.loans, unread.loans, accountOf)] }),
    ...(transactions && {
      transactions: [...transactions, ...unreadItems(transactions, kept.transactions, unread.transactions, accountOf)],
    }),
    ...(bank_statements && {
      bank_statements: [
        ...bank_statements,
        ...unreadItems(bank_statements, kept.bank_statements, unread.bank_statements, accountOf),
      ],
    }),
  };
}

const accountOf = ({ account_id }: { account_id: string }): string => account_id;

function unreadItems<Item extends { id: string }>(
  fresh: readonly Item[],
  kept: readonly Timed<Item>[] | undefined,
  unread: Unread = [],
  accountIdOf: (item: Item) => string,
): Item[] {
  const [ids, is_unread] = 'except' in unread ? [unread.except, false] : [unread, true];
  if (kept === undefined || (is_unread && ids.length === 0)) return [];
  const [accounts, known] = [new Set(ids), new Set(fresh.map(({ id }) => id))];
  return kept.filter((item) => accounts.has(accountIdOf(item)) === is_unread && !known.has(item.id));
}
