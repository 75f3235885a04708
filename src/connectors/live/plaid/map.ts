// Pure functions that convert Plaid's accounts, owners, holdings and transactions into the data of a link.
import { parseTimestamp, toTimestamp } from '#base/timestamps.ts';
import { NO_ADDRESS } from '#connectors/blanks.ts';
import { orNull, toHundredths } from '#connectors/live/amounts.ts';
import { unique } from '#connectors/live/entries.ts';
import { objectId } from '#connectors/wire.ts';
import type { Account, Owner } from '#domain/reports/financial-accounts.ts';
import { primaryOwner, profileOfOwner } from '#domain/reports/financial-accounts.ts';
import type { Holding } from '#domain/reports/investments.ts';
import type { Profile } from '#domain/reports/payroll.ts';
import type { Transaction } from '#domain/reports/transactions.ts';
import { kindOf, securityTypeOf } from './account-types.ts';
import type { Investments, Numbers, Owners, WireAccount, WireOwner, WireTransaction } from './wire.ts';

export const accountId = (link_id: string, account_id: string): string => objectId(link_id, 'account', account_id);

type Details = { numbers: Numbers | undefined; owners: Owners | undefined };

export function toAccounts(accounts: readonly WireAccount[], { numbers, owners }: Details, link_id: string): Account[] {
  return accounts.map((account) => {
    const { account_id, balances } = account;
    const number = numbers?.numbers.ach.find((one) => one.account_id === account_id);
    const own = owners?.accounts.find((one) => one.account_id === account_id)?.owners ?? [];
    return {
      id: accountId(link_id, account_id),
      ...kindOf(account),
      mask: account.mask?.slice(-4) ?? null,
      nickname: account.official_name || account.name,
      balances: {
        currency_code: currencyOf(balances),
        balance: orNull(balances.current),
        available_balance: orNull(balances.available),
        credit_limit: orNull(balances.limit),
      },
      account_number: number?.account ?? null,
      routing_number: number?.routing ?? null,
      wire_routing_number: number?.wire_routing ?? null,
      owners: own.map((owner, at) => toOwner(owner, at, account_id, link_id)),
    };
  });
}

type Currency = { iso_currency_code?: string | null; unofficial_currency_code?: string | null };
/** In ISO 4217, `XXX` is the code for "no currency". */
const currencyOf = ({ iso_currency_code, unofficial_currency_code }: Currency): string =>
  iso_currency_code || unofficial_currency_code || 'XXX';

/** Plaid lists the owners, but does not say which one is the main owner. */
function toOwner(owner: WireOwner, at: number, account_id: string, link_id: string): Owner {
  const address = mainOf(owner.addresses)?.data;
  return {
    id: objectId(link_id, 'owner', JSON.stringify([account_id, at])),
    full_name: owner.names[0] ?? null,
    email: mainOf(owner.emails)?.data ?? null,
    phone: mainOf(owner.phone_numbers)?.data ?? null,
    address: address
      ? {
          street: address.street ?? null,
          city: address.city ?? null,
          state: address.region ?? null,
          zip: address.postal_code ?? null,
          country: address.country ?? null,
        }
      : NO_ADDRESS,
    relation_type: null,
  };
}

const mainOf = <T extends { primary?: boolean | null }>(all: readonly T[] | null | undefined): T | undefined =>
  all?.find(({ primary }) => primary === true) ?? all?.[0];

export function toIdentity(accounts: readonly Account[], link_id: string): Profile[] {
  const owner = primaryOwner(accounts);
  return owner === undefined ? [] : [profileOfOwner(owner, objectId(link_id, 'profile', 'owner'))];
}

/** A holding whose security has neither a name nor a symbol is left out. `unnamed` is the number of such holdings. */
export function toHoldings(
  { holdings, securities }: Investments,
  link_id: string,
): { holdings: Holding[]; unnamed: number } {
  const known = new Map(securities.map((security) => [security.security_id, security]));
  const own = unique(holdings, ({ account_id, security_id }) => JSON.stringify([account_id, security_id]));
  const named = own.flatMap((holding): Holding[] => {
    const security = known.get(holding.security_id);
    const name = security?.name || security?.ticker_symbol;
    if (!name) return [];
    const value: Holding = {
      id: objectId(link_id, 'holding', JSON.stringify([holding.account_id, holding.security_id])),
      account_id: accountId(link_id, holding.account_id),
      name,
      symbol: security?.ticker_symbol ?? null,
      cusip: security?.cusip ?? null,
      security_type: securityTypeOf(security?.type),
      quantity: toHundredths(holding.quantity),
      price: orNull(holding.institution_price),
      price_as_of: midnight(holding.institution_price_as_of),
      market_value: toHundredths(holding.institution_value),
      cost_basis: orNull(holding.cost_basis),
      currency_code: currencyOf(holding),
    };
    return [value];
  });
  return { holdings: named, unnamed: own.length - named.length };
}

/** In Plaid's data, money that leaves the account has a positive amount. */
export function toTransaction(transaction: WireTransaction, link_id: string): Transaction {
  const { transaction_id, account_id, pending, location, personal_finance_category } = transaction;
  const amount = toHundredths(transaction.amount);
  const posted_at = momentOf(transaction.datetime) ?? midnight(transaction.date);
  const { lat, lon } = location ?? {};
  return {
    id: objectId(link_id, 'transaction', transaction_id),
    account_id: accountId(link_id, account_id),
    external_id: transaction_id,
    amount: amount < 0n ? -amount : amount,
    type: amount > 0n ? 'DEBIT' : 'CREDIT',
    status: pending ? 'PENDING' : 'POSTED',
    currency_code: currencyOf(transaction),
    description: transaction.original_description || transaction.name,
    memo: null,
    check_number: transaction.check_number ?? null,
    categories: personal_finance_category
      ? [personal_finance_category.primary, personal_finance_category.detailed]
      : [],
    merchant_category_code: null,
    posted_at: pending ? null : posted_at,
    transacted_at:
      momentOf(transaction.authorized_datetime) ??
      midnight(transaction.authorized_date) ??
      posted_at ??
      midnight(transaction.date),
    location: typeof lat === 'number' && typeof lon === 'number' ? { latitude: lat, longitude: lon } : null,
  };
}

function midnight(day: string): string;
function midnight(day: string | null | undefined): string | null;
function midnight(day: string | null | undefined): string | null {
  return day ? `${day}T00:00:00Z` : null;
}

function momentOf(written: string | null | undefined): string | null {
  const moment = written ? parseTimestamp(written) : undefined;
  return moment === undefined ? null : toTimestamp(moment);
}
