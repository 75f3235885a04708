// Our access to one person's data: tokens, their key, and the end of the consent. It is the memory of the account.
import { type Static, Type } from 'typebox';
import { Check } from 'typebox/value';
import { choice } from '#base/schema.ts';
import { type Account, type Memory, ProviderFailure } from '#connectors/contract.ts';
import { DpopKey } from './jose.ts';
import { type Tokens, WITHDRAWN } from './oauth.ts';
import type { Provider } from './settings.ts';
import { CATEGORIES, FdxRow } from './wire.ts';

const text = Type.String();
/** What must be known of an account to read its transactions and statements. */
const KnownAccount = Type.Object({
  account_id: text,
  category: Type.Union([choice(CATEGORIES), Type.Null()]),
  type: text,
  currency_code: text,
});
export type KnownAccount = Static<typeof KnownAccount>;

const Access = Type.Object({
  access_token: text,
  /** Real time, in milliseconds; null if the provider does not tell it. */
  expires_ms: Type.Union([Type.Number(), Type.Null()]),
  refresh_token: Type.Union([text, Type.Null()]),
  /** The key to which the tokens are bound; null if they are not bound by DPoP. */
  dpop: Type.Union([DpopKey, Type.Null()]),
  /** Real time, in milliseconds. */
  consent_ends_ms: Type.Number(),
  /** Since when the provider has been telling us to wait, until when, and how often; the owner's time in milliseconds. */
  waiting: Type.Optional(Type.Object({ since_ms: Type.Number(), until_ms: Type.Number(), count: Type.Number() })),
  /** The customer, if the login has read it and the data has not been read yet. */
  customer: Type.Optional(FdxRow),
  /** The accounts of the current task, once they were read. */
  accounts: Type.Optional(Type.Array(KnownAccount)),
});
export type Access = Static<typeof Access>;

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

/** A response without a new refresh token means that the old one stays valid. */
export const renewedAccess = (access: Access, tokens: Tokens, now: Date): Access => ({
  ...access,
  ...lifetimeOf(tokens, now),
  access_token: tokens.access_token,
  refresh_token: tokens.refresh_token ?? access.refresh_token,
});

const lifetimeOf = ({ expires_seconds }: Tokens, now: Date) => ({
  expires_ms: expires_seconds === undefined ? null : now.getTime() + expires_seconds * 1000,
});

/** A token is renewed this long before it expires, so that it lasts for the step that uses it. */
const EARLY_MS = 60_000;

export const isRenewalDue = ({ expires_ms, refresh_token }: Access, now: Date): boolean =>
  refresh_token !== null && expires_ms !== null && expires_ms - EARLY_MS <= now.getTime();

/** Throws if the time for which the person allowed access has passed. We then ask for nothing more. */
export function checkConsent({ consent_ends_ms }: Access, now: Date): void {
  if (consent_ends_ms <= now.getTime()) throw new ProviderFailure('login_error', WITHDRAWN);
}
