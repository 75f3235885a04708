// A client of the Argyle simulator for its tests. It orders verifications, completes the Link page, reads all pages and
// verifies webhooks.
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

export async function newUser(simulator: Simulator): Promise<{ id: string; user_token: string }> {
  const answer = await send(simulator, 'POST', '/v2/users', { external_id: 'order-1' });
  return (await answer.json()) as { id: string; user_token: string };
}

export const REDIRECT_URL = 'http://127.0.0.1:9/callback?state=abc';

/** Sends a request that must succeed, and returns the body of the answer. */
export async function post<Body = Json>(simulator: Simulator, path: string, body: unknown): Promise<Body> {
  const answer = await send(simulator, 'POST', path, body);
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as Body;
}

export const order = (simulator: Simulator, user: string, type = 'voie'): Promise<Json & { id: string }> =>
  post(simulator, '/v2/verifications', { user, report: { type } });

/** Orders a verification for the user and creates a session of it. */
export async function newSession(
  simulator: Simulator,
  user: string,
  configuration: Json = {},
): Promise<Json & { link: string; verification: string }> {
  const { id } = await order(simulator, user);
  return post(simulator, '/v2/sessions', {
    verification: id,
    configuration: { redirect_url: REDIRECT_URL, ...configuration },
  });
}

/** Opens a session's link, chooses the employer and logs in. Returns the last answer. */
export async function walk(simulator: Simulator, link: string, username: string, employer: string): Promise<Response> {
  const first = await (await fetch(link)).text();
  const item = new RegExp(`value="(item_\\d+)">${employer}<`).exec(first)?.[1] ?? '';
  const second = await (await submit(simulator, first, 'employer', { item })).text();
  return submit(simulator, second, 'login', { username, password: lifeOf(username).password });
}

/** Presses the button `Reconnect …` of a session's page. */
export async function reconnect(simulator: Simulator, link: string, employer: string): Promise<Response> {
  const html = await (await fetch(link)).text();
  const account = new RegExp(`value="([^"]+)">Reconnect ${employer}<`).exec(html)?.[1] ?? '';
  return submit(simulator, html, 'reconnect', { account });
}

/** Submits the form of a page whose action ends with `step`. */
function submit(simulator: Simulator, html: string, step: string, fields: Record<string, string>): Promise<Response> {
  const action = new RegExp(`action="([^"]+/${step})"`).exec(html)?.[1] ?? '';
  const body = new URLSearchParams(fields);
  return fetch(simulator.url + action, { method: 'POST', body, redirect: 'manual' });
}

export async function connect(
  simulator: Simulator,
  username = 'maya',
  employer = 'Summit Ridge Hospital',
): Promise<Json> {
  const user = await newUser(simulator);
  const { link } = await newSession(simulator, user.id);
  await walk(simulator, link, username, employer);
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

export const subscribe = (
  simulator: Simulator,
  url: string,
  events: string[],
  config: Json = { include_resource: true },
): Promise<Response> => send(simulator, 'POST', '/v2/webhooks', { name: 'vouch', url, events, secret: SECRET, config });

export const isAuthentic = ({ signature, body }: { signature: string; body: string }): boolean =>
  createHmac('sha512', SECRET).update(body).digest('hex') === signature;
