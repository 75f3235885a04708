// The bank's authorization server metadata (RFC 8414), and the public key of its id tokens.
import { createPublicKey } from 'node:crypto';
import { SIGNING_ALGORITHMS } from '../kit/jose.ts';
import { type Bank, issuerAt, SCOPES } from './bank.ts';
import { CLIENT_METHODS } from './clients.ts';
import { CONSENT_TYPE } from './consent-requests.ts';

export const ID_TOKEN_KEY = 'harbor-1';

export const endpoint = (bank: Bank, origin: string, name: string): string => `${issuerAt(bank, origin)}/${name}`;

/**
 * Returns the audiences that a client assertion may name: the issuer, the called endpoint or the token endpoint, each
 * on both servers.
 */
export function audiencesOf(bank: Bank, name: string): string[] {
  const origins = [bank.origins.plain, bank.origins.tls];
  return origins.flatMap((origin) => [
    issuerAt(bank, origin),
    endpoint(bank, origin, name),
    endpoint(bank, origin, 'token'),
  ]);
}

export function metadata(bank: Bank, origin: string) {
  const { par, constraint } = bank.settings;
  const at = (name: string) => endpoint(bank, origin, name);
  const secured = (name: string) => endpoint(bank, bank.origins.tls, name);
  return {
    issuer: issuerAt(bank, origin),
    // People open the pages without TLS, because their browsers do not trust the bank's certificate authority.
    authorization_endpoint: endpoint(bank, bank.origins.plain, 'authorize'),
    token_endpoint: at('token'),
    revocation_endpoint: at('revoke'),
    jwks_uri: at('jwks'),
    ...(par === 'off'
      ? {}
      : {
          pushed_authorization_request_endpoint: at('par'),
          require_pushed_authorization_requests: par === 'required',
        }),
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    scopes_supported: Object.keys(SCOPES),
    authorization_details_types_supported: [CONSENT_TYPE],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['ES256'],
    token_endpoint_auth_methods_supported: CLIENT_METHODS,
    token_endpoint_auth_signing_alg_values_supported: SIGNING_ALGORITHMS,
    revocation_endpoint_auth_methods_supported: CLIENT_METHODS,
    revocation_endpoint_auth_signing_alg_values_supported: SIGNING_ALGORITHMS,
    ...(constraint === 'off'
      ? {}
      : {
          dpop_signing_alg_values_supported: SIGNING_ALGORITHMS,
          tls_client_certificate_bound_access_tokens: true,
        }),
    mtls_endpoint_aliases: {
      token_endpoint: secured('token'),
      revocation_endpoint: secured('revoke'),
      ...(par === 'off' ? {} : { pushed_authorization_request_endpoint: secured('par') }),
    },
  };
}

export function keySet(bank: Bank) {
  const jwk = createPublicKey(bank.id_token_key).export({ format: 'jwk' });
  return { keys: [{ ...jwk, kid: ID_TOKEN_KEY, use: 'sig', alg: 'ES256' }] };
}
