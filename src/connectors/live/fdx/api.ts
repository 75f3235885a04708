// Sends requests to the FDX API with our access token. FDX error codes and HTTP statuses become errors that the callers
// handle.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Static, TSchema } from 'typebox';
import { AccessRefused, type Io, type IoResponse } from '#connectors/contract.ts';
import { busy, waitSecondsOf } from '#connectors/live/busy.ts';
import { readJson } from '#connectors/wire.ts';
import type { Access } from './access.ts';
import type { Gap } from './gaps.ts';
import { dpopProof } from './jose.ts';
import { unavailable } from './metadata.ts';
import { type Client, noteNonce } from './oauth.ts';
import { FdxRefusal, refusalOf } from './refusals.ts';
import { FdxError } from './wire.ts';

/**
 * The values of one step that reads data: the client; the tokens for the person's data (`access`); how many seconds the
 * step has already waited for the provider; the data that the provider did not give in this step.
 */
export type Visit = { client: Client; access: Access; io: Io; waited_seconds: number; gaps: Gap[] };

export const visitOf = (client: Client, access: Access, io: Io): Visit => ({
  client,
  access,
  io,
  waited_seconds: 0,
  gaps: [],
});

type Query = Readonly<Record<string, string>>;

export const ask = async <Schema extends TSchema>(
  visit: Visit,
  schema: Schema,
  path: string,
  query: Query = {},
): Promise<Static<Schema>> => (await askPart(visit, schema, path, query)).value;

/** `is_partial` is true if the provider says that the answer is not complete (status 206). */
export async function askPart<Schema extends TSchema>(
  visit: Visit,
  schema: Schema,
  path: string,
  query: Query,
): Promise<{ value: Static<Schema>; is_partial: boolean }> {
  const send = () => get(visit, path, query, 'application/json');
  const first = await send();
  try {
    return partOf(schema, first);
  } catch {
    // The request is sent a second time, because the first response may have been cut off or garbled.
    return partOf(schema, await send());
  }
}

const partOf = <Schema extends TSchema>(schema: Schema, response: IoResponse) => ({
  value: readJson(schema, response),
  is_partial: response.status === 206,
});

/** Sends a request. If the provider asks us to wait and the wait is short, waits and sends the request again. */
export async function get(visit: Visit, path: string, query: Query, accept: string): Promise<IoResponse> {
  for (;;) {
    const response = await patiently(visit, () => send(visit, path, query, accept));
    if (response.status !== 429) return accepted(visit, response);
    const seconds = waitSecondsOf(response, visit.io);
    if (seconds > WAIT_HERE_SECONDS_MAX || visit.waited_seconds + seconds > WAIT_PER_STEP_SECONDS_MAX) {
      throw busy(visit.client.provider.name, response, visit.io);
    }
    visit.waited_seconds += Math.max(1, seconds);
    await sleep(seconds * 1000, undefined, { signal: visit.io.signal });
  }
}

/**
 * The pauses before the repetitions of a failed read request. A read request can be repeated safely. It is repeated
 * because many errors disappear within a second or two, and such an error must not end a task.
 */
const RETRY_AFTER_MS = [250, 1_000];
const isPassing = (status: number): boolean => status === 500 || (status >= 502 && status <= 504);

async function patiently({ io }: Visit, run: () => Promise<IoResponse>): Promise<IoResponse> {
  for (const pause_ms of RETRY_AFTER_MS) {
    try {
      const response = await run();
      if (!isPassing(response.status)) return response;
    } catch (error) {
      if (io.signal.aborted || !isUnreachable(error)) throw error;
    }
    await sleep(pause_ms, undefined, { signal: io.signal });
  }
  return run();
}

/**
 * Whether the server could not be reached; `kind` of the error is then `unreachable`. After any other error, the
 * request is not repeated. For example, a request that `io` does not allow would fail again.
 */
const isUnreachable = (error: unknown): boolean =>
  error instanceof Error && 'kind' in error && error.kind === 'unreachable';

/**
 * The longest wait within a step, in seconds. A step takes at most a minute, so it makes only short waits. For a longer
 * wait, the step ends and the task waits without occupying a worker.
 */
const WAIT_HERE_SECONDS_MAX = 5;
const WAIT_PER_STEP_SECONDS_MAX = 20;

/** If the server demands its nonce in the DPoP proof, the request is sent once more with that nonce. */
async function send(visit: Visit, path: string, query: Query, accept: string): Promise<IoResponse> {
  const response = await sendOnce(visit, path, query, accept);
  const challenge = response.headers['www-authenticate'] ?? '';
  const wants_nonce = visit.access.dpop !== null && response.status === 401 && challenge.includes('use_dpop_nonce');
  return wants_nonce ? sendOnce(visit, path, query, accept) : response;
}

async function sendOnce(
  { client, access, io }: Visit,
  path: string,
  query: Query,
  accept: string,
): Promise<IoResponse> {
  const { access_token, dpop } = access;
  const search = new URLSearchParams(query).toString();
  const url = `${client.provider.api_base}${path}${search === '' ? '' : `?${search}`}`;
  const nonce = client.nonces.get(new URL(url).origin);
  const response = await io.fetch(url, {
    headers: {
      accept,
      authorization: `${dpop === null ? 'Bearer' : 'DPoP'} ${access_token}`,
      ...(dpop === null ? {} : { dpop: dpopProof(dpop, { method: 'GET', url, access_token, nonce }, io) }),
      'x-fapi-interaction-id': interactionId(io),
    },
  });
  noteNonce(client, url, response);
  return response;
}

/** Returns a random UUID. The provider's support can find a request by this UUID. */
function interactionId(io: Io): string {
  const bytes = io.random(16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x40, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/**
 * Returns the response if it contains data. An FDX list may be partial (status 206): a part that failed then contains
 * an `error`.
 */
function accepted({ client: { provider } }: Visit, response: IoResponse): IoResponse {
  const { status } = response;
  if (status === 200 || status === 206) return response;
  if (status === 401) throw new AccessRefused();
  const refusal = refusalOf(codeOf(response), status);
  if (refusal !== undefined) throw new FdxRefusal(refusal);
  if (status >= 500) throw unavailable(provider.name);
  throw new Error(`the provider answered with the status ${status}`);
}

/** Returns the FDX code of an error, or '' if there is no code. Providers write the code as a string or as a number. */
function codeOf(response: IoResponse): string {
  try {
    return String(readJson(FdxError, response).code ?? '');
  } catch {
    return '';
  }
}
