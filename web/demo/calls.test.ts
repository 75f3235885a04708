import { expect, test } from 'vitest';
import { toCurl } from './calls.ts';

const SERVER = 'http://127.0.0.1:8080/';

test('toCurl returns the command for a call, without the secret', () => {
  expect(toCurl(SERVER, { method: 'GET', path: '/v1/users/', body: undefined })).toBe(
    `curl -sS http://127.0.0.1:8080/v1/users/ \\
  -H "X-Access-Client-Id: $CLIENT_ID" -H "X-Access-Secret: $SECRET"`,
  );
});

test('toCurl escapes quotes and special characters for a shell', () => {
  const shown = toCurl(SERVER, { method: 'POST', path: '/v1/orders/?a=1&b=2', body: { first_name: "O'Hara $(id)" } });
  expect(shown).toContain(`'http://127.0.0.1:8080/v1/orders/?a=1&b=2'`);
  expect(shown).toContain(`-d '{"first_name":"O'\\''Hara $(id)"}'`);
});

test('toCurl adds -X POST to a POST without a body', () => {
  expect(toCurl(SERVER, { method: 'POST', path: '/v1/orders/1/cancel/', body: undefined })).toContain('-X POST');
});
