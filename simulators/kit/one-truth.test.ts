// All simulators with the same seed show the same data about a person: a paycheck at the payroll services is the
// deposit at the banks.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ARGYLE_KEY_ID, ARGYLE_KEY_SECRET, startArgyle } from '../argyle/server.ts';
import { FINCH_CLIENT_ID, FINCH_CLIENT_SECRET, startFinch } from '../finch/server.ts';
import { paychecksOf } from '../lives/payroll.ts';
import { LIVES } from '../lives/people/people.ts';
import { PLAID_CLIENT_ID, PLAID_SECRET, startPlaid } from '../plaid/server.ts';
import { startSimplefin } from '../simplefin/server.ts';
import type { Simulator } from './server.ts';

type Json = Record<string, unknown>;
const SEED = 5;
const options = { seed: SEED, now: new Date('2026-11-18T15:00:00Z') };
const [FROM, UNTIL] = ['2026-09-01', '2026-11-18'];
// Priya is paid by the hour, so the seed decides what she earns.
const priya = LIVES.find(({ username }) => username === 'priya') ?? expect.fail('Priya is missing.');
const job = priya.jobs.at(-1) ?? expect.fail('Priya has no job.');
const nets = (seed: number): number[] =>
  paychecksOf(priya, job, UNTIL, seed)
    .filter(({ pay_date }) => pay_date >= FROM)
    .map(({ net_cents }) => net_cents);

const running: Simulator[] = [];
let [simplefin, plaid, argyle, finch] = ['', '', '', ''];
let setup_token = '';

beforeAll(async () => {
  const first = await startSimplefin(options);
  const others = [await startPlaid(options), await startArgyle(options), await startFinch(options)];
  running.push(first, ...others);
  setup_token = first.setupToken('priya');
  [simplefin, plaid, argyle, finch] = [first.url, ...others.map(({ url }) => url)] as [string, string, string, string];
});
afterAll(() => Promise.all(running.map((simulator) => simulator.close())));

const basic = (user: string, password: string): { authorization: string } => ({
  authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
});
const cents = (amount: unknown): number => Math.round(Number(amount) * 100);

/** Posts the form whose action ends with `step`. */
async function submit(base: string, html: string, step: string, fields: Record<string, string>): Promise<Response> {
  const action = new RegExp(`action="([^"]+/${step})"`).exec(html)?.[1] ?? '';
  return fetch(base + action, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' });
}
const login = { username: priya.username, password: priya.password };

test('Priya’s earnings differ between two seeds', () => {
  expect(nets(SEED)).not.toEqual(nets(0));
});

test('SimpleFIN lists Priya’s net pay as deposits', async () => {
  const access = new URL(await (await fetch(Buffer.from(setup_token, 'base64').toString(), { method: 'POST' })).text());
  const start = Date.parse(FROM) / 1000;
  const answer = await fetch(`${simplefin}${access.pathname}/accounts?start-date=${start}`, {
    headers: basic(access.username, access.password),
  });
  const { accounts } = (await answer.json()) as { accounts: { transactions: Json[] }[] };
  const pay = accounts
    .flatMap(({ transactions }) => transactions)
    .filter((row) => row['description'] === job.descriptor);
  expect(pay.map((row) => cents(row['amount']))).toEqual(nets(SEED));
});

test('Plaid lists Priya’s net pay as deposits', async () => {
  const call = async (path: string, body: Json): Promise<Json> => {
    const keys = { client_id: PLAID_CLIENT_ID, secret: PLAID_SECRET };
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(plaid + path, { method: 'POST', headers, body: JSON.stringify({ ...keys, ...body }) });
    return (await answer.json()) as Json;
  };
  const { link_token, hosted_link_url } = await call('/link/token/create', {
    client_name: 'Vouch',
    language: 'en',
    country_codes: ['US'],
    user: { client_user_id: 'user-1' },
    products: ['transactions'],
    hosted_link: {},
  });
  const choose = await (await fetch(String(hosted_link_url))).text();
  const ask = await (await submit(plaid, choose, 'institution', { institution_id: 'ins_901' })).text();
  const pick = await (await submit(plaid, ask, 'login', login)).text();
  await submit(plaid, pick, 'accounts', { account: 'checking' });
  const { link_sessions } = (await call('/link/token/get', { link_token })) as {
    link_sessions: { results: { item_add_results: Json[] } }[];
  };
  const public_token = link_sessions[0]?.results.item_add_results[0]?.['public_token'];
  const { access_token } = await call('/item/public_token/exchange', { public_token });
  const { added } = (await call('/transactions/sync', { access_token, count: 500 })) as { added: Json[] };
  const pay = added.filter((row) => row['name'] === job.descriptor && String(row['date']) >= FROM);
  expect(pay.map((row) => -cents(row['amount']))).toEqual(nets(SEED));
});

test('Argyle lists Priya’s net pay on her pay stubs', async () => {
  const headers = basic(ARGYLE_KEY_ID, ARGYLE_KEY_SECRET);
  const post = async (path: string, body: Json): Promise<Json> => {
    const answer = await fetch(`${argyle}/v2${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    return (await answer.json()) as Json;
  };
  const user = await post('/users', {});
  const items = (await (
    await fetch(`${argyle}/v2/items?q=${encodeURIComponent(job.employer.name)}`, { headers })
  ).json()) as {
    results: Json[];
  };
  const { id: verification } = await post('/verifications', { user: user['id'], report: { type: 'voie' } });
  const configuration = { items: [items.results[0]?.['id']] };
  const { link } = await post('/sessions', { verification, configuration });
  await submit(argyle, await (await fetch(String(link))).text(), 'login', login);
  const filter = new URLSearchParams({ user: String(user['id']), limit: '200', from_start_date: `${FROM}T00:00:00Z` });
  const { results } = (await (await fetch(`${argyle}/v2/paystubs?${filter}`, { headers })).json()) as {
    results: Json[];
  };
  const paid = results.filter((stub) => stub['status'] === 'completed').toReversed();
  expect(paid.map((stub) => cents(stub['net_pay']))).toEqual(nets(SEED));
});

test('Finch lists Priya’s net pay on her pay statements', async () => {
  const redirect_uri = 'http://127.0.0.1:9/callback';
  const products = ['directory', 'payment', 'pay_statement'];
  const basic = Buffer.from(`${FINCH_CLIENT_ID}:${FINCH_CLIENT_SECRET}`).toString('base64');
  const session = await fetch(`${finch}/connect/sessions`, {
    method: 'POST',
    headers: { authorization: `Basic ${basic}` },
    body: JSON.stringify({ customer_id: '1', customer_name: 'Priya’s employer', products, redirect_uri }),
  });
  const { connect_url } = (await session.json()) as { connect_url: string };
  const choose = await (await fetch(connect_url)).text();
  const ask = await (await submit(finch, choose, 'provider', { provider: 'harborpay' })).text();
  const slug = job.employer.name.toLowerCase().replaceAll(' ', '-');
  const admin = { username: `payroll-${slug}`, password: `harbor-${slug}-1` };
  const end = await submit(finch, await (await submit(finch, ask, 'login', admin)).text(), 'consent', {});
  const code = new URL(end.headers.get('location') ?? 'about:blank').searchParams.get('code');
  const body = { client_id: FINCH_CLIENT_ID, client_secret: FINCH_CLIENT_SECRET, code, redirect_uri };
  const token = (await (
    await fetch(`${finch}/auth/token`, { method: 'POST', body: JSON.stringify(body) })
  ).json()) as Json;
  const headers = { authorization: `Bearer ${String(token['access_token'])}`, 'finch-api-version': '2020-09-17' };
  const directory = (await (await fetch(`${finch}/employer/directory`, { headers })).json()) as { individuals: Json[] };
  const id = directory.individuals.find((one) => one['last_name'] === priya.person.last_name)?.['id'];
  const range = `start_date=${FROM}&end_date=${UNTIL}`;
  const payments = (await (await fetch(`${finch}/employer/payment?${range}`, { headers })).json()) as Json[];
  const requests = payments.map((payment) => ({ payment_id: payment['id'] }));
  const answer = await fetch(`${finch}/employer/pay-statement`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ requests }),
  });
  const { responses } = (await answer.json()) as { responses: { body: { pay_statements: Json[] } }[] };
  const mine = responses.flatMap(({ body: { pay_statements } }) =>
    pay_statements.filter((one) => one['individual_id'] === id),
  );
  expect(mine.map((one) => (one['net_pay'] as { amount: number }).amount)).toEqual(nets(SEED));
});
