// Pure functions that convert the responses of a SimpleFIN server into the data of a link.
import { toTimestamp } from '#base/timestamps.ts';
import { orNull, toHundredths } from '#connectors/live/amounts.ts';
import { objectId } from '#connectors/wire.ts';
import type { Account } from '#domain/reports/financial-accounts.ts';
import type { Holding } from '#domain/reports/investments.ts';
import type { LinkData } from '#domain/reports/link-data.ts';
import type { Transaction } from '#domain/reports/transactions.ts';
import { isDebt, typeOf } from './account-types.ts';
import type { AccountSet, WireAccount, WireHolding, WireTransaction } from './wire.ts';

/**
 * The time at which each pending transaction without a date was first seen, in seconds, keyed by the transaction's id.
 */
export type FirstSeen = Readonly<Record<string, number>>;

export type Mapped = {
  data: Required<Pick<LinkData, 'accounts' | 'transactions' | 'holdings'>>;
  first_seen: FirstSeen;
  /** Sentences about the accounts and holdings that are left out. */
  left_out: string[];
};

type Options = { link_id: string; now: Date; first_seen: FirstSeen };

/**
 * `sets` are the responses of one fetch. Each response covers a span of days, and the newest span comes first. The
 * balances of an account come from the first response that contains the account.
 */
export function toLinkData(sets: readonly AccountSet[], { link_id, now, first_seen }: Options): Mapped {
  const accounts = new Map<string, Account>();
  const transactions = new Map<string, Transaction>();
  const holdings = new Map<string, Holding>();
  const [left_out, seen] = [new Set<string>(), new Map<string, number>()];
  for (const set of sets) {
    for (const account of set.accounts) {
      if (!CURRENCY.test(account.currency)) {
        left_out.add(`The account ${account.name} is not kept in money and was left out.`);
        continue;
      }
      const id = objectId(link_id, 'account', JSON.stringify([bankKeyOf(account), account.id]));
      if (!accounts.has(id)) {
        accounts.set(id, toAccount(account, id, set));
        for (const holding of account.holdings ?? []) {
          const own = toHolding(holding, account, id, link_id);
          if (own === undefined) left_out.add(incomplete(account));
          else holdings.set(own.id, own);
        }
      }
      for (const transaction of account.transactions ?? []) {
        const own_id = objectId(link_id, 'transaction', JSON.stringify([id, transaction.id]));
        const at = dateOf(transaction) ?? first_seen[own_id] ?? Math.floor(now.getTime() / 1000);
        if (dateOf(transaction) === undefined) seen.set(own_id, at);
        if (!transactions.has(own_id)) transactions.set(own_id, toTransaction(transaction, account, own_id, id, at));
      }
    }
  }
  return {
    data: {
      accounts: [...accounts.values()],
      transactions: [...transactions.values()],
      holdings: [...holdings.values()],
    },
    first_seen: Object.fromEntries(seen),
    left_out: [...left_out],
  };
}

/** Currencies that are not money, such as miles and points, are given as web addresses. */
const CURRENCY = /^[A-Z]{3}$/;

/** Account ids are unique only within one bank. */
const bankKeyOf = ({ org, conn_id }: WireAccount): string | null =>
  org?.domain ?? org?.id ?? org?.name ?? org?.['sfin-url'] ?? conn_id ?? null;

function bankNameOf({ org, conn_id }: WireAccount, { connections = [] }: AccountSet): string | null {
  const connection = connections.find((one) => one.conn_id === conn_id);
  return org?.name ?? org?.domain ?? connection?.org_name ?? connection?.name ?? null;
}

function toAccount(account: WireAccount, id: string, set: AccountSet): Account {
  const balance = toHundredths(account.balance);
  const kind = typeOf(account.name, balance, (account.holdings ?? []).length > 0);
  const available = presentOf(account['available-balance']);
  return {
    id,
    ...kind,
    mask: null,
    nickname: nicknameOf(account.name, bankNameOf(account, set)),
    balances: {
      currency_code: account.currency,
      // The amount owed is positive in our data and negative in the protocol.
      balance: isDebt(kind) ? -balance : balance,
      available_balance: available,
      credit_limit: null,
    },
    account_number: null,
    routing_number: null,
    wire_routing_number: null,
    owners: [],
  };
}

/** One link may have accounts of several banks, so the name of the bank is part of the account's name. */
const nicknameOf = (name: string, bank: string | null): string =>
  bank === null || name.toLowerCase().includes(bank.toLowerCase()) ? name : `${bank} ${name}`;

const presentOf = (value: string | null | undefined): bigint | null => orNull(value === '' ? null : value);

/**
 * Returns the time when the transaction was made. If this time is missing, returns the time when the transaction was
 * posted. A pending transaction may have neither time.
 */
const dateOf = ({ transacted_at, posted }: WireTransaction): number | undefined =>
  [transacted_at, posted].find((at) => typeof at === 'number' && at > 0) ?? undefined;

function toTransaction(
  transaction: WireTransaction,
  { currency }: WireAccount,
  id: string,
  account_id: string,
  at: number,
): Transaction {
  const amount = toHundredths(transaction.amount);
  const is_pending = transaction.pending === true || transaction.posted === 0;
  return {
    id,
    account_id,
    external_id: transaction.id,
    amount: amount < 0n ? -amount : amount,
    type: amount < 0n ? 'DEBIT' : 'CREDIT',
    status: is_pending ? 'PENDING' : 'POSTED',
    currency_code: currency,
    description: transaction.description,
    memo: transaction.memo || null,
    check_number: null,
    categories: [],
    merchant_category_code: null,
    posted_at: is_pending ? null : fromEpoch(transaction.posted),
    transacted_at: fromEpoch(at),
    location: null,
  };
}

const fromEpoch = (seconds: number): string => toTimestamp(new Date(Math.floor(seconds) * 1000));

/** Returns undefined if the holding has no name, no number of shares or no market value. These are never null. */
function toHolding(
  holding: WireHolding,
  account: WireAccount,
  account_id: string,
  link_id: string,
): Holding | undefined {
  const name = holding.description || holding.symbol;
  const [quantity, market_value] = [presentOf(holding.shares), presentOf(holding.market_value)];
  if (!name || quantity === null || market_value === null) return undefined;
  return {
    id: objectId(link_id, 'holding', JSON.stringify([account_id, holding.id])),
    account_id,
    name,
    symbol: holding.symbol || null,
    cusip: null,
    security_type: 'OTHER',
    quantity,
    price: null,
    price_as_of: null,
    market_value,
    cost_basis: presentOf(holding.cost_basis),
    currency_code: CURRENCY.test(holding.currency ?? '') ? (holding.currency ?? account.currency) : account.currency,
  };
}

const incomplete = ({ name }: WireAccount): string =>
  `Some holdings of ${name} have no name, no number of shares or no value and were left out.`;
