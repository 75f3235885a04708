// The setup token, and the access address for which the token is exchanged. Both are secrets, so no error message
// quotes them.
import { hash } from 'node:crypto';
import { type Identities, type Io, ProviderFailure } from '#connectors/contract.ts';
import { busy } from '#connectors/live/busy.ts';
import type { WireAccount } from './wire.ts';

/** The access address without its credentials, and the header that contains the credentials. */
export type Access = { url: string; authorization: string };

const NOT_A_TOKEN = 'This is not a SimpleFIN setup token. Please copy the whole token.';
const WRONG_SERVER = 'This token belongs to a SimpleFIN server that cannot be used here.';
const USED = 'This token was used before. Make a new one.';
const TOKEN = /^[A-Za-z0-9+/_-]{8,}={0,2}$/;
const ADDRESS_LENGTH_MAX = 2048;

/** Returns the claim address in a setup token. Throws if the address is not on one of the allowed servers. */
export function claimAddressOf(setup_token: string, origins: readonly string[]): string {
  // Mail programs and terminals break long lines. So spaces and line breaks within a pasted token are ignored.
  const token = setup_token.replaceAll(/\s+/g, '');
  const decoded = TOKEN.test(token) ? Buffer.from(token, 'base64').toString('utf8').trim() : '';
  if (!/^https?:\/\//i.test(decoded) || !URL.canParse(decoded)) throw new ProviderFailure('login_error', NOT_A_TOKEN);
  const url = new URL(decoded);
  if (!origins.includes(url.origin)) throw new ProviderFailure('login_error', WRONG_SERVER);
  if (url.username !== '' || url.password !== '') throw new ProviderFailure('login_error', NOT_A_TOKEN);
  return url.href;
}

/**
 * Claims the access address. The server answers only the first claim of a token; a second claim gets 403. If this
 * process ends before the address is stored, the step runs again and gets 403. The access address is then lost, and the
 * person is asked for a new token.
 */
export async function claim(setup_token: string, origins: readonly string[], io: Io): Promise<string> {
  const response = await io.fetch(claimAddressOf(setup_token, origins), { method: 'POST' });
  if (response.status === 403) throw new ProviderFailure('login_error', USED);
  if (response.status === 404 || response.status === 410) throw new ProviderFailure('login_error', NOT_A_TOKEN);
  if (response.status === 429) throw busy('SimpleFIN', response, io);
  if (response.status !== 200) {
    throw new ProviderFailure('unavailable', 'SimpleFIN did not accept the token. Please try again later.');
  }
  const address = response.body.trim();
  accessOf(address, origins);
  return address;
}

/** Separates the credentials from the access address. Throws if the address is not on one of the allowed servers. */
export function accessOf(address: string, origins: readonly string[]): Access {
  if (address.length > ADDRESS_LENGTH_MAX || !URL.canParse(address)) throw new Error('the access address is not a URL');
  const url = new URL(address);
  if (!origins.includes(url.origin)) {
    throw new ProviderFailure('config_error', 'The accounts are on a SimpleFIN server that cannot be used here.');
  }
  const credentials = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
  if (credentials.length < 3) throw new Error('the access address has no credentials');
  return {
    url: `${url.origin}${url.pathname.replace(/\/+$/, '')}`,
    authorization: `Basic ${Buffer.from(credentials).toString('base64')}`,
  };
}

/**
 * Returns the identity of a login. Each setup token gives another access address, even if the person connects the same
 * accounts again. So the identity consists of the server and of the ids of the accounts. If the accounts could not be
 * read, it is the access address. The identity is a hash: it can be compared and shown, but nobody can log in with it.
 */
export function identityOf(address: string, accounts: readonly WireAccount[]): string {
  if (accounts.length === 0) return hash('sha256', address);
  const ids = accounts.map(({ org, id }) => JSON.stringify([org?.id ?? org?.domain ?? null, id]));
  return hash('sha256', JSON.stringify([new URL(address).origin, ...ids.toSorted()]));
}

/**
 * Identifies the single accounts. The id of an account is unique only at its bank, so an account whose bank is not
 * named is left out.
 */
export const identitiesOf = (address: string, accounts: readonly WireAccount[]): Identities =>
  accounts.flatMap(({ org, conn_id, id }) => {
    const bank = org?.id ?? org?.domain ?? conn_id;
    return bank ? [JSON.stringify([new URL(address).origin, bank, id])] : [];
  });
