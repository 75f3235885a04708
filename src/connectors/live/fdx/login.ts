// The login at an FDX provider: the person allows access on the provider's page, and we exchange the code for tokens.
import { type Static, Type } from 'typebox';
import { Check } from 'typebox/value';
import {
  AccessRefused,
  type Account,
  type Io,
  type LoginRequest,
  type LoginStep,
  ProviderBusy,
  ProviderFailure,
} from '#connectors/contract.ts';
import { interrupted } from '#connectors/live/interrupted.ts';
import { Access, accessOf, checkConsent, lastingOf, memoryOf, newAccess, renewedAccess, withAccess } from './access.ts';
import { ask, visitOf } from './api.ts';
import { consentFor, consentTypeOf } from './consent.ts';
import { challengeOf, DpopKey, newDpopKey, newValue, secondsOf } from './jose.ts';
import { constraintFor, unavailable } from './metadata.ts';
import { askTokens, authorizationUrl, type Client, type Tokens, WITHDRAWN } from './oauth.ts';
import { FdxRefusal } from './refusals.ts';
import { scopesFor } from './settings.ts';
import { FdxPage, FdxRow, textAt } from './wire.ts';

const Visiting = Type.Object({
  verifier: Type.String(),
  nonce: Type.String(),
  dpop: Type.Union([DpopKey, Type.Null()]),
});

/** The data that a login has after the code was exchanged. */
const Exchanged = Type.Object({
  access: Access,
  subject: Type.Optional(Type.String()),
  consent_id: Type.Optional(Type.String()),
});

export async function logIn(client: Client, request: LoginRequest, io: Io): Promise<LoginStep> {
  if (Check(Exchanged, request.memory)) return identify(client, request.memory, io);
  if (request.reply?.kind === 'redirect') return exchange(client, request, request.reply.query, io);
  return request.is_refresh ? checkAccess(client, request, io) : sendAway(client, request, io);
}

async function sendAway(client: Client, request: LoginRequest, io: Io): Promise<LoginStep> {
  const metadata = await client.discover(io);
  const dpop = constraintFor(client.provider, metadata) === 'dpop' ? newDpopKey(io) : null;
  const memory = { verifier: newValue(io), nonce: newValue(io), dpop };
  const consent_type = consentTypeOf(metadata);
  const form = {
    redirect_uri: request.redirect_url,
    scope: scopesFor(client.provider, request.products).join(' '),
    state: request.state,
    nonce: memory.nonce,
    code_challenge: challengeOf(memory.verifier),
    code_challenge_method: 'S256',
    ...(consent_type === undefined
      ? {}
      : { authorization_details: JSON.stringify(consentFor(client.provider, consent_type, request)) }),
  };
  return { step: 'redirect', url: await authorizationUrl(client, form, dpop, io), memory };
}

type Query = Readonly<Record<string, string>>;

async function exchange(client: Client, request: LoginRequest, query: Query, io: Io): Promise<LoginStep> {
  const { provider } = client;
  const metadata = await client.discover(io);
  if (query['state'] !== request.state) throw new Error('the response has another state');
  // A response without the issuer parameter (`iss`) is accepted only if the server does not support this parameter (RFC
  // 9207). Otherwise the response may come from another server.
  const must_name_issuer = metadata.authorization_response_iss_parameter_supported === true;
  if (query['iss'] === undefined ? must_name_issuer : query['iss'] !== provider.issuer) {
    throw new Error('the response has another issuer');
  }
  const { code } = query;
  if (code === undefined) throw denied(provider.name, query['error']);
  const visiting = request.memory;
  if (!Check(Visiting, visiting)) throw new Error('the login has no memory of its first step');
  const form = { grant_type: 'authorization_code', code, redirect_uri: request.redirect_url };
  const tokens = await askTokens(client, { ...form, code_verifier: visiting.verifier }, visiting.dpop, io).catch(
    (error: unknown) => {
      const is_refused = error instanceof ProviderFailure && error.status === 'login_error';
      throw is_refused ? interrupted(error) : error;
    },
  );
  if (provider.sender_constraint === 'dpop' && !tokens.is_dpop) throw new Error('the token is not bound to our key');
  const access = newAccess(provider, tokens, visiting.dpop, io.real_now());
  const subject = subjectOf(client, tokens, visiting.nonce, io.real_now());
  const { consent_id } = tokens;
  return identify(client, { access, ...(subject && { subject }), ...(consent_id && { consent_id }) }, io);
}

/**
 * Finds out who has logged in. The code is used up by now. So if the provider is busy, only this part of the login is
 * repeated.
 */
async function identify(client: Client, exchanged: Static<typeof Exchanged>, io: Io): Promise<LoginStep> {
  const { access, subject, consent_id } = exchanged;
  const customer = await readCustomer(client, access, io).catch((error: unknown) => {
    if (!(error instanceof ProviderBusy)) throw error;
    throw new ProviderBusy(client.provider.name, error.seconds, { memory: exchanged });
  });
  const login = identityOf(customer, subject, consent_id);
  const memory = memoryOf({ ...access, ...(customer && { customer }) });
  const account: Account = { login, can_switch_deposits: null, is_suspicious: false, memory };
  return { step: 'connected', account };
}

function denied(name: string, error: string | undefined): ProviderFailure {
  if (error === 'server_error' || error === 'temporarily_unavailable') return unavailable(name);
  if (error === 'invalid_scope' || error === 'unauthorized_client') {
    return new ProviderFailure('config_error', `${name} did not accept our request.`);
  }
  return new ProviderFailure('login_error', 'You did not allow access to your accounts.');
}

const IdToken = Type.Object({
  iss: Type.String(),
  sub: Type.String({ minLength: 1, maxLength: 512 }),
  aud: Type.Union([Type.String(), Type.Array(Type.String())]),
  exp: Type.Number(),
  nonce: Type.Optional(Type.String()),
});

/** The clock difference that we tolerate, in seconds. */
const LEEWAY_SECONDS = 60;

/**
 * Returns the subject of the id token, if there is an id token. The signature is not verified, because the token came
 * directly from the token endpoint over our own connection.
 */
function subjectOf({ provider }: Client, { id_token }: Tokens, nonce: string, now: Date): string | undefined {
  if (id_token === undefined) return undefined;
  const claims = claimsOf(id_token);
  const is_ours =
    claims !== undefined &&
    claims.iss === provider.issuer &&
    [claims.aud].flat().includes(provider.client_id) &&
    claims.exp + LEEWAY_SECONDS > secondsOf(now) &&
    claims.nonce === nonce;
  if (!is_ours) throw new Error('the id token is not for this login');
  return claims.sub;
}

function claimsOf(jwt: string): Static<typeof IdToken> | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString('utf8'));
    return Check(IdToken, value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Returns the identity of the login. The customer's id is preferred, because it is the same in all consents. The other
 * ids are used if the provider does not return a customer id.
 */
function identityOf(customer: FdxRow | undefined, subject: string | undefined, consent_id: string | undefined): string {
  const customer_id = customer === undefined ? null : textAt(customer, 'customerId');
  if (customer_id !== null) return `customer:${customer_id}`;
  if (subject !== undefined) return `subject:${subject}`;
  if (consent_id !== undefined) return `consent:${consent_id}`;
  throw new Error('the provider gave no id of the customer');
}

async function readCustomer(client: Client, access: Access, io: Io): Promise<FdxRow | undefined> {
  try {
    return await ask(visitOf(client, access, io), FdxRow, '/customers/current');
  } catch (error) {
    if (error instanceof FdxRefusal) return undefined;
    throw error;
  }
}

/**
 * Logs in for a refresh. No person is present, so the login only checks that our tokens still work. If a renewal was
 * due, the service has already renewed the tokens.
 */
async function checkAccess(client: Client, { account }: LoginRequest, io: Io): Promise<LoginStep> {
  if (account === undefined) throw new ProviderFailure('login_error', WITHDRAWN);
  const access = accessOf(account);
  checkConsent(access, io.real_now());
  try {
    await ask(visitOf(client, access, io), FdxPage, '/accounts', { limit: '1' });
  } catch (error) {
    if (error instanceof FdxRefusal && error.kind === 'not_authorized') throw new AccessRefused();
    if (!(error instanceof FdxRefusal)) throw error;
  }
  // Data that an earlier task has read but not used is removed, because it is out of date.
  return { step: 'connected', account: withAccess(account, lastingOf(access)) };
}

/**
 * Exchanges the refresh token for new tokens. If the provider rotates its refresh tokens, the old refresh token is then
 * used up.
 */
export async function renew(client: Client, account: Account, io: Io): Promise<Account> {
  const access = accessOf(account);
  checkConsent(access, io.real_now());
  const { refresh_token, dpop } = access;
  if (refresh_token === null) throw new ProviderFailure('login_error', WITHDRAWN);
  await discoverInTime(client, io);
  const tokens = await askTokens(client, { grant_type: 'refresh_token', refresh_token }, dpop, io);
  return withAccess(account, renewedAccess(access, tokens, io.real_now()));
}

/** The time limit for the metadata during a renewal. It is shorter than the time limit of the whole renewal. */
const DISCOVERY_MS_MAX = 10_000;

/**
 * Reads the metadata before a renewal. If the metadata cannot be read or takes too long, the refresh token was not sent
 * and is still valid. So the error has no `cause`, because a `cause` would mean that the refresh token may be used up.
 */
async function discoverInTime(client: Client, io: Io): Promise<void> {
  const failure = unavailable(client.provider.name);
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(failure), DISCOVERY_MS_MAX);
  });
  try {
    await Promise.race([client.discover(io), late]);
  } catch (error) {
    throw error instanceof ProviderBusy ? error : failure;
  } finally {
    clearTimeout(timer);
  }
}
