// The only file that sends requests to Argyle.
import { type Static, type TSchema, Type } from 'typebox';
import { type Io, type IoResponse, ProviderFailure } from '#connectors/contract.ts';
import { busy } from '#connectors/live/busy.ts';
import { unique } from '#connectors/live/entries.ts';
import { secret } from '#connectors/live/kinds.ts';
import { text } from '#connectors/live/shapes.ts';
import { matches, readJson } from '#connectors/wire.ts';
import type { IoRequest } from '#domain/connections/provider-io.ts';
import { pageOf } from './wire.ts';

const url = Type.String({ pattern: '^https?://[^/?#@]+(/[^?#]*)?$', maxLength: 512 });

export const Settings = Type.Object({
  /** The address of Argyle's API: `https://api.argyle.com` or `https://api-sandbox.argyle.com`. */
  base_url: url,
  client_id: text(256),
  secret: secret(text(256)),
  /** The secret of the webhook subscription in Argyle's console. If it is missing, all webhooks are rejected. */
  webhook_secret: Type.Optional(secret(Type.String({ minLength: 8, maxLength: 256 }))),
});
export type Settings = Static<typeof Settings>;

export const baseOf = ({ base_url }: Settings): string => base_url.replace(/\/+$/, '').replace(/\/v2$/, '');

const PAGES_MAX = 100;
const PAGE_SIZE = 200;

export async function send(settings: Settings, path: string, request: IoRequest, io: Io): Promise<IoResponse> {
  const credentials = Buffer.from(`${settings.client_id}:${settings.secret}`).toString('base64');
  return io.fetch(path.startsWith('http') ? path : `${baseOf(settings)}/v2${path}`, {
    ...request,
    headers: { accept: 'application/json', ...request.headers, authorization: `Basic ${credentials}` },
  });
}

export async function ask<Schema extends TSchema>(
  settings: Settings,
  path: string,
  schema: Schema,
  io: Io,
  body?: object,
): Promise<Static<Schema>> {
  const response = await send(
    settings,
    path,
    body === undefined
      ? {}
      : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) },
    io,
  );
  if (response.status !== 200 && response.status !== 201) throw failureOf(response, io);
  return readJson(schema, response);
}

/**
 * Returns all objects of a list, each object once. The next page is requested only if its URL is on Argyle's own
 * server.
 */
export async function askAll<Schema extends TSchema>(
  settings: Settings,
  path: string,
  query: Readonly<Record<string, string>>,
  schema: Schema,
  io: Io,
): Promise<Static<Schema>[]> {
  const all: Static<Schema>[] = [];
  let next: string | null = `${path}?${new URLSearchParams({ ...query, limit: String(PAGE_SIZE) })}`;
  for (let pages = 0; next !== null; pages++) {
    if (pages === PAGES_MAX) throw new Error('the provider sent too many pages');
    const page: Static<typeof Page> = await ask(settings, next, Page, io);
    for (const one of page.results) {
      if (!matches(schema, one)) throw new Error('the provider sent an unexpected response');
      all.push(one);
    }
    next = page.next ?? null;
  }
  return unique(all, idOf);
}

/**
 * A page of any list. Its objects are checked one by one, because a schema that is made for each request would be
 * compiled for each request.
 */
const Page = pageOf(Type.Unknown());

const Identified = Type.Object({ id: text(64) });
function idOf(one: unknown): string {
  if (!matches(Identified, one)) throw new Error('the provider sent an object without an id');
  return one.id;
}

function failureOf(response: IoResponse, io: Io): ProviderFailure {
  const { status } = response;
  if (status === 429) return busy('Argyle', response, io);
  if (status === 401 || status === 403) {
    return new ProviderFailure('config_error', 'The connection to Argyle is not set up correctly.');
  }
  if (status === 404) return new ProviderFailure('login_error', 'The account is not connected any more.');
  if (status === 400) return new ProviderFailure('config_error', 'Argyle refused a request.');
  return new ProviderFailure('unavailable', 'Argyle is not available. Please try again later.');
}
