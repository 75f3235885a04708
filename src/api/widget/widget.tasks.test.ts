import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addDays } from '#base/calendar.ts';
import { newId } from '#base/ids.ts';
import { invalid, NOT_FOUND } from '#test/answers.ts';
import { type Call, newClient, type TestClient, type TestHouse } from '#test/house.ts';
import { advance, connect, eventsOf, finishTasks, newUser, openWorkingHouse, statusOf, wordsOf } from '#test/tasks.ts';
import { ACCOUNT, login, openWidget, settled, visitBank, type Widget } from '#test/widget.ts';

let house: TestHouse;
let acme: TestClient;
let call: Call;
let user_id: string;
let widget: Widget;
beforeAll(async () => {
  house = await openWorkingHouse();
});
beforeEach(async () => {
  acme = await newClient(house);
  call = acme.sandbox;
  user_id = await newUser(call, 'p-1');
  widget = await openWidget(house, call, user_id);
});
afterAll(() => house.close());

const exchange = (public_token: string) => call('POST', '/v1/link-access-tokens/', { public_token });

describe('a successful login in the widget', () => {
  test('201: the task runs to its end and yields a public token that can be exchanged once', async () => {
    const begun = await widget.post('tasks/', login(), 201);
    expect(begun).toMatchObject({
      suborder_id: null,
      step: 'working',
      redirect_url: null,
      provider: { id: 'vouch_payroll', name: 'Vouch Payroll' },
      employer: { name: '' },
      error: null,
    });
    const done = await settled(house, widget, begun.task_id);
    expect(done).toMatchObject({ status: 'done', is_final: true, is_logged_in: true, error: null });
    expect(done.public_token).toMatch(/^[0-9a-f]{32}$/);
    expect((await widget.get(`tasks/${begun.task_id}/`)).public_token).toBe(done.public_token);
    expect((await widget.get('session/')).task).toEqual(done);

    const task = (await call('GET', `/v1/tasks/${begun.task_id}/`)).json();
    expect(task).toMatchObject({ bridge_token: widget.token, is_refresh: false, product_type: 'income' });
    const exchanged = (await exchange(done.public_token)).json();
    expect(exchanged.link_id).toBe(task.link_id);
    expect((await exchange(done.public_token)).statusCode).toBe(410);
    // Reading the task again returns the used public token, not a new public token.
    expect((await widget.get(`tasks/${begun.task_id}/`)).public_token).toBe(done.public_token);
  });

  test.each([
    [false, '2025-02-20'],
    [true, '2024-02-20'],
  ])(
    'if request_extended_history is %s, the task reads the bank transactions dated %s or later',
    async (request_extended_history, first) => {
      const bank = await openWidget(house, call, user_id, { product_type: 'transactions', request_extended_history });
      const { task_id } = await bank.post(
        'tasks/',
        login('goodlogin', 'goodpassword', { provider_id: 'vouch_bank' }),
        201,
      );
      const { public_token } = await settled(house, bank, task_id);
      const path = `/v1/links/${(await exchange(public_token)).json().link_id}/transactions/`;
      const before = async (day: string) =>
        (await call('GET', `${path}?transacted_at_to=${addDays(day, -1)}`)).json().count;
      expect(await before(first)).toBe(0);
      expect(await before(addDays(first, 31))).toBeGreaterThan(0);
    },
  );

  test('a successful login yields one public token, even if the task is read concurrently', async () => {
    const { task_id } = await widget.post('tasks/', login(), 201);
    await finishTasks(house);
    const views = await Promise.all(Array.from({ length: 12 }, () => widget.get(`tasks/${task_id}/`)));
    expect(new Set(views.map(({ public_token }) => public_token)).size).toBe(1);
    const { rows } = await house.database
      .scoped({ client_id: acme.client_id, environment: 'sandbox' })
      .query('select 1 from public_tokens where task_id = $1', [task_id]);
    expect(rows).toHaveLength(1);
  });

  test('a successful login in the widget sends the same events as any other connection, and the link has the settings of the bridge token', async () => {
    const { token } = widget;
    const template_id = (await call('POST', '/v1/templates/', { name: 'Plain' })).json().id;
    const own = await openWidget(house, call, user_id, {
      tracking_info: 'loan-17',
      template_id,
      company_mapping_id: 'e9c9d4fda4d2d79ec4e9a10302235588',
      allowed_products: ['employment'],
    });
    const { task_id, employer } = await own.post('tasks/', login(), 201);
    expect(employer).toEqual({ name: 'Home Depot' });
    await finishTasks(house);
    const events = await eventsOf(house, { task_id });
    expect(wordsOf(events).filter((word) => !word.includes('-'))).toEqual([
      'new',
      'login',
      'parse',
      'full_parse',
      'done',
    ]);
    expect(events[0]).toMatchObject({ tracking_info: 'loan-17', template_id });
    const links = (await call('GET', `/v1/links/?user_id=${user_id}`)).json().results;
    expect(links).toEqual([
      expect.objectContaining({
        allowed_products: ['income', 'employment'],
        company_mapping: expect.objectContaining({ name: 'Home Depot' }),
        tracking_info: 'loan-17',
      }),
    ]);
    expect(token).not.toBe(own.token);
  });

  test('if an account is connected again, the login yields a new public token for the same link', async () => {
    const first = await settled(house, widget, (await widget.post('tasks/', login(), 201)).task_id);
    const second = await settled(house, widget, (await widget.post('tasks/', login(), 201)).task_id);
    expect(second.public_token).not.toBe(first.public_token);
    const [one, other] = [await exchange(first.public_token), await exchange(second.public_token)];
    expect(other.json()).toEqual(one.json());
  });

  test('the task stores the employer that the applicant chose in the widget, and ignores an unknown employer', async () => {
    const view = await widget.post('tasks/', login('fulltime', 'goodpassword', { company_mapping_id: 'nobody' }), 201);
    expect(view.employer).toEqual({ name: '' });
    const chosen = { company_mapping_id: '66e3b6ba012c092d4cf43b93a07c7ae3' };
    expect((await widget.post('tasks/', login('fulltime', 'goodpassword', chosen), 201)).employer.name).toBe('Walmart');
    await finishTasks(house);
  });
});

describe('the public token of a task', () => {
  const publicTokenOf = async (task_id: string) => (await widget.get(`tasks/${task_id}/`)).public_token;

  test('the public token of a slow task is available 5 seconds after the login', async () => {
    const { task_id } = await widget.post('tasks/', login('goodlogin', 'longcheck'), 201);
    await finishTasks(house);
    expect(await widget.get(`tasks/${task_id}/`)).toMatchObject({ status: 'parse', is_logged_in: true });
    expect(await publicTokenOf(task_id)).toBeNull();
    await advance(house, call, 4);
    expect(await publicTokenOf(task_id)).toBeNull();
    await advance(house, call, 1);
    const public_token = await publicTokenOf(task_id);
    expect(public_token).toMatch(/^[0-9a-f]{32}$/);
    expect((await exchange(public_token)).statusCode).toBe(200);
    await advance(house, call, 60);
    expect(await widget.get(`tasks/${task_id}/`)).toMatchObject({ status: 'done', public_token });
  });

  test('the public token of a slow task is not yet available 4,999 milliseconds after the login', async () => {
    house.clock.advance(700);
    const { task_id } = await widget.post('tasks/', login('goodlogin', 'longcheck'), 201);
    await finishTasks(house);
    house.clock.advance(4_999);
    expect(await publicTokenOf(task_id)).toBeNull();
    house.clock.advance(1);
    expect(await publicTokenOf(task_id)).not.toBeNull();
  });

  test.for(['deposit_switch', 'pll', 'admin'])(
    'the public token of a task for the product %s is available only when the task is done',
    async (product_type) => {
      const needs = product_type === 'admin' ? {} : { account: ACCOUNT };
      const own = await openWidget(house, call, user_id, { product_type, ...needs });
      const { task_id } = await own.post('tasks/', login('goodlogin', 'longcheck'), 201);
      await finishTasks(house);
      await advance(house, call, 30);
      expect(await own.get(`tasks/${task_id}/`)).toMatchObject({
        is_logged_in: true,
        is_final: false,
        public_token: null,
      });
      await advance(house, call, 31);
      expect(await own.get(`tasks/${task_id}/`)).toMatchObject({ status: 'done', public_token: expect.any(String) });
    },
  );
});

describe('the second factor of a login in the widget', () => {
  const startWithCode = async () => {
    const view = await widget.post('tasks/', login('goodlogin', 'mfa'), 201);
    expect(await settled(house, widget, view.task_id)).toMatchObject({ status: 'mfa', step: 'code', is_final: false });
    return view.task_id;
  };

  test('200: the task continues after the right code was entered', async () => {
    const task_id = await startWithCode();
    const view = await widget.post(`tasks/${task_id}/mfa/`, { code: '12345' }, 200);
    expect(view).toMatchObject({ task_id, step: 'working', error: null });
    expect(await settled(house, widget, task_id)).toMatchObject({ status: 'done', public_token: expect.any(String) });
  });

  test('200: a wrong code ends the task', async () => {
    const task_id = await startWithCode();
    await widget.post(`tasks/${task_id}/mfa/`, { code: '54321' }, 200);
    expect(await settled(house, widget, task_id)).toMatchObject({
      status: 'mfa_error',
      is_final: true,
      error: { error_code: 'MFA_ERROR', error_message: 'The code is incorrect.' },
      public_token: null,
    });
  });

  test('200: the task ends if the user enters no code within 5 minutes', async () => {
    const task_id = await startWithCode();
    await advance(house, call, 299);
    expect((await widget.get(`tasks/${task_id}/`)).step).toBe('code');
    await advance(house, call, 1);
    expect((await widget.get(`tasks/${task_id}/`)).error.error_code).toBe('MFA_ERROR');
  });

  test('400 for a code that is blank, too long or not requested', async () => {
    const task_id = await startWithCode();
    const post = async (code: unknown) => (await widget.call('POST', `tasks/${task_id}/mfa/`, { code })).json();
    expect(await post('')).toEqual(invalid(['code', 'This field may not be blank.']));
    expect(await post('1'.repeat(65))).toEqual(invalid(['code', 'Ensure this field has no more than 64 characters.']));
    await widget.post(`tasks/${task_id}/mfa/`, { code: '1'.repeat(64) }, 200);
    await finishTasks(house);
    expect(await post('12345')).toEqual(invalid(['code', 'The task is not waiting for a code.']));
  });
});

describe('a failed login in the widget', () => {
  test.for<[string, string]>([
    ['login_error', 'LOGIN_ERROR'],
    ['mfa_error', 'MFA_ERROR'],
    ['config_error', 'ERROR'],
    ['account_locked', 'LOGIN_ERROR'],
    ['no_data', 'NO_DATA'],
    ['unavailable', 'UNAVAILABLE'],
    ['unable_to_reset', 'LOGIN_ERROR'],
    ['not_supported', 'UNAVAILABLE'],
    ['error', 'ERROR'],
  ])('a failed task with the status %s has the error_code %s and no public token', async ([status, error_code]) => {
    const { task_id } = await widget.post('tasks/', login('error.user', status), 201);
    await finishTasks(house);
    // Only the login for `mfa_error` asks for a code before the task fails. This login rejects every code.
    if (status === 'mfa_error') await widget.post(`tasks/${task_id}/mfa/`, { code: '12345' }, 200);
    const ended = await settled(house, widget, task_id);
    expect(ended).toMatchObject({ status, is_final: true, public_token: null, is_logged_in: status === 'no_data' });
    expect(ended.error).toEqual({ error_code, error_message: (await statusOf(call, task_id)).error_message });
    await advance(house, call, 10);
    expect((await widget.get(`tasks/${task_id}/`)).public_token).toBeNull();
  });
});

describe('a login at the provider’s own page', () => {
  const open = async () => {
    const own = await openWidget(house, call, user_id, { product_type: 'assets' });
    const { task_id } = await own.post('tasks/', { provider_id: 'vouch_bank_oauth' }, 201);
    const view = await settled(house, own, task_id);
    expect(view).toMatchObject({ status: 'login', step: 'redirect', is_final: false });
    return { own, task_id, redirect_url: view.redirect_url };
  };

  test('the task continues after the person presses Allow', async () => {
    const { own, task_id, redirect_url } = await open();
    expect(await visitBank(house, redirect_url, true)).toBe(true);
    expect(await settled(house, own, task_id)).toMatchObject({ status: 'done', redirect_url: null });
    expect((await own.get(`tasks/${task_id}/`)).public_token).toEqual(expect.any(String));
  });

  test('if the person presses Deny, the task ends with a login error', async () => {
    const { own, task_id, redirect_url } = await open();
    expect(await visitBank(house, redirect_url, false)).toBe(true);
    expect((await settled(house, own, task_id)).error.error_code).toBe('LOGIN_ERROR');
  });
});

describe('a deposit switch in the widget', () => {
  test('a deposit switch in the widget switches the deposits to the account in the bridge token’s settings', async () => {
    const own = await openWidget(house, call, user_id, { product_type: 'deposit_switch', account: ACCOUNT });
    const { task_id } = await own.post('tasks/', login(), 201);
    expect(await settled(house, own, task_id)).toMatchObject({ status: 'done', public_token: expect.any(String) });
    const { link_id } = (await call('GET', `/v1/tasks/${task_id}/`)).json();
    const report = (await call('GET', `/v1/links/${link_id}/direct_deposit/report/`)).json();
    expect(report.deposit_details).toMatchObject(ACCOUNT);
  });

  test.for<[string, string]>([
    ['no.dds', 'UNAVAILABLE'],
    ['already.allocated', 'ERROR'],
  ])('a deposit switch fails for the login %s with the error_code %s', async ([username, error_code]) => {
    const own = await openWidget(house, call, user_id, { product_type: 'deposit_switch', account: ACCOUNT });
    const { task_id } = await own.post('tasks/', login(username), 201);
    expect((await settled(house, own, task_id)).error.error_code).toBe(error_code);
  });
});

describe('GET /widget/api/tasks/{id}/?since=… (long poll)', () => {
  test('200: a long poll returns immediately if the task has changed since the given state, or if the task has ended', async () => {
    const { task_id } = await widget.post('tasks/', login('goodlogin', 'mfa'), 201);
    await finishTasks(house);
    expect((await widget.get(`tasks/${task_id}/?since=login:working`)).status).toBe('mfa');
    await widget.post(`tasks/${task_id}/mfa/`, { code: '1' }, 200);
    await finishTasks(house);
    expect((await widget.get(`tasks/${task_id}/?since=mfa_error:working`)).status).toBe('mfa_error');
  });

  test('200: a long poll waits until the task changes', async () => {
    const { task_id } = await widget.post('tasks/', login('goodlogin', 'mfa'), 201);
    await finishTasks(house);
    const polled = widget.get(`tasks/${task_id}/?since=mfa:code`);
    await widget.post(`tasks/${task_id}/mfa/`, { code: '12345' }, 200);
    expect((await polled).step).toBe('working');
    await finishTasks(house);
  });

  test('200: a long poll returns when the public token becomes available; it waits for the next change if the client already has the token', async () => {
    const { task_id } = await widget.post('tasks/', login('goodlogin', 'longcheck'), 201);
    await finishTasks(house);
    const polled = widget.get(`tasks/${task_id}/?since=parse:working`);
    await advance(house, call, 5);
    const { public_token } = await polled;
    expect(public_token).toEqual(expect.any(String));
    const further = widget.get(`tasks/${task_id}/?since=parse:working:token`);
    await advance(house, call, 60);
    expect(await further).toMatchObject({ public_token, status: expect.not.stringMatching(/^parse$/) });
  });
});

describe('what a bridge token may access', () => {
  test('404 for a task of another token, client or environment, and for an unknown or malformed id', async () => {
    const { task_id } = await widget.post('tasks/', login(), 201);
    await finishTasks(house);
    const same_person = await openWidget(house, call, user_id);
    const stranger = await newClient(house, 'Birch Bank');
    const theirs = await openWidget(house, stranger.sandbox, await newUser(stranger.sandbox, 'q-1'));
    const in_prod = await openWidget(house, acme.prod, await newUser(acme.prod, 'p-1'));
    for (const other of [same_person, theirs, in_prod]) {
      for (const response of [
        await other.call('GET', `tasks/${task_id}/`),
        await other.call('POST', `tasks/${task_id}/mfa/`, { code: '12345' }),
      ]) {
        expect(response.statusCode).toBe(404);
        expect(response.json()).toEqual(NOT_FOUND);
      }
    }
    for (const id of [newId(), 'x', '%27']) expect((await widget.call('GET', `tasks/${id}/`)).statusCode).toBe(404);
    const shortcut = await connect(call, user_id);
    expect((await widget.call('GET', `tasks/${shortcut.task_id}/`)).statusCode).toBe(404);
  });

  test('400 for a sandbox provider in prod', async () => {
    const own = await openWidget(house, acme.prod, await newUser(acme.prod, 'p-2'));
    expect((await own.call('POST', 'tasks/', login())).json()).toEqual(invalid(['provider_id', 'Object not found.']));
    expect((await own.get('session/')).methods).toEqual(['docs']);
    expect((await own.get('providers/')).results).toEqual([]);
  });
});

describe('the body of POST /widget/api/tasks/', () => {
  test.for<[object, [string, string][]]>([
    [{}, [['provider_id', 'This field is required.']]],
    [{ provider_id: 'nobody' }, [['provider_id', 'Object not found.']]],
    // This provider serves insurance, but the token is for income.
    [{ provider_id: 'vouch_insurance' }, [['provider_id', 'Object not found.']]],
    [
      { provider_id: 'vouch_payroll' },
      [
        ['credentials.username', 'This field is required.'],
        ['credentials.password', 'This field is required.'],
      ],
    ],
    [
      login('x'.repeat(129), '', { link_id: null }),
      [
        ['credentials.username', 'Ensure this field has no more than 128 characters.'],
        ['credentials.password', 'This field is required.'],
      ],
    ],
    [login('goodlogin', 'goodpassword', { suborder_id: newId() }), [['suborder_id', 'Object not found.']]],
    [{ link_id: newId() }, [['confirm', 'This field is required.']]],
    [{ link_id: newId(), confirm: false }, [['confirm', 'This field is required.']]],
    [{ link_id: newId(), confirm: true }, [['link_id', 'Object not found.']]],
    [
      { provider_id: 7, confirm: 'yes' },
      [
        ['provider_id', 'Not a valid string.'],
        ['confirm', 'Must be a valid boolean.'],
      ],
    ],
    [
      { provider_id: 'vouch_payroll', credentials: { username: 7, password: 'x' } },
      [['credentials.username', 'Not a valid string.']],
    ],
  ])('400 for starting a task in the widget with the body %j', async ([body, faults]) => {
    const response = await widget.call('POST', 'tasks/', body);
    expect(response.statusCode).toBe(400);
    expect(response.json()).toEqual(invalid(...faults));
  });

  test('201: ignores credentials that the login form does not contain, even those named "constructor" or "__proto__"', async () => {
    const sent = `{"username":"goodlogin","password":"goodpassword","constructor":"x","__proto__":"x","further":"${'y'.repeat(300)}"}`;
    const response = await widget.call('POST', 'tasks/', `{"provider_id":"vouch_payroll","credentials":${sent}}`);
    expect(response.statusCode).toBe(201);
    expect((await settled(house, widget, response.json().task_id)).status).toBe('done');
  });

  test('201 for a user name of 128 characters', async () => {
    const { task_id } = await widget.post('tasks/', login('x'.repeat(128)), 201);
    expect((await settled(house, widget, task_id)).error.error_code).toBe('LOGIN_ERROR');
  });
});
