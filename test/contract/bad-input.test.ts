// Invalid input of every kind gets a small, documented error response, and nothing is stored.
import { type AddressInfo, connect } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildApp } from '#api/app.ts';
import type { EdgeLimits } from '#api/platform/guard.ts';
import { BODY_TOO_LARGE, invalid, JSON_PARSE_ERROR, NOT_FOUND } from '#test/answers.ts';
import { type Call, newClient, openTestHouse, type TestClient, type TestHouse } from '#test/house.ts';
import { until } from '#test/jobs.ts';
import { requestText, type SocketAnswer, talk, talkBytes } from '#test/sockets.ts';

let house: TestHouse;
let acme: TestClient;
let call: Call;
let port: number;
const apps: FastifyInstance[] = [];

async function listen(limits: Partial<EdgeLimits> = {}): Promise<number> {
  const app = await buildApp(house, limits);
  apps.push(app);
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  return port;
}

beforeAll(async () => {
  house = await openTestHouse();
  port = await listen();
});
beforeEach(async () => {
  acme = await newClient(house);
  call = acme.sandbox;
});
afterAll(async () => {
  await Promise.all(apps.map((app) => app.close()));
  await house.close();
});

const MIB = 1_048_576;
const USER = '{"external_user_id": "u"}';

const countUsers = async (): Promise<number> => (await call('GET', '/v1/users/')).json().count;
const create = (body: string | Buffer) =>
  house.app.inject({
    method: 'POST',
    url: '/v1/users/',
    headers: {
      'x-access-client-id': acme.client_id,
      'x-access-secret': acme.secrets.sandbox,
      'content-type': 'application/json',
    },
    payload: body,
  });

type Headers = [name: string, value: string][];
const credentials = (): Headers => [
  ['Host', '127.0.0.1'],
  ['X-Access-Client-Id', acme.client_id],
  ['X-Access-Secret', acme.secrets.sandbox],
];
const json = (length: number): Headers => [
  ['Content-Type', 'application/json'],
  ['Content-Length', String(length)],
];
const chunked: Headers = [
  ['Content-Type', 'application/json'],
  ['Transfer-Encoding', 'chunked'],
];
const chunk = (text: string) => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;

/** Sends one request and reads one response. */
async function send(...pieces: (string | Buffer)[]): Promise<SocketAnswer> {
  const [answer] = await talk(port, pieces);
  if (answer === undefined) throw new Error('the server hung up without a word');
  return answer;
}

const NOT_HTTP = invalid(['request', 'Not a valid HTTP request.']);

/**
 * Returns an expected error response with exactly this status and body, and with the headers that every response has.
 */
const refusal = (status: number, body: object) => ({
  status,
  body: JSON.stringify(body),
  headers: expect.objectContaining({
    'content-type': 'application/json',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'x-request-id': expect.stringMatching(/^[0-9a-f]{32}$/),
  }),
});

const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);
const postHead = (headers: Headers) => requestText('POST /v1/users/ HTTP/1.1', [...credentials(), ...headers]);
const lastGet = () => requestText('GET /v1/users/ HTTP/1.1', [...credentials(), ['Connection', 'close']]);
/** Returns `count` headers, which include the credentials. */
const manyHeaders = (count: number): Headers => [
  ...credentials(),
  ...Array.from({ length: count - 3 }, (): [string, string] => ['x', 'y']),
];

async function expectNothingStored(): Promise<void> {
  if ((await countUsers()) !== 0) throw new Error('something was stored');
}

describe('invalid bodies', () => {
  afterEach(expectNothingStored);

  test.each([
    '{',
    '}',
    '{"external_user_id": "u"',
    '{"external_user_id": "u",}',
    "{'external_user_id': 'u'}",
    '{"external_user_id": "u"}{}',
    '{"external_user_id": "u"} //',
    '{"external_user_id": "\n"}',
    '{"external_user_id": "\\x"}',
    '{"external_user_id": u}',
    '{external_user_id: "u"}',
    '{"n": +1, "external_user_id": "u"}',
    '{"n": .5, "external_user_id": "u"}',
    '{"n": Infinity, "external_user_id": "u"}',
    '\u0000',
    `${USER}\u0000`,
    'a=b',
    '<user/>',
  ])('a body of malformed JSON gets 415: %j', async (text) => {
    const response = await create(text);
    expect(response.statusCode).toBe(415);
    expect(response.json()).toEqual(JSON_PARSE_ERROR);
  });

  test.each(['[]', '""', '"u"', '0', '-1.5e3', 'true', 'false', `[${USER}]`])(
    'a body that is not an object gets 400: %s',
    async (text) => {
      const response = await create(text);
      expect(response.statusCode).toBe(400);
      expect(response.json()).toEqual(invalid(['body', 'Invalid data. Expected an object.']));
    },
  );

  test.each([
    ['10,000 lists', nested(10_000), ['body', 'Invalid data. Expected an object.']],
    ['a million lists', nested(500_000), ['body', 'Invalid data. Expected an object.']],
    [
      '10,000 objects',
      `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`,
      ['external_user_id', 'This field is required.'],
    ],
  ] as const)(
    'a very deeply nested JSON body gets the same 400 error as a body of its type without deep nesting: %s',
    async (_case, text, fault) => {
      const response = await create(text);
      expect(response.statusCode).toBe(400);
      expect(response.json()).toEqual(invalid([...fault]));
    },
  );

  test('JSON that is nested very deeply and never closed gets 415', async () => {
    const response = await create('['.repeat(10_000));
    expect(response.statusCode).toBe(415);
    expect(response.json()).toEqual(JSON_PARSE_ERROR);
  });

  test.each([
    ['an invalid first byte', [0xff]],
    ['a truncated character', [0xc3]],
    ['an overlong form', [0xc0, 0xaf]],
    ['a surrogate', [0xed, 0xa0, 0x80]],
    ['beyond Unicode', [0xf4, 0x90, 0x80, 0x80]],
  ])('a body with invalid UTF-8 gets 415: %s', async (_case, bytes) => {
    const body = Buffer.concat([Buffer.from('{"external_user_id": "'), Buffer.from(bytes), Buffer.from('"}')]);
    const response = await create(body);
    expect(response.statusCode).toBe(415);
    expect(response.json()).toEqual(JSON_PARSE_ERROR);
  });

  test('a body in UTF-16 gets 415', async () => {
    expect((await create(Buffer.from(USER, 'utf16le'))).statusCode).toBe(415);
    expect((await create(Buffer.from(`\ufeff${USER}`, 'utf16le'))).statusCode).toBe(415);
  });

  test.each([
    ['external_user_id', 'Not a valid string.'],
    ['first_name', 'Not a valid string.'],
    ['email', 'Enter a valid email address.'],
    ['phone', 'Enter a valid phone number.'],
    ['ssn', 'Enter 9 digits or the last 4 digits.'],
  ])('a NUL or a lone surrogate in the field %s gets 400', async (field, message) => {
    for (const text of ['\\u0000', 'a\\u0000b', '\\ud800', 'a\\udfff', '\\udc00\\ud800']) {
      const others = field === 'external_user_id' ? '' : '"external_user_id": "u", ';
      const response = await create(`{${others}"${field}": "${text}"}`);
      expect(response.statusCode).toBe(400);
      expect(response.json()).toEqual(invalid([field, message]));
    }
  });

  test.each([
    ['{"__proto__": {"external_user_id": "u"}}', ['external_user_id', 'This field is required.']],
    ['[{"__proto__": 1}]', ['body', 'Invalid data. Expected an object.']],
  ] as const)('a __proto__ key sets no field of the body: %s', async (text, fault) => {
    const response = await create(text);
    expect(response.statusCode).toBe(400);
    expect(response.json()).toEqual(invalid([...fault]));
  });

  test('a missing field is reported even if the body contains "constructor" or another property name of JavaScript’s object prototype', async () => {
    const response = await create('{"constructor": {"prototype": {"external_user_id": "u"}}, "toString": "u"}');
    expect(response.json()).toEqual(invalid(['external_user_id', 'This field is required.']));
  });

  test('numbers that are out of range or not whole get 400', async () => {
    for (const number of ['1e400', '-1e400', '9007199254740993', '1e-400', '0.1', '-0', `1${'0'.repeat(100_000)}`]) {
      const response = await call('POST', '/v1/sandbox/clock/advance/', `{"seconds": ${number}}`);
      expect(response.statusCode).toBe(400);
    }
    expect((await create('{"external_user_id": 1e400}')).json()).toEqual(
      invalid(['external_user_id', 'Not a valid string.']),
    );
    expect((await call('GET', '/v1/sandbox/clock/')).json()).toMatchObject({ offset_seconds: 0 });
  });

  test('an overlong string gets 400, and the response does not contain the string', async () => {
    const long = 'x'.repeat(MIB - 100);
    for (const field of ['first_name', 'email', 'phone', 'ssn']) {
      const response = await create(JSON.stringify({ external_user_id: 'u', [field]: long }));
      expect(response.statusCode).toBe(400);
      expect(response.body.length).toBeLessThan(500);
    }
    for (const text of [`a@${'a'.repeat(MIB - 200)}`, `a@${'a.'.repeat(MIB / 2 - 200)}`, '-'.repeat(MIB - 200)]) {
      expect((await create(JSON.stringify({ external_user_id: 'u', email: text, ssn: text }))).statusCode).toBe(400);
      expect((await create(JSON.stringify({ external_user_id: 'u', phone: text }))).statusCode).toBe(400);
    }
  });

  test('a body with 60,000 unknown fields gets one error', async () => {
    const fields = Array.from({ length: 60_000 }, (_, i) => `"f${i}": ${i}`).join();
    const response = await create(`{${fields}}`);
    expect(response.json()).toEqual(invalid(['external_user_id', 'This field is required.']));
  });
});

describe('unusual but valid bodies', () => {
  test('an unknown field is ignored even if its value is nested very deeply', async () => {
    expect((await create(`{"external_user_id": "deep", "x": ${nested(10_000)}}`)).statusCode).toBe(201);
  });

  test.each([
    '{"external_user_id": "p1", "__proto__": {"polluted": true}}',
    '{"external_user_id": "p2", "\\u005f_proto__": {"polluted": true}}',
    '{"external_user_id": "p3", "\\u005f\\u005f\\u0070roto\\u005f_": {"polluted": true}}',
    '{"external_user_id": "p4", "x": [{"y": {"__proto__": null}}]}',
  ])('a __proto__ key is ignored like any unknown field: %s', async (text) => {
    const response = await create(text);
    expect(response.statusCode).toBe(201);
    expect(response.json()).not.toHaveProperty('polluted');
    expect({}).not.toHaveProperty('polluted');
  });

  test('201 for 64 levels of nesting, a lone surrogate in an unknown field, __proto__ as a value, brackets in a string, or a byte order mark', async () => {
    for (const [i, rest] of [
      `"x": ${'['.repeat(63)}${']'.repeat(63)}`,
      '"x": "\\ud800"',
      '"first_name": "__proto__", "last_name": "\\u005f_proto__"',
      '"x": "[[[[{{{{\\"[[["',
    ].entries()) {
      expect((await create(`{"external_user_id": "u-${i}", ${rest}}`)).statusCode).toBe(201);
    }
    expect((await create(`\ufeff${USER}`)).statusCode).toBe(201);
    expect((await call('GET', '/v1/users/?external_user_id=u-2')).json().results[0]).toMatchObject({
      first_name: '__proto__',
      last_name: '__proto__',
    });
  });
});

describe('unusual paths and queries', () => {
  test.each([
    '%00',
    '%',
    '%zz',
    '%ff',
    '%ed%a0%80',
    '..%2f..%2fetc%2fpasswd',
    '%2e%2e',
    '__proto__',
    'x'.repeat(12_000),
  ])('404 for GET /v1/users/%s/, because the id is malformed or unknown', async (id) => {
    const response = await call('GET', `/v1/users/${id}/`);
    expect(response.statusCode).toBe(404);
    expect(response.json()).toEqual(NOT_FOUND);
  });

  test('400 for NUL in a query value', async () => {
    const response = await call('GET', '/v1/users/?external_user_id=a%00b');
    expect(response.json()).toEqual(invalid(['external_user_id', 'Not a valid string.']));
  });

  test('200: query parameters named like prototype properties are ignored', async () => {
    const response = await call('GET', '/v1/users/?__proto__=x&constructor=y&__proto__[page]=9&toString=z&%00=%00');
    expect(response.statusCode).toBe(200);
    expect({}).not.toHaveProperty('page');
  });

  test('200 for a thousand query parameters', async () => {
    const query = Array.from({ length: 1_000 }, (_, i) => `q${i}=1`).join('&');
    expect((await call('GET', `/v1/users/?${query}&external_user_id=nobody`)).json()).toMatchObject({ count: 0 });
  });

  test('200 with no results for invalid UTF-8 in a query value', async () => {
    expect((await call('GET', '/v1/users/?external_user_id=%ff%fe')).json()).toMatchObject({ count: 0 });
  });
});

describe('large bodies over a socket', () => {
  test('a body of 10 MB gets a 400 error on the field "body", and the connection stays usable', async () => {
    const body = Buffer.alloc(10_000_000, 'x');
    const answers = await talk(port, [postHead(json(body.length)), body, lastGet()], 2);
    expect(answers).toHaveLength(2);
    expect(answers[0]).toEqual(refusal(400, BODY_TOO_LARGE));
    expect(JSON.parse(answers[1]?.body ?? '')).toMatchObject({ count: 0 });
  });

  test('a chunked body of 10 MB gets a 400 error on the field "body", and the connection stays usable', async () => {
    const pieces = Array.from({ length: 100 }, () => chunk('x'.repeat(100_000)));
    const answers = await talk(port, [postHead(chunked), ...pieces, '0\r\n\r\n', lastGet()], 2);
    expect(answers).toHaveLength(2);
    expect(answers[0]).toEqual(refusal(400, BODY_TOO_LARGE));
    expect(JSON.parse(answers[1]?.body ?? '')).toMatchObject({ count: 0 });
  });

  test('a body of 10 MB with another media type gets 415', async () => {
    const body = Buffer.alloc(10_000_000, 'x');
    const type: Headers = [
      ['Content-Type', 'text/plain'],
      ['Content-Length', String(body.length)],
    ];
    expect(await send(postHead(type), body)).toEqual(
      refusal(415, { detail: 'Unsupported media type "text/plain" in request.' }),
    );
  });

  test('a Content-Length of 1 GB is rejected before the body is sent', async () => {
    expect(await send(postHead(json(1_000_000_000)))).toEqual(refusal(400, BODY_TOO_LARGE));
  });

  test('a request with a large body but without credentials gets 401 before the body is read', async () => {
    const answer = await send(
      requestText('POST /v1/users/ HTTP/1.1', [['Host', 'x'], ...json(1_000_000_000)]),
      Buffer.alloc(1_000_000, 'x'),
    );
    expect(answer.status).toBe(401);
  });

  test('a chunked body of 1 MiB is accepted, and a body that is one byte larger gets 400', async () => {
    const text = `{"external_user_id": "exact", "x": "${'x'.repeat(MIB - 38)}"}`;
    expect(text).toHaveLength(MIB);
    const [whole, larger] = [chunk(text), chunk(`${text} `)];
    expect(await send(postHead(chunked), larger, '0\r\n\r\n')).toEqual(refusal(400, BODY_TOO_LARGE));
    expect((await send(postHead(chunked), whole, '0\r\n\r\n')).status).toBe(201);
    expect(await countUsers()).toBe(1);
  });

  test('an empty chunked body is treated as an empty body, whatever its Content-Type', async () => {
    const headers: Headers = [...credentials(), ['Content-Type', 'nonsense'], ['Transfer-Encoding', 'chunked']];
    expect(await send(requestText('POST /v1/users/ HTTP/1.1', headers), '0\r\n\r\n')).toEqual(
      refusal(400, invalid(['external_user_id', 'This field is required.'])),
    );
  });
});

describe('malformed HTTP', () => {
  const GET = 'GET /v1/users/ HTTP/1.1';
  const POST = 'POST /v1/users/ HTTP/1.1';
  const host: Headers = [['Host', 'x']];

  afterEach(expectNothingStored);

  test('two Host headers get 400', async () => {
    const expected = invalid(['Host', 'Ensure this field is given once.']);
    expect(await send(requestText(GET, [...credentials(), ['Host', '127.0.0.1']]))).toEqual(refusal(400, expected));
    expect(await send(requestText(GET, [...credentials(), ['host', 'evil.example']]))).toEqual(refusal(400, expected));
  });

  test('a request without a Host header gets 400', async () => {
    const expected = invalid(['Host', 'This field is required.']);
    expect(await send(requestText(GET, credentials().slice(1)))).toEqual(refusal(400, expected));
    expect(await send('GET /v1/users/\r\n\r\n')).toEqual(refusal(400, expected));
  });

  test('Content-Length together with Transfer-Encoding gets 400', async () => {
    for (const headers of [
      [...json(USER.length), ['Transfer-Encoding', 'chunked']],
      [...chunked, ['Content-Length', '5']],
    ] satisfies Headers[]) {
      const answer = await send(requestText(POST, [...credentials(), ...headers], `${chunk(USER)}0\r\n\r\n`));
      expect(answer).toEqual(refusal(400, NOT_HTTP));
    }
  });

  test('two different Content-Length headers get 400', async () => {
    const headers: Headers = [...credentials(), ...json(USER.length), ['Content-Length', '5']];
    expect(await send(requestText(POST, headers, USER))).toEqual(refusal(400, NOT_HTTP));
  });

  test.each<[string, Headers]>([
    ['a negative Content-Length', [['Content-Length', '-5']]],
    ['a Content-Length with a sign', [['Content-Length', '+5']]],
    ['a Content-Length in hex', [['Content-Length', '0x19']]],
    ['a Content-Length out of range', [['Content-Length', '9'.repeat(30)]]],
    ['an unknown Transfer-Encoding', [['Transfer-Encoding', 'gzip']]],
    ['a Transfer-Encoding where chunked is not last', [['Transfer-Encoding', 'chunked, gzip']]],
  ])('a request with %s gets 400', async (_case, headers) => {
    const answer = await send(
      requestText(POST, [...credentials(), ['Content-Type', 'application/json'], ...headers], USER),
    );
    expect(answer.status).toBe(400);
    expect(JSON.parse(answer.body)).toMatchObject({ error: { code: 'incorrect_parameters' } });
  });

  test.each([
    'hello\r\n\r\n',
    'GET\r\n\r\n',
    'GET /v1/users/ HTTP/9.9\r\nHost: x\r\n\r\n',
    'GET /v1/us ers/ HTTP/1.1\r\nHost: x\r\n\r\n',
    'GET /v1/users/ HTTP/1.1\r\nHost : x\r\n\r\n',
    'GET /v1/users/ HTTP/1.1\r\nHo\u0000st: x\r\n\r\n',
    'GET /v1/users/ HTTP/1.1\r\nHost: x\u0000y\r\n\r\n',
    'GET /v1/users/ HTTP/1.1\r\nno colon\r\n\r\n',
    'GET /v1/\u0000users/ HTTP/1.1\r\nHost: x\r\n\r\n',
    'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc',
  ])('bytes that are not an HTTP request get 400: %j', async (text) => {
    expect(await send(Buffer.from(text, 'latin1'))).toEqual(refusal(400, NOT_HTTP));
  });

  test('a malformed chunk gets 400', async () => {
    expect(await send(requestText(POST, [...credentials(), ...chunked]), 'zz\r\nhello\r\n')).toEqual(
      refusal(400, NOT_HTTP),
    );
  });

  test('a method unknown to the HTTP parser gets 400, and a known but unsupported method gets 405', async () => {
    expect(await send(requestText('BREW /v1/users/ HTTP/1.1', credentials()))).toEqual(refusal(400, NOT_HTTP));
    expect(await send(requestText('get /v1/users/ HTTP/1.1', credentials()))).toEqual(refusal(400, NOT_HTTP));
    for (const method of ['TRACE', 'PROPFIND', 'PURGE', 'SEARCH', 'LINK', 'OPTIONS', 'PUT']) {
      const answer = await send(requestText(`${method} /v1/users/ HTTP/1.1`, credentials()));
      expect(answer).toEqual(refusal(405, { detail: `Method "${method}" not allowed.` }));
      expect(answer.headers['allow']).toBe('GET, HEAD, POST');
    }
    expect(await send(requestText('PROPFIND /v1/nowhere/ HTTP/1.1', credentials()))).toEqual(refusal(404, NOT_FOUND));
  });

  test('CONNECT gets 404, and an Upgrade header is ignored', async () => {
    expect(await send(requestText('CONNECT example.com:443 HTTP/1.1', host))).toEqual(refusal(404, NOT_FOUND));
    const upgrade: Headers = [...credentials(), ['Connection', 'Upgrade'], ['Upgrade', 'websocket']];
    expect((await send(requestText(GET, upgrade))).status).toBe(200);
  });

  test.each(['the unexpected', '200-ok', ''])('an unknown Expect header gets 417: %j', async (expectation) => {
    expect(await send(requestText(GET, [...credentials(), ['Expect', expectation]]))).toEqual(
      refusal(417, { detail: 'Unknown expectation.' }),
    );
  });

  test('Expect: 100-continue gets an interim response with 100; in an HTTP/1.0 request, Expect is ignored', async () => {
    const [proceed, created] = await talk(port, [postHead([...json(2), ['Expect', '100-continue']]), '{}'], 2);
    expect([proceed?.status, created?.status]).toEqual([100, 400]);
    const old = requestText('GET /v1/users/ HTTP/1.0', [...credentials(), ['Expect', 'the unexpected']]);
    expect((await send(old)).status).toBe(200);
  });

  test.each([
    'a/b',
    'user@host',
    'a b',
    'a,b',
    'a:b',
    'a:1:2',
    'a:123456',
    '[::1',
    '::1',
    'a?b',
    'a#b',
    'a\\b',
    '\u00e9',
    '',
  ])('a malformed Host header gets 400: %j', async (value) => {
    const headers: Headers = [['Host', value], ...credentials().slice(1)];
    expect(await send(requestText(GET, headers))).toEqual(refusal(400, invalid(['Host', 'Enter a valid host.'])));
  });

  test.each(['127.0.0.1', 'api.example:8080', 'my_service', 'EXAMPLE.com.', '[::1]:8080', '[2001:db8::1]', 'a:'])(
    'a request with the header "Host: %s" gets 200',
    async (value) => {
      expect((await send(requestText(GET, [['Host', value], ...credentials().slice(1)]))).status).toBe(200);
    },
  );

  test('two Content-Type headers of a body get 415, even if they are equal; without a body they are ignored', async () => {
    for (const second of ['text/plain', 'application/json']) {
      const headers: Headers = [...credentials(), ...json(USER.length), ['content-type', second]];
      expect(await send(requestText(POST, headers, USER))).toEqual(
        refusal(415, { detail: `Unsupported media type "application/json, ${second}" in request.` }),
      );
    }
    const get: Headers = [...credentials(), ['Content-Type', 'a/b'], ['Content-Type', 'c/d']];
    expect((await send(requestText(GET, get))).status).toBe(200);
  });

  test('a compressed body gets 415, and the response has an Accept-Encoding header; the content encoding `identity` is accepted', async () => {
    for (const encoding of ['gzip', 'br', 'x-unknown', 'identity, gzip']) {
      const headers: Headers = [...credentials(), ...json(USER.length), ['Content-Encoding', encoding]];
      const answer = await send(requestText(POST, headers, USER));
      expect(answer).toEqual(refusal(415, { detail: `Unsupported content encoding "${encoding}" in request.` }));
      expect(answer.headers['accept-encoding']).toBe('identity');
    }
    const nothing: Headers = [...credentials(), ...json(2), ['Content-Encoding', 'Identity']];
    expect((await send(requestText(POST, nothing, '{}'))).status).toBe(400);
  });

  test('a request without credentials gets 401, even if its content encoding is not supported', async () => {
    const headers: Headers = [['Host', 'x'], ...json(2), ['Content-Encoding', 'gzip']];
    expect((await send(requestText(POST, headers, '{}'))).status).toBe(401);
  });

  test('a request with 2,000 headers gets 431', async () => {
    const many = Array.from({ length: 2_000 }, (_, i): [string, string] => [`x${i % 10}`, '']);
    expect(await send(requestText(GET, [...credentials(), ...many]))).toEqual(
      refusal(431, {
        detail: 'Request header fields too large.',
      }),
    );
  });

  test('a request with 100 headers is accepted, and a request with 101 headers gets 431', async () => {
    expect((await send(requestText(GET, manyHeaders(100)))).status).toBe(200);
    expect((await send(requestText(GET, manyHeaders(101)))).status).toBe(431);
  });

  test('an oversized header or path gets 431', async () => {
    const expected = { detail: 'Request header fields too large.' };
    expect(await send(requestText(GET, [...credentials(), ['x', 'y'.repeat(20_000)]]))).toEqual(refusal(431, expected));
    expect(await send(requestText(`GET /v1/${'x'.repeat(20_000)} HTTP/1.1`, credentials()))).toEqual(
      refusal(431, expected),
    );
    expect(await send(requestText(GET, [['x'.repeat(20_000), 'y']]))).toEqual(refusal(431, expected));
  });

  test('pipelined requests are answered in sequence; malformed HTTP gets 400 and ends the connection', async () => {
    const get = requestText(GET, credentials());
    const put = requestText('PUT /v1/users/ HTTP/1.1', credentials());
    expect((await talk(port, [get + put + get], 3)).map(({ status }) => status)).toEqual([200, 405, 200]);
    const broken = await talk(port, [`hello\r\n\r\n${get}`], 2);
    expect(broken.map(({ status }) => status)).toEqual([400]);
  });

  test('bytes beyond Content-Length are handled as a separate request, with its own authentication', async () => {
    const post = requestText(
      POST,
      [...credentials(), ...json(2)],
      `{}${requestText('DELETE /v1/users/ HTTP/1.1', host)}`,
    );
    expect((await talk(port, [post], 2)).map(({ status }) => status)).toEqual([400, 401]);
  });
});

describe('unusual request targets', () => {
  test.each([
    ['http://127.0.0.1/v1/users/', 200],
    ['http://evil.example/v1/users/?page_size=1', 200],
    ['HTTPS://evil.example:1/v1/users', 200],
    ['/v1/users/#fragment', 200],
    ['http://127.0.0.1/v1/nowhere/', 404],
    ['http://127.0.0.1', 404],
    ['http://127.0.0.1?page=1', 404],
    ['http://', 404],
    ['/', 404],
    ['//evil.example/v1/users/', 404],
    ['/http://127.0.0.1/v1/users/', 404],
  ])('GET with the request target %s gets status %i', async (target, status) => {
    expect((await send(requestText(`GET ${target} HTTP/1.1`, credentials()))).status).toBe(status);
  });

  test('an absolute URL as the request target is treated like its path: it allows the same methods, has the same `next` URL, and shares an Idempotency-Key', async () => {
    const put = await send(requestText('PUT http://evil.example/v1/users/ HTTP/1.1', credentials()));
    expect(put.status).toBe(405);
    for (const name of ['a', 'b']) await create(`{"external_user_id": "${name}"}`);
    const page = await send(requestText('GET http://evil.example/v1/users/?page_size=1 HTTP/1.1', credentials()));
    expect(JSON.parse(page.body).next).toBe(`${house.settings.base_url}/v1/users/?page_size=1&page=2`);
    const post = (target: string) =>
      send(
        requestText(
          `POST ${target} HTTP/1.1`,
          [...credentials(), ...json(USER.length), ['Idempotency-Key', 'k']],
          USER,
        ),
      );
    expect((await post('/v1/users/')).status).toBe(201);
    expect((await post('http://evil.example/v1/users')).headers['idempotency-replayed']).toBe('true');
  });

  test('OPTIONS * gets 404', async () => {
    expect(await send(requestText('OPTIONS * HTTP/1.1', credentials()))).toEqual(refusal(404, NOT_FOUND));
  });

  test('HEAD returns the same status, Content-Length and Content-Type as GET, but no body; this also holds for error responses', async () => {
    for (const path of ['/v1/users/', '/v1/nowhere/', '/v1/users/%ff/', '/healthz']) {
      const get = await send(requestText(`GET ${path} HTTP/1.1`, credentials()));
      const request = requestText(`HEAD ${path} HTTP/1.1`, [...credentials(), ['Connection', 'close']]);
      const head = (await talkBytes(port, [request], () => false)).toString();
      expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${get.status} `));
      expect(head.toLowerCase()).toContain(`content-length: ${get.headers['content-length']}\r\n`);
      expect(head.toLowerCase()).toContain('content-type: application/json\r\n');
      expect(head).toMatch(/\r\n\r\n$/);
    }
  });

  test('an HTTP/1.0 request needs no Host header', async () => {
    expect((await send(requestText('GET /v1/users/ HTTP/1.0', credentials().slice(1)))).status).toBe(200);
  });
});

describe('timeouts of requests', () => {
  const impatient = { headers_timeout_ms: 200, request_timeout_ms: 400, timeouts_check_ms: 50 };

  test('slow clients get 408 if their headers do not arrive in time', async () => {
    const port = await listen(impatient);
    for (const beginning of ['GET /v1/us', 'GET /v1/users/ HTTP/1.1\r\n', 'GET /v1/users/ HTTP/1.1\r\nHost: x\r\n']) {
      const [answer] = await talk(port, [beginning]);
      expect(answer).toEqual(refusal(408, { detail: 'Request timeout.' }));
    }
  });

  test('slow clients are disconnected if their body does not arrive in time, and nothing is stored', async () => {
    const port = await listen(impatient);
    const head = requestText('POST /v1/users/ HTTP/1.1', [...credentials(), ...json(USER.length)]);
    const answers = await talk(port, [head, USER.slice(0, 10)]);
    for (const answer of answers) expect(answer).toEqual(refusal(408, { detail: 'Request timeout.' }));
    expect(await countUsers()).toBe(0);
  });
});

describe('request slots of clients that disconnect', () => {
  test('clients that disconnect free the slots of their requests, so that other requests are served', async () => {
    const port = await listen({ requests_in_flight_max: 3 });
    const head = requestText('POST /v1/users/ HTTP/1.1', [...credentials(), ...json(USER.length)]);
    for (let i = 0; i < 10; i++) {
      await new Promise<void>((resolve) => {
        const socket = connect({ host: '127.0.0.1', port }, () => {
          socket.write(i % 2 === 0 ? head : head + USER.slice(0, 5), () => socket.resetAndDestroy());
        });
        socket.on('close', () => resolve());
        socket.on('error', () => undefined);
      });
    }
    await until(async () => {
      const [answer] = await talk(port, [requestText('GET /v1/users/ HTTP/1.1', credentials())]);
      return answer?.status === 200;
    });
    const three = await Promise.all(
      [1, 2, 3].map(() => talk(port, [requestText('GET /v1/users/ HTTP/1.1', credentials())])),
    );
    expect(three.flat().map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await countUsers()).toBe(0);
  });
});
