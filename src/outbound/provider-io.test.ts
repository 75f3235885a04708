import { createServer, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Io } from '#domain/connections/provider-io.ts';
import { selfSigned } from '#test/certificate.ts';
import { REFUSING_PORT } from '#test/sockets.ts';
import type { Lookup } from './addresses.ts';
import {
  ANSWER_BYTES_MAX,
  HEADERS_BYTES_MAX,
  IoFault,
  type ProviderIoOptions,
  providerIo,
  REQUEST_BYTES_MAX,
} from './provider-io.ts';

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** Starts a simulated provider on this machine. Returns the origin of its URL. */
async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  closing.push(() => {
    server.close();
    server.closeAllConnections();
  });
  await new Promise((resolve) => server.once('listening', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const NOW = new Date('2026-03-04T12:00:00Z');
const ioFor = (origins: string[], options: Partial<ProviderIoOptions> = {}): Io =>
  providerIo({ origins, now: () => NOW, signal: new AbortController().signal, ...options });

async function faultOf(run: Promise<unknown>): Promise<IoFault> {
  const ending = await run.then(
    () => new Error('nothing failed'),
    (error: unknown) => error,
  );
  if (!(ending instanceof IoFault)) throw ending;
  return ending;
}

describe('allowed origins', () => {
  test('a request to an allowed origin is sent with the given method, headers and body', async () => {
    const origin = await serve((request, response) => {
      request
        .setEncoding('utf8')
        .on('data', (body) => response.end(`${request.method} ${request.url} ${request.headers['x-a']} ${body}`));
    });
    const request = { method: 'PUT', headers: { 'X-A': 'b' }, body: 'words' } as const;
    const answer = await ioFor([origin]).fetch(`${origin}/path?q=1`, request);
    expect(answer).toMatchObject({ status: 200, body: 'PUT /path?q=1 b words' });
    expect(answer.headers['date']).toBeDefined();
  });

  test.each([
    ['another host', 'https://evil.example/'],
    ['another port', 'https://api.provider.example:8443/'],
    ['another scheme', 'http://api.provider.example/'],
    ['a host that starts with the allowed host', 'https://api.provider.example.evil.example/'],
    ['another host with the allowed host as user name', 'https://api.provider.example@evil.example/'],
    ['the allowed host with a user name', 'https://someone:secret@api.provider.example/'],
    ['a text that is not a URL', 'api.provider.example'],
    ['a file URL', 'file:///etc/passwd'],
  ])('a connector’s request to %s is rejected, because only the allowed origins may be called', async (_, url) => {
    let asked = 0;
    const io = ioFor(['https://api.provider.example'], {
      fetch: async () => {
        asked++;
        return new Response('');
      },
    });
    expect((await faultOf(io.fetch(url))).kind).toBe('forbidden');
    expect(asked).toBe(0);
    await expect(io.fetch('https://api.provider.example/x')).resolves.toMatchObject({ status: 200 });
  });

  test('a redirect is returned as a response, not followed', async () => {
    let followed = 0;
    const elsewhere = await serve((_, response) => {
      followed++;
      response.end();
    });
    const origin = await serve((_, response) => response.writeHead(302, { location: elsewhere }).end());
    const answer = await ioFor([origin]).fetch(origin);
    expect({ status: answer.status, location: answer.headers['location'], followed }).toEqual({
      status: 302,
      location: elsewhere,
      followed: 0,
    });
  });

  test.each([
    'http://api.provider.example',
    'http://127.0.0.1.provider.example',
    'https://api.provider.example/v1',
    'ftp://api.provider.example',
    'api.provider.example',
  ])('the origin %s in a connector’s manifest is rejected', (origin) => {
    expect(() => ioFor([origin])).toThrow(IoFault);
  });

  test('a manifest may list any host with https, and loopback hosts with http', () => {
    const origins = ['https://api.provider.example', 'http://127.0.0.1:9', 'http://localhost:9', 'http://[::1]:9'];
    expect(() => ioFor(origins)).not.toThrow();
  });
});

describe('private addresses', () => {
  const NAME = 'bank.example';
  /** Starts a provider on this machine, and returns an origin whose host name leads to the given addresses. */
  async function named(...addresses: string[]) {
    const seen = { connections_count: 0 };
    const server = createTlsServer({ key: KEYS.key, cert: KEYS.cert }, (_, response) => response.end('reached'));
    server.on('connection', () => seen.connections_count++).listen(0, '127.0.0.1');
    closing.push(() => {
      server.close();
      server.closeAllConnections();
    });
    await new Promise((resolve) => server.once('listening', resolve));
    const origin = `https://${NAME}:${(server.address() as AddressInfo).port}`;
    const lookup = vi.fn<Lookup>(async () => addresses);
    const open = (options: Partial<ProviderIoOptions> = {}) =>
      ioFor([origin], { lookup, tls: { certificate: null, key: null, ca: KEYS.cert }, ...options });
    return { origin, open, lookup, seen };
  }
  const KEYS = selfSigned();

  test.each<[addresses: string[]]>([
    [['127.0.0.1']],
    [['10.0.0.5']],
    [['192.168.1.1']],
    [['169.254.169.254']],
    [['::ffff:10.0.0.5']],
    [['fd00::1']],
    [['9.9.9.9', '127.0.0.1']],
  ])('no connection is made if the host name of an allowed origin resolves to %j', async (addresses) => {
    const { origin, open, seen } = await named(...addresses);
    expect(await faultOf(open().fetch(`${origin}/`))).toMatchObject({
      kind: 'forbidden',
      message: 'The host name leads to a private address that the provider’s entry does not allow.',
      is_unsent: true,
    });
    expect(seen.connections_count).toBe(0);
  });

  test('a host name may lead to a private address that the provider’s entry allows, and only to that', async () => {
    const { origin, open, seen } = await named('127.0.0.1');
    // The certificate is valid for the IP address and not for the host name. So the connection is made, and is then
    // closed because of the certificate.
    const allowed = await faultOf(open({ private_networks: ['127.0.0.0/8'] }).fetch(`${origin}/`));
    expect(allowed.message).toBe('The certificate is not valid for this address (ERR_TLS_CERT_ALTNAME_INVALID).');
    expect(seen.connections_count).toBe(1);
    expect((await faultOf(open({ private_networks: ['10.0.0.0/8'] }).fetch(`${origin}/`))).kind).toBe('forbidden');
    expect(seen.connections_count).toBe(1);
  });

  test('a host name is resolved once for each connection, so that a later answer of the resolver has no effect', async () => {
    const { origin, open, lookup, seen } = await named();
    lookup.mockResolvedValueOnce(['9.9.9.9', '10.0.0.5']).mockResolvedValue(['9.9.9.9']);
    expect((await faultOf(open().fetch(`${origin}/`))).kind).toBe('forbidden');
    expect(lookup).toHaveBeenCalledTimes(1);
    expect(seen.connections_count).toBe(0);
  });

  test('an address in the settings and `localhost` are reached, because the operator named them', async () => {
    const origin = await serve((_, response) => response.end('here'));
    for (const one of [origin, origin.replace('127.0.0.1', 'localhost')]) {
      expect(await ioFor([one]).fetch(`${one}/`)).toMatchObject({ body: 'here' });
    }
  });

  test('a connection of one provider is not used for another provider with the same list of origins', async () => {
    const { origin, lookup } = await named('127.0.0.1');
    const origins = [origin];
    const tls = { certificate: null, key: null, ca: null };
    const first = ioFor(origins, { lookup, tls, private_networks: ['127.0.0.1'] });
    expect((await faultOf(first.fetch(`${origin}/`))).kind).toBe('unreachable');
    expect((await faultOf(ioFor(origins, { lookup, tls }).fetch(`${origin}/`))).kind).toBe('forbidden');
  });
});

describe('the size limit of provider responses', () => {
  test('a response up to the limit is read; a response that is one byte longer causes an error', async () => {
    const origin = await serve((request, response) => response.end(Buffer.alloc(Number(request.url?.slice(1)), 'x')));
    const io = ioFor([origin]);
    expect((await io.fetch(`${origin}/${ANSWER_BYTES_MAX}`)).bytes).toHaveLength(ANSWER_BYTES_MAX);
    expect((await faultOf(io.fetch(`${origin}/${ANSWER_BYTES_MAX + 1}`))).kind).toBe('too_large');
  });

  test('a small response causes an error if it decompresses to more than the limit', async () => {
    const packed = gzipSync(Buffer.alloc(ANSWER_BYTES_MAX + 1, 'x'));
    const origin = await serve((_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(packed));
    expect(packed.length).toBeLessThan(10_000);
    expect((await faultOf(ioFor([origin]).fetch(origin))).kind).toBe('too_large');
  });

  test('a request body, request headers or response headers that exceed their size limit cause an error', async () => {
    const fetch = async () => new Response('', { headers: { 'x-long': 'x'.repeat(HEADERS_BYTES_MAX) } });
    const fine = ioFor(['https://a.example'], { fetch: async () => new Response('') });
    await expect(
      fine.fetch('https://a.example', { method: 'POST', body: 'x'.repeat(REQUEST_BYTES_MAX) }),
    ).resolves.toBeDefined();
    const long_body = fine.fetch('https://a.example', { method: 'POST', body: 'x'.repeat(REQUEST_BYTES_MAX + 1) });
    const long_header = fine.fetch('https://a.example', { headers: { a: 'x'.repeat(HEADERS_BYTES_MAX) } });
    const long_answer = ioFor(['https://a.example'], { fetch }).fetch('https://a.example');
    for (const run of [long_body, long_header, long_answer]) expect((await faultOf(run)).kind).toBe('too_large');
  });
});

describe('the deadline of a step', () => {
  test('ends a request if the provider never responds or never finishes its response', async () => {
    const origin = await serve((request, response) => {
      if (request.url === '/begins') response.write('so far');
    });
    const io = () => ioFor([origin], { signal: AbortSignal.timeout(30) });
    expect((await faultOf(io().fetch(origin))).kind).toBe('out_of_time');
    expect((await faultOf(io().fetch(`${origin}/begins`))).kind).toBe('out_of_time');
  });

  test('applies to all requests of the step together', async () => {
    const origin = await serve((_, response) => response.end('soon'));
    const time = new AbortController();
    const io = ioFor([origin], { signal: time.signal });
    await expect(io.fetch(origin)).resolves.toMatchObject({ body: 'soon' });
    time.abort();
    expect((await faultOf(io.fetch(origin))).kind).toBe('out_of_time');
  });
});

describe('the error of a request', () => {
  test('contains the system error code of a refused connection', async () => {
    const origin = `http://127.0.0.1:${REFUSING_PORT}`;
    expect(await faultOf(ioFor([origin]).fetch(origin))).toMatchObject({
      kind: 'unreachable',
      message: 'The provider could not be reached (ECONNREFUSED).',
    });
  });

  test('does not contain the URL or the sent data in its message, cause or stack', async () => {
    const secret = 'hunter2';
    const faults = await Promise.all([
      faultOf(ioFor([]).fetch(`https://evil.example/?token=${secret}`)),
      faultOf(ioFor(['https://a.example']).fetch('https://a.example', { headers: { authorization: `${secret}\nx` } })),
      faultOf(
        ioFor(['https://a.example'], { fetch: () => Promise.reject(new Error(secret)) }).fetch('https://a.example'),
      ),
    ]);
    for (const { message, cause, stack } of faults)
      expect({ message, cause, stack: stack?.includes(secret) }).toEqual({
        message: expect.not.stringContaining(secret),
        cause: undefined,
        stack: false,
      });
  });
});

test('io.now returns the time of the given clock, and io.random returns random bytes', () => {
  const io = ioFor([]);
  expect(io.now()).toBe(NOW);
  expect(io.random(16)).toHaveLength(16);
  expect(io.random(16).equals(io.random(16))).toBe(false);
});

describe('certificates of a provider', () => {
  const [ours, theirs] = [selfSigned(), selfSigned()];

  /**
   * Starts a provider that accepts only our certificate. Its response contains the name in the certificate that it
   * received.
   */
  async function serveTls(): Promise<string> {
    const options = { key: theirs.key, cert: theirs.cert, ca: ours.cert, requestCert: true, rejectUnauthorized: true };
    const server = createTlsServer(options, (_, response) => response.end('certified')).listen(0, '127.0.0.1');
    closing.push(() => {
      server.close();
      server.closeAllConnections();
    });
    await new Promise((resolve) => server.once('listening', resolve));
    return `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  test('a request is sent with the client certificate; the given certificate authority is trusted', async () => {
    const origin = await serveTls();
    const io = ioFor([origin], { tls: { certificate: ours.cert, key: ours.key, ca: theirs.cert } });
    await expect(io.fetch(`${origin}/`)).resolves.toMatchObject({ status: 200, body: 'certified' });
    await expect(io.fetch(`${origin}/`)).resolves.toMatchObject({ status: 200 });
  });

  test('no request is sent to a provider whose certificate authority is not trusted', async () => {
    const origin = await serveTls();
    const io = ioFor([origin], { tls: { certificate: ours.cert, key: ours.key, ca: null } });
    const fault = await faultOf(io.fetch(`${origin}/`));
    expect([fault.kind, fault.is_unsent]).toEqual(['unreachable', true]);
  });

  test('the provider does not answer a request without the client certificate', async () => {
    const origin = await serveTls();
    const io = ioFor([origin], { tls: { certificate: null, key: null, ca: theirs.cert } });
    expect((await faultOf(io.fetch(`${origin}/`))).kind).toBe('unreachable');
  });
});

test('the error of a request has is_unsent set to true only if the provider certainly did not receive the request', async () => {
  const refused = await faultOf(
    ioFor([`http://127.0.0.1:${REFUSING_PORT}`]).fetch(`http://127.0.0.1:${REFUSING_PORT}/`),
  );
  expect(refused.is_unsent).toBe(true);
  const origin = await serve((request) => void request.socket.destroy());
  for (const tls of [undefined, { certificate: null, key: null, ca: null }]) {
    expect((await faultOf(ioFor([origin], { tls }).fetch(`${origin}/`))).is_unsent).toBe(false);
  }
});
