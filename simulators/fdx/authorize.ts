// Authorization: pushed requests, the login page, the consent page, and the redirect back to the client.
import { timingSafeEqual } from 'node:crypto';
import { checkRedirect, pickUpRequest, readAccessRequest } from './access-requests.ts';
import {
  type AccessRequest,
  accountIdOf,
  type Bank,
  type Code,
  type Consent,
  hashOf,
  isPast,
  issuerAt,
  later,
  lifeOf,
  newId,
  newSecret,
  readHistory,
  type Visit,
} from './bank.ts';
import { authenticate } from './clients.ts';
import { currentNonce, readProof } from './dpop.ts';
import { OAuthError } from './errors.ts';
import { type Answer, type Asked, json } from './http.ts';
import { audiencesOf } from './metadata.ts';
import { consentPage, errorPage, loginPage } from './pages.ts';

const PUSHED_SECONDS = 90;
const VISIT_SECONDS = 600;
const CODE_SECONDS = 60;
const FAILED_LOGINS_MAX = 5;
const LOCKED_SECONDS = 600;

/** Handles `POST /par`, the endpoint for pushed authorization requests. */
export function push(bank: Bank, asked: Asked): Answer {
  const client = authenticate(bank, asked, audiencesOf(bank, 'par'));
  const proof = readProof(bank, asked);
  if (proof.kind === 'wrong') throw new OAuthError(400, proof.code, proof.text, { 'dpop-nonce': currentNonce(bank) });
  if (asked.form.has('request_uri')) throw new OAuthError(400, 'invalid_request', 'request_uri must not be pushed.');
  checkRedirect(client, asked.form);
  const request = readAccessRequest(
    client,
    issuerAt(bank, asked.origin),
    asked.form,
    proof.kind === 'valid' ? proof.jkt : undefined,
  );
  const request_uri = `urn:ietf:params:oauth:request_uri:${newSecret()}`;
  bank.pushed.set(request_uri, { request, expires_at: later(bank, PUSHED_SECONDS) });
  return json(201, { request_uri, expires_in: PUSHED_SECONDS });
}

/** Handles `GET /authorize`, which shows the login page. */
export function authorize(bank: Bank, asked: Asked): Answer {
  const client = bank.clients.get(asked.query.get('client_id') ?? '');
  if (client === undefined) return html(400, errorPage('This app is not registered with the bank.'));
  let request: AccessRequest;
  try {
    request = pickUpRequest(bank, asked, client);
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error;
    return refuseRequest(bank, asked, error, client.client_id);
  }
  const [id, cookie] = [newSecret(), newSecret()];
  bank.visits.set(id, { request, cookie, username: undefined, expires_at: later(bank, VISIT_SECONDS) });
  const page = html(
    200,
    loginPage({ action: placeOf(bank, 'login'), visit: id, app: client.name }),
    request.redirect_uri,
  );
  const secure = asked.origin.startsWith('https:') ? '; Secure' : '';
  return {
    ...page,
    headers: { ...page.headers, 'set-cookie': `${cookieOf(id)}=${cookie}; HttpOnly; SameSite=Lax; Path=/${secure}` },
  };
}

/** Handles `POST /login`, the form of the login page. */
export function logIn(bank: Bank, asked: Asked): Answer {
  const found = findVisit(bank, asked);
  if (found === undefined)
    return html(400, errorPage('This page is no longer valid. Go back to the app and start again.'));
  const [id, visit] = found;
  if (asked.form.get('decision') === 'cancel') return leave(bank, id, visit, { error: 'access_denied' });
  const app = bank.clients.get(visit.request.client_id)?.name ?? '';
  const again = (problem: string): Answer =>
    html(403, loginPage({ action: placeOf(bank, 'login'), visit: id, app, problem }), visit.request.redirect_uri);
  const username = (asked.form.get('username') ?? '').trim().toLowerCase();
  const failed = bank.failed_logins.get(username);
  const is_counting = failed !== undefined && !isPast(bank, failed.until);
  if (is_counting && failed.count >= FAILED_LOGINS_MAX) return again('This login is locked for ten minutes.');
  const life = lifeOf(username);
  if (life === undefined || !isSame(asked.form.get('password') ?? '', life.password)) {
    bank.failed_logins.set(username, {
      count: (is_counting ? failed.count : 0) + 1,
      until: later(bank, LOCKED_SECONDS),
    });
    return again('The username or the password is wrong.');
  }
  bank.failed_logins.delete(username);
  visit.username = username;
  return html(200, askConsent(bank, id, visit), visit.request.redirect_uri);
}

/** Handles `POST /consent`, the form of the consent page. */
export function decide(bank: Bank, asked: Asked): Answer {
  const found = findVisit(bank, asked);
  const life = found === undefined ? undefined : lifeOf(found[1].username ?? '');
  if (found === undefined || life === undefined)
    return html(400, errorPage('This page is no longer valid. Go back to the app and start again.'));
  const [id, visit] = found;
  if (asked.form.get('decision') !== 'allow') return leave(bank, id, visit, { error: 'access_denied' });
  const chosen = new Set(asked.form.getAll('account'));
  const account_keys = life.accounts.filter((plan) => chosen.has(accountIdOf(life, plan))).map(({ key }) => key);
  if (account_keys.length === 0 || account_keys.length < chosen.size) {
    return html(400, askConsent(bank, id, visit, 'Choose at least one account.'), visit.request.redirect_uri);
  }
  const consent: Consent = {
    id: newId(),
    client_id: visit.request.client_id,
    username: life.username,
    account_keys,
    scopes: visit.request.scopes,
    lookback_days: visit.request.lookback_days,
    created_at: bank.clock.now(),
    expires_at: later(bank, visit.request.consent_days * 86_400),
    is_revoked: false,
  };
  bank.consents.set(consent.id, consent);
  const code = newSecret();
  const issued: Code = {
    ...visit.request,
    consent,
    expires_at: later(bank, CODE_SECONDS),
    is_used: false,
    family: newId(),
  };
  bank.codes.set(hashOf(code), issued);
  return leave(bank, id, visit, { code });
}

function askConsent(bank: Bank, id: string, visit: Visit, problem?: string): string {
  const life = lifeOf(visit.username ?? '');
  if (life === undefined) return errorPage('This page is no longer valid.');
  const { accounts } = readHistory(bank, life);
  return consentPage({
    action: placeOf(bank, 'consent'),
    visit: id,
    app: bank.clients.get(visit.request.client_id)?.name ?? '',
    person: `${life.person.first_name} ${life.person.last_name}`,
    scopes: visit.request.scopes,
    until: later(bank, visit.request.consent_days * 86_400)
      .toISOString()
      .slice(0, 10),
    accounts: accounts.map(({ plan }) => ({
      id: accountIdOf(life, plan),
      name: plan.name,
      ending: plan.number.slice(-4),
    })),
    problem,
  });
}

/** Ends the visit and redirects the browser to the client. The redirect names the issuer (RFC 9207). */
function leave(bank: Bank, id: string, { request }: Visit, result: Readonly<Record<string, string>>): Answer {
  bank.visits.delete(id);
  return back(request.redirect_uri, { ...result, state: request.state, iss: request.issuer });
}

function back(redirect_uri: string, params: Readonly<Record<string, string>>): Answer {
  const target = new URL(redirect_uri);
  for (const [name, value] of Object.entries(params)) target.searchParams.set(name, value);
  return { status: 303, headers: { location: target.href, 'cache-control': 'no-store' } };
}

/**
 * The error is sent to the redirect address only if that address belongs to the client. Otherwise an error page is
 * shown.
 */
function refuseRequest(bank: Bank, asked: Asked, error: OAuthError, client_id: string): Answer {
  const client = bank.clients.get(client_id);
  const redirect_uri = asked.query.get('redirect_uri');
  const state = asked.query.get('state');
  try {
    if (client === undefined || redirect_uri === null || asked.query.has('request_uri')) throw error;
    checkRedirect(client, asked.query);
  } catch {
    return html(400, errorPage(`The app sent a wrong request. ${error.message}`));
  }
  const iss = issuerAt(bank, asked.origin);
  const known_state = state === null ? {} : { state };
  return back(redirect_uri, { error: error.code, error_description: error.message, ...known_state, iss });
}

function findVisit(bank: Bank, asked: Asked): [string, Visit] | undefined {
  const id = asked.form.get('visit') ?? '';
  const visit = bank.visits.get(id);
  const sent = (asked.headers.cookie ?? '').split('; ');
  if (visit === undefined || !sent.includes(`${cookieOf(id)}=${visit.cookie}`) || isPast(bank, visit.expires_at))
    return undefined;
  return [id, visit];
}

/** Each visit has its own cookie, because a person may have several pages of the bank open. */
const cookieOf = (visit: string): string => `visit_${visit.slice(0, 8)}`;

const placeOf = (bank: Bank, name: string): string => `${bank.settings.issuer_path}/${name}`;

const isSame = (one: string, other: string): boolean =>
  timingSafeEqual(Buffer.from(hashOf(one)), Buffer.from(hashOf(other)));

/**
 * The headers of a page. The page's forms must be sent only to the bank and to the client. The page must not be shown
 * in a frame, and it runs no scripts.
 */
function html(status: number, body: string, redirect_uri?: string): Answer {
  const targets = redirect_uri === undefined ? `'self'` : `'self' ${new URL(redirect_uri).origin}`;
  return {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': `default-src 'none'; style-src 'unsafe-inline'; form-action ${targets}; frame-ancestors 'none'`,
      'referrer-policy': 'no-referrer',
    },
    body,
  };
}
