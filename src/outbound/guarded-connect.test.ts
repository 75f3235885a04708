import { createServer } from 'node:http';
import { type AddressInfo, createServer as createNetServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { selfSigned } from '#test/certificate.ts';
import { until } from '#test/jobs.ts';
import { type AddressPolicy, FORBIDDEN_ADDRESS, type Lookup, targetFault } from './addresses.ts';
import { guardedConnect } from './guarded-connect.ts';
import {
  openWebhookClient,
  type WebhookClient,
  type WebhookClientOptions,
  type WebhookResult,
} from './webhook-client.ts';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

const ON_LOOPBACK: AddressPolicy = { allow: [], loopback: true };
const PUBLIC_ONLY: AddressPolicy = { allow: [], loopback: false };

function openClient(options: WebhookClientOptions, policy = ON_LOOPBACK): WebhookClient {
  const client = openWebhookClient(policy, { timeout_ms: 5_000, ...options });
  closing.push(() => client.close());
  return client;
}

/** Posts to the URLs one after the other through one client. Returns the status or the error message of each post. */
async function post(
  urls: string | readonly string[],
  options: WebhookClientOptions,
  policy = ON_LOOPBACK,
): Promise<(number | string | null)[]> {
  const client = openClient(options, policy);
  const results: WebhookResult[] = [];
  for (const url of [urls].flat()) results.push(await client.post({ url, headers: {}, body: '{}' }));
  return results.map(({ status_code, error_message }) => error_message ?? status_code);
}

const WRONG_NAME = 'The certificate is not valid for this address.';
const UNTRUSTED = 'The certificate was not issued by a trusted authority.';

const leadingTo = (...addresses: string[]) => vi.fn<Lookup>(async () => addresses);

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  closing.push(() => server.close());
  await new Promise((resolve) => server.once('listening', resolve));
  return (server.address() as AddressInfo).port;
}

/** An endpoint on this machine that must never receive a connection. */
async function trap(): Promise<{ port: number; visits_count: number }> {
  const state = { port: 0, visits_count: 0 };
  state.port = await listen(createServer((_, response) => response.end()).on('connection', () => state.visits_count++));
  return state;
}

const answering = () => listen(createServer((_, response) => response.writeHead(200, { connection: 'close' }).end()));

describe('a webhook request', () => {
  test.each<[addresses: string[]]>([
    [['127.0.0.1']],
    [['::1']],
    [['::ffff:127.0.0.1']],
    [['::127.0.0.1']],
    [['0.0.0.0']],
    [['::']],
    [['10.0.0.1']],
    [['172.16.0.1']],
    [['192.168.0.1']],
    [['100.64.0.1']],
    [['169.254.169.254']],
    [['fd00:ec2::254']],
    [['fe80::1%lo']],
    [['64:ff9b::7f00:1']],
    [['2002:7f00:1::']],
    [['9.9.9.9', '127.0.0.1']],
    [['127.0.0.1', '9.9.9.9']],
    [['2600::1', '::1']],
    [['not an address']],
  ])('a webhook request is never sent to a host name that resolves to %j', async (addresses) => {
    const seen = await trap();
    for (const scheme of ['http', 'https']) {
      const lookup = leadingTo(...addresses);
      expect(await post(`${scheme}://hooks.example:${seen.port}/`, { lookup }, PUBLIC_ONLY)).toEqual([
        FORBIDDEN_ADDRESS,
      ]);
    }
    expect(seen.visits_count).toBe(0);
  });

  test.each([
    '127.0.0.1',
    '127.1',
    '2130706433',
    '0x7f.1',
    '0177.0.0.1',
    '[::ffff:127.0.0.1]',
    '0.0.0.0',
    '[::]',
    '[::1]',
  ])('a webhook request never goes to %s, even if an endpoint with this host was registered', async (host) => {
    const seen = await trap();
    for (const scheme of ['http', 'https'])
      expect(await post(`${scheme}://${host}:${seen.port}/`, {}, PUBLIC_ONLY)).toEqual([FORBIDDEN_ADDRESS]);
    expect(seen.visits_count).toBe(0);
  });

  test('never goes to localhost', async () => {
    const seen = await trap();
    expect(await post(`http://localhost:${seen.port}/`, {}, PUBLIC_ONLY)).toEqual([FORBIDDEN_ADDRESS]);
    expect(seen.visits_count).toBe(0);
  });

  test('is not sent over http to a public address that the operator did not allow', async () => {
    expect(await post('http://hooks.example:9/', { lookup: leadingTo('9.9.9.9') })).toEqual([FORBIDDEN_ADDRESS]);
    expect(await post('http://9.9.9.9:9/', {})).toEqual([FORBIDDEN_ADDRESS]);
  });

  test('is never sent to a forbidden address, even if the name begins to resolve to that address only after registration', async () => {
    const seen = await trap();
    const url = `https://hooks.example:${seen.port}/`;
    const lookup = vi.fn<Lookup>().mockResolvedValueOnce(['9.9.9.9']).mockResolvedValue(['127.0.0.1']);
    expect(await targetFault(url, PUBLIC_ONLY, lookup)).toBeUndefined();
    expect(await post(url, { lookup }, PUBLIC_ONLY)).toEqual([FORBIDDEN_ADDRESS]);
    expect({ visits_count: seen.visits_count, asked_count: lookup.mock.calls.length }).toEqual({
      visits_count: 0,
      asked_count: 2,
    });
  });

  test('goes to the address that was checked, because the host name is resolved exactly once for each connection', async () => {
    const port = await answering();
    const lookup = vi.fn<Lookup>().mockResolvedValueOnce(['127.0.0.1']).mockResolvedValue(['10.0.0.1']);
    const url = `http://hooks.example:${port}/`;
    expect(await post([url, url], { lookup })).toEqual([200, FORBIDDEN_ADDRESS]);
    expect(lookup.mock.calls).toEqual([['hooks.example'], ['hooks.example']]);
  });

  test('goes to the next address of the host name if one address refuses the connection', async () => {
    const port = await answering();
    expect(await post(`http://hooks.example:${port}/`, { lookup: leadingTo('::1', '127.0.0.1') })).toEqual([200]);
  });

  test('goes to an internal address only if the operator allowed it', async () => {
    const port = await answering();
    const url = `http://hooks.example:${port}/`;
    const policy = { allow: ['127.0.0.1'], loopback: false };
    expect(await post(url, { lookup: leadingTo('127.0.0.1') }, policy)).toEqual([200]);
    expect(await post(url, { lookup: leadingTo('127.0.0.2') }, policy)).toEqual([FORBIDDEN_ADDRESS]);
  });

  test('fails if the endpoint’s host name does not resolve', async () => {
    const nowhere = 'The host name of the endpoint was not found.';
    const fault = (code: string) => () => Promise.reject(Object.assign(new Error('x'), { code }));
    expect(await post('https://hooks.example/', { lookup: leadingTo() })).toEqual([nowhere]);
    expect(await post('https://hooks.example/', { lookup: fault('ENOTFOUND') })).toEqual([nowhere]);
    expect(await post('https://hooks.example/', { lookup: fault('EAI_AGAIN') })).toEqual([nowhere]);
  });

  test('shares its DNS lookup with concurrent requests to the same host name', async () => {
    const port = await answering();
    const lookup = leadingTo('127.0.0.1');
    const client = openClient({ lookup });
    const url = `http://hooks.example:${port}/`;
    await Promise.all(Array.from({ length: 5 }, () => client.post({ url, headers: {}, body: '{}' })));
    expect(lookup.mock.calls).toHaveLength(1);
  });
});

describe('a secure connection', () => {
  type Handshake = { servername: string | false | null; protocol: string | false | null; is_reused: boolean };
  type SecureEndpoint = { port: number; handshakes: Handshake[]; heard_count: number };

  async function secureEndpoint(cert: string, key = KEY): Promise<SecureEndpoint> {
    const endpoint: SecureEndpoint = { port: 0, handshakes: [], heard_count: 0 };
    const server = createTlsServer({ cert, key, ALPNProtocols: ['h2', 'http/1.1'] }, (socket) => {
      const { servername, alpnProtocol: protocol } = socket;
      endpoint.handshakes.push({ servername, protocol, is_reused: socket.isSessionReused() });
      socket.on('error', () => undefined);
      socket.on('data', () => {
        endpoint.heard_count++;
        socket.write('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n');
      });
    }).on('tlsClientError', () => undefined);
    endpoint.port = await listen(server);
    return endpoint;
  }
  const lookup = leadingTo('127.0.0.1');

  test('is made, with SNI and HTTP/1.1, if the certificate matches the name', async () => {
    const { port, handshakes } = await secureEndpoint(CERTIFICATE);
    const urls = [`https://hooks.example:${port}/`, `https://HOOKS.example.:${port}/`];
    expect(await post(urls, { lookup, ca: CERTIFICATE })).toEqual([200, 200]);
    const handshake = { servername: 'hooks.example', protocol: 'http/1.1', is_reused: false };
    expect(handshakes).toEqual([handshake, handshake]);
  });

  test('resumes the TLS session of an earlier connection', async () => {
    const { port, handshakes } = await secureEndpoint(CERTIFICATE);
    const client = openClient({ lookup, ca: CERTIFICATE });
    const send = () => client.post({ url: `https://hooks.example:${port}/`, headers: {}, body: '{}' });
    await send();
    const results = await Promise.all([send(), send()]);
    expect(results.map(({ status_code }) => status_code)).toEqual([200, 200]);
    expect(handshakes.map(({ is_reused }) => is_reused)).toEqual([false, true]);
  });

  test('is made to an IP address if the certificate matches the address', async () => {
    const { cert, key } = selfSigned();
    const { port } = await secureEndpoint(cert, key);
    expect(await post(`https://127.0.0.1:${port}/`, { ca: cert })).toEqual([200]);
    expect(await post(`https://hooks.example:${port}/`, { lookup, ca: cert })).toEqual([WRONG_NAME]);
  });

  test.each([
    ['for another name', 'other.example', CERTIFICATE, CERTIFICATE, WRONG_NAME],
    ['for a name if the URL has an IP address', '127.0.0.1', CERTIFICATE, CERTIFICATE, WRONG_NAME],
    ['that expired', 'hooks.example', EXPIRED, EXPIRED, 'The certificate has expired.'],
    ['of an untrusted authority', 'hooks.example', CERTIFICATE, undefined, UNTRUSTED],
  ])('no secure connection is made with a certificate %s', async (_, host, cert, ca, message) => {
    const endpoint = await secureEndpoint(cert);
    const options = { lookup, ...(ca === undefined ? {} : { ca }) };
    expect(await post(`https://${host}:${endpoint.port}/`, options)).toEqual([message]);
    expect(endpoint.heard_count).toBe(0);
  });

  test('is not made to a server that does not support TLS', async () => {
    const port = await answering();
    expect(await post(`https://127.0.0.1:${port}/`, {})).toEqual(['A secure connection could not be established.']);
  });

  test('is made to the next address if an address does not respond before the timeout', async () => {
    const speaking = createTlsServer({ cert: CERTIFICATE, key: KEY }, (socket) => {
      socket.on('error', () => undefined);
      socket.on('data', () => socket.write('HTTP/1.1 204 No Content\r\n\r\n'));
    });
    const connections: Socket[] = [];
    const port = await listen(
      createNetServer((socket) => {
        connections.push(socket.on('error', () => undefined));
        if (connections.length === 1) socket.resume();
        else speaking.emit('connection', socket);
      }),
    );
    const lookup = leadingTo('127.0.0.1', '127.0.0.1');
    const options = { lookup, ca: CERTIFICATE, timeout_ms: 2_000 };
    expect(await post(`https://hooks.example:${port}/`, options)).toEqual([204]);
    await until(() => connections[0]?.destroyed === true);
  });

  test('is aborted when the caller’s abort signal fires', async () => {
    const connections: Socket[] = [];
    const port = await listen(createNetServer((socket) => connections.push(socket.resume())));
    const ending = new AbortController();
    const guard = { policy: ON_LOOPBACK, lookup, timeout_ms: 60_000 };
    const connecting = guardedConnect({ protocol: 'https:', hostname: '127.0.0.1', port }, guard, ending.signal);
    await until(() => connections.length === 1);
    ending.abort();
    await expect(connecting).rejects.toThrow('ETIMEDOUT');
    await until(() => connections[0]?.destroyed === true);
  });

  test('is verified even with NODE_TLS_REJECT_UNAUTHORIZED=0', async () => {
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
    closing.push(() => vi.unstubAllEnvs());
    const { port } = await secureEndpoint(CERTIFICATE);
    const results = await post(`https://hooks.example:${port}/`, { lookup });
    expect(results).toEqual([UNTRUSTED]);
  });
});

// A key for these tests only, and two certificates of that key for hooks.example. The first certificate is valid until
// 2126, and the second expired in 2021.
const KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg1QtOTT1Jy+SznvdE
Hdy7vKgPlPIUPvTmtRI4D3lCCCChRANCAASgj21RZIydcY2YEzpmt+Qllfc+VCJ0
f1vTqDOzmgVixNLCfCquockrM3c4XeF51JgStU5pTw3XT8AmpX4yZmDm
-----END PRIVATE KEY-----
`;
const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBbjCCAROgAwIBAgIBAjAKBggqhkjOPQQDAjAYMRYwFAYDVQQDDA1ob29rcy5l
eGFtcGxlMCAXDTIwMDEwMTAwMDAwMFoYDzIxMjYwMTAxMDAwMDAwWjAYMRYwFAYD
VQQDDA1ob29rcy5leGFtcGxlMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEoI9t
UWSMnXGNmBM6ZrfkJZX3PlQidH9b06gzs5oFYsTSwnwqrqHJKzN3OF3hedSYErVO
aU8N10/AJqV+MmZg5qNMMEowGAYDVR0RBBEwD4INaG9va3MuZXhhbXBsZTAPBgNV
HRMBAf8EBTADAQH/MB0GA1UdDgQWBBTvf+n6JVXHHfdMPPyQPHG+DaXtbzAKBggq
hkjOPQQDAgNJADBGAiEA4M5dNO46GDuVCyZG5BFew1HadfuexyZ0uls6XmWvq00C
IQDptJvWhAGmq94F7wSCXmjWapQoeoMt+eA2F1b0w6ObBQ==
-----END CERTIFICATE-----
`;
const EXPIRED = `-----BEGIN CERTIFICATE-----
MIIBbDCCARGgAwIBAgIBAzAKBggqhkjOPQQDAjAYMRYwFAYDVQQDDA1ob29rcy5l
eGFtcGxlMB4XDTIwMDEwMTAwMDAwMFoXDTIxMDEwMTAwMDAwMFowGDEWMBQGA1UE
AwwNaG9va3MuZXhhbXBsZTBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABKCPbVFk
jJ1xjZgTOma35CWV9z5UInR/W9OoM7OaBWLE0sJ8Kq6hySszdzhd4XnUmBK1TmlP
DddPwCalfjJmYOajTDBKMBgGA1UdEQQRMA+CDWhvb2tzLmV4YW1wbGUwDwYDVR0T
AQH/BAUwAwEB/zAdBgNVHQ4EFgQU73/p+iVVxx33TDz8kDxxvg2l7W8wCgYIKoZI
zj0EAwIDSQAwRgIhANR2s23mp4sOuxhamdOVct/qEdy3MC0q5BtT5aLlbth7AiEA
2k+Jc4/wQFBxwtNNbBgWE8S4pbm42LAW7/F+qS1tBOs=
-----END CERTIFICATE-----
`;
