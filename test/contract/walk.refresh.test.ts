// Contract, section 8: refreshing a link's data, and the limit on refreshes per access token.
import { describe, expect, test } from 'vitest';
import { newId } from '#base/ids.ts';
import { invalid, NOT_FOUND, OTHER_ENVIRONMENT } from '#test/answers.ts';
import { newClient } from '#test/house.ts';
import { link as linkShape, refreshStarted, refreshTask, task as taskShape } from './shapes/links.ts';
import { PATHS } from './shapes/paths.ts';
import { incomeReport } from './shapes/payroll.ts';
import { type Connection, DEPOSIT_ACCOUNT, startWalk } from './shapes/walk.ts';

const walk = startWalk();
const { expectAnswer, expectRead, expectRefused, connect, begin, finish, advance, exchanged } = walk;

const URL = '/v1/refresh/tasks/';
const PAYROLL = { provider_id: 'vouch_payroll', product_type: 'income' };
const DAY_SECONDS = 86_400;

const start = async (access_token: string, more: object = {}): Promise<string> =>
  (await expectAnswer(201, refreshStarted, 'POST', URL, { access_token, ...more })).task_id;
async function refresh(access_token: string, more: object = {}): Promise<string> {
  const task_id = await start(access_token, more);
  await finish();
  return task_id;
}
const linkOf = ({ link_id }: Connection) => expectRead(linkShape, `/v1/links/${link_id}/`);
const taskOf = (task_id: string) => expectRead(taskShape, `/v1/tasks/${task_id}/`);
const EXCEEDED = { error: { code: 'throttled', message: 'Refresh limit for the access_token exceeded' } };

describe('section 8: POST /v1/refresh/tasks/', () => {
  test('201: the refresh becomes the last task of the link and of its report', async () => {
    const connected = await connect(PAYROLL);
    const report_url = `/v1/links/${connected.link_id}/income/report/`;
    expect(await expectRead(incomeReport, report_url)).toMatchObject({ id: connected.task_id, refresh_status: null });
    const task_id = await refresh(await exchanged(connected));
    expect(await taskOf(task_id)).toMatchObject({
      link_id: connected.link_id,
      user_id: connected.user_id,
      status: 'done',
      product_type: 'income',
      is_refresh: true,
    });
    expect(await linkOf(connected)).toMatchObject({ last_task_id: task_id, status: 'done', is_connected: true });
    expect(await expectRead(incomeReport, report_url)).toMatchObject({ id: task_id, refresh_status: 'done' });
  });

  test('200: while a refresh is running, a repeated request returns the running task and does not count against the limit', async () => {
    const connected = await begin({ ...PAYROLL, password: 'longcheck' });
    await advance(61);
    const access_token = await exchanged(connected);
    const running = await start(access_token);
    for (let i = 0; i < 6; i++) {
      const again = await expectAnswer(200, refreshStarted, 'POST', URL, { access_token });
      expect(again.task_id).toBe(running);
    }
    await advance(61);
    for (let i = 0; i < 3; i++) {
      await start(access_token);
      await advance(61);
    }
    expect(await expectRefused(429, 'POST', URL, { access_token })).toEqual(EXCEEDED);
  });

  test('201: a deposit_switch refresh uses the deposit account of the last switch if the request contains no account', async () => {
    const connected = await connect({ ...PAYROLL, product_type: 'deposit_switch', account: DEPOSIT_ACCOUNT });
    const access_token = await exchanged(connected);
    const details = async () =>
      (await walk.send('GET', `/v1/links/${connected.link_id}/direct_deposit/report/`)).json().deposit_details;
    await refresh(access_token);
    expect(await details()).toMatchObject({ account_number: DEPOSIT_ACCOUNT.account_number });
    await refresh(access_token, { account: { ...DEPOSIT_ACCOUNT, account_number: '400100217777' } });
    expect(await details()).toMatchObject({ account_number: '400100217777' });
    await refresh(access_token);
    expect(await details()).toMatchObject({ account_number: '400100217777' });
  });

  test('a refresh that cannot log in gets login_error and disconnects the link; a login reconnects it', async () => {
    const connected = await connect({ ...PAYROLL, username: 'disconnect.on.refresh' });
    expect(await linkOf(connected)).toMatchObject({ is_connected: true });
    const task_id = await refresh(await exchanged(connected));
    expect(await taskOf(task_id)).toMatchObject({ status: 'login_error', is_refresh: true });
    expect(await linkOf(connected)).toMatchObject({ is_connected: false, status: 'login_error' });
    const report = await expectRead(incomeReport, `/v1/links/${connected.link_id}/income/report/`);
    expect(report).toMatchObject({ refresh_status: 'login_error' });
    expect(report.employments).not.toEqual([]);
    await connect({ ...PAYROLL, username: 'disconnect.on.refresh', user_id: connected.user_id });
    expect(await linkOf(connected)).toMatchObject({ is_connected: true });
  });

  test('a refresh of a login that needs a second factor ends with mfa_error', async () => {
    const connected = await connect({ ...PAYROLL, password: 'mfa', mfa_code: '12345' });
    const task_id = await refresh(await exchanged(connected));
    expect(await taskOf(task_id)).toMatchObject({ status: 'mfa_error' });
    expect(await linkOf(connected)).toMatchObject({ is_connected: false });
  });

  test('400 for an unknown product, a product that the link does not have, or an invalid account', async () => {
    const access_token = await exchanged(await connect(PAYROLL));
    const { error } = await expectRefused(400, 'POST', URL, { access_token, product_type: 'insurance' });
    expect(error.extra['invalid-params']).toMatchObject([{ field: 'product_type' }]);
    expect(await expectRefused(400, 'POST', URL, { access_token, product_type: 'x' })).toEqual(
      invalid(['product_type', '"x" is not a valid choice.']),
    );
    const account = { ...DEPOSIT_ACCOUNT, account_number: '1' };
    const refusal = await expectRefused(400, 'POST', URL, { access_token, account });
    expect(refusal.error.extra['invalid-params']).toMatchObject([{ field: 'account.account_number' }]);
  });

  test('400 if access_token is missing or blank', async () => {
    expect(await expectRefused(400, 'POST', URL, {})).toEqual(invalid(['access_token', 'This field is required.']));
    expect(await expectRefused(400, 'POST', URL, { access_token: '' })).toEqual(
      invalid(['access_token', 'This field may not be blank.']),
    );
  });

  test('404 if the access token is unknown, masked or belongs to another client; 403 if it belongs to the client’s other environment', async () => {
    const access_token = await exchanged(await connect(PAYROLL));
    const other = await newClient(walk.house());
    for (const unknown of [newId(), `${'*'.repeat(28)}${access_token.slice(-4)}`]) {
      expect(await expectRefused(404, 'POST', URL, { access_token: unknown })).toEqual(NOT_FOUND);
    }
    expect(await expectRefused(404, 'POST', URL, { access_token }, other.sandbox)).toEqual(NOT_FOUND);
    expect(await expectRefused(403, 'POST', URL, { access_token }, walk.acme().prod)).toEqual(OTHER_ENVIRONMENT);
  });
});

describe('section 8: the limit of four refreshes per access token in any 24 hours', () => {
  test('429 for a fifth refresh through either endpoint, until the oldest of the four is 24 hours old', async () => {
    const connected = await connect(PAYROLL);
    const access_token = await exchanged(connected);
    const url = `/v1/links/${connected.link_id}/?refresh=true`;
    await refresh(access_token);
    const first = await walk.now();
    await advance(3_600);
    await refresh(access_token);
    await expectRead(linkShape, url);
    await finish();
    await refresh(access_token);
    const fifth = await walk.send('POST', URL, { access_token });
    expect([fifth.statusCode, fifth.json()]).toEqual([429, EXCEEDED]);
    const passed_seconds = (Number(await walk.now()) - Number(first)) / 1_000;
    expect(fifth.headers['retry-after']).toBe(String(DAY_SECONDS - passed_seconds));
    expect(fifth.headers['ratelimit-policy']).toBe('"refresh";q=4;w=86400');
    expect(fifth.headers['ratelimit']).toBe(`"refresh";r=0;t=${DAY_SECONDS - passed_seconds}`);
    expect(await expectRefused(429, 'GET', url)).toEqual(EXCEEDED);
    await expectRead(linkShape, `/v1/links/${connected.link_id}/`);
    await refresh(await exchanged(await connect(PAYROLL)));
    await walk.advanceTo(first, DAY_SECONDS - 1);
    await expectRefused(429, 'POST', URL, { access_token });
    await refresh(access_token);
    await expectRefused(429, 'POST', URL, { access_token });
  });
});

describe('section 8: GET /v1/links/{link_id}/?refresh=true', () => {
  test('200: the request starts a refresh, and the response contains the id of the refresh task as last_task_id', async () => {
    const connected = await connect(PAYROLL);
    const link = await expectRead(linkShape, `/v1/links/${connected.link_id}/?refresh=true`);
    expect(link.last_task_id).not.toBe(connected.task_id);
    expect(await taskOf(link.last_task_id)).toMatchObject({ is_refresh: true, product_type: 'income' });
    await finish();
    expect(await linkOf(connected)).toMatchObject({ status: 'done', last_task_id: link.last_task_id });
  });

  test('200: refresh=false starts no refresh', async () => {
    const connected = await connect(PAYROLL);
    const link = await expectRead(linkShape, `/v1/links/${connected.link_id}/?refresh=false`);
    expect(link.last_task_id).toBe(connected.task_id);
  });

  test('400 if refresh is not a boolean', async () => {
    const { link_id } = await connect(PAYROLL);
    expect(await expectRefused(400, 'GET', `/v1/links/${link_id}/?refresh=1`)).toEqual(
      invalid(['refresh', 'Must be a valid boolean.']),
    );
  });
});

describe('section 8: GET /v1/refresh/tasks/{task_id}/', () => {
  test('200: the response has the task’s id, status, creation time and refresh date', async () => {
    const task_id = await refresh(await exchanged(await connect(PAYROLL)));
    const answer = await expectRead(refreshTask, `${URL}${task_id}/`);
    expect(answer).toMatchObject({ id: task_id, status: 'done' });
    expect(answer.refresh_date).toBe(answer.created_at.slice(0, 10));
    expect(answer.created_at).toBe((await taskOf(task_id)).created_at);
  });

  test('404 for an unknown task, another client’s task, or a task that is not a refresh; 403 with the key of the other environment', async () => {
    const connected = await begin(PAYROLL);
    await finish();
    expect(await expectRefused(404, 'GET', `${URL}${connected.task_id}/`)).toEqual(NOT_FOUND);
    expect(await expectRefused(404, 'GET', `${URL}${newId()}/`)).toEqual(NOT_FOUND);
    const task_id = await refresh(await exchanged(connected));
    const other = await newClient(walk.house());
    expect(await expectRefused(404, 'GET', `${URL}${task_id}/`, undefined, other.sandbox)).toEqual(NOT_FOUND);
    const refusal = await expectRefused(403, 'GET', `${URL}${task_id}/`, undefined, walk.acme().prod);
    expect(refusal).toEqual(OTHER_ENVIRONMENT);
  });
});

test('this file calls every endpoint of section 8', () => expect(walk.unwalked(PATHS.refresh)).toEqual([]));
