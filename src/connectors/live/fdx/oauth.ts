// OAuth at an FDX provider: pushed authorization requests (RFC 9126), tokens, revocation (RFC 7009), client
// authentication by signed JWT or mutual TLS, and DPoP with the server's nonces.
import { type Static, Type } from 'typebox';
import { Check } from 'typebox/value';
import { type Io, type IoResponse, ProviderFailure } from '#connectors/contract.ts';
import { busy } from '#connectors/live/busy.ts';
import { formBody, readJson } from '#connectors/wire.ts';
import { type DpopKey, dpopProof, newValue, secondsOf, signJwt, thumbprintOf } from './jose.ts';
import { type Discovery, endpointFor, type Metadata, unavailable } from './metadata.ts';
import type { Provider } from './settings.ts';

/** An FDX provider, with its cached metadata and nonces. `nonces` contains the last DPoP nonce of each origin. */
export type Client = { provider: Provider; discover: Discovery; nonces: Map<string, string> };

const TOKEN_LENGTH_MAX = 16 * 1024;

/**
 * Only the access token is required. The old refresh token may already be used up, so an invalid value in another field
 * must not make us lose the new refresh token.
 */
const TokenResponse = Type.Object({
  access_token: Type.String({ minLength: 1, maxLength: TOKEN_LENGTH_MAX }),
  token_type: Type.Optional(Type.Unknown()),
  expires_in: Type.Optional(Type.Unknown()),
  refresh_token: Type.Optional(Type.Unknown()),
  id_token: Type.Optional(Type.Unknown()),
  fdxConsentId: Type.Optional(Type.Unknown()),
});

export type Tokens = {
  access_token: string;
  is_dpop: boolean;
  expires_seconds: number | undefined;
  refresh_token: string | undefined;
  id_token: string | undefined;
  consent_id: string | undefined;
};

function toTokens(response: Static<typeof TokenResponse>): Tokens {
  const seconds = Number(textOf(response.expires_in) ?? response.expires_in ?? Number.NaN);
  return {
    access_token: response.access_token,
    is_dpop: textOf(response.token_type)?.toLowerCase() === 'dpop',
    expires_seconds: Number.isFinite(seconds) && seconds >= 0 ? seconds : undefined,
    refresh_token: textOf(response.refresh_token),
    id_token: textOf(response.id_token),
    consent_id: textOf(response.fdxConsentId),
  };
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' && value.length <= TOKEN_LENGTH_MAX ? value : undefined;

const Pushed = Type.Object({ request_uri: Type.String({ minLength: 1, maxLength: 2048 }) });
const OauthError = Type.Object({ error: Type.String({ maxLength: 256 }) });

type Form = Readonly<Record<string, string>>;

/** Sends the authorization request and returns the URL to which the person is redirected. */
export async function authorizationUrl(client: Client, form: Form, dpop: DpopKey | null, io: Io): Promise<string> {
  const { provider } = client;
  const metadata = await client.discover(io);
  const request = {
    response_type: 'code',
    client_id: provider.client_id,
    ...form,
    // With `dpop_jkt`, the code can be used only with our key.
    ...(dpop === null ? {} : { dpop_jkt: thumbprintOf(dpop) }),
  };
  const endpoint = endpointFor(provider, metadata, 'pushed_authorization_request_endpoint');
  const url = new URL(metadata.authorization_endpoint);
  if (endpoint === undefined) {
    for (const [name, value] of Object.entries(request)) url.searchParams.set(name, value);
    return url.href;
  }
  const response = await post(client, metadata, endpoint, request, dpop, io);
  if (response.status !== 200 && response.status !== 201) throw oauthFailure(provider, response, io);
  url.searchParams.set('client_id', provider.client_id);
  url.searchParams.set('request_uri', readJson(Pushed, response).request_uri);
  return url.href;
}

export async function askTokens(client: Client, form: Form, dpop: DpopKey | null, io: Io): Promise<Tokens> {
  const metadata = await client.discover(io);
  const endpoint = endpointFor(client.provider, metadata, 'token_endpoint') ?? metadata.token_endpoint;
  const response = await post(client, metadata, endpoint, form, dpop, io);
  if (response.status !== 200) throw oauthFailure(client.provider, response, io);
  return toTokens(readJson(TokenResponse, response));
}

/** Revokes the token. Does nothing if the provider has no revocation endpoint. */
export async function revokeToken(client: Client, refresh_token: string, dpop: DpopKey | null, io: Io): Promise<void> {
  const metadata = await client.discover(io);
  const endpoint = endpointFor(client.provider, metadata, 'revocation_endpoint');
  if (endpoint === undefined) return;
  const form = { token: refresh_token, token_type_hint: 'refresh_token' };
  const response = await post(client, metadata, endpoint, form, dpop, io);
  if (response.status !== 200) throw oauthFailure(client.provider, response, io);
}

/**
 * Sends a form-encoded POST request. If the server demands its nonce in the DPoP proof, sends the request once more
 * with that nonce.
 */
async function post(
  client: Client,
  { issuer }: Metadata,
  url: string,
  form: Form,
  dpop: DpopKey | null,
  io: Io,
): Promise<IoResponse> {
  const send = async (): Promise<IoResponse> => {
    const request = formBody({ ...form, ...authentication(client.provider, issuer, io) });
    const { origin } = new URL(url);
    const proof = dpop && dpopProof(dpop, { method: 'POST', url, nonce: client.nonces.get(origin) }, io);
    const headers = { ...request.headers, ...(proof === null ? {} : { dpop: proof }) };
    const response = await io.fetch(url, { ...request, headers });
    noteNonce(client, url, response);
    return response;
  };
  const response = await send();
  return dpop !== null && response.status === 400 && errorOf(response) === 'use_dpop_nonce' ? send() : response;
}

export function noteNonce({ nonces }: Client, url: string, { headers }: IoResponse): void {
  const nonce = headers['dpop-nonce'];
  if (nonce !== undefined && nonce.length <= NONCE_LENGTH_MAX) nonces.set(new URL(url).origin, nonce);
}
const NONCE_LENGTH_MAX = 1024;

/**
 * The lifetime of the assertion is short, because the assertion is used immediately. It is long enough for a clock that
 * is wrong by some seconds.
 */
const ASSERTION_SECONDS = 60;

/**
 * Returns the fields that authenticate us. With mutual TLS, the certificate of the connection is the proof, and the
 * form contains only our client id.
 */
function authentication({ client_id, auth }: Provider, issuer: string, io: Io): Form {
  if (auth.method !== 'private_key_jwt') return { client_id };
  const iat = secondsOf(io.real_now());
  const header = { typ: 'JWT', alg: auth.alg, ...(auth.kid === undefined ? {} : { kid: auth.kid }) };
  const claims = { iss: client_id, sub: client_id, aud: issuer, jti: newValue(io), iat, exp: iat + ASSERTION_SECONDS };
  return {
    client_id,
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    client_assertion: signJwt(header, claims, auth.key),
  };
}

export const WITHDRAWN = 'Access to the accounts was withdrawn or has expired. Please connect them again.';

/** Returns the `error` of an OAuth response, or undefined if the response is not an OAuth error. */
export function errorOf({ body }: IoResponse): string | undefined {
  try {
    const value: unknown = JSON.parse(body);
    return Check(OauthError, value) ? value.error : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Converts an unsuccessful response into an error. A `ProviderFailure` whose `cause` is not set means that the server
 * answered. A response of a gateway (502, 504) does not show whether the server received the request, so it becomes an
 * ordinary error.
 */
function oauthFailure({ name }: Provider, response: IoResponse, io: Io): Error {
  const { status } = response;
  if (status === 429) return busy(name, response, io);
  if (status === 500 || status === 503) {
    return unavailable(name);
  }
  switch (status < 500 ? errorOf(response) : undefined) {
    case 'invalid_grant':
    case 'access_denied':
      return new ProviderFailure('login_error', WITHDRAWN);
    case 'temporarily_unavailable':
    case 'server_error':
      return unavailable(name);
    case 'invalid_client':
    case 'unauthorized_client':
    case 'invalid_scope':
    case 'invalid_dpop_proof':
    case 'use_dpop_nonce':
      return new ProviderFailure('config_error', `${name} did not accept our credentials.`);
    default:
      return new Error(`the authorization server answered with the status ${status}`);
  }
}
