import { expect, test } from 'vitest';
import { webAddress } from './web-address.ts';

test('webAddress returns an http or https URL in its normalised form', () => {
  expect(webAddress('https://acme.example/logo.svg')).toBe('https://acme.example/logo.svg');
  expect(webAddress('HTTP://127.0.0.1:8080')).toBe('http://127.0.0.1:8080/');
});

test.for([
  null,
  undefined,
  '',
  '/logo.svg',
  'javascript:alert(1)',
  ' javascript:alert(1)',
  'data:text/html,x',
  'blob:x',
])('webAddress rejects %s', (url) => {
  expect(webAddress(url)).toBeNull();
});
