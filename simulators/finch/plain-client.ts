// A client of the Finch simulator for its tests. It completes the connect page and calls the API.
import { randomUUID } from 'node:crypto';
import type { Simulator } from '../kit/server.ts';
import { FINCH_CLIENT_ID, FINCH_CLIENT_SECRET, type FinchOptions, startFinch } from './server.ts';

export type Json = Record<string, unknown>;
export type Batch = { responses: { code: number; body: Json; payment_id?: string; individual_id?: string }[] };

export const NOW = new Date('2026-11-18T15:00:00Z');
export const DAY_MS = 86_400_000;
export const CALLBACK = 'http://127.0.0.1:9/callback';
export const ALL = ['company', 'directory', 'individual', 'employment', 'payment', 'pay_statement', 'ssn'];
export const ADMIN = { username: 'payroll-summit-ridge-hospital', password: 'harbor-summit-ridge-hospital-1' };

/** Functions that close servers; they are called after each test. */
export const closers: (() => Promise<unknown>)[] = [];
export async function closeAll(): Promise<void> {
  await Promise.all(closers.splice(0).map((close) => close()));
}

export async function start(options: FinchOptions = {}): Promise<Simulator> {
  const simulator = await startFinch({ now: NOW, ...options });
  closers.push(simulator.close);
  return simulator;
}

export const post = (url: string, fields: Record<string, string>): Promise<Response> =>
  fetch(url, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' });
export const actionOf = (html: string, step: string): string =>
  new RegExp(`action="([^"]+/${step})"`).exec(html)?.[1] ?? '';

/**
 * Completes the connect page and returns the address to which the person is redirected. The page of an existing
 * connection does not ask for the payroll provider.
 */
export async function walk(simulator: Simulator, url: string): Promise<URL> {
  const first = await (await fetch(url)).text();
  const choice = actionOf(first, 'provider');
  const second = choice === '' ? first : await (await post(simulator.url + choice, { provider: 'ledgerline' })).text();
  const third = await (await post(simulator.url + actionOf(second, 'login'), ADMIN)).text();
  const end = await post(simulator.url + actionOf(third, 'consent'), {});
  return new URL(end.headers.get('location') ?? 'about:blank');
}

const BASIC = `Basic ${Buffer.from(`${FINCH_CLIENT_ID}:${FINCH_CLIENT_SECRET}`).toString('base64')}`;

export const createSession = (
  simulator: Simulator,
  body: Json,
  { path = '/connect/sessions', authorization = BASIC } = {},
): Promise<Response> =>
  fetch(simulator.url + path, { method: 'POST', headers: { authorization }, body: JSON.stringify(body) });

/** The body of a request for a session, for a customer who has no session yet. */
export const newCustomer = (products = ALL): Json => ({
  customer_id: randomUUID(),
  customer_name: 'Summit',
  products,
  redirect_uri: CALLBACK,
});

export async function connectUrl(simulator: Simulator, body = newCustomer(), path?: string): Promise<string> {
  const answer = await createSession(simulator, body, path === undefined ? {} : { path });
  if (answer.status !== 200) throw new Error(`The session was refused: ${answer.status}`);
  return `${String(((await answer.json()) as Json)['connect_url'])}&state=abc`;
}

export const exchange = (simulator: Simulator, code: string, more: Json = {}): Promise<Response> =>
  fetch(`${simulator.url}/auth/token`, {
    method: 'POST',
    body: JSON.stringify({
      client_id: FINCH_CLIENT_ID,
      client_secret: FINCH_CLIENT_SECRET,
      code,
      redirect_uri: CALLBACK,
      ...more,
    }),
  });

export async function connect(simulator: Simulator, products = ALL): Promise<string> {
  const back = await walk(simulator, await connectUrl(simulator, newCustomer(products)));
  const answer = await exchange(simulator, back.searchParams.get('code') ?? '');
  if (answer.status !== 200) throw new Error(`The code was refused: ${answer.status}`);
  return String(((await answer.json()) as Json)['access_token']);
}

export const call = (simulator: Simulator, token: string, path: string, body?: unknown): Promise<Response> =>
  fetch(simulator.url + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${token}`, 'finch-api-version': '2020-09-17' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });

export async function ok<Body = Json>(
  simulator: Simulator,
  token: string,
  path: string,
  body?: unknown,
): Promise<Body> {
  const answer = await call(simulator, token, path, body);
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status}`);
  return (await answer.json()) as Body;
}

/** Returns the body of the answer to a refused request. The code in the body must equal the HTTP status. */
export async function refused(answer: Promise<Response>): Promise<Json> {
  const got = await answer;
  const body = (await got.json()) as Json;
  if (body['code'] !== got.status)
    throw new Error(`The code in the body is ${String(body['code'])}, not ${got.status}.`);
  return body;
}

export const payments = (simulator: Simulator, token: string, start_date: string, end_date: string): Promise<Json[]> =>
  ok<Json[]>(simulator, token, `/employer/payment?start_date=${start_date}&end_date=${end_date}`);
