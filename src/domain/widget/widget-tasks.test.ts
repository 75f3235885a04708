import { describe, expect, test } from 'vitest';
import { PRODUCT_TYPES } from '#domain/access/products.ts';
import { isFinal, TASK_STATUSES } from '#domain/connections/tasks.ts';
import { credentialFaults, errorOf, isNews, isSuccess, LINK_EXISTS, stepOf, toCredentials } from './widget-tasks.ts';

describe('errorOf', () => {
  test("every failed status has an error code and the task's message; all other statuses have no error", () => {
    const codes = Object.fromEntries(
      TASK_STATUSES.map((status) => [status, errorOf({ status, error_message: 'Why.' })?.error_code]),
    );
    expect(codes).toEqual({
      new: undefined,
      login: undefined,
      mfa: undefined,
      parse: undefined,
      full_parse: undefined,
      switch_deposit: undefined,
      done: undefined,
      login_error: 'LOGIN_ERROR',
      account_locked: 'LOGIN_ERROR',
      unable_to_reset: 'LOGIN_ERROR',
      mfa_error: 'MFA_ERROR',
      unavailable: 'UNAVAILABLE',
      not_supported: 'UNAVAILABLE',
      no_data: 'NO_DATA',
      config_error: 'ERROR',
      error: 'ERROR',
    });
    expect(errorOf({ status: 'error', error_message: 'Why.' })?.error_message).toBe('Why.');
    expect(errorOf({ status: 'error', error_message: null })?.error_message).toBe('');
  });

  test('the error for a login that belongs to another link has the code LINK_EXISTS', () => {
    expect(errorOf({ status: 'config_error', error_message: LINK_EXISTS })?.error_code).toBe('LINK_EXISTS');
  });
});

describe('isSuccess', () => {
  const logged_in_at = new Date('2026-03-01T12:00:00.700Z');
  const after = (ms: number) => new Date(logged_in_at.getTime() + ms);

  test.for(PRODUCT_TYPES)(
    'product %s: a task with the status done is a success; a task that still runs 5 seconds after the login is also a success, unless the product is deposit_switch, pll or admin',
    (product_type) => {
      const by_time = !['deposit_switch', 'pll', 'admin'].includes(product_type);
      const running = { status: 'parse', product_type, logged_in_at } as const;
      expect(isSuccess(running, after(4_999))).toBe(false);
      expect(isSuccess(running, after(5_000))).toBe(by_time);
      expect(isSuccess({ ...running, status: 'done' }, after(0))).toBe(true);
    },
  );

  test('a failed task is not a success; without a login, a task is a success if and only if it is done', () => {
    for (const status of TASK_STATUSES) {
      const task = { status, product_type: 'income', logged_in_at } as const;
      const is_failure = isFinal(status) && status !== 'done';
      expect(isSuccess(task, after(60_000)), status).toBe(!is_failure);
      expect(isSuccess({ ...task, logged_in_at: null }, after(60_000)), status).toBe(status === 'done');
    }
  });
});

test.for<[string | undefined, string | null, boolean]>([
  [undefined, null, true],
  ['', null, true],
  ['login:working', null, true],
  ['parse:code', null, true],
  ['parse:working', null, false],
  ['parse:working', 'token', true],
  ['parse:working:token', 'token', false],
  ['parse:working:token', null, false],
  ['parse', null, true],
])(
  'for a widget that last saw the state %s and a task with the public token %s, isNews is %s',
  ([since, public_token, news]) => {
    expect(isNews({ status: 'parse', step: 'working', public_token }, since)).toBe(news);
  },
);

test('stepOf shows a step only if the applicant has to act', () => {
  expect([null, 'time', 'code', 'redirect'].map(stepOf)).toEqual(['working', 'working', 'code', 'redirect']);
});

describe('a login form', () => {
  const fields = [
    { name: 'username', required: true, length_max: 5 },
    { name: 'constructor', required: false, length_max: 5 },
  ];

  test('a login form reports values that are missing or too long', () => {
    expect(credentialFaults(fields, { username: '12345' })).toEqual([]);
    expect(credentialFaults(fields, { username: '123456', constructor: '123456' })).toEqual([
      { field: 'credentials.username', message: 'Ensure this field has no more than 5 characters.' },
      { field: 'credentials.constructor', message: 'Ensure this field has no more than 5 characters.' },
    ]);
    for (const sent of [{}, { username: '' }, { username: null }]) {
      expect(credentialFaults(fields, sent)).toEqual([
        { field: 'credentials.username', message: 'This field is required.' },
      ]);
    }
  });

  test('a login form keeps only values of its own fields that are not empty', () => {
    expect(toCredentials(fields, { username: 'jane', password: 'x' })).toEqual({ username: 'jane' });
    expect(toCredentials(fields, { username: 'jane', constructor: 'x' })).toEqual({
      username: 'jane',
      constructor: 'x',
    });
    for (const empty of ['', null]) {
      expect(toCredentials(fields, { username: 'jane', constructor: empty })).toEqual({ username: 'jane' });
    }
  });
});
