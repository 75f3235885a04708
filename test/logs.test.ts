// Tests the search for secrets and personal data in log lines. After each test run, test/support/postgres.ts applies
// this search to all logs of the run.
import { expect, test } from 'vitest';
import { forbiddenIn } from '#test/log.ts';

test.for([
  ['an access secret', `{"msg":"sandbox-${'0f'.repeat(20)}"}`],
  ['a social security number', '{"msg":"991-91-9991"}'],
  ['a social security number', '{"ssn":"991919991"}'],
  ['a phone number', '{"phone":"+14155550134"}'],
  ['a phone number', 'bad value (415) 555-0134'],
  ['a password in an address', 'cannot reach postgres://vouch:hunter2@127.0.0.1/vouch'],
] as const)('the log search finds %s in %s', ([what, line]) => {
  expect(forbiddenIn(line)).toEqual([what]);
});

test('the log search finds nothing in a log line without secrets or personal data', () => {
  expect(
    forbiddenIn('{"level":30,"time":1794716156498,"request_id":"24d7a5c0f61b4f0c9a3ce1b2d4f60718","status":400}'),
  ).toEqual([]);
});
