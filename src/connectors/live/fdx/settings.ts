// The settings of an FDX provider in providers.json, after references to files and variables are resolved.
import { createPrivateKey, type KeyObject } from 'node:crypto';
import { type Static, Type } from 'typebox';
import { isLoopbackHost } from '#base/http/hosts.ts';
import { choice } from '#base/schema.ts';
import { secret } from '#connectors/live/kinds.ts';
import type { ProductType } from '#domain/access/products.ts';

export const FDX_PRODUCTS = ['income', 'assets', 'transactions'] as const satisfies readonly ProductType[];

const Url = Type.String({ pattern: '^https?://', maxLength: 1024 });
const Scopes = Type.Array(Type.String({ pattern: '^[\\x21\\x23-\\x5b\\x5d-\\x7e]{1,256}$' }), { maxItems: 64 });
const Pem = Type.String({ minLength: 1, maxLength: 64 * 1024 });

const CLIENT_AUTH_METHODS = ['private_key_jwt', 'tls_client_auth', 'self_signed_tls_client_auth'] as const;
const ALGORITHMS = ['ES256', 'PS256'] as const;
export type Algorithm = (typeof ALGORITHMS)[number];
const SENDER_CONSTRAINTS = ['auto', 'dpop', 'mtls', 'none'] as const;

export const FdxSettings = Type.Object(
  {
    issuer: Url,
    client_id: Type.String({ minLength: 1, maxLength: 512 }),
    client_auth: Type.Object(
      {
        method: choice(CLIENT_AUTH_METHODS),
        /** The private key in PEM (PKCS#8). With mutual TLS, this is the key of the certificate. */
        key: secret(Pem),
        kid: Type.Optional(Type.String({ minLength: 1, maxLength: 256 })),
        alg: Type.Optional(choice(ALGORITHMS)),
        certificate: Type.Optional(Pem),
      },
      { additionalProperties: false },
    ),
    api_base: Url,
    scopes: Type.Object(
      {
        always: Scopes,
        income: Type.Optional(Scopes),
        assets: Type.Optional(Scopes),
        transactions: Type.Optional(Scopes),
      },
      { additionalProperties: false },
    ),
    consent_days: Type.Optional(Type.Integer({ minimum: 1, maximum: 365 })),
    lookback_days: Type.Optional(Type.Integer({ minimum: 1, maximum: 3660 })),
    sender_constraint: Type.Optional(choice(SENDER_CONSTRAINTS)),
    ca: Type.Optional(Pem),
  },
  { additionalProperties: false },
);
export type FdxSettings = Static<typeof FdxSettings>;

/** A provider with its parsed key. `settings` does not contain the key, so that no error message can quote it. */
export type Provider = {
  name: string;
  issuer: string;
  client_id: string;
  auth: { method: (typeof CLIENT_AUTH_METHODS)[number]; key: KeyObject; kid: string | undefined; alg: Algorithm };
  /** True if our requests use a client certificate. */
  has_certificate: boolean;
  api_base: string;
  scopes: FdxSettings['scopes'];
  consent_days: number;
  /** The longest history that the provider lets us ask for. Undefined if the provider has no such limit. */
  lookback_days: number | undefined;
  sender_constraint: (typeof SENDER_CONSTRAINTS)[number];
};

/** Returns the faults that the schema cannot express, one sentence for each fault. A sentence never quotes a value. */
export function settingsFaults({ issuer, api_base, client_auth, sender_constraint }: FdxSettings): string[] {
  const { method, key, certificate, alg = 'ES256' } = client_auth;
  const faults: string[] = [];
  for (const [name, url] of Object.entries({ issuer, api_base })) {
    if (!isAllowedUrl(url)) faults.push(`settings.${name} must be an https URL, or http on this machine.`);
  }
  const parsed = parseKey(key);
  if (parsed === undefined) faults.push('settings.client_auth.key is not a private key in PEM (PKCS#8).');
  else if (method === 'private_key_jwt' && !fits(parsed, alg)) {
    faults.push(`settings.client_auth.key cannot sign ${alg}.`);
  }
  const needs_certificate = method !== 'private_key_jwt' || sender_constraint === 'mtls';
  if (needs_certificate && certificate === undefined) faults.push('settings.client_auth.certificate is required.');
  return faults;
}

export function toProvider(name: string, settings: FdxSettings): Provider {
  const [fault] = settingsFaults(settings);
  const key = parseKey(settings.client_auth.key);
  if (fault !== undefined || key === undefined) throw new Error(fault);
  const { method, kid, alg = 'ES256', certificate } = settings.client_auth;
  return {
    name,
    issuer: settings.issuer,
    client_id: settings.client_id,
    auth: { method, key, kid, alg },
    has_certificate: certificate !== undefined,
    api_base: settings.api_base.replace(/\/+$/, ''),
    scopes: settings.scopes,
    consent_days: settings.consent_days ?? 365,
    lookback_days: settings.lookback_days,
    sender_constraint: settings.sender_constraint ?? 'auto',
  };
}

/** Returns exactly the scopes that the settings list for these products, in the same order. */
export function scopesFor({ scopes }: Pick<Provider, 'scopes'>, products: readonly ProductType[]): string[] {
  const own = FDX_PRODUCTS.filter((one) => products.includes(one));
  return [...new Set([...scopes.always, ...own.flatMap((product) => scopes[product] ?? [])])];
}

export function isAllowedUrl(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || url.username !== '' || url.password !== '' || url.hash !== '') return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopbackHost(url.hostname));
}

function parseKey(pem: string): KeyObject | undefined {
  try {
    return createPrivateKey(pem);
  } catch {
    return undefined;
  }
}

const fits = (key: KeyObject, alg: Algorithm): boolean =>
  alg === 'ES256'
    ? key.asymmetricKeyType === 'ec' && key.asymmetricKeyDetails?.namedCurve === 'prime256v1'
    : key.asymmetricKeyType === 'rsa' || key.asymmetricKeyType === 'rsa-pss';
