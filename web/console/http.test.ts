import { expect, test } from 'vitest';
import { openHttp } from './http.ts';

function playing(answer: () => Response | Error, locale: 'en' | 'es' = 'en') {
  const sent: { url: string; init: RequestInit }[] = [];
  const unauthorized: string[] = [];
  const http = openHttp({
    base_url: '/console/api/',
    csrf_token: () => 'c5',
    locale: () => locale,
    onUnauthorized: (path) => void unauthorized.push(path),
    fetch: async (url, init = {}) => {
      sent.push({ url: String(url), init });
      const given = answer();
      if (given instanceof Error) throw given;
      return given;
    },
  });
  return { http, sent, unauthorized };
}

const FAULTS = [{ field: 'name', message: 'This field is required.' }];
const INVALID = { error: { message: 'Incorrect request parameters', extra: { 'invalid-params': FAULTS } } };

test('a request that changes something has the CSRF token, and a read request does not have it', async () => {
  const { http, sent } = playing(() => new Response(null, { status: 204 }));
  expect(await http.send('DELETE', 'session/')).toEqual({ value: undefined });
  await http.get('session/');
  expect(sent.map(({ init }) => new Headers(init.headers).get('x-vouch-csrf'))).toEqual(['c5', null]);
  expect(sent.map(({ url, init }) => [url, init.credentials])).toEqual([
    ['/console/api/session/', 'same-origin'],
    ['/console/api/session/', 'same-origin'],
  ]);
});

test.for<[string, () => Response | Error, object, number]>([
  [
    '400',
    () => Response.json(INVALID, { status: 400 }),
    { status: 400, message: 'Incorrect request parameters', faults: FAULTS },
    0,
  ],
  ['401', () => Response.json({ detail: 'No.' }, { status: 401 }), { status: 401, message: 'No.', faults: [] }, 1],
  [
    '429',
    () => Response.json({ error: { message: 'Slow down' } }, { status: 429, headers: { 'retry-after': '7' } }),
    { status: 429, message: 'Slow down', retry_after_s: 7 },
    0,
  ],
  ['502 of a proxy', () => new Response('<h1>', { status: 502 }), { status: 502, message: '', faults: [] }, 0],
  ['no response', () => new TypeError('offline'), { status: 0, message: '', faults: [] }, 0],
])(
  'a request with the outcome "%s" returns a problem; only a 401 response calls onUnauthorized',
  async ([, answer, problem, times]) => {
    const { http, unauthorized } = playing(answer);
    expect((await http.get('home/')).problem).toMatchObject(problem);
    expect(unauthorized).toHaveLength(times);
  },
);

test('an upload sends the file with the CSRF token, and passes on each line of the answer', async () => {
  const file = new Blob(['name\nHarbor Mills\n']);
  const parts = ['{"progress":{"ro', 'ws":1}}\n{"report":{"name":"é"}}', '\n'].map((part) =>
    new TextEncoder().encode(part),
  );
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      for (const part of parts) controller.enqueue(part);
      controller.close();
    },
  });
  const { http, sent } = playing(() => new Response(body));
  const lines: unknown[] = [];
  expect(await http.upload('companies/', file, 'text/csv', (line) => lines.push(line))).toEqual({ value: undefined });
  expect(lines).toEqual([{ progress: { rows: 1 } }, { report: { name: 'é' } }]);
  expect(sent[0]?.init).toMatchObject({ method: 'POST', body: file });
  expect(Object.fromEntries(new Headers(sent[0]?.init.headers))).toEqual({
    'content-type': 'text/csv',
    'x-vouch-csrf': 'c5',
  });
});

test('if the answer to an upload ends in the middle of a line, the result is a problem without an HTTP status', async () => {
  const { http } = playing(() => new Response('{"report":'));
  expect((await http.upload('companies/', new Blob(['x']), 'text/csv', () => undefined)).problem?.status).toBe(0);
});

test('in the Spanish console, the messages of the server are shown in Spanish', async () => {
  const { http } = playing(() => Response.json(INVALID, { status: 400 }), 'es');
  const { problem } = await http.send('POST', 'views/', {});
  expect(problem?.faults).toEqual([{ field: 'name', message: 'Este campo es obligatorio.' }]);
});
