// The sandbox bank's authorization server: consent yields a code, the code yields tokens, and the tokens identify who
// consented. The bank simulates an external company, so it uses real time, and its rows belong to no client.
import { hash, randomBytes, timingSafeEqual } from 'node:crypto';
import { newId } from '#base/ids.ts';
import { BANK_USERNAMES } from '#connectors/sandbox/cast/bank-people.ts';
import { ERROR_USER, judgeLogin, usernameOf, type Way } from '#connectors/sandbox/logins.ts';
import {
  ACCESS_TOKEN_SECONDS,
  type Authorization,
  type AuthorizationRead,
  BANK_CLIENT_ID,
  BANK_PATHS,
  backTo,
  CALLBACK_PATH,
  CODE_SECONDS,
  isVerified,
  type OAuthError,
  readAuthorization,
  type TokenAnswer,
  type UserinfoAnswer,
} from '#domain/connections/sandbox-oauth.ts';
import type { FailedStatus } from '#domain/connections/tasks.ts';
import type { Transport } from '#outbound/provider-io.ts';
import type { CtxParts } from '#services/platform/ctx.ts';
import type { Vault } from '#services/platform/vault.ts';
import {
  deleteGrant,
  findGrantByAccessToken,
  findGrantByRefreshToken,
  insertAccessToken,
  insertGrant,
  lockGrantByCode,
  useCode,
} from '#storage/connections/sandbox-oauth.ts';
import { type Db, SYSTEM } from '#storage/platform/db.ts';

export type BankParts = Pick<CtxParts, 'database' | 'vault' | 'clock' | 'settings'>;

/** What the user enters on the consent page. */
export type Visit = { username: string; password: string; allow: boolean };

/**
 * If the outcome is `back`, the user is redirected to us. If it is `again`, the consent page is shown again with an
 * error message.
 */
export type Decision = { outcome: 'back'; url: string } | { outcome: 'again'; message: string };

export type OAuthAnswer = { status: number; headers: Record<string, string>; body: string };

/**
 * The client secret that our connector has at the sandbox bank. An attacker who obtains an authorization code cannot
 * exchange the code without this secret.
 */
export const bankSecretOf = (vault: Vault): string => vault.hash('sandbox_bank', BANK_CLIENT_ID).toString('hex');

export const callbackUrl = ({ settings }: Pick<BankParts, 'settings'>): string =>
  `${settings.public_url}${CALLBACK_PATH}`;

export const openAuthorization = (parts: BankParts, query: Readonly<Record<string, string>>): AuthorizationRead =>
  readAuthorization(query, callbackUrl(parts));

/**
 * The OAuth errors for some failed login statuses. Every other status gets `access_denied`. `error_description` carries
 * the exact status.
 */
const DENIALS: Partial<Record<FailedStatus, OAuthError>> = {
  config_error: 'unauthorized_client',
  not_supported: 'invalid_scope',
  unavailable: 'temporarily_unavailable',
  error: 'server_error',
};

export async function decide(parts: BankParts, authorization: Authorization, visit: Visit): Promise<Decision> {
  if (!visit.allow) return { outcome: 'back', url: backTo(authorization, { error: 'access_denied' }) };
  const { username, password } = visit;
  const verdict = judgeLogin(BANK_USERNAMES, { username, password });
  if (verdict.accepted)
    return { outcome: 'back', url: backTo(authorization, { code: await issueCode(parts, authorization, verdict) }) };
  const { status, message } = verdict;
  // A user who mistyped the user name or password can correct it on this page. The sandbox user `error.user` is always
  // redirected with the failure.
  if (status === 'login_error' && usernameOf({ username }) !== ERROR_USER) return { outcome: 'again', message };
  return { outcome: 'back', url: deniedFor(authorization, status) };
}

/**
 * Simulates the user on the bank's consent page, without a browser, and returns the redirect URL. A wrong password is
 * not retried.
 */
export async function consentFor(parts: BankParts, authorize_url: string, visit: Visit): Promise<string> {
  const read = openAuthorization(parts, Object.fromEntries(new URL(authorize_url).searchParams));
  if (read.outcome === 'stop') throw new Error('the sandbox bank could not identify the client');
  if (read.outcome === 'back') return read.url;
  const decision = await decide(parts, read.authorization, visit);
  return decision.outcome === 'back' ? decision.url : deniedFor(read.authorization, 'login_error');
}

const deniedFor = (authorization: Authorization, status: FailedStatus): string =>
  backTo(authorization, { error: DENIALS[status] ?? 'access_denied', error_description: status });

async function issueCode(
  parts: BankParts,
  { redirect_uri, code_challenge }: Authorization,
  { username, way }: { username: string; way: Way },
): Promise<string> {
  const code = newToken();
  const now = parts.clock.now();
  await insertGrant(bankDb(parts), {
    id: newId(),
    oauth_client_id: BANK_CLIENT_ID,
    redirect_uri,
    code_challenge,
    username,
    way,
    code_hash: hashOf(code),
    code_expires_at: later(now, CODE_SECONDS),
    created_at: now,
  });
  return code;
}

type Form = Readonly<Record<string, string | undefined>>;

export async function answerToken(parts: BankParts, form: Form): Promise<OAuthAnswer> {
  if (!isOurClient(parts, form)) return refusal(401, 'invalid_client');
  switch (form['grant_type']) {
    case 'authorization_code':
      return exchange(parts, form);
    case 'refresh_token':
      return refresh(parts, form['refresh_token'] ?? '');
    default:
      return refusal(400, 'unsupported_grant_type');
  }
}

async function exchange(parts: BankParts, form: Form): Promise<OAuthAnswer> {
  const now = parts.clock.now();
  return bankDb(parts).transaction(async (tx) => {
    const grant = await lockGrantByCode(tx, hashOf(form['code'] ?? ''));
    if (grant === undefined) return refusal(400, 'invalid_grant');
    // If a code is used twice, the code may have been stolen, and the tokens that were issued for its first use may
    // have been stolen too. We therefore revoke all these tokens.
    if (grant.is_used) {
      await deleteGrant(tx, grant.id);
      return refusal(400, 'invalid_grant');
    }
    const is_bound = grant.oauth_client_id === form['client_id'] && grant.redirect_uri === form['redirect_uri'];
    const is_fresh = now < grant.code_expires_at;
    if (!is_bound || !is_fresh || !isVerified(grant.code_challenge, form['code_verifier'] ?? '')) {
      await deleteGrant(tx, grant.id);
      return refusal(400, 'invalid_grant');
    }
    const refresh_token = newToken();
    await useCode(tx, grant.id, hashOf(refresh_token));
    return granted(await newAccessToken(tx, grant.id, now), refresh_token);
  });
}

/**
 * The refresh token stays the same. If we issued a new refresh token and the response were lost, the user would have to
 * consent again.
 */
async function refresh(parts: BankParts, refresh_token: string): Promise<OAuthAnswer> {
  const db = bankDb(parts);
  const grant = await findGrantByRefreshToken(db, hashOf(refresh_token));
  if (grant === undefined) return refusal(400, 'invalid_grant');
  return granted(await newAccessToken(db, grant.id, parts.clock.now()), refresh_token);
}

export async function answerUserinfo(parts: BankParts, authorization: string | undefined): Promise<OAuthAnswer> {
  const token = /^Bearer (\S+)$/i.exec(authorization ?? '')?.[1] ?? '';
  const grant = await findGrantByAccessToken(bankDb(parts), hashOf(token), parts.clock.now());
  if (grant === undefined) {
    return {
      ...answer(401, { error: 'invalid_token' }),
      headers: { 'www-authenticate': 'Bearer error="invalid_token"' },
    };
  }
  return answer(200, { sub: grant.username, way: grant.way } satisfies UserinfoAnswer);
}

/** RFC 7009: revoking an unknown token succeeds. */
export async function answerRevoke(parts: BankParts, form: Form): Promise<OAuthAnswer> {
  if (!isOurClient(parts, form)) return refusal(401, 'invalid_client');
  const grant = await findGrantByRefreshToken(bankDb(parts), hashOf(form['token'] ?? ''));
  if (grant !== undefined) await deleteGrant(bankDb(parts), grant.id);
  return answer(200, {});
}

/**
 * Calls the bank within this process. An HTTP request to our own URL would have to pass through any proxy in front of
 * the service, and some workers cannot reach that URL at all.
 */
export const bankTransport =
  (parts: BankParts): Transport =>
  async (url, { headers, body }) => {
    const address = url.startsWith(parts.settings.base_url) ? url.slice(parts.settings.base_url.length) : '';
    const form = Object.fromEntries(new URLSearchParams(typeof body === 'string' ? body : ''));
    const { status, headers: answer_headers, body: text } = await answerAt(parts, address, form, new Headers(headers));
    return new Response(text, { status, headers: answer_headers });
  };

async function answerAt(parts: BankParts, address: string, form: Form, headers: Headers): Promise<OAuthAnswer> {
  switch (address) {
    case BANK_PATHS.token:
      return answerToken(parts, form);
    case BANK_PATHS.userinfo:
      return answerUserinfo(parts, headers.get('authorization') ?? undefined);
    case BANK_PATHS.revoke:
      return answerRevoke(parts, form);
    default:
      return answer(404, {});
  }
}

async function newAccessToken(db: Db, grant_id: string, now: Date): Promise<string> {
  const access_token = newToken();
  const expires_at = later(now, ACCESS_TOKEN_SECONDS);
  await insertAccessToken(db, { token_hash: hashOf(access_token), grant_id, expires_at }, now);
  return access_token;
}

const granted = (access_token: string, refresh_token: string): OAuthAnswer =>
  answer(200, {
    access_token,
    token_type: 'Bearer',
    expires_in: ACCESS_TOKEN_SECONDS,
    refresh_token,
  } satisfies TokenAnswer);

const refusal = (status: number, error: OAuthError): OAuthAnswer => answer(status, { error });

const answer = (status: number, body: object): OAuthAnswer => ({ status, headers: {}, body: JSON.stringify(body) });

function isOurClient({ vault }: BankParts, { client_id, client_secret = '' }: Form): boolean {
  const [given, right] = [hashOf(client_secret), hashOf(bankSecretOf(vault))];
  return client_id === BANK_CLIENT_ID && timingSafeEqual(given, right);
}

const bankDb = ({ database }: BankParts): Db => database.scoped(SYSTEM);
/** A token has 256 random bits, so its plain hash reveals nothing. */
const newToken = (): string => randomBytes(32).toString('base64url');
const hashOf = (token: string): Buffer => hash('sha256', token, 'buffer');
const later = (now: Date, seconds: number): Date => new Date(now.getTime() + seconds * 1000);
