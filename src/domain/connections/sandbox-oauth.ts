// The public interface of the sandbox bank's authorisation server: its URLs, requests and responses.
// The rules are those of RFC 6749 (authorization code) and RFC 7636 (PKCE, S256 only).
import { hash, timingSafeEqual } from 'node:crypto';
import { type Static, Type } from 'typebox';

export const BANK_CLIENT_ID = 'vouch';
export const BANK_PATHS = {
  authorize: '/sandbox/bank/authorize',
  token: '/sandbox/bank/token',
  userinfo: '/sandbox/bank/userinfo',
  revoke: '/sandbox/bank/revoke',
} as const;

/** The path to which a provider's authorisation page redirects. */
export const CALLBACK_PATH = '/oauth/callback/';

export const CODE_SECONDS = 60;
export const ACCESS_TOKEN_SECONDS = 3_600;
const STATE_LENGTH_MAX = 512;

export const TokenAnswer = Type.Object({
  access_token: Type.String({ minLength: 1 }),
  token_type: Type.Literal('Bearer'),
  expires_in: Type.Integer(),
  refresh_token: Type.String({ minLength: 1 }),
});
export type TokenAnswer = Static<typeof TokenAnswer>;

/**
 * `sub` identifies the person who gave consent. `way` says how this login continues; only the sandbox bank returns
 * `way`.
 */
export const UserinfoAnswer = Type.Object({ sub: Type.String({ minLength: 1 }), way: Type.String() });
export type UserinfoAnswer = Static<typeof UserinfoAnswer>;

export type OAuthError =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'invalid_scope'
  | 'unauthorized_client'
  | 'unsupported_grant_type'
  | 'unsupported_response_type'
  | 'access_denied'
  | 'temporarily_unavailable'
  | 'server_error';

/** A validated authorisation request. */
export type Authorization = { redirect_uri: string; state: string; code_challenge: string };

/**
 * `stop` means that the client cannot be identified or that its `state` is not valid, so the server does not redirect.
 * `back` means that the server redirects to the client with the error.
 */
export type AuthorizationRead =
  | { outcome: 'fine'; authorization: Authorization }
  | { outcome: 'stop' }
  | { outcome: 'back'; url: string };

type Query = Readonly<Record<string, string | undefined>>;

/** Checks an authorisation request. `redirect_uri` is the only redirect URL that is registered for our client. */
export function readAuthorization(query: Query, redirect_uri: string): AuthorizationRead {
  const { state = '', code_challenge = '' } = query;
  if (query['client_id'] !== BANK_CLIENT_ID || query['redirect_uri'] !== redirect_uri) return { outcome: 'stop' };
  if (state === '' || state.length > STATE_LENGTH_MAX) return { outcome: 'stop' };
  const authorization = { redirect_uri, state, code_challenge };
  const error = authorizationError(query, code_challenge);
  return error === undefined
    ? { outcome: 'fine', authorization }
    : { outcome: 'back', url: backTo(authorization, { error }) };
}

function authorizationError(query: Query, code_challenge: string): OAuthError | undefined {
  if (query['response_type'] !== 'code') return 'unsupported_response_type';
  const has_challenge = query['code_challenge_method'] === 'S256' && /^[\w-]{43}$/.test(code_challenge);
  return has_challenge ? undefined : 'invalid_request';
}

/** The client's URL to which the server redirects, with the code or the error. */
export function backTo(
  { redirect_uri, state }: Authorization,
  result: { code: string } | { error: OAuthError; error_description?: string },
): string {
  const url = new URL(redirect_uri);
  for (const [name, value] of Object.entries({ ...result, state })) url.searchParams.set(name, value);
  return url.href;
}

export const challengeOf = (verifier: string): string => hash('sha256', verifier, 'base64url');

/**
 * Checks the PKCE verifier. The challenge was derived from the verifier, and only the client that requested the code
 * has the verifier.
 */
export function isVerified(code_challenge: string, verifier: string): boolean {
  if (!/^[\w.~-]{43,128}$/.test(verifier)) return false;
  const [expected, actual] = [Buffer.from(code_challenge), Buffer.from(challengeOf(verifier))];
  return expected.length === actual.length && timingSafeEqual(expected, actual);
}
