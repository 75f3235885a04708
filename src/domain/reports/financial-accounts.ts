// Bank accounts, their owners and balances. The schemas follow the tables in the contract. A connector returns an
// account with amounts in hundredths, account numbers and owners. Only some responses contain the account numbers and
// the owners.

import { type Static, Type } from 'typebox';
import { type InDecimals, type InHundredths, Money } from '#base/money.ts';
import { choice, Id, nullable, sensitive, shape, Timestamp } from '#base/schema.ts';
import { BANK_ACCOUNT_TYPES } from '#domain/connections/import-formats.ts';
import type { Timed } from '#domain/platform/list-changes.ts';
import { AddressAnswer, type Profile } from './payroll.ts';
import { nullableChoice } from './statements.ts';

export const ACCOUNT_TYPES = BANK_ACCOUNT_TYPES;
export type AccountType = (typeof ACCOUNT_TYPES)[number];

export const ACCOUNT_SUBTYPES = [
  'MONEY_MARKET',
  'HEALTH',
  'PREPAID',
  'PLAN_401_K',
  'PLAN_403_B',
  'IRA',
  'ROTH_IRA',
  'BROKERAGE',
  'PENSION',
  'AUTO',
  'PERSONAL',
  'STUDENT',
  'SMALL_BUSINESS',
  'HOME_EQUITY',
  'HELOC',
  'BUSINESS',
] as const;
export type AccountSubtype = (typeof ACCOUNT_SUBTYPES)[number];

export const RELATION_TYPES = ['PRIMARY', 'JOINT', 'SECONDARY', 'OTHER'] as const;

const text = nullable(Type.String());
const amount = nullable(Money);

export const BalancesOfAccount = shape('AccountBalances', 'The balances of an account.', {
  currency_code: Type.String({ examples: ['USD'] }),
  balance: amount,
  available_balance: amount,
  credit_limit: amount,
});

export const AccountAnswer = shape('Account', 'An account at a bank.', {
  id: Id,
  created_at: Timestamp,
  updated_at: Timestamp,
  type: choice(ACCOUNT_TYPES),
  subtype: nullableChoice(ACCOUNT_SUBTYPES),
  mask: nullable(Type.String({ description: 'The last four characters of the number.', examples: ['4721'] })),
  nickname: text,
  balances: BalancesOfAccount,
});
export type AccountAnswer = Static<typeof AccountAnswer>;

export const OwnerAnswer = shape('Owner', 'An owner of an account.', {
  id: Id,
  full_name: text,
  email: text,
  phone: text,
  address: AddressAnswer,
  relation_type: nullableChoice(RELATION_TYPES),
});
export type Owner = Static<typeof OwnerAnswer>;

export const BalancesAnswer = shape('Balances', 'The accounts of a link with their balances.', {
  accounts: Type.Array(AccountAnswer),
  as_of: Timestamp,
});
export type BalancesAnswer = Static<typeof BalancesAnswer>;

export const AuthAccountAnswer = shape('NumberedAccount', 'A deposit account with its account and routing numbers.', {
  ...AccountAnswer.properties,
  account_number: sensitive('number', Type.String({ description: 'In full.' })),
  routing_number: sensitive('secret', Type.String()),
  wire_routing_number: sensitive('secret', text),
});
export type AuthAccountAnswer = Static<typeof AuthAccountAnswer>;
export const AuthAnswer = shape(
  'AccountNumbers',
  'The deposit accounts of a link with their account and routing numbers.',
  {
    accounts: Type.Array(AuthAccountAnswer),
  },
);
export type AuthAnswer = Static<typeof AuthAnswer>;

export type Account = Omit<InHundredths<AccountAnswer>, 'created_at' | 'updated_at'> & {
  account_number: string | null;
  routing_number: string | null;
  wire_routing_number: string | null;
  owners: Owner[];
};
/**
 * An account in its stored form. The amounts are decimal strings. The account has two timestamps: when we first saw the
 * account, and when we last saw it change.
 */
export type KeptAccount = Timed<InDecimals<Account>>;
type NumberedAccount = KeptAccount & { account_number: string; routing_number: string };

/**
 * Whether the account is a deposit account. Other banks can send money to a deposit account and collect money from it.
 */
export const isDepositAccount = ({ type }: Pick<Account, 'type'>): boolean => type === 'CHECKING' || type === 'SAVINGS';

/** Whether `auth/` lists the account. It lists only deposit accounts whose numbers are known. */
export const hasNumbers = (account: KeptAccount): account is NumberedAccount =>
  isDepositAccount(account) && account.account_number !== null && account.routing_number !== null;

export function presentAccount(account: KeptAccount): AccountAnswer {
  const { id, created_at, updated_at, type, subtype, mask, nickname, balances } = account;
  return { id, created_at, updated_at, type, subtype, mask, nickname, balances };
}

export const presentAuthAccount = (account: NumberedAccount): AuthAccountAnswer => ({
  ...presentAccount(account),
  account_number: account.account_number,
  routing_number: account.routing_number,
  wire_routing_number: account.wire_routing_number,
});

const RepeatedAccountAnswer = shape('RepeatedAccount', 'An account that is connected once more through another link.', {
  account_id: Id,
  link_id: Id,
  same_as: Id,
});
export type RepeatedAccount = Static<typeof RepeatedAccountAnswer>;

/** The accounts that are connected more than once. The report shows and counts each of them only once. */
export const RepeatedAccounts = Type.Optional(
  Type.Array(RepeatedAccountAnswer, {
    description: 'Accounts that are connected more than once, and counted once. Present only if there are any.',
  }),
);

/** The owner who is marked as primary; if there is none, the first owner in the list. */
export function primaryOwner(accounts: readonly Pick<Account, 'owners'>[]): Owner | undefined {
  const owners = accounts.flatMap((account) => account.owners);
  return owners.find(({ relation_type }) => relation_type === 'PRIMARY') ?? owners[0];
}

/**
 * Converts an account owner into a profile. Banks return only the full name, so this function splits the full name into
 * its parts.
 */
export function profileOfOwner(owner: Owner, id: string): Profile {
  const names = owner.full_name?.split(/\s+/).filter((name) => name !== '') ?? [];
  const initials = names.slice(1, -1).map((name) => name.slice(0, 1).toUpperCase());
  return {
    id,
    first_name: names[0] ?? null,
    last_name: names.length > 1 ? (names.at(-1) ?? null) : null,
    full_name: owner.full_name,
    middle_initials: initials.length === 0 ? null : initials.join(''),
    email: owner.email,
    phone: owner.phone,
    ssn: null,
    date_of_birth: null,
    home_address: owner.address,
  };
}
