// The state of the simulated bank: its clock, its clients, and everything that it has issued. Tokens are stored as
// hashes.
import { createHash, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';
import { SECRET_PREFIX } from '../kit/random.ts';
import { addDays, type Day, dayAt } from '../lives/calendar.ts';
import { idOf } from '../lives/dice.ts';
import { type AccountHistory, type History, historyOf } from '../lives/history.ts';
import type { AccountPlan, Life } from '../lives/life.ts';
import { LIVES } from '../lives/people/people.ts';
import type { Client } from './clients.ts';

export const BANK_NAME = 'Harbor Bank';

/** The scopes that a client may request, with the text that the consent page shows for each. */
export const SCOPES: Readonly<Record<string, string | undefined>> = {
  openid: undefined,
  offline_access: undefined,
  'fdx:accountbasic:read': 'The list of your accounts',
  'fdx:accountdetailed:read': 'Balances and details of your accounts',
  'fdx:paymentsupport:read': 'Account and routing numbers',
  'fdx:transactions:read': 'Transactions',
  'fdx:statements:read': 'Statements',
  'fdx:investments:read': 'Investment holdings',
  'fdx:customercontact:read': 'Your name, address, email and phone',
  'fdx:customerpersonal:read': 'Your date of birth and tax number',
  'fdx:tax:read': 'Tax forms',
};

export type BankSettings = {
  seed: number;
  issuer_path: string;
  /** Whether pushed authorization requests are required, offered or not supported. */
  par: 'required' | 'offered' | 'off';
  /** Whether sender-constrained tokens are required, offered or not supported. */
  constraint: 'required' | 'offered' | 'off';
  is_dpop_nonce_required: boolean;
  access_token_seconds: number;
  /** The maximum number of rows in a page. */
  page_limit: number;
};

/** A client's checked request for access. */
export type AccessRequest = {
  client_id: string;
  /** The issuer to which the client sent the request. The answer and the id token contain the same issuer. */
  issuer: string;
  redirect_uri: string;
  scopes: readonly string[];
  state: string;
  nonce: string | undefined;
  code_challenge: string;
  /** The thumbprint of the DPoP key to which the code is bound. */
  dpop_jkt: string | undefined;
  consent_days: number;
  is_one_time: boolean;
  lookback_days: number;
};

export type Consent = {
  id: string;
  client_id: string;
  username: string;
  account_keys: readonly string[];
  scopes: readonly string[];
  /** The maximum age of the history that a data request may ask for, in days before the request. */
  lookback_days: number;
  created_at: Date;
  expires_at: Date;
  is_revoked: boolean;
};

/** The key or the certificate to which a token is bound. */
export type Binding = { jkt: string } | { x5t: string } | undefined;

export type Code = AccessRequest & { consent: Consent; expires_at: Date; is_used: boolean; family: string };
export type AccessToken = { family: string; consent: Consent; binding: Binding; expires_at: Date; is_revoked: boolean };
export type RefreshToken = {
  family: string;
  consent: Consent;
  is_dpop: boolean;
  is_used: boolean;
  is_revoked: boolean;
};

/** One person's visit to the login and consent pages. */
export type Visit = { request: AccessRequest; cookie: string; username: string | undefined; expires_at: Date };

export type Bank = {
  settings: BankSettings;
  /** The addresses of the bank, without and with TLS. They are set once both servers listen. */
  origins: { plain: string; tls: string };
  clock: Clock;
  id_token_key: KeyObject;
  clients: Map<string, Client>;
  pushed: Map<string, { request: AccessRequest; expires_at: Date }>;
  visits: Map<string, Visit>;
  codes: Map<string, Code>;
  consents: Map<string, Consent>;
  access_tokens: Map<string, AccessToken>;
  refresh_tokens: Map<string, RefreshToken>;
  /** Ids of assertions and proofs that were used. Each id is remembered until the given time. */
  used_ids: Map<string, number>;
  failed_logins: Map<string, { count: number; until: Date }>;
  secret: string;
};

/** `books_day` is yesterday. The bank closes its books every night, so no row is in the future. */
export type Clock = { now(): Date; books_day(): Day; offset_ms: number };

export function openBank(settings: BankSettings, clients: readonly Client[], wall: () => Date): Bank {
  const clock: Clock = {
    offset_ms: 0,
    now: () => new Date(wall().getTime() + clock.offset_ms),
    books_day: () => addDays(dayAt(clock.now()), -1),
  };
  return {
    settings,
    origins: { plain: '', tls: '' },
    clock,
    id_token_key: generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey,
    clients: new Map(clients.map((client) => [client.client_id, client])),
    pushed: new Map(),
    visits: new Map(),
    codes: new Map(),
    consents: new Map(),
    access_tokens: new Map(),
    refresh_tokens: new Map(),
    used_ids: new Map(),
    failed_logins: new Map(),
    secret: newSecret(),
  };
}

/**
 * Returns the issuer for the server with this origin. The issuer depends on the server, because the bank has two
 * servers, with and without TLS, each with its own name.
 */
export const issuerAt = (bank: Bank, origin: string): string => `${origin}${bank.settings.issuer_path}`;

export const newSecret = (): string => SECRET_PREFIX + randomBytes(32).toString('base64url');
/** The id of something that is not secret. */
export const newId = (): string => randomBytes(18).toString('base64url');
export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url');

export const later = (bank: Bank, seconds: number): Date => new Date(bank.clock.now().getTime() + seconds * 1000);
export const isPast = (bank: Bank, at: Date): boolean => at <= bank.clock.now();

export const isConsentActive = (bank: Bank, consent: Consent): boolean =>
  !consent.is_revoked && !isPast(bank, consent.expires_at);

/** Remembers an id for the given number of seconds. Returns false if the id was used before. */
export function useOnce(bank: Bank, id: string, seconds: number): boolean {
  const now = bank.clock.now().getTime();
  for (const [used, until] of bank.used_ids) if (until < now) bank.used_ids.delete(used);
  if (bank.used_ids.has(id)) return false;
  bank.used_ids.set(id, now + seconds * 1000);
  return true;
}

/** Revokes a family: all tokens that came from one authorization. */
export function revokeFamily(bank: Bank, family: string): void {
  for (const token of bank.access_tokens.values()) if (token.family === family) token.is_revoked = true;
  for (const token of bank.refresh_tokens.values()) if (token.family === family) token.is_revoked = true;
}

export const lifeOf = (username: string): Life | undefined => LIVES.find((life) => life.username === username);

/** The history of a person up to a day. */
export const readHistory = (bank: Bank, life: Life, until: Day = bank.clock.books_day()): History =>
  historyOf(life, until, bank.settings.seed);

export const accountIdOf = (life: Life, plan: AccountPlan): string => idOf(24, 'account', life.id, plan.key);
export const customerIdOf = (life: Life): string => idOf(16, 'customer', life.id);

export function findAccount(life: Life, history: History, account_id: string): AccountHistory | undefined {
  return history.accounts.find(({ plan }) => accountIdOf(life, plan) === account_id);
}
