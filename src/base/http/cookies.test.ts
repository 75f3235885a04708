import { expect, test } from 'vitest';
import { readCookie, writeCookie } from './cookies.ts';

test.for<[string | undefined, string | undefined]>([
  [undefined, undefined],
  ['', undefined],
  ['a=1', '1'],
  ['b=2; a=1', '1'],
  ['aa=2;a=1;a=3', '1'],
  ['a', undefined],
  ['a=x=y', 'x=y'],
  ['A=1', undefined],
])('in the Cookie header %j, the cookie "a" has the value %j', ([header, value]) => {
  expect(readCookie(header, 'a')).toBe(value);
});

test('a cookie is HttpOnly and SameSite=Lax; over https, it is also Secure', () => {
  const cookie = { name: 'a', value: '1', path: '/oauth/', seconds_max: 900 };
  expect(writeCookie({ ...cookie, is_secure: false })).toBe('a=1; Path=/oauth/; Max-Age=900; HttpOnly; SameSite=Lax');
  expect(writeCookie({ ...cookie, is_secure: true })).toMatch(/; Secure$/);
});
