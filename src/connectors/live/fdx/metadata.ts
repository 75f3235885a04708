// The metadata of an authorization server (RFC 8414): its endpoints and its capabilities.

import type { Static } from 'typebox';
import { Type } from 'typebox';
import { type Io, type IoResponse, ProviderFailure } from '#connectors/contract.ts';
import { busy } from '#connectors/live/busy.ts';
import { readJson } from '#connectors/wire.ts';
import { isAllowedUrl, type Provider } from './settings.ts';

const url = Type.String({ maxLength: 2048 });
const names = Type.Array(Type.String({ maxLength: 256 }), { maxItems: 512 });
const optional = Type.Optional;

const Metadata = Type.Object({
  issuer: url,
  authorization_endpoint: url,
  token_endpoint: url,
  pushed_authorization_request_endpoint: optional(url),
  revocation_endpoint: optional(url),
  scopes_supported: optional(names),
  token_endpoint_auth_methods_supported: optional(names),
  token_endpoint_auth_signing_alg_values_supported: optional(names),
  code_challenge_methods_supported: optional(names),
  dpop_signing_alg_values_supported: optional(names),
  authorization_details_types_supported: optional(names),
  tls_client_certificate_bound_access_tokens: optional(Type.Boolean()),
  authorization_response_iss_parameter_supported: optional(Type.Boolean()),
  mtls_endpoint_aliases: optional(
    Type.Object({
      token_endpoint: optional(url),
      pushed_authorization_request_endpoint: optional(url),
      revocation_endpoint: optional(url),
    }),
  ),
});
export type Metadata = Static<typeof Metadata>;

/** This failure is thrown only if the provider answered or if no secret was sent, so its `cause` is not set. */
export const unavailable = (name: string): ProviderFailure =>
  new ProviderFailure('unavailable', `${name} is not available. Please try again later.`);

export type Discovered = { metadata: Metadata; response: IoResponse };

const KEPT_MS = 60 * 60 * 1000;

export type Discovery = (io: Io) => Promise<Metadata>;

/** Reads the metadata at most once an hour. A failed attempt is not cached. */
export function openDiscovery(provider: Provider): Discovery {
  let kept: { metadata: Metadata; until_ms: number } | undefined;
  return async (io) => {
    const now_ms = io.real_now().getTime();
    // If the clock is set back, the cache must not keep old metadata for longer than an hour.
    if (kept !== undefined && now_ms < kept.until_ms && kept.until_ms - now_ms <= KEPT_MS) return kept.metadata;
    const { metadata } = await discover(provider, io);
    kept = { metadata, until_ms: now_ms + KEPT_MS };
    return metadata;
  };
}

export async function discover(provider: Provider, io: Io): Promise<Discovered> {
  const { issuer, name } = provider;
  const response = await io.fetch(metadataUrlOf(issuer), { headers: { accept: 'application/json' } });
  if (response.status === 429) throw busy(name, response, io);
  if (response.status >= 500) {
    throw unavailable(name);
  }
  if (response.status !== 200) throw new Error(`the metadata has the status ${response.status}`);
  const metadata = readJson(Metadata, response);
  // The metadata must name the issuer in the settings. Metadata of another issuer could make us send codes and tokens
  // to another server.
  if (metadata.issuer !== issuer) throw new Error('the metadata names another issuer');
  const endpoints = [metadata.authorization_endpoint, ...usedEndpoints(provider, metadata).map(([, url]) => url)];
  if (!endpoints.every(isAllowedUrl)) {
    throw new Error('the metadata has an endpoint without TLS');
  }
  return { metadata, response };
}

/** The well-known path is inserted between the host and the path of the issuer (RFC 8414, section 3.1). */
export function metadataUrlOf(issuer: string): string {
  const { origin, pathname } = new URL(issuer);
  return `${origin}/.well-known/oauth-authorization-server${pathname.replace(/\/+$/, '')}`;
}

type Endpoint = 'token_endpoint' | 'pushed_authorization_request_endpoint' | 'revocation_endpoint';

/** The endpoints to which we send requests, with their names. Only the person's browser uses the other endpoints. */
export const usedEndpoints = (provider: Provider, metadata: Metadata): [string, string][] =>
  (['token_endpoint', 'pushed_authorization_request_endpoint', 'revocation_endpoint'] as const).flatMap((name) => {
    const endpoint = endpointFor(provider, metadata, name);
    return endpoint === undefined ? [] : [[name, endpoint] as [string, string]];
  });

/**
 * If we use a client certificate and the server has separate endpoints for mutual TLS, these endpoints are used (RFC
 * 8705).
 */
export const endpointFor = ({ has_certificate }: Provider, metadata: Metadata, name: Endpoint): string | undefined =>
  (has_certificate ? metadata.mtls_endpoint_aliases?.[name] : undefined) ?? metadata[name];

export type Constraint = 'dpop' | 'mtls' | 'none';

/**
 * Returns how access tokens are bound to us. With `auto`, a client certificate is used if we have one and the server
 * supports it. Otherwise DPoP is used if the server supports it.
 */
export function constraintFor({ sender_constraint, has_certificate }: Provider, metadata: Metadata): Constraint {
  if (sender_constraint !== 'auto') return sender_constraint;
  if (has_certificate && metadata.tls_client_certificate_bound_access_tokens === true) return 'mtls';
  return metadata.dpop_signing_alg_values_supported?.includes('ES256') === true ? 'dpop' : 'none';
}
