// Account sets of the SimpleFIN protocol, computed from the history of a person.
import { decimal, institutionOf, valueOf } from '../kit/bank.ts';
import { secondsOf } from '../kit/clock.ts';
import { uuidOf } from '../kit/random.ts';
import type { AccountHistory, Row } from '../lives/history.ts';
import type { Holding, Life } from '../lives/life.ts';

export type Wanted = {
  /** Seconds since 1970. `start` is included, `end` is excluded. */
  start: number;
  end: number;
  with_pending: boolean;
  only_balances: boolean;
  /** The ids of the requested accounts. Undefined: all accounts. */
  accounts: ReadonlySet<string> | undefined;
};

export const accountId = (life: Life, account: AccountHistory): string =>
  `ACT-${uuidOf('simplefin', life.id, account.plan.key)}`;

export function toAccounts(
  life: Life,
  accounts: readonly AccountHistory[],
  wanted: Wanted,
  root: string,
  now: Date,
): unknown[] {
  return accounts
    .filter((account) => wanted.accounts?.has(accountId(life, account)) ?? true)
    .map((account) => toAccount(life, account, wanted, root, now));
}

function toAccount(life: Life, account: AccountHistory, wanted: Wanted, root: string, now: Date): unknown {
  const { plan } = account;
  const institution = institutionOf(plan);
  const worth = (plan.holdings ?? []).reduce((cents, holding) => cents + valueOf(holding, life, now), 0);
  return {
    org: {
      domain: institution.domain,
      name: institution.name,
      'sfin-url': root,
      url: `https://${institution.domain}`,
      id: institution.id,
    },
    id: accountId(life, account),
    name: `${plan.name} (${plan.number.slice(-4)})`,
    currency: 'USD',
    balance: decimal(account.closing_cents + worth),
    // An available balance has no meaning for a loan, so it is left out, as the protocol allows.
    ...(plan.loan === undefined ? { 'available-balance': decimal(account.available_cents) } : {}),
    'balance-date': secondsOf(now),
    transactions: wanted.only_balances ? [] : transactionsOf(account, wanted),
    holdings: (plan.holdings ?? []).map((holding) => toHolding(holding, life, now)),
  };
}

function transactionsOf(account: AccountHistory, wanted: Wanted): unknown[] {
  const posted = account.rows
    .map((row) => ({ row, posted: postedAt(row) }))
    .filter(({ posted }) => isWithin(posted, wanted))
    .toSorted((one, other) => one.posted - other.posted)
    .map(({ row, posted }) => ({ id: `TRN-${row.id}`, posted, ...commonOf(row), pending: false }));
  // Pending rows have no posting time. Their transaction time decides whether they are in the requested period.
  const pending = account.pending
    .filter((row) => wanted.with_pending && isWithin(transactedAt(row), wanted))
    .map((row) => ({ id: `TRN-${row.pending_id}`, posted: 0, ...commonOf(row), pending: true }));
  return [...posted, ...pending];
}

const commonOf = (row: Row) => ({
  amount: decimal(row.cents),
  description: row.description,
  transacted_at: transactedAt(row),
  extra: { category: row.category },
});

/** SimpleFIN servers have only the day of the posting, not its time. So noon of that day is returned. */
const postedAt = (row: Row): number => Date.parse(`${row.posted_on}T12:00:00Z`) / 1000;
const transactedAt = (row: Row): number => Date.parse(`${row.transacted_on}T${row.time}Z`) / 1000;
const isWithin = (time: number, { start, end }: Wanted): boolean => time >= start && time < end;

function toHolding(holding: Holding, life: Life, now: Date): unknown {
  return {
    id: `HOL-${uuidOf('simplefin', life.id, holding.symbol)}`,
    created: secondsOf(new Date(`${life.from}T00:00:00Z`)),
    currency: 'USD',
    cost_basis: decimal(holding.cost_cents),
    description: holding.name,
    market_value: decimal(valueOf(holding, life, now)),
    purchase_price: decimal(Math.round(holding.cost_cents / Math.max(1, holding.units))),
    shares: String(holding.units),
    symbol: holding.symbol,
  };
}
