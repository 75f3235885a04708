// Checks the authorization request of a client. The request was pushed before (RFC 9126), or its parameters are in the
// authorization URL.

import { type AccessRequest, type Bank, issuerAt, SCOPES } from './bank.ts';
import { type Client, isRegistered } from './clients.ts';
import { readConsentRequest } from './consent-requests.ts';
import { OAuthError } from './errors.ts';
import type { Asked } from './http.ts';

/** Checks the parameters. The redirect address was already checked, so errors may be sent to it. */
export function readAccessRequest(
  client: Client,
  issuer: string,
  params: URLSearchParams,
  proof_jkt?: string,
): AccessRequest {
  checkRepeated(params);
  if (params.get('response_type') !== 'code')
    throw new OAuthError(400, 'unsupported_response_type', 'response_type must be code.');
  if (![null, 'query'].includes(params.get('response_mode'))) throw invalid('response_mode must be query.');
  const code_challenge = params.get('code_challenge') ?? '';
  if (!/^[\w-]{43}$/.test(code_challenge)) throw invalid('code_challenge must have 43 characters of base64url.');
  if (params.get('code_challenge_method') !== 'S256') throw invalid('code_challenge_method must be S256.');
  const state = params.get('state') ?? '';
  if (state.length < 8 || state.length > 512) throw invalid('state must have 8 to 512 characters.');
  const scopes = readScopes(client, params.get('scope') ?? '');
  const nonce = params.get('nonce') ?? undefined;
  if (scopes.includes('openid') && (nonce === undefined || nonce.length < 8)) throw invalid('nonce is missing.');
  const named_jkt = params.get('dpop_jkt') ?? undefined;
  if (named_jkt !== undefined && proof_jkt !== undefined && named_jkt !== proof_jkt)
    throw invalid('dpop_jkt is not the key of the proof.');
  return {
    client_id: client.client_id,
    issuer,
    redirect_uri: params.get('redirect_uri') ?? '',
    state,
    nonce,
    code_challenge,
    dpop_jkt: named_jkt ?? proof_jkt,
    ...readConsentRequest(params.get('authorization_details'), scopes),
  };
}

export function checkRedirect(client: Client, params: URLSearchParams): void {
  const [redirect_uri, ...more] = params.getAll('redirect_uri');
  if (redirect_uri === undefined || more.length > 0 || !isRegistered(client, redirect_uri)) {
    throw invalid('redirect_uri is missing or not registered.');
  }
}

/**
 * Returns the authorization request with which a browser opens the authorization endpoint. A pushed request can be used
 * only once.
 */
export function pickUpRequest(bank: Bank, asked: Asked, client: Client): AccessRequest {
  const request_uri = asked.query.get('request_uri');
  if (request_uri === null) {
    if (bank.settings.par === 'required') throw invalid('The request must be pushed first.');
    checkRedirect(client, asked.query);
    return readAccessRequest(client, issuerAt(bank, asked.origin), asked.query);
  }
  const pushed = bank.pushed.get(request_uri);
  bank.pushed.delete(request_uri);
  if (pushed === undefined || pushed.request.client_id !== client.client_id || pushed.expires_at <= bank.clock.now()) {
    throw new OAuthError(400, 'invalid_request_uri', 'request_uri is unknown, used or expired.');
  }
  return pushed.request;
}

function readScopes(client: Client, text: string): string[] {
  const scopes = [...new Set(text.split(' ').filter((scope) => scope !== ''))];
  const known = scopes.filter((scope) => scope in SCOPES && client.scopes.includes(scope));
  if (known.length < scopes.length || !scopes.some((scope) => scope.startsWith('fdx:'))) {
    throw new OAuthError(400, 'invalid_scope', 'scope is missing, unknown or not registered.');
  }
  return scopes;
}

function checkRepeated(params: URLSearchParams): void {
  const names = [...params.keys()];
  const repeated = names.find((name, at) => names.indexOf(name) !== at);
  if (repeated !== undefined) throw invalid(`${repeated} is given more than once.`);
  if (params.has('request') || params.has('client_secret'))
    throw invalid('request and client_secret are not accepted.');
}

const invalid = (text: string): OAuthError => new OAuthError(400, 'invalid_request', text);
