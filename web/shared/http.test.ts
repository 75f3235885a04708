import { describe, expect, test } from 'vitest';
import { type HttpParts, openHttp } from './http.ts';

type Answer = Response | Error;

/**
 * Creates a client with a fake server, which returns these responses one after the other. The client's pauses before a
 * retry take no time.
 */
function open(answers: Answer[], more: Partial<HttpParts> = {}) {
  const asked: { url: string; init: RequestInit }[] = [];
  const waited: number[] = [];
  const trouble: boolean[] = [];
  const http = openHttp({
    base_url: 'https://verify.example/widget/api/',
    token: () => 'token-1',
    onTrouble: (has_trouble) => trouble.push(has_trouble),
    async fetch(url, init) {
      asked.push({ url: String(url), init: init ?? {} });
      const answer = answers.shift();
      if (answer === undefined || answer instanceof Error) throw answer ?? new Error('asked too often');
      return answer;
    },
    wait: async (ms) => void waited.push(ms),
    ...more,
  });
  return { http, asked, waited, trouble };
}

const ok = (body: unknown) => Response.json(body);
const refused = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  Response.json(body, { status, headers });

describe('uploads', () => {
  const UPLOAD = { form: new FormData(), signal: new AbortController().signal, onProgress: () => undefined };

  test('an upload has the token in a header; if the token has expired, the upload is sent again with a renewed token', async () => {
    const sent: { url: string; headers: Readonly<Record<string, string>> }[] = [];
    const answers = [refused(410, {}), refused(201, { files: [] })];
    let token = 'token-1';
    const { http } = open([], {
      token: () => token,
      async renew() {
        token = 'token-2';
        return true;
      },
      async sendForm(url, headers) {
        sent.push({ url, headers });
        return answers.shift() ?? Response.error();
      },
    });
    expect(await http.upload('documents/', UPLOAD)).toEqual({ value: { files: [] } });
    expect(sent.map(({ headers }) => headers['authorization'])).toEqual(['Bearer token-1', 'Bearer token-2']);
    expect(sent[0]?.url).toBe('https://verify.example/widget/api/documents/');
  });

  test('an upload that does not reach the server returns a problem and is not sent again', async () => {
    let sent = 0;
    const { http } = open([], {
      async sendForm() {
        sent += 1;
        throw new Error('the file was not sent');
      },
    });
    expect((await http.upload('documents/', UPLOAD)).problem?.kind).toBe('offline');
    expect(sent).toBe(1);
  });
});

describe('requests to the server', () => {
  test('a request to the server has the token in a header, and sends no cookies and no referrer', async () => {
    const { http, asked } = open([ok({ a: 1 })]);
    expect(await http.get('session/')).toEqual({ value: { a: 1 } });
    expect(asked[0]?.url).toBe('https://verify.example/widget/api/session/');
    expect(asked[0]?.init).toMatchObject({
      headers: { authorization: 'Bearer token-1' },
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      redirect: 'error',
    });
  });

  test.for([
    [400, 'invalid'],
    [401, 'unknown'],
    [403, 'forbidden'],
    [404, 'gone'],
    [410, 'expired'],
    [500, 'server'],
    [503, 'server'],
  ] as const)('a request that gets a %i response returns a problem of the kind %s', async ([status, kind]) => {
    const { http } = open([refused(status, { error: { message: 'No.' } })]);
    expect((await http.post('tasks/', {})).problem).toEqual({ kind, message: 'No.', retry_after_s: 0 });
  });

  test('a response that is not JSON results in a server problem, whatever status the response has', async () => {
    const { http } = open([new Response('<html>', { status: 502 }), new Response('<html>')]);
    expect((await http.post('tasks/', {})).problem?.kind).toBe('server');
    expect((await http.post('tasks/', {})).problem?.kind).toBe('server');
  });
});

describe('retries of GET', () => {
  test('a GET request is retried with growing delays until it succeeds; until then, the client reports a connection problem', async () => {
    const gone = new TypeError('Failed to fetch');
    const { http, waited, trouble } = open([gone, refused(503, {}), gone, gone, gone, gone, ok('there')]);
    expect(await http.get('session/')).toEqual({ value: 'there' });
    expect(waited).toEqual([500, 1_000, 2_000, 4_000, 8_000, 8_000]);
    expect(trouble).toEqual([true, true, true, true, true, true, false]);
  });

  test('a GET request is sent again only after the time given in Retry-After', async () => {
    const { http, waited, trouble } = open([refused(429, {}, { 'retry-after': '7' }), ok(1)]);
    expect(await http.get('session/')).toEqual({ value: 1 });
    expect(waited).toEqual([7_000]);
    expect(trouble).toEqual([false, false]);
  });

  test('a GET request is not retried after the caller aborts', async () => {
    const own = new AbortController();
    const { http, asked } = open([new Error('gone')], { wait: async () => own.abort() });
    own.abort();
    expect((await http.get('session/', own.signal)).problem?.kind).toBe('offline');
    expect(asked).toHaveLength(1);
  });
});

test('a POST request that failed is not sent again, because it may have reached the server', async () => {
  const { http, asked } = open([new Error('gone'), ok(1)]);
  expect((await http.post('tasks/', {})).problem?.kind).toBe('offline');
  expect(asked).toHaveLength(1);
});

describe('expired tokens', () => {
  const expired = () => refused(410, { error: { message: 'Bridge token expired: token-1' } });

  test('an expired token is renewed if possible, and the request is sent again with the new token', async () => {
    let token = 'token-1';
    const { http, asked } = open([expired(), ok(1)], {
      token: () => token,
      async renew() {
        token = 'token-2';
        return true;
      },
    });
    expect(await http.post('finish/', {})).toEqual({ value: 1 });
    expect(asked.map(({ init }) => new Headers(init.headers).get('authorization'))).toEqual([
      'Bearer token-1',
      'Bearer token-2',
    ]);
  });

  test('if the token cannot be renewed, the request returns a problem of the kind `expired`', async () => {
    const { http, asked } = open([expired()], { renew: async () => false });
    expect((await http.get('session/')).problem?.kind).toBe('expired');
    expect(asked).toHaveLength(1);
  });
});
