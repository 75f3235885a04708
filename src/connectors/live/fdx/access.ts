// What gives us access to one person's data: the tokens, the key of the tokens, and the end of the consent. These
// values are stored in the `memory` of the account.
import { type Static, Type } from 'typebox';
import { Check } from 'typebox/value';
import { choice } from '#base/schema.ts';
import { type Account, type Memory, ProviderFailure } from '#connectors/contract.ts';
import { DpopKey } from './jose.ts';
import { type Tokens, WITHDRAWN } from './oauth.ts';
import type { Provider } from './settings.ts';
import { CATEGORIES, FdxRow } from './wire.ts';

const text = Type.String();
/** The fields of an account that are needed to read its transactions and statements. */
const KnownAccount = Type.Object({
  account_id: text,
  category: Type.Union([choice(CATEGORIES), Type.Null()]),
  type: text,
  currency_code: text,
  /** The text by which a person recognises the account. */
  label: Type.Optional(text),
  /** The date on which the account was opened, if the provider states it. */
  opened_on: Type.Optional(text),
});
export type KnownAccount = Static<typeof KnownAccount>;

export const Access = Type.Object({
  access_token: text,
  /**
   * The expiry of the access token in real time, in milliseconds. It is null if the provider does not state the expiry.
   */
  expires_ms: Type.Union([Type.Number(), Type.Null()]),
  refresh_token: Type.Union([text, Type.Null()]),
  /** The key to which the tokens are bound by DPoP. It is null if the tokens are not bound. */
  dpop: Type.Union([DpopKey, Type.Null()]),
  /** The end of the consent in real time, in milliseconds. */
  consent_ends_ms: Type.Number(),
  /** The customer's data, if the login has already read this data and no fetch has used it yet. */
  customer: Type.Optional(FdxRow),
  /** The accounts, if the current task has already read them. */
  accounts: Type.Optional(Type.Array(KnownAccount)),
  /** The ids of the accounts that the provider named in the current task but could not read. */
  unread: Type.Optional(Type.Array(text)),
  /** True if the provider did not name all accounts in the current task. */
  is_partial: Type.Optional(Type.Boolean()),
});
export type Access = Static<typeof Access>;

/** Returns the access without the data that only the current task uses. */
export const lastingOf = ({
  customer: _customer,
  accounts: _accounts,
  unread: _unread,
  is_partial: _partial,
  ...lasting
}: Access): Access => lasting;

export function accessOf({ memory }: Pick<Account, 'memory'>): Access {
  if (!Check(Access, memory)) throw new Error('the account has no FDX access');
  return memory;
}

export const withAccess = (account: Account, access: Access): Account => ({ ...account, memory: memoryOf(access) });
export const memoryOf = (access: Access): Memory => ({ ...access });

const DAY_MS = 24 * 60 * 60 * 1000;

export function newAccess({ consent_days }: Provider, tokens: Tokens, dpop: DpopKey | null, now: Date): Access {
  return {
    ...lifetimeOf(tokens, now),
    access_token: tokens.access_token,
    refresh_token: tokens.refresh_token ?? null,
    dpop: tokens.is_dpop ? dpop : null,
    consent_ends_ms: now.getTime() + consent_days * DAY_MS,
  };
}

/** If the response contains no new refresh token, the old refresh token stays valid. */
export const renewedAccess = (access: Access, tokens: Tokens, now: Date): Access => ({
  ...access,
  ...lifetimeOf(tokens, now),
  access_token: tokens.access_token,
  refresh_token: tokens.refresh_token ?? access.refresh_token,
});

const lifetimeOf = ({ expires_seconds }: Tokens, now: Date) => ({
  expires_ms: expires_seconds === undefined ? null : now.getTime() + expires_seconds * 1000,
});

/** How long before its expiry a token is renewed. The token must remain valid during the whole step that uses it. */
const EARLY_MS = 60_000;

export const isRenewalDue = ({ expires_ms, refresh_token }: Access, now: Date): boolean =>
  refresh_token !== null && expires_ms !== null && expires_ms - EARLY_MS <= now.getTime();

/** Throws if the consent of the person has ended. We then send no more requests. */
export function checkConsent({ consent_ends_ms }: Access, now: Date): void {
  if (consent_ends_ms <= now.getTime()) throw new ProviderFailure('login_error', WITHDRAWN);
}
