// Accounts, numbers, owners and securities in Plaid's shapes, computed from the history of a person.
import { institutionOf, priceOf, valueOf } from '../kit/bank.ts';
import { type Fields, optionalStrings } from '../kit/fields.ts';
import { uuidOf, wordId } from '../kit/random.ts';
import type { AccountHistory } from '../lives/history.ts';
import type { AccountKind, AccountPlan, Holding, Life } from '../lives/life.ts';
import { ROUTING_NUMBER } from '../lives/people/places.ts';
import { refuse } from './errors.ts';
import { historiesOf, type Item, type State } from './state.ts';

const KINDS: Record<AccountKind, readonly [type: string, subtype: string]> = {
  checking: ['depository', 'checking'],
  savings: ['depository', 'savings'],
  money_market: ['depository', 'money market'],
  cd: ['depository', 'cd'],
  credit_card: ['credit', 'credit card'],
  mortgage: ['loan', 'mortgage'],
  auto_loan: ['loan', 'auto'],
  student_loan: ['loan', 'student'],
  personal_loan: ['loan', 'consumer'],
  home_equity_line: ['loan', 'home equity'],
  brokerage: ['investment', 'brokerage'],
};

/** Cents as the JSON number that Plaid sends. */
export const amountOf = (cents: number): number => Number((cents / 100).toFixed(2));

/** Account ids belong to the item: a person who connects again gets other ids. */
export const accountId = (item: Item, key: string): string => wordId(37, 'plaid', item.item_id, 'account', key);

export function toAccount(item: Item, account: AccountHistory, now: Date): Record<string, unknown> {
  const { plan } = account;
  const [type, subtype] = KINDS[plan.kind];
  const is_owed = type === 'credit' || type === 'loan';
  const worth = (plan.holdings ?? []).reduce((cents, holding) => cents + valueOf(holding, item.life, now), 0);
  const has_available = type === 'depository' || type === 'credit' || plan.kind === 'home_equity_line';
  return {
    account_id: accountId(item, plan.key),
    balances: {
      available: has_available ? amountOf(account.available_cents) : null,
      // Plaid shows a debt as a positive balance.
      current: amountOf(is_owed ? -account.closing_cents : account.closing_cents + worth),
      iso_currency_code: 'USD',
      limit: plan.credit_limit_cents === undefined ? null : amountOf(plan.credit_limit_cents),
      unofficial_currency_code: null,
    },
    holder_category: 'personal',
    mask: plan.number.slice(-4),
    name: plan.name,
    official_name: `${institutionOf(plan).name} ${plan.name}`,
    persistent_account_id: wordId(40, 'plaid', item.life.id, 'persistent', plan.key),
    subtype,
    type,
  };
}

export const hasNumbers = ({ kind }: AccountPlan): boolean => kind === 'checking' || kind === 'savings';

export function toNumbers(item: Item, accounts: readonly AccountHistory[]): Record<string, unknown> {
  const ach = accounts.map(({ plan }) => ({
    account: plan.number,
    account_id: accountId(item, plan.key),
    is_tokenized_account_number: false,
    routing: ROUTING_NUMBER,
    wire_routing: plan.kind === 'checking' ? ROUTING_NUMBER : null,
  }));
  return { ach, eft: [], international: [], bacs: [] };
}

export function toOwners(life: Life, plan: AccountPlan): Record<string, unknown>[] {
  const { person } = life;
  const { address } = person;
  const holder = {
    addresses: [
      {
        data: {
          city: address.city,
          country: 'US',
          postal_code: address.postal_code,
          region: address.state,
          street: address.line1,
        },
        primary: true,
      },
    ],
    emails: [{ data: person.email, primary: true, type: 'primary' }],
    names: [`${person.first_name} ${person.last_name}`],
    phone_numbers: [{ data: person.phone, primary: true, type: 'mobile' }],
  };
  const other = plan.joint_holder;
  if (other === undefined) return [holder];
  const names = [`${other.first_name} ${other.last_name}`];
  return [holder, { addresses: [], emails: [], names, phone_numbers: [] }];
}

const SECURITY_TYPES: Record<Holding['security'], string> = {
  stock: 'equity',
  etf: 'etf',
  mutual_fund: 'mutual fund',
  bond: 'fixed income',
};

export function toHoldings(
  item: Item,
  accounts: readonly AccountHistory[],
  now: Date,
): { holdings: unknown[]; securities: unknown[] } {
  const day = now.toISOString().slice(0, 10);
  const money = { iso_currency_code: 'USD', unofficial_currency_code: null };
  const of = (account: AccountHistory): { holdings: unknown[]; securities: unknown[] } => {
    const account_id = accountId(item, account.plan.key);
    const holding = (security_id: string, price: number, quantity: number, cost_basis: number) => ({
      account_id,
      security_id,
      institution_price: price,
      institution_price_as_of: day,
      institution_price_datetime: null,
      institution_value: Number((price * quantity).toFixed(2)),
      cost_basis,
      quantity,
      ...money,
      vested_quantity: null,
      vested_value: null,
    });
    const list = account.plan.holdings ?? [];
    const idOf = (symbol: string): string => wordId(37, 'plaid', 'security', symbol);
    const cash = amountOf(account.closing_cents);
    return {
      holdings: [
        ...list.map((one) =>
          holding(idOf(one.symbol), amountOf(priceOf(one, item.life, now)), one.units, amountOf(one.cost_cents)),
        ),
        holding(idOf('cash'), 1, cash, cash),
      ],
      securities: [
        ...list.map((one) => ({
          ...toSecurity(idOf(one.symbol), one.name, one.symbol, SECURITY_TYPES[one.security]),
          cusip: one.cusip,
          close_price: amountOf(priceOf(one, item.life, now)),
          close_price_as_of: day,
          ...money,
        })),
        {
          ...toSecurity(idOf('cash'), 'U S Dollar', 'CUR:USD', 'cash'),
          cusip: null,
          close_price: 1,
          close_price_as_of: day,
          ...money,
        },
      ],
    };
  };
  const parts = accounts.filter(({ plan }) => plan.kind === 'brokerage').map(of);
  return {
    holdings: parts.flatMap(({ holdings }) => holdings),
    securities: parts.flatMap(({ securities }) => securities),
  };
}

const toSecurity = (
  security_id: string,
  name: string,
  ticker_symbol: string,
  type: string,
): Record<string, unknown> => ({
  security_id,
  isin: null,
  sedol: null,
  institution_security_id: null,
  institution_id: null,
  proxy_security_id: null,
  name,
  ticker_symbol,
  is_cash_equivalent: type === 'cash',
  type,
  subtype: null,
  market_identifier_code: null,
  sector: null,
  industry: null,
  update_datetime: null,
  option_contract: null,
  fixed_income: null,
});

export const requestId = (seed: number, number: number): string =>
  uuidOf('plaid', seed, 'request', number).slice(0, 15);

/** The accounts that are listed in `options.account_ids`. Without that option, all accounts. */
export const chosenAccounts = (state: State, item: Item, options: Fields | undefined): readonly AccountHistory[] => {
  const all = historiesOf(state, item);
  const ids = options === undefined ? undefined : optionalStrings(options, 'account_ids');
  if (ids === undefined) return all;
  const chosen = all.filter(({ plan }) => ids.includes(accountId(item, plan.key)));
  if (chosen.length < new Set(ids).size) refuse('INVALID_ACCOUNT_ID');
  return chosen;
};
