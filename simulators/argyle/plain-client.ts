// A client of the Argyle simulator for its tests. It completes the link page, reads all pages and verifies webhooks.
import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Simulator } from '../kit/server.ts';
import type { Life } from '../lives/life.ts';
import { LIVES } from '../lives/people/people.ts';
import { ARGYLE_KEY_ID, ARGYLE_KEY_SECRET, type ArgyleOptions, startArgyle } from './server.ts';

export type Json = Record<string, unknown>;
type List = { next: string | null; previous: string | null; results: Json[] };

export const NOW = new Date('2026-11-18T15:00:00Z');
export const DAY_MS = 86_400_000;
const SECRET = 'hook-secret';
export function lifeOf(name: string): Life {
  const life = LIVES.find(({ username }) => username === name);
  if (life === undefined) throw new Error(`${name} is missing.`);
  return life;
}
export const keys = (secret = ARGYLE_KEY_SECRET) => ({
  authorization: `Basic ${Buffer.from(`${ARGYLE_KEY_ID}:${secret}`).toString('base64')}`,
});

const closers: (() => Promise<unknown>)[] = [];
export async function closeAll(): Promise<void> {
  await Promise.all(closers.splice(0).map((close) => close()));
}

export async function start(options: ArgyleOptions = {}): Promise<Simulator> {
  const simulator = await startArgyle({ now: NOW, ...options });
  closers.push(simulator.close);
  return simulator;
}

export const send = (
  simulator: Simulator,
  method: string,
  path: string,
  body?: unknown,
  headers = keys(),
): Promise<Response> =>
  fetch(simulator.url + path, {
    method,
    headers: { ...headers, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });

export async function get<Body = List>(simulator: Simulator, path: string): Promise<Body> {
  const answer = await send(simulator, 'GET', path);
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status}`);
  return (await answer.json()) as Body;
}

/** Reads all pages of a list by following `next` to the end. */
export async function all(simulator: Simulator, path: string): Promise<Json[]> {
  const rows: Json[] = [];
  for (let at: string | null = path; at !== null; ) {
    const page: List = await get(simulator, at);
    rows.push(...page.results);
    at = page.next === null ? null : page.next.slice(simulator.url.length);
  }
  return rows;
}

const post = (url: string, fields: Record<string, string>): Promise<Response> =>
  fetch(url, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' });

const actionOf = (html: string, step: string): string => new RegExp(`action="([^"]+/${step})"`).exec(html)?.[1] ?? '';

export async function newUser(simulator: Simulator): Promise<{ id: string; user_token: string }> {
  const answer = await send(simulator, 'POST', '/v2/users', { external_id: 'order-1' });
  return (await answer.json()) as { id: string; user_token: string };
}

export async function walk(
  simulator: Simulator,
  user_token: string,
  username: string,
  employer: string,
): Promise<Response> {
  const query = new URLSearchParams({ user_token, redirect_url: 'http://127.0.0.1:9/callback?state=abc' });
  const first = await (await fetch(`${simulator.url}/link?${query}`)).text();
  const item = new RegExp(`value="(item_\\d+)">${employer}<`).exec(first)?.[1] ?? '';
  const second = await (await post(simulator.url + actionOf(first, 'employer'), { item })).text();
  return post(simulator.url + actionOf(second, 'login'), { username, password: lifeOf(username).password });
}

export async function connect(
  simulator: Simulator,
  username = 'maya',
  employer = 'Summit Ridge Hospital',
): Promise<Json> {
  const user = await newUser(simulator);
  await walk(simulator, user.user_token, username, employer);
  const { results } = await get(simulator, `/v2/accounts?user=${user.id}`);
  const [account] = results;
  if (account === undefined) throw new Error('There is no account.');
  return account;
}

export async function receiver(): Promise<{ url: string; got: { signature: string; body: string }[] }> {
  const got: { signature: string; body: string }[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (piece) => (body += String(piece)));
    request.on('end', () => {
      got.push({ signature: String(request.headers['x-argyle-signature']), body });
      response.writeHead(200).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => new Promise((resolve) => server.close(resolve)));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, got };
}

export const subscribe = (simulator: Simulator, url: string, events: string[]): Promise<Response> =>
  send(simulator, 'POST', '/v2/webhooks', {
    name: 'vouch',
    url,
    events,
    secret: SECRET,
    config: { include_resource: true },
  });

export const isAuthentic = ({ signature, body }: { signature: string; body: string }): boolean =>
  createHmac('sha512', SECRET).update(body).digest('hex') === signature;
