// A client of the Plaid simulator for its tests. It completes the hosted page, reads all pages and verifies webhooks.
import { createHash, createPublicKey, verify } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Simulator } from '../kit/server.ts';
import type { Life } from '../lives/life.ts';
import { LIVES } from '../lives/people/people.ts';
import { PLAID_CLIENT_ID, PLAID_SECRET, type PlaidOptions, startPlaid } from './server.ts';

export type Json = Record<string, unknown>;
type Row = {
  transaction_id: string;
  account_id: string;
  amount: number;
  date: string;
  name: string;
  pending: boolean;
} & Json;
export type Page = { added: Row[]; modified: Row[]; removed: Row[]; next_cursor: string; has_more: boolean } & Json;

export const NOW = new Date('2026-11-18T15:00:00Z');
export const DAY = 86_400;
const ALL = ['transactions', 'auth', 'identity', 'liabilities', 'investments'];
export function lifeOf(name: string): Life {
  const life = LIVES.find(({ username }) => username === name);
  if (life === undefined) throw new Error(`${name} is missing.`);
  return life;
}

const closers: (() => Promise<unknown>)[] = [];
export async function closeAll(): Promise<void> {
  await Promise.all(closers.splice(0).map((close) => close()));
}

export async function start(options: PlaidOptions = {}): Promise<Simulator> {
  const simulator = await startPlaid({ now: NOW, ...options });
  closers.push(simulator.close);
  return simulator;
}

export async function call(simulator: Simulator, path: string, body: Json): Promise<{ status: number; body: Json }> {
  const answer = await fetch(simulator.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'plaid-client-id': PLAID_CLIENT_ID, 'plaid-secret': PLAID_SECRET },
    body: JSON.stringify(body),
  });
  return { status: answer.status, body: (await answer.json()) as Json };
}

export async function ok(simulator: Simulator, path: string, body: Json): Promise<Json> {
  const answer = await call(simulator, path, body);
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body;
}

export const linkBody = (more: Json = {}): Json => ({
  client_name: 'Vouch',
  language: 'en',
  country_codes: ['US'],
  user: { client_user_id: 'user-1' },
  products: ALL,
  hosted_link: { completion_redirect_uri: 'http://127.0.0.1:9/callback?state=abc' },
  transactions: { days_requested: 180 },
  ...more,
});

export const post = (url: string, fields: Record<string, string | string[]>): Promise<Response> => {
  const body = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) for (const one of [value].flat()) body.append(name, one);
  return fetch(url, { method: 'POST', body, redirect: 'manual' });
};

export const actionOf = (html: string, step: string): string =>
  new RegExp(`action="([^"]+/${step})"`).exec(html)?.[1] ?? '';

/** Completes the hosted page and returns the answer of its last step. */
export async function walk(
  simulator: Simulator,
  hosted_link_url: string,
  username: string,
  institution_id = 'ins_901',
) {
  const first = await (await fetch(hosted_link_url)).text();
  const second = await (await post(simulator.url + actionOf(first, 'institution'), { institution_id })).text();
  const { password } = lifeOf(username);
  const third = await (await post(simulator.url + actionOf(second, 'login'), { username, password })).text();
  const account = [...third.matchAll(/name="account" value="([^"]+)"/g)].map(([, key]) => key ?? '');
  return post(simulator.url + actionOf(third, 'accounts'), { account });
}

export async function publicToken(simulator: Simulator, link_token: unknown): Promise<string> {
  const { link_sessions = [] } = await ok(simulator, '/link/token/get', { link_token });
  const [session] = link_sessions as { results?: { item_add_results: { public_token: string }[] } }[];
  return session?.results?.item_add_results[0]?.public_token ?? '';
}

export async function connect(
  simulator: Simulator,
  username = 'maya',
  more: Json = {},
  institution_id = 'ins_901',
): Promise<string> {
  const { link_token, hosted_link_url } = await ok(simulator, '/link/token/create', linkBody(more));
  await walk(simulator, String(hosted_link_url), username, institution_id);
  const public_token = await publicToken(simulator, link_token);
  const { access_token } = await ok(simulator, '/item/public_token/exchange', { public_token });
  return String(access_token);
}

export async function syncAll(simulator: Simulator, access_token: string, cursor = '', count = 100): Promise<Page> {
  const all: Page = { added: [], modified: [], removed: [], next_cursor: cursor, has_more: true };
  while (all.has_more) {
    const page = (await ok(simulator, '/transactions/sync', { access_token, cursor: all.next_cursor, count })) as Page;
    for (const list of ['added', 'modified', 'removed'] as const) all[list].push(...page[list]);
    Object.assign(all, { next_cursor: page.next_cursor, has_more: page.has_more });
  }
  return all;
}

/** A receiver of webhooks. */
export async function receiver(
  statuses: number[] = [],
): Promise<{ url: string; got: { token: string; body: string }[] }> {
  const got: { token: string; body: string }[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (piece) => (body += String(piece)));
    request.on('end', () => {
      got.push({ token: String(request.headers['plaid-verification']), body });
      response.writeHead(statuses.shift() ?? 200).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => new Promise((resolve) => server.close(resolve)));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, got };
}

/**
 * Verifies a webhook as a client does: fetches the key by its id, then checks the signature and the hash of the body.
 */
export async function isAuthentic(
  simulator: Simulator,
  { token, body }: { token: string; body: string },
): Promise<boolean> {
  const [head = '', payload = '', signature = ''] = token.split('.');
  const read = (part: string): Json => JSON.parse(Buffer.from(part, 'base64url').toString('utf8')) as Json;
  const { key } = (await ok(simulator, '/webhook_verification_key/get', { key_id: read(head)['kid'] })) as {
    key: Json;
  };
  const { kty, crv, x, y } = key as { kty: string; crv: string; x: string; y: string };
  const public_key = createPublicKey({ key: { kty, crv, x, y }, format: 'jwk' });
  const is_signed = verify(
    'sha256',
    Buffer.from(`${head}.${payload}`),
    { key: public_key, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  const hash = createHash('sha256').update(body).digest('hex');
  const { iat, request_body_sha256 } = read(payload);
  return is_signed && request_body_sha256 === hash && NOW.getTime() / 1000 - Number(iat) < 300;
}
