// Tests the search for secrets and personal data in log lines. After each test run, test/support/postgres.ts applies
// this search to all logs of the run.
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkFolder, forbiddenIn } from '#test/log.ts';

const UUID = '0f8fad5b-d9cb-469f-a165-70867728950e';
const JWT = `eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJtYXlhIn0.${'aB3_'.repeat(11)}`;

test.for([
  ['an access secret', `{"msg":"sandbox-${'0f'.repeat(20)}"}`],
  ['a social security number', '{"msg":"991-91-9991"}'],
  ['a social security number', '{"ssn":"991919991"}'],
  ['a phone number', '{"phone":"+14155550134"}'],
  ['a phone number', 'bad value (415) 555-0134'],
  ['a password in an address', 'cannot reach postgres://vouch:hunter2@127.0.0.1/vouch'],
  ['a password in an address', '{"url":"https://demo:demo2@bridge.example/simplefin/accounts"}'],
  ['a password in an address', 'smtp://:hunter2@mail.example'],
  ['a token of Plaid', `{"access_token":"access-sandbox-${UUID}"}`],
  ['a token of Plaid', `{"public_token":"public-production-${UUID}"}`],
  ['a token of Plaid', `GET /link?token=link-development-${UUID}`],
  ['an address in base64', `{"setup_token":"${Buffer.from('https://bridge.example/claim/AB12').toString('base64')}"}`],
  ['a private key', '{"key":"-----BEGIN PRIVATE KEY-----\\nMIGH"}'],
  ['a private key', 'the key -----BEGIN EC PRIVATE KEY-----'],
  ['a private key', `{"kty":"EC","d":"${'aB3_'.repeat(11)}"}`],
  ['a private key', JSON.stringify({ memory: JSON.stringify({ d: 'aB3_'.repeat(11) }) })],
  ['a signed token', `{"id_token":"${JWT}"}`],
  ['a signed token', `{"proof":"eyJhbGciOiJFZERTQSJ9..${'aB3_'.repeat(11)}"}`],
  ['a header with a secret', '{"authorization":"Bearer 2YotnFZFEjr1zCsicMWpAA"}'],
  ['a header with a secret', '{"authorization":"Basic ZGVtbzpkZW1vMg=="}'],
  ['a header with a secret', 'authorization: DPoP 2YotnFZFEjr1zCsicMWpAA'],
  ['a secret of a simulator', '{"secret":"plaid-simulator-secret"}'],
  ['a secret of a simulator', '{"secret":"argyle-simulator-webhook-secret"}'],
  ['a secret of a simulator', `{"token":"simulated-secret-${'0f'.repeat(20)}"}`],
  ['a password of a simulated person', '{"password":"harbor-maya-1"}'],
] as const)('the log search finds %s in %s', ([what, line]) => {
  expect(forbiddenIn(line)).toEqual([what]);
});

test.for([
  '{"level":30,"time":1794716156498,"request_id":"24d7a5c0f61b4f0c9a3ce1b2d4f60718","status":400}',
  '{"msg":"vouch listens on http://127.0.0.1:8080"}',
  '{"url":"https://bridge.example/accounts?email=maya@example.com","provider_id":"harbor_es256"}',
  '{"item":"access-sandbox is the environment","certificate":"-----BEGIN CERTIFICATE-----"}',
  'the request has a bearer token',
])('the log search finds nothing in %s', (line) => {
  expect(forbiddenIn(line)).toEqual([]);
});

test('the check of the logs fails if one line of one log contains a secret, and keeps the logs; without the line it removes them', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'vouch-planted-logs-'));
  const harmless = '{"level":30,"msg":"a provider failed"}\n'.repeat(1_000);
  await writeFile(join(folder, '1.log'), harmless);
  await writeFile(
    join(folder, '2.log'),
    `${harmless}{"memory":{"access_token":"access-sandbox-${UUID}"}}\n${harmless}`,
  );
  expect(() => checkFolder(folder)).toThrow(`${join(folder, '2.log')} holds a token of Plaid`);
  expect(existsSync(folder)).toBe(true);
  await rm(join(folder, '2.log'));
  checkFolder(folder);
  expect(existsSync(folder)).toBe(false);
});
