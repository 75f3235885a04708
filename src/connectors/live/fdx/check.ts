// Implements `vouch providers check` for a configured FDX provider. Checks the metadata, our credentials, the scopes
// and the address of the data interface.
import { type Io, ProviderFailure } from '#connectors/contract.ts';
import { answerFaults } from '#connectors/live/checks.ts';
import { newDpopKey } from './jose.ts';
import { constraintFor, type Discovered, discover, type Metadata, usedEndpoints } from './metadata.ts';
import { askTokens, type Client } from './oauth.ts';
import { FDX_PRODUCTS, type Provider, scopesFor } from './settings.ts';

/** Returns everything that is wrong, one sentence for each fault. */
export async function checkProvider(client: Client, origins: readonly string[], io: Io): Promise<string[]> {
  const found = await attempt(() => discover(client.provider, io));
  if ('fault' in found) return [`The metadata of the authorization server cannot be read: ${found.fault}`];
  const { metadata } = found.value;
  const faults = [
    ...endpointFaults(client.provider, metadata, origins),
    ...abilityFaults(client.provider, metadata),
    ...scopeFaults(client.provider, metadata),
  ];
  // Without a token, the data interface answers every request with 401. So this request shows that its address is
  // right.
  const api = await answerFaults(io, `${client.provider.api_base}/accounts`, 401);
  return [...faults, ...(await credentialFaults(client, found.value, io)), ...api];
}

type Attempt<T> = { value: T } | { fault: string };

/** The messages of our own errors contain neither secrets nor text from the provider's responses. */
async function attempt<T>(run: () => Promise<T>): Promise<Attempt<T>> {
  try {
    return { value: await run() };
  } catch (error) {
    const message = error instanceof Error ? error.message : 'unknown error';
    return { fault: message.endsWith('.') ? message : `${message}.` };
  }
}

/**
 * Reports an endpoint in the metadata if its address is not in the settings, because we send requests only to the
 * addresses in the settings.
 */
const endpointFaults = (provider: Provider, metadata: Metadata, origins: readonly string[]): string[] =>
  usedEndpoints(provider, metadata)
    .filter(([, url]) => !origins.includes(new URL(url).origin))
    .map(([name]) => `The ${name} is at an address that the settings do not name.`);

function abilityFaults(provider: Provider, metadata: Metadata): string[] {
  const faults: string[] = [];
  const { method, alg } = provider.auth;
  const missing = (list: readonly string[] | undefined, name: string): boolean => list?.includes(name) === false;
  if (missing(metadata.token_endpoint_auth_methods_supported, method)) {
    faults.push(`The provider does not offer the client authentication ${method}.`);
  }
  if (method === 'private_key_jwt' && missing(metadata.token_endpoint_auth_signing_alg_values_supported, alg)) {
    faults.push(`The provider does not accept signatures with ${alg}.`);
  }
  if (missing(metadata.code_challenge_methods_supported, 'S256')) faults.push('The provider does not offer PKCE S256.');
  if (provider.sender_constraint === 'dpop' && metadata.dpop_signing_alg_values_supported?.includes('ES256') !== true) {
    faults.push('The provider does not offer DPoP with ES256.');
  }
  if (provider.sender_constraint === 'mtls' && metadata.tls_client_certificate_bound_access_tokens !== true) {
    faults.push('The provider does not bind tokens to certificates.');
  }
  return faults;
}

function scopeFaults(provider: Provider, { scopes_supported }: Metadata): string[] {
  const asked = scopesFor(provider, FDX_PRODUCTS);
  const unknown = scopes_supported === undefined ? [] : asked.filter((name) => !scopes_supported.includes(name));
  return unknown.length === 0 ? [] : [`The provider does not offer the scopes ${unknown.join(', ')}.`];
}

/**
 * Tries to exchange a code that does not exist. The server checks our credentials before it looks at the code. So every
 * answer except a rejection of our credentials shows that the credentials are correct.
 */
async function credentialFaults(client: Client, { metadata }: Discovered, io: Io): Promise<string[]> {
  const form = { grant_type: 'authorization_code', code: 'none', redirect_uri: client.provider.issuer };
  const dpop = constraintFor(client.provider, metadata) === 'dpop' ? newDpopKey(io) : null;
  try {
    await askTokens(client, { ...form, code_verifier: 'a'.repeat(43) }, dpop, io);
    return [];
  } catch (error) {
    if (error instanceof ProviderFailure && error.status === 'login_error') return [];
    if (error instanceof ProviderFailure && error.status === 'config_error') {
      return ['The provider does not accept our credentials.'];
    }
    const is_answer = error instanceof Error && error.message.includes('answered with the status 400');
    return is_answer ? [] : ['The token endpoint did not answer.'];
  }
}
