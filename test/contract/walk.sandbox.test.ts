// Contract, section 24: the sandbox's logins, clock, link creation and sample documents.
import { describe, expect, test } from 'vitest';
import { newId } from '#base/ids.ts';
import { invalid, NOT_FOUND, SANDBOX_ONLY } from '#test/answers.ts';
import { bridgeToken, link as linkShape, task as taskShape } from './shapes/links.ts';
import { PATHS } from './shapes/paths.ts';
import { advancedClock, clock, connection } from './shapes/sandbox.ts';
import { type Connection, DEPOSIT_ACCOUNT, startWalk } from './shapes/walk.ts';

const walk = startWalk();
const { expectAnswer, expectRead, expectRefused, newUser, connect, begin, advance, finish } = walk;

const PRODUCTS = {
  vouch_payroll: ['income', 'employment', 'deposit_switch', 'pll', 'admin'],
  vouch_bank: ['assets', 'transactions', 'income'],
  vouch_bank_oauth: ['assets', 'transactions', 'income'],
  vouch_insurance: ['insurance'],
  vouch_tax: ['income'],
} as const;
const SERVED = Object.entries(PRODUCTS).flatMap(([provider_id, products]) =>
  products.map((product_type) => ({ provider_id, product_type, account: DEPOSIT_ACCOUNT })),
);
const FIRST_OF_EACH = Object.entries(PRODUCTS).map(([provider_id, [product_type]]) => ({ provider_id, product_type }));
/**
 * The task statuses that the sample login `error.user` can cause. The statuses in `LOGIN_FAILURES` are failures of the
 * login itself.
 */
const LOGIN_FAILURES = ['login_error', 'mfa_error', 'account_locked', 'unable_to_reset'];
const FAILURES = [...LOGIN_FAILURES, 'config_error', 'no_data', 'unavailable', 'not_supported', 'error'];

const PAYROLL = { provider_id: 'vouch_payroll', product_type: 'income' };
const taskOf = ({ task_id }: Connection) => expectRead(taskShape, `/v1/tasks/${task_id}/`);

describe('section 24.2: logins', () => {
  test.each(SERVED)('a login at $provider_id for $product_type ends in done and gets a public_token', async (login) => {
    const connected = await connect(login);
    expect(connected.public_token).not.toBeNull();
    const { provider_id, product_type } = login;
    expect(await taskOf(connected)).toMatchObject({ status: 'done', product_type, provider: { id: provider_id } });
    expect(await expectRead(linkShape, `/v1/links/${connected.link_id}/`)).toMatchObject({
      provider_id,
      initial_product_type: product_type,
      status: 'done',
    });
  });

  test.each(FIRST_OF_EACH)(
    'a login as `error.user` at $provider_id ends with the task status that its password names',
    async (login) => {
      const tokens = new Map<string, string | null>();
      for (const status of FAILURES) {
        const connected = await connect({ ...login, username: 'error.user', password: status });
        expect(await taskOf(connected)).toMatchObject({ status, is_refresh: false });
        tokens.set(status, connected.public_token);
      }
      expect(LOGIN_FAILURES.filter((status) => tokens.get(status) !== null)).toEqual([]);
    },
  );

  test.each(FIRST_OF_EACH)(
    'an unknown username or a wrong password at $provider_id gets login_error and no public_token',
    async (login) => {
      for (const [username, password] of [
        ['goodlogin', 'wrong'],
        ['nobody', 'goodpassword'],
        ['error.user', 'wrong'],
      ] as const) {
        const connected = await connect({ ...login, username, password });
        expect(connected.public_token).toBeNull();
        expect(await taskOf(connected)).toMatchObject({ status: 'login_error' });
        expect(await expectRefused(404, 'GET', `/v1/links/${connected.link_id}/`)).toEqual(NOT_FOUND);
      }
    },
  );

  test.each(FIRST_OF_EACH)(
    'a wrong or missing MFA code at $provider_id ends in mfa_error, and the right code ends in done',
    async (login) => {
      const right = await connect({ ...login, password: 'mfa', mfa_code: '12345' });
      expect(right.public_token).not.toBeNull();
      expect(await taskOf(right)).toMatchObject({ status: 'done' });
      for (const mfa_code of ['54321', undefined]) {
        const wrong = await connect({ ...login, password: 'mfa', mfa_code });
        expect(wrong.public_token).toBeNull();
        expect(await taskOf(wrong)).toMatchObject({ status: 'mfa_error' });
      }
    },
  );

  test('with the password `longcheck` the login succeeds immediately, and the task is done after 60 seconds', async () => {
    const connected = await begin({ ...PAYROLL, password: 'longcheck' });
    await finish();
    expect(connected.public_token).not.toBeNull();
    expect(await taskOf(connected)).toMatchObject({ status: 'parse' });
    await advance(61);
    expect(await taskOf(connected)).toMatchObject({ status: 'done' });
  });
});

describe('section 24.5: POST /v1/sandbox/links/', () => {
  const URL = '/v1/sandbox/links/';
  const body = async (more: object = {}) => ({
    user_id: await newUser(),
    ...PAYROLL,
    username: 'goodlogin',
    password: 'goodpassword',
    ...more,
  });

  test('201: an unknown company_mapping_id is accepted for a sandbox link and for a bridge token, and both have the given tracking_info', async () => {
    const company_mapping_id = newId();
    const sent = await body({ tracking_info: 'loan-17', company_mapping_id });
    const { task_id, link_id } = await expectAnswer(201, connection, 'POST', URL, sent);
    await finish();
    const expected = { tracking_info: 'loan-17', user_id: sent.user_id };
    expect(await expectRead(taskShape, `/v1/tasks/${task_id}/`)).toMatchObject(expected);
    expect(await expectRead(linkShape, `/v1/links/${link_id}/`)).toMatchObject(expected);
    const asked = { product_type: 'income', tracking_info: 'loan-17', company_mapping_id };
    const token = await expectAnswer(201, bridgeToken, 'POST', `/v1/users/${sent.user_id}/tokens/`, asked);
    expect(token).toMatchObject({ user_id: sent.user_id, ...asked });
  });

  test('400: missing required fields are reported in the order of the contract’s table', async () => {
    const names = ['user_id', 'provider_id', 'username', 'password', 'product_type'];
    expect(await expectRefused(400, 'POST', URL, {})).toEqual(
      invalid(...names.map((name) => [name, 'This field is required.'] as const)),
    );
  });

  test.each(['user_id', 'provider_id', 'template_id', 'order_id'])(
    '400 for creating a sandbox link with an unknown %s',
    async (field) => {
      const { error } = await expectRefused(400, 'POST', URL, await body({ [field]: newId() }));
      expect(error.extra['invalid-params']).toMatchObject([{ field }]);
    },
  );

  test.each(['deposit_switch', 'pll'])(
    '400 for creating a sandbox link for the product %s if the request has no account',
    async (product_type) => {
      expect(await expectRefused(400, 'POST', URL, await body({ product_type }))).toEqual(
        invalid(['account', 'This field is required.']),
      );
    },
  );

  test('400 for an unknown product', async () => {
    expect(await expectRefused(400, 'POST', URL, await body({ product_type: 'x' }))).toEqual(
      invalid(['product_type', '"x" is not a valid choice.']),
    );
  });
});

describe('section 24.5: POST /v1/sandbox/clock/advance/', () => {
  test('200: the clock advances by the given seconds; 400 if seconds is not an integer from 1 to 31,536,000', async () => {
    const before = await expectRead(clock, '/v1/sandbox/clock/');
    const url = '/v1/sandbox/clock/advance/';
    const after = await expectAnswer(200, advancedClock, 'POST', url, { seconds: 60 });
    expect(after.offset_seconds).toBe(before.offset_seconds + 60);
    expect(Date.parse(after.now) - Date.parse(after.real_now)).toBe(after.offset_seconds * 1_000);
    for (const seconds of [0, -1, 31_536_001, '60', 1.5]) await expectRefused(400, 'POST', url, { seconds });
  });
});

describe('section 24.5: GET /v1/sandbox/documents/{kind}/', () => {
  const KINDS = ['paystub', 'w2', 'f1099', 'f1040', 'bank_statement'];
  const read = (kind: string, query = '') => walk.send('GET', `/v1/sandbox/documents/${kind}/${query}`);

  test.each(KINDS)('200: the sample document %s is a PDF that is the same in every response', async (kind) => {
    const [first, second] = [await read(kind), await read(kind)];
    for (const { statusCode, headers, rawPayload } of [first, second]) {
      expect([statusCode, headers['content-type']]).toEqual([200, 'application/pdf']);
      expect(rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
    }
    expect(second.rawPayload.equals(first.rawPayload)).toBe(true);
  });

  test.each([
    'index=1',
    'username=fulltime',
    'tamper=amount',
    'tamper=overlay',
    'tamper=resave',
    'tamper=ytd',
    'raster=true',
  ])('200: a sample paystub with %s differs from the default paystub', async (query) => {
    const { statusCode, rawPayload } = await read('paystub', `?${query}`);
    expect(statusCode).toBe(200);
    expect(rawPayload.equals((await read('paystub')).rawPayload)).toBe(false);
  });

  test('200: a paystub with explicit default options equals the paystub without options', async () => {
    const said = await read('paystub', '?username=goodlogin&index=0&tamper=none&raster=false');
    expect(said.rawPayload.equals((await read('paystub')).rawPayload)).toBe(true);
  });

  test('400 for an invalid query value; 404 for an unknown kind', async () => {
    for (const [name, value] of [
      ['tamper', 'x'],
      ['index', '-1'],
      ['index', 'x'],
      ['raster', '1'],
    ]) {
      const { error } = await expectRefused(400, 'GET', `/v1/sandbox/documents/paystub/?${name}=${value}`);
      expect(error.extra['invalid-params']).toMatchObject([{ field: name }]);
    }
    expect(await expectRefused(404, 'GET', '/v1/sandbox/documents/passport/')).toEqual(NOT_FOUND);
  });
});

test('every sandbox endpoint responds with 403 to a prod- secret', async () => {
  for (const path of PATHS.sandbox) {
    const [method, url] = path.startsWith('GET ')
      ? (['GET', path.slice(4)] as const)
      : (['POST', path.slice(5)] as const);
    const filled = url.replace('{kind}', 'paystub').replace('{user_id}', newId());
    const body = method === 'POST' ? {} : undefined;
    expect(await expectRefused(403, method, filled, body, walk.acme().prod)).toEqual(SANDBOX_ONLY);
  }
});

test('this file calls every endpoint of section 24, some of them only in the test of the 403 response', () =>
  expect(walk.unwalked(PATHS.sandbox)).toEqual([]));
