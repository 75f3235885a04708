// The clients that are registered with the bank, and how they authenticate (RFC 7523, RFC 8705).
import type { KeyObject } from 'node:crypto';
import { numberIn, textIn } from '../kit/fields.ts';
import { readToken, type SigningAlgorithm } from '../kit/jose.ts';
import { type Bank, useOnce } from './bank.ts';
import { OAuthError } from './errors.ts';
import type { Asked } from './http.ts';

export const CLIENT_METHODS = ['private_key_jwt', 'tls_client_auth', 'self_signed_tls_client_auth'] as const;

const ASSERTION_TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
/**
 * The longest lifetime of a client assertion, and the largest allowed difference between the client's clock and the
 * bank's clock.
 */
const ASSERTION_SECONDS_MAX = 600;
const CLOCK_DIFFERENCE_SECONDS_MAX = 60;

export type Client = {
  client_id: string;
  name: string;
  /**
   * The exact redirect addresses. An empty list allows every loopback address, so that the simulator works on any port.
   */
  redirect_uris: readonly string[];
  scopes: readonly string[];
} & (
  | { method: 'private_key_jwt'; alg: SigningAlgorithm; kid: string; public_key: KeyObject }
  | { method: 'tls_client_auth'; subject: string }
  | { method: 'self_signed_tls_client_auth'; thumbprint: string }
);

/**
 * Returns the client that sent the request. Throws if the client does not authenticate in exactly the way that is
 * registered for it.
 */
export function authenticate(bank: Bank, asked: Asked, audiences: readonly string[]): Client {
  if (asked.headers.authorization !== undefined) throw refused('Basic authentication is not registered.');
  if (asked.form.has('client_secret')) throw refused('Client secrets are not accepted.');
  const assertion = asked.form.get('client_assertion');
  if (assertion !== null) return byAssertion(bank, asked, assertion, audiences);
  const client = bank.clients.get(asked.form.get('client_id') ?? '');
  if (client === undefined) throw refused('The client is unknown.');
  if (client.method === 'private_key_jwt') throw refused('A client assertion is missing.');
  const { certificate } = asked;
  if (certificate === undefined) throw refused('A client certificate is missing.');
  const is_known =
    client.method === 'tls_client_auth'
      ? certificate.is_trusted && certificate.subject === client.subject
      : certificate.thumbprint === client.thumbprint;
  if (!is_known) throw refused('The client certificate is not the registered one.');
  return client;
}

export function isRegistered(client: Client, redirect_uri: string): boolean {
  if (client.redirect_uris.length > 0) return client.redirect_uris.includes(redirect_uri);
  const url = URL.canParse(redirect_uri) ? new URL(redirect_uri) : undefined;
  return url !== undefined && url.hash === '' && ['127.0.0.1', 'localhost', '[::1]'].includes(url.hostname);
}

function byAssertion(bank: Bank, asked: Asked, assertion: string, audiences: readonly string[]): Client {
  if (asked.form.get('client_assertion_type') !== ASSERTION_TYPE)
    throw refused('The type of the assertion is unknown.');
  const token = readToken(assertion);
  if (token === undefined) throw refused('The assertion is damaged.');
  const { header, claims } = token;
  const client = bank.clients.get(textIn(claims, 'sub') ?? '');
  if (client?.method !== 'private_key_jwt') throw refused('The client is not registered for private_key_jwt.');
  const named = asked.form.get('client_id');
  if (named !== null && named !== client.client_id) throw refused('client_id and the assertion differ.');
  if (claims['iss'] !== client.client_id) throw refused('The issuer of the assertion must be the client.');
  if (header['alg'] !== client.alg) throw refused(`The assertion must be signed with ${client.alg}.`);
  if (header['kid'] !== undefined && header['kid'] !== client.kid) throw refused('The key id is unknown.');
  if (!token.isSignedBy(client.public_key)) throw refused('The signature of the assertion is wrong.');
  const listed: readonly unknown[] = [claims['aud']].flat();
  if (listed.length !== 1 || !audiences.some((audience) => audience === listed[0])) {
    throw refused('The audience of the assertion must be the issuer or the endpoint.');
  }
  checkTimes(bank, numberIn(claims, 'exp'), numberIn(claims, 'iat'), numberIn(claims, 'nbf'));
  const jti = textIn(claims, 'jti');
  if (jti === undefined || jti.length < 8 || jti.length > 256) throw refused('The assertion needs a jti.');
  if (!useOnce(bank, `assertion ${client.client_id} ${jti}`, ASSERTION_SECONDS_MAX + CLOCK_DIFFERENCE_SECONDS_MAX)) {
    throw refused('The assertion was used before.');
  }
  return client;
}

function checkTimes(bank: Bank, exp: number | undefined, iat: number | undefined, nbf: number | undefined): void {
  const now = bank.clock.now().getTime() / 1000;
  if (exp === undefined || exp <= now - CLOCK_DIFFERENCE_SECONDS_MAX) throw refused('The assertion is expired.');
  if (exp > now + ASSERTION_SECONDS_MAX) throw refused('The assertion is valid for too long.');
  const from = Math.max(iat ?? 0, nbf ?? 0);
  if (from > now + CLOCK_DIFFERENCE_SECONDS_MAX) throw refused('The assertion is not valid yet.');
}

const refused = (text: string): OAuthError => new OAuthError(401, 'invalid_client', text);
