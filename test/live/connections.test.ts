// Tests three guarantees, whatever fault a provider has. A redirect to another server is not followed. A repair does
// not create a second connection at the provider. No row is stored twice.
import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { arm, disarm, idIn } from '#test/live-faults.ts';
import {
  connectLane,
  KINDS,
  type Kind,
  type Lane,
  openStage,
  refresh,
  type Stage,
  visitWidget,
} from '#test/live-stage.ts';
import { snapshot } from '#test/live-truth.ts';
import { newUser } from '#test/tasks.ts';

let stage: Stage;
let other_url = '';
let received = 0;
const other = createServer((_, response) => {
  received += 1;
  response.setHeader('content-type', 'application/json').end('{}');
});
beforeAll(async () => {
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const address = other.address();
  other_url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/`;
  stage = await openStage({ now: new Date('2026-06-03T15:00:00Z') });
});
afterAll(async () => {
  await stage.close();
  other.close();
});

const later = (ms: number): void => stage.moveTo(new Date(stage.house.clock.now().getTime() + ms));
const DAY_MS = 86_400_000;
const laneOf = (kind: Kind, username = 'maya'): Lane =>
  kind === 'finch'
    ? { kind, username: 'payroll-summit-ridge-hospital', product: 'admin' }
    : { kind, username, product: 'income' };

describe.each(KINDS)('a link of the connector %s', (kind) => {
  test('a refresh that is redirected to another server fails, and the other server gets no request', async () => {
    const lane = laneOf(kind, kind === 'argyle' ? 'maya' : 'nico');
    const link = await connectLane(stage, lane);
    const before = await snapshot(stage, link.link_id);
    later(3_600_000);
    for (const skip of [0, 1, 3]) {
      await arm(stage, lane, { fault: 'redirect', skip, is_lasting: true, seed: 0 }, other_url);
      const { status } = await refresh(stage, link, lane.product);
      await disarm(stage, lane);
      expect(['unavailable', 'error', 'login_error']).toContain(status);
    }
    expect(received).toBe(0);
    const { data } = await snapshot(stage, link.link_id);
    expect(data.transactions).toEqual(before.data.transactions);
    expect(data.statements).toEqual(before.data.statements);
    expect(data.directory).toEqual(before.data.directory);
  });
});

test.each(KINDS)(
  '%s: a person who connects the same accounts again gets the same link with the same access token, and the provider deletes the connection that was replaced',
  async (kind) => {
    const lane = laneOf(kind, kind === 'argyle' ? 'maya' : 'ruth');
    const link = await connectLane(stage, lane);
    const listed = () => JSON.stringify([stage.plaid.control('items'), stage.argyle.control('accounts')]);
    const open = () => [...listed().matchAll(/"(?:ruth|maya)"(?!,"is_removed":true)/g)].length;
    const before = open();
    later(60_000);
    const task_id = await visitWidget(stage, lane, link.user_id);
    const task = (await stage.client.prod('GET', `/v1/tasks/${task_id}/`)).json();
    expect(task).toMatchObject({ status: 'done', link_id: link.link_id });
    const { results } = (await stage.client.prod('GET', `/v1/links/?user_id=${link.user_id}`)).json();
    expect(results).toMatchObject([{ id: link.link_id, access_token: link.access_token, is_connected: true }]);
    await expect.poll(open).toBe(before);
  },
);

describe.each(['plaid', 'simplefin'] as const)(
  '%s: a person who connects a bank login again with other accounts',
  (kind) => {
    const lane = (...accounts: string[]): Lane => ({ ...laneOf(kind, 'ruth'), accounts });
    const [CHECKING, SAVINGS] = ['Senior Checking', 'Growth Savings'] as const;
    const linksOf = async (user_id: string) => (await stage.client.prod('GET', `/v1/links/?user_id=${user_id}`)).json();
    const accountsOf = async ({ link_id }: { link_id: string }) => (await snapshot(stage, link_id)).data.accounts ?? [];
    const openItems = () => JSON.stringify(stage.plaid.control('items')).split('"ruth","is_removed":false').length - 1;

    test('the link and its access token stay the same if one account is the same; the link has the accounts of the last login', async () => {
      const link = await connectLane(stage, lane(CHECKING));
      const before = openItems();
      for (const chosen of [[CHECKING, SAVINGS], [SAVINGS], [CHECKING]]) {
        later(DAY_MS);
        const task_id = await visitWidget(stage, lane(...chosen), link.user_id);
        const task = (await stage.client.prod('GET', `/v1/tasks/${task_id}/`)).json();
        expect(task).toMatchObject({ status: 'done', link_id: link.link_id });
        expect(await linksOf(link.user_id)).toMatchObject({
          count: 1,
          results: [{ id: link.link_id, access_token: link.access_token, is_connected: true }],
        });
        expect((await accountsOf(link)).length).toBe(chosen.length);
        await expect.poll(openItems).toBe(before);
      }
      later(DAY_MS);
      expect((await refresh(stage, link, 'income')).status).toBe('done');
      expect((await linksOf(link.user_id)).count).toBe(1);
    });

    test('a login without a common account makes a second link, and both links can be refreshed', async () => {
      const first = await connectLane(stage, lane(CHECKING));
      const task_id = await visitWidget(stage, lane(SAVINGS), first.user_id);
      const { link_id } = (await stage.client.prod('GET', `/v1/tasks/${task_id}/`)).json();
      expect(link_id).not.toBe(first.link_id);
      const { results } = await linksOf(first.user_id);
      expect(results).toHaveLength(2);
      later(3_600_000);
      for (const { id, access_token } of results) {
        const { status } = await refresh(stage, { user_id: first.user_id, link_id: id, access_token }, 'income');
        expect(status).toBe('done');
      }
    });
  },
);

test('plaid: two concurrent logins with a common account make one link', async () => {
  const user_id = await newUser(stage.client.prod, 'concurrent');
  const all = laneOf('plaid', 'ruth');
  await Promise.all([
    visitWidget(stage, { ...all, accounts: ['Senior Checking'] }, user_id),
    visitWidget(stage, all, user_id),
  ]);
  expect((await stage.client.prod('GET', `/v1/links/?user_id=${user_id}`)).json().count).toBe(1);
});

test.each([1, 4])(
  'simplefin: if %d reads of the accounts failed at the first login, a second login with the same accounts still gets the same link',
  async (times) => {
    const lane = laneOf('simplefin', 'priya');
    const user_id = await newUser(stage.client.prod, `unread-${times}`);
    stage.simplefin.addFault({ fault: 'server_error', status: 503, path: '/simplefin/accounts', times });
    const ids: string[] = [];
    for (let logins = 0; logins < 2; logins++) {
      const task_id = await visitWidget(stage, lane, user_id);
      const task = (await stage.client.prod('GET', `/v1/tasks/${task_id}/`)).json();
      expect(task.status).toBe('done');
      ids.push(task.link_id);
      later(DAY_MS);
    }
    expect(new Set(ids).size).toBe(1);
    expect((await stage.client.prod('GET', `/v1/links/?user_id=${user_id}`)).json().count).toBe(1);
  },
);

test.each(['plaid', 'argyle'] as const)(
  '%s: a person who reconnects renews the existing connection, and all stored rows keep their ids',
  async (kind) => {
    const lane = laneOf(kind, 'priya');
    const link = await connectLane(stage, lane);
    const listed = () => JSON.stringify(stage[kind].control(kind === 'plaid' ? 'items' : 'accounts'));
    const own = () => listed().split('"priya"').length - 1;
    const before = await snapshot(stage, link.link_id);
    expect(own()).toBe(1);
    await arm(stage, lane, { fault: 'ended_access', skip: 0, is_lasting: true, seed: 0 }, other_url);
    expect((await refresh(stage, link, lane.product)).status).toBe('login_error');
    expect((await snapshot(stage, link.link_id)).is_connected).toBe(false);
    await visitWidget(stage, lane, link.user_id, link.access_token);
    const after = await snapshot(stage, link.link_id);
    expect(after.is_connected).toBe(true);
    expect(own()).toBe(1);
    for (const section of ['accounts', 'transactions', 'employments', 'statements'] as const) {
      expect(after.data[section]?.map(({ id }) => id)).toEqual(before.data[section]?.map(({ id }) => id));
    }
  },
);

test('finch: deleting a link does not end the connection of another user who connected the same company; deleting the last link does', async () => {
  const lane: Lane = { kind: 'finch', username: 'payroll-alder-county-school-district', product: 'admin' };
  const first = await connectLane(stage, lane);
  const second = await connectLane(stage, lane);
  const connection = () => JSON.stringify(stage.finch.control('connections'));
  const remove = async ({ link_id }: { link_id: string }) => {
    expect((await stage.client.prod('DELETE', `/v1/links/${link_id}/`)).statusCode).toBe(204);
  };
  const ended = () => connection().split('"disconnected"').length - 1;
  expect(ended()).toBe(0);
  await remove(first);
  later(3_600_000);
  expect((await refresh(stage, second, lane.product)).status).toBe('done');
  expect(ended()).toBe(0);
  await remove(second);
  await expect.poll(ended).toBe(1);
});

describe('if a process ends after the provider has answered but before the answer is stored, the step runs again', () => {
  /**
   * Makes each login step run twice if it has a reply or a setup token. The result of the first run is dropped, as if
   * the process had ended before it stored the result. Returns a function that restores the normal login steps.
   */
  function losingAnswers(kind: Kind): () => void {
    const connector = stage.house.connectors.get(stage.provider_ids[kind]);
    if (connector === undefined) throw new Error('the provider is not configured');
    const { login } = connector;
    connector.login = async (request, io) => {
      if (request.reply !== undefined || kind === 'simplefin') await login(request, io);
      return login(request, io);
    };
    return () => {
      connector.login = login;
    };
  }

  const INTERRUPTED = 'The login was interrupted or took too long. Please connect again.';

  test.each<[Kind, string | null]>([
    ['fdx', INTERRUPTED],
    ['simplefin', 'This token was used before. Make a new one.'],
    ['plaid', INTERRUPTED],
    ['argyle', null],
    ['finch', INTERRUPTED],
  ])(
    '%s: if a process ends before the provider’s answer is stored, the login succeeds, or the message says what to do',
    async (kind, message) => {
      const lane = laneOf(kind, kind === 'argyle' ? 'maya' : 'owen');
      const user_id = await newUser(stage.client.prod, `interrupted-${kind}`);
      const taskOf = async (task_id: string) => (await stage.client.prod('GET', `/v1/tasks/${task_id}/`)).json();
      const end = losingAnswers(kind);
      const lost = await visitWidget(stage, lane, user_id).finally(end);
      const { status, error_message, link_id } = await taskOf(lost);
      expect([status, error_message]).toEqual([message === null ? 'done' : 'login_error', message]);
      if (message === null) return;
      expect((await stage.client.prod('GET', `/v1/links/${link_id}/`)).statusCode).toBe(404);
      expect(await taskOf(await visitWidget(stage, lane, user_id))).toMatchObject({ status: 'done' });
    },
  );
});

test('if some SimpleFIN data cannot be read, the task’s missing_data contains the server’s messages about this data, until a refresh reads everything', async () => {
  const lane = laneOf('simplefin', 'lena');
  const link = await connectLane(stage, lane);
  const message = 'Harbor Street Bank needs a new login.';
  stage.simplefin.control('errors', { username: 'lena', errors: [message] });
  const taskOf = async (task_id: string) => (await stage.client.prod('GET', `/v1/tasks/${task_id}/`)).json();
  const some = await refresh(stage, link, lane.product);
  expect(await taskOf(some.task_id)).toMatchObject({ status: 'done', error_message: null, missing_data: [message] });
  stage.simplefin.control('errors', { username: 'lena', errors: [] });
  const all = await refresh(stage, link, lane.product);
  const task = await taskOf(all.task_id);
  expect(task).toMatchObject({ status: 'done' });
  expect(task).not.toHaveProperty('missing_data');
});

test('rows that Argyle sends twice are stored once', async () => {
  const lane = laneOf('argyle', 'lena');
  const link = await connectLane(stage, lane);
  const before = await snapshot(stage, link.link_id);
  expect(before.data.statements?.length).toBeGreaterThan(5);
  stage.argyle.control('refresh', idIn(stage.argyle.control('accounts'), 'account', 'lena'));
  await arm(stage, lane, { fault: 'duplicate_rows', skip: 0, is_lasting: true, seed: 0 }, other_url);
  expect((await refresh(stage, link, lane.product)).status).toBe('done');
  await disarm(stage, lane);
  expect((await snapshot(stage, link.link_id)).data).toEqual(before.data);
});
