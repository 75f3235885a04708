// The SimpleFIN simulator: tokens are claimed once, rows are complete, and budgets and faults work.
import { afterEach, describe, expect, test } from 'vitest';
import { historyOf } from '../lives/history.ts';
import { LIVES } from '../lives/people/people.ts';
import { accountId } from './accounts.ts';
import { type SimplefinOptions, type SimplefinSimulator, startSimplefin } from './server.ts';

type Transaction = { id: string; posted: number; amount: string; description: string; pending?: boolean };
type Account = { id: string; name: string; balance: string; 'balance-date': number; transactions: Transaction[] };
type Query = Record<string, string | string[]>;
type AccountSet = { errors: string[]; accounts: Account[] };

const NOW = new Date('2026-11-18T15:00:00Z');
const DAY = 86_400;
const now = NOW.getTime() / 1000;
const maya = LIVES.find(({ username }) => username === 'maya') ?? expect.fail('Maya is missing.');

const running: SimplefinSimulator[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((simulator) => simulator.close()));
});

async function start(options: SimplefinOptions = {}): Promise<SimplefinSimulator> {
  const simulator = await startSimplefin({ now: NOW, ...options });
  running.push(simulator);
  return simulator;
}

const claim = (token: string): Promise<Response> =>
  fetch(Buffer.from(token, 'base64').toString('utf8'), { method: 'POST' });

async function accessOf(simulator: SimplefinSimulator, username = 'maya'): Promise<string> {
  const answer = await claim(simulator.setupToken(username));
  return answer.text();
}

/** Sends a GET to the access URL. `fetch` refuses a URL with credentials, so they are sent in a header. */
function get(access: string, query: Query = {}): Promise<Response> {
  const url = new URL(access);
  const credentials = Buffer.from(`${url.username}:${url.password}`).toString('base64');
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) for (const one of [value].flat()) parameters.append(name, one);
  return fetch(`${url.origin}${url.pathname}/accounts?${parameters}`, {
    headers: { authorization: `Basic ${credentials}` },
  });
}

async function read(access: string, query: Query = {}): Promise<AccountSet> {
  const answer = await get(access, query);
  expect(answer.status).toBe(200);
  const body: unknown = await answer.json();
  return body as AccountSet;
}

const control = (simulator: SimplefinSimulator, name: string, body: unknown): Promise<Response> =>
  fetch(`${simulator.url}/control/${name}`, { method: 'POST', body: JSON.stringify(body) });

describe('setup tokens', () => {
  test('the page makes a token for a person who logs in, and refuses a wrong password', async () => {
    const simulator = await start();
    const post = (password: string): Promise<Response> =>
      fetch(`${simulator.url}/simplefin/create`, {
        method: 'POST',
        body: new URLSearchParams({ username: maya.username, password }),
      });
    expect(await (await fetch(`${simulator.url}/simplefin/create`)).text()).toContain('<form method="post"');
    expect((await post('wrong')).status).toBe(403);
    const token = /<textarea[^>]*>([^<]+)</.exec(await (await post(maya.password)).text())?.[1] ?? '';
    expect((await claim(token)).status).toBe(200);
  });

  test('a token is claimed once; a second claim, an unknown token and a disabled token get 403', async () => {
    const simulator = await start();
    const token = simulator.setupToken('maya');
    const first = await claim(token);
    expect(first.status).toBe(200);
    expect(new URL(await first.text()).password).not.toBe('');
    expect((await claim(token)).status).toBe(403);
    expect((await fetch(`${simulator.url}/simplefin/claim/unknown`, { method: 'POST' })).status).toBe(403);
    const disabled = simulator.setupToken('maya');
    await control(simulator, 'disable-tokens', { username: 'maya' });
    expect((await claim(disabled)).status).toBe(403);
  });

  test('the info endpoint names the version, a claim by GET gets 405, and an unknown path gets 404', async () => {
    const simulator = await start();
    expect(await (await fetch(`${simulator.url}/simplefin/info`)).json()).toEqual({ versions: ['1.0'] });
    const claim_url = Buffer.from(simulator.setupToken('maya'), 'base64').toString('utf8');
    expect((await fetch(claim_url)).status).toBe(405);
    expect((await fetch(`${simulator.url}/simplefin/nothing`)).status).toBe(404);
  });
});

describe('accounts in the SimpleFIN simulator', () => {
  test('several requests, each for 90 days, together return every posted row of the person’s declared bank history once, in the order of posting', async () => {
    const simulator = await start();
    const access = await accessOf(simulator);
    const found = new Map<string, string[]>();
    for (let end = now + DAY; end > now - 359 * DAY; end -= 90 * DAY) {
      const { accounts, errors } = await read(access, { 'start-date': `${end - 90 * DAY}`, 'end-date': `${end}` });
      expect(errors).toEqual([]);
      for (const { id, transactions } of accounts) {
        const times = transactions.map(({ posted }) => posted);
        expect(times).toEqual(times.toSorted((one, other) => one - other));
        found.set(id, [...transactions.map((row) => row.id), ...(found.get(id) ?? [])]);
      }
    }
    for (const account of historyOf(maya, '2026-11-18').accounts) {
      const from = now + DAY - 360 * DAY;
      const rows = account.rows.filter(({ posted_on }) => Date.parse(`${posted_on}T12:00:00Z`) / 1000 >= from);
      expect(found.get(accountId(maya, account))).toEqual(rows.map(({ id }) => `TRN-${id}`));
    }
  });

  test('the requested period includes its start and excludes its end', async () => {
    const simulator = await start();
    const access = await accessOf(simulator);
    const [row] = (await read(access)).accounts[0]?.transactions ?? [];
    const posted = row?.posted ?? 0;
    const ids = async (start: number, end: number): Promise<string[]> => {
      const { accounts } = await read(access, { 'start-date': `${start}`, 'end-date': `${end}` });
      return accounts.flatMap(({ transactions }) => transactions.map(({ id }) => id));
    };
    expect(await ids(posted, posted + 1)).toContain(row?.id);
    expect(await ids(posted - 10, posted)).not.toContain(row?.id);
  });

  test('balances equal those declared for the person, and the parameter `balances-only` leaves transactions out', async () => {
    const simulator = await start();
    const { accounts } = await read(await accessOf(simulator), { 'balances-only': '1' });
    const truth = historyOf(maya, '2026-11-18').accounts.map(({ closing_cents }) => closing_cents);
    expect(accounts.map(({ balance }) => Math.round(Number(balance) * 100))).toEqual(truth);
    expect(accounts.every(({ transactions }) => transactions.length === 0)).toBe(true);
  });

  test('the parameter `account` selects one account, and can be repeated for more accounts', async () => {
    const simulator = await start();
    const access = await accessOf(simulator);
    const ids = (await read(access)).accounts.map(({ id }) => id).slice(0, 2);
    expect(ids).toHaveLength(2);
    const chosen = await read(access, { account: ids });
    expect(chosen.accounts.map(({ id }) => id)).toEqual(ids);
  });

  test('a requested period above 90 days is shortened to 90 days, and a message in "errors" reports this', async () => {
    const simulator = await start();
    const { errors, accounts } = await read(await accessOf(simulator), { 'start-date': `${now - 200 * DAY}` });
    expect(errors).toEqual(['The requested date range is longer than 90 days and was shortened.']);
    const oldest = Math.min(...accounts.flatMap(({ transactions }) => transactions.map(({ posted }) => posted)));
    expect(oldest).toBeGreaterThanOrEqual(now + DAY - 90 * DAY);
  });

  test('pending rows are returned only with pending=1, and are posted later under another id', async () => {
    const simulator = await start();
    const access = await accessOf(simulator);
    const rows = async (query: Record<string, string>): Promise<Transaction[]> =>
      (await read(access, query)).accounts.flatMap(({ transactions }) => transactions);
    expect((await rows({})).filter(({ pending }) => pending)).toEqual([]);
    const pending = (await rows({ pending: '1' })).filter((row) => row.pending);
    expect(pending.length).toBeGreaterThan(0);
    expect(pending.every(({ posted }) => posted === 0)).toBe(true);
    await control(simulator, 'clock', { advance_seconds: 8 * DAY });
    const later = await rows({ pending: '1' });
    for (const { id, amount, description } of pending) {
      expect(later.some((row) => row.id === id)).toBe(false);
      expect(later.some((row) => row.amount === amount && row.description === description && !row.pending)).toBe(true);
    }
  });

  test('wrong credentials and a revoked access URL get 403, and an unpaid subscription gets 402', async () => {
    const simulator = await start();
    const access = await accessOf(simulator);
    const wrong = new URL(access);
    wrong.password = 'wrong';
    expect((await get(wrong.href)).status).toBe(403);
    expect((await fetch(`${simulator.url}/simplefin/accounts`)).status).toBe(403);
    await control(simulator, 'revoke', { username: 'maya' });
    expect((await get(access)).status).toBe(403);
    await control(simulator, 'stop-paying', { username: 'maya' });
    expect((await get(access)).status).toBe(402);
  });

  test('a malformed timestamp and an unknown parameter get 400 with a message in "errors"', async () => {
    const simulator = await start();
    const access = await accessOf(simulator);
    for (const query of [{ 'start-date': '2026-01-01' }, { 'end-date': '-5' }, { startdate: '1' }]) {
      const answer = await get(access, query);
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject({ errors: [expect.stringMatching(/\.$/)], accounts: [] });
    }
  });

  test('an institution that needs a new login is named in "errors", and its accounts keep their old data', async () => {
    const simulator = await start();
    const access = await accessOf(simulator);
    const before = await read(access, { 'balances-only': '1' });
    await control(simulator, 'disconnect', { username: 'maya' });
    await control(simulator, 'clock', { advance_seconds: 30 * DAY });
    const { errors, accounts } = await read(access, { 'balances-only': '1' });
    expect(accounts).toEqual(before.accounts);
    expect(errors).toEqual(['Connection to Harbor Street Bank may need attention. Please log in again.']);
    expect(accounts.every((account) => account['balance-date'] === now)).toBe(true);
  });
});

describe('the simulator’s daily limit on SimpleFIN requests', () => {
  test('requests above the limit get a warning first, and then 429 until a day has passed', async () => {
    const simulator = await start({ budget: 3, leeway: 1 });
    const access = await accessOf(simulator);
    for (let read_number = 1; read_number <= 3; read_number += 1) expect((await read(access)).errors).toEqual([]);
    expect((await read(access)).errors).toHaveLength(1);
    const refused = await get(access);
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toBe(`${DAY}`);
    await control(simulator, 'clock', { advance_seconds: DAY + 1 });
    expect((await read(access)).errors).toEqual([]);
  });
});

describe('faults of the SimpleFIN simulator', () => {
  test('a rule with `skip: 1` and `times: 2` lets one request pass, applies to the next two and then ends', async () => {
    const simulator = await start();
    const access = await accessOf(simulator);
    await control(simulator, 'faults', { fault: 'rate_limit', seconds: 7, skip: 1, times: 2 });
    const statuses: number[] = [];
    for (let at = 0; at < 4; at += 1) statuses.push((await get(access)).status);
    expect(statuses).toEqual([200, 429, 429, 200]);
  });

  test('truncated bodies, closed connections and wrong content types make the client’s read fail', async () => {
    const simulator = await start();
    const access = await accessOf(simulator);
    simulator.addFault({ fault: 'truncated_body' });
    await expect(get(access).then((answer) => answer.json())).rejects.toThrow(SyntaxError);
    simulator.addFault({ fault: 'connection_ended' });
    await expect(get(access)).rejects.toThrow('fetch failed');
    simulator.addFault({ fault: 'connection_ended', amount: 20 });
    await expect(get(access).then((answer) => answer.text())).rejects.toThrow('terminated');
    simulator.addFault({ fault: 'wrong_content_type' });
    const answer = await get(access);
    expect(answer.headers.get('content-type')).toContain('text/html');
    await expect(answer.json()).rejects.toThrow(SyntaxError);
  });

  test('a claim whose answer is lost uses up the token; a claim that gets 500 does not', async () => {
    const simulator = await start();
    const token = simulator.setupToken('maya');
    simulator.addFault({ fault: 'server_error' });
    expect((await claim(token)).status).toBe(500);
    simulator.addFault({ fault: 'connection_ended' });
    await expect(claim(token)).rejects.toThrow('fetch failed');
    expect((await claim(token)).status).toBe(403);
  });

  test('an answer that is sent slowly arrives complete', async () => {
    const simulator = await start({ faults: [{ fault: 'slow_bytes', amount: 0 }] });
    expect(await (await fetch(`${simulator.url}/simplefin/info`)).json()).toEqual({ versions: ['1.0'] });
  });

  test('duplicate rows, vanishing rows and schema drift change the data of one answer', async () => {
    const simulator = await start();
    const access = await accessOf(simulator);
    const ids = ({ accounts }: AccountSet): string[] =>
      accounts.flatMap(({ transactions }) => transactions.map(({ id }) => id));
    const plain = ids(await read(access));
    simulator.addFault({ fault: 'duplicate_rows' });
    const doubled = ids(await read(access));
    expect(new Set(doubled)).toEqual(new Set(plain));
    expect(doubled.length).toBeGreaterThan(plain.length);
    simulator.addFault({ fault: 'vanishing_rows' });
    expect(ids(await read(access)).length).toBeLessThan(plain.length);
    simulator.addFault({ fault: 'missing_field' });
    expect((await read(access)).accounts[0]).not.toHaveProperty('balance-date');
    simulator.addFault({ fault: 'extra_fields' });
    expect((await read(access)).accounts[0]).toHaveProperty('field_of_tomorrow');
    simulator.addFault({ fault: 'clock_skew', seconds: 3600 });
    expect((await read(access)).accounts[0]?.['balance-date']).toBe(now + 3600);
  });

  test('two runs with the same seed get the same random faults', async () => {
    const statusesOf = async (seed: number): Promise<number[]> => {
      const simulator = await start({ seed, faults: [{ fault: 'server_error', status: 503, probability: 0.5 }] });
      const statuses: number[] = [];
      for (let at = 0; at < 20; at += 1) statuses.push((await fetch(`${simulator.url}/simplefin/info`)).status);
      return statuses;
    };
    const first = await statusesOf(5);
    expect(new Set(first)).toEqual(new Set([200, 503]));
    expect(await statusesOf(5)).toEqual(first);
    expect(await statusesOf(6)).not.toEqual(first);
  });

  test('an unknown fault is refused', async () => {
    const simulator = await start();
    expect((await control(simulator, 'faults', { fault: 'earthquake' })).status).toBe(400);
  });
});

test('the request log shows paths and parameter names, but no secrets', async () => {
  const simulator = await start();
  const access = await accessOf(simulator);
  await read(access, { pending: '1', 'start-date': `${now}` });
  const text = await (await fetch(`${simulator.url}/control/requests`)).text();
  const { requests } = JSON.parse(text) as { requests: unknown[] };
  expect(requests).toMatchObject([
    { method: 'POST', path: '/simplefin/claim/:token', status: 200 },
    { method: 'GET', path: '/simplefin/accounts', parameters: ['pending', 'start-date'], fault: null, status: 200 },
  ]);
  const { username, password } = new URL(access);
  for (const secret of [username, password, `${now}"`]) expect(text).not.toContain(secret);
});
