import { describe, expect, test } from 'vitest';
import { isRightCode, judgeLogin, MESSAGES, usernameOf, type Verdict } from './logins.ts';

const NAMES = ['goodlogin', 'weekly'];
const judge = (username: string, password: string, further = {}): Verdict =>
  judgeLogin(NAMES, { username, password, ...further });
const shortly = (verdict: Verdict): string =>
  verdict.accepted ? `${verdict.username}: ${verdict.way}` : verdict.status;

describe('a login with user name / password', () => {
  test.each([
    ['goodlogin', 'goodpassword', 'goodlogin: data'],
    ['goodlogin', 'mfa', 'goodlogin: code'],
    ['goodlogin', 'longcheck', 'goodlogin: slow'],
    ['weekly', 'goodpassword', 'weekly: data'],
    [' goodlogin ', 'goodpassword', 'goodlogin: data'],
    ['error.user', 'login_error', 'login_error'],
    ['error.user', 'mfa_error', 'error.user: refused_code'],
    ['error.user', 'config_error', 'config_error'],
    ['error.user', 'account_locked', 'account_locked'],
    ['error.user', 'no_data', 'error.user: empty'],
    ['error.user', 'unavailable', 'unavailable'],
    ['error.user', 'unable_to_reset', 'unable_to_reset'],
    ['error.user', 'not_supported', 'not_supported'],
    ['error.user', 'error', 'error'],
  ])('a login with user name %s and password %s has the outcome %s', (username, password, expected) => {
    expect(shortly(judge(username, password))).toBe(expected);
  });

  test.each([
    ['goodlogin', ''],
    ['goodlogin', 'goodpassword '],
    ['goodlogin', 'Goodpassword'],
    ['Goodlogin', 'goodpassword'],
    ['weekly', 'mfa'],
    ['monthly', 'goodpassword'],
    ['error.user', 'goodpassword'],
    ['error.user', 'done'],
    ['constructor', 'goodpassword'],
    ['__proto__', 'goodpassword'],
    ['', ''],
  ])('a login with user name ’%s’ and password ’%s’ is rejected with login_error', (username, password) => {
    expect(judge(username, password)).toEqual({
      accepted: false,
      status: 'login_error',
      message: MESSAGES.login_error,
    });
  });
});

describe('user names, passwords and other fields of a login', () => {
  test.each(['goodlogin@domain.com', '(111)111-1111', '(111) 111-1111'])(
    'the user name %s is an alias of the login goodlogin',
    (name) => {
      expect(shortly(judge(name, 'goodpassword'))).toBe('goodlogin: data');
    },
  );

  test('the user name may be in the email or phone field', () => {
    expect(usernameOf({ email: 'goodlogin@domain.com' })).toBe('goodlogin');
    expect(usernameOf({ phone: '(111)111-1111' })).toBe('goodlogin');
    expect(usernameOf({ username: 'weekly', phone: '(111)111-1111' })).toBe('weekly');
    expect(usernameOf({})).toBe('');
  });

  test('a phone number or email address that is not an alias is rejected', () => {
    expect(shortly(judge('(111)111-1112', 'goodpassword'))).toBe('login_error');
    expect(shortly(judge('goodlogin@domain.org', 'goodpassword'))).toBe('login_error');
  });

  test('organization_id is optional, but with a wrong value every login fails with config_error', () => {
    expect(shortly(judge('goodlogin', 'goodpassword', { organization_id: 'vouch' }))).toBe('goodlogin: data');
    expect(shortly(judge('goodlogin', 'goodpassword', { organization_id: '' }))).toBe('goodlogin: data');
    expect(shortly(judge('goodlogin', 'goodpassword', { organization_id: 'vouch2' }))).toBe('config_error');
    expect(shortly(judge('nobody', 'nothing', { organization_id: 'acme' }))).toBe('config_error');
  });
});

test('12345 is the only second-factor code that is accepted', () => {
  expect(['12345', ' 12345 ', '1234', '123456', '54321', ''].map(isRightCode)).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
  ]);
});
