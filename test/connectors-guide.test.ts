// Tests that the sample code of docs/connectors.md, the guide to writing a connector, passes the conformance suite.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { describeConnector } from '#connectors/conformance.ts';
import { runStep } from '#services/connections/provider-calls.ts';
import { lanternPayroll } from '#test/lantern-payroll.ts';

const guide = readFileSync('docs/connectors.md', 'utf8');
const blocks = [...guide.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, code]) => code);

test('the connector in docs/connectors.md equals test/support/lantern-payroll.ts and has fewer than 100 lines', () => {
  const source = readFileSync('test/support/lantern-payroll.ts', 'utf8');
  expect(blocks[0]).toBe(source);
  expect(source.split('\n').length).toBeLessThan(100);
});

test('the sample test in docs/connectors.md is copied from test/connectors-guide.test.ts', () => {
  const source = readFileSync('test/connectors-guide.test.ts', 'utf8');
  expect(source).toContain(blocks[1]);
});

test('every file that docs/connectors.md names exists', () => {
  const named = guide.match(/\b(?:src|test|docs)\/[\w./-]+\.(?:ts|md)\b/g) ?? [];
  expect(named.length).toBeGreaterThan(5);
  const missing = named.filter((file) => !file.startsWith('src/connectors/lantern') && !exists(file));
  expect(missing).toEqual([]);
});

function exists(file: string): boolean {
  try {
    return readFileSync(file).length > 0;
  } catch {
    return false;
  }
}

/** Simulates Lantern, an invented provider. Only the part of its API that the connector uses is simulated. */
async function lantern(url: string, { method, headers, body }: RequestInit): Promise<Response> {
  const path = new URL(url).pathname;
  const { login, password, code } = JSON.parse(typeof body === 'string' ? body : '{}');
  const session = new Headers(headers).get('authorization')?.slice('Session '.length);
  if (method === 'POST' && path === '/sessions') {
    if (login === 'locked') return new Response('', { status: 423 });
    if (password !== 'lamplight') return new Response('', { status: 401 });
    return Response.json({ session: `session of ${login}`, code_sent: login === 'careful' });
  }
  if (method === 'POST' && path === '/codes') {
    return code === '246810' ? Response.json({ session, code_sent: false }) : new Response('', { status: 403 });
  }
  if (method === 'GET' && path === '/jobs') {
    return Response.json(session === 'session of idle' ? [] : [{ id: '7', who: 'Ada Marlow', ...JOB }]);
  }
  return new Response('', { status: 404 });
}
const JOB = { employer: 'Old Mill Bakery', since: '2021-04-01', until: null };

const login = (username: string, password = 'lamplight') => ({ username, password });

describeConnector(
  lanternPayroll,
  {
    product: 'employment',
    logins: {
      good: login('ada'),
      wrong_password: login('ada', 'moonlight'),
      second_factor: { credentials: login('careful'), right: '246810', wrong: '111111' },
      failing: { account_locked: login('locked') },
      no_data: login('idle'),
      partial: login('ada'),
    },
    fetch: lantern,
  },
  runStep,
);
