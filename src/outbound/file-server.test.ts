import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { systemClock } from '#base/clock.ts';
import { ServiceError } from '#base/errors.ts';
import { newId } from '#base/ids.ts';
import { newScope } from '#test/jobs.ts';
import { type S3Server, startS3 } from '#test/s3.ts';
import { FileServerFault, type FileServerStore, openFileServer } from './file-server.ts';
import { parseFileServer } from './file-server-url.ts';

const SECRET = 'open-sesame-17';
/** The timeouts are long, because the machine may be busy. Only the test of the timeouts itself uses short ones. */
const PATIENT = { attempt_ms_max: 30_000, attempts_ms_max: 60_000, pause_ms: 1 };
const IMPATIENT = { ...PATIENT, attempt_ms_max: 300, attempts_ms_max: 5_000 };
const scope = newScope();

const open: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).toReversed()) await close();
});

async function storeAt(url: string, limits = PATIENT, clock = systemClock): Promise<FileServerStore> {
  const store = await openFileServer(parseFileServer(url), clock, limits);
  open.push(() => store.close());
  return store;
}

/** A request listener that may be asynchronous. */
type Listener = (...call: Parameters<RequestListener>) => unknown;

/**
 * Returns a store on a simulated server. The test decides how the server answers, so that it can simulate a faulty
 * server.
 */
async function storeOn(listener: Listener, limits = PATIENT): Promise<FileServerStore> {
  const server = createServer((request, response) => void listener(request, response));
  open.push(() => {
    server.close();
    server.closeAllConnections();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return storeAt(`http://AKIA:${SECRET}@127.0.0.1:${(server.address() as AddressInfo).port}/files`, limits);
}

/**
 * Returns the reason why a call failed. Checks that the call failed as `unavailable` (503 in API responses), and that
 * the error does not contain the secret.
 */
async function reasonOf(call: Promise<unknown>): Promise<string> {
  const error = await call.catch((error: unknown) => error);
  if (!(error instanceof ServiceError) || error.code !== 'unavailable') throw new Error('the call did not fail');
  if (!(error.cause instanceof FileServerFault)) throw new Error('the failure has no reason');
  expect(`${error.message} ${error.cause.message} ${error.stack} ${error.cause.stack}`).not.toContain(SECRET);
  return error.cause.code;
}

describe('the file store on a server that checks signatures', () => {
  let s3: S3Server;
  beforeAll(async () => {
    s3 = await startS3();
  });
  afterAll(() => s3.stop());

  test('throws if the secret is wrong, and the reason in the error does not contain the secret', async () => {
    const store = await storeAt(s3.url({ secret: SECRET }));
    expect(await reasonOf(store.put(scope, newId(), Buffer.from('sealed')))).toBe('status 403 SignatureDoesNotMatch');
    expect(await reasonOf(store.get(scope, newId()))).toBe('status 403 SignatureDoesNotMatch');
    expect(await reasonOf(store.remove(scope, [newId()]))).toBe('status 403 SignatureDoesNotMatch');
  });

  test('throws if the clock is an hour slow', async () => {
    const slow = { now: () => new Date(systemClock.now().getTime() - 3_600_000) };
    const store = await storeAt(s3.url(), PATIENT, slow);
    expect(await reasonOf(store.get(scope, newId()))).toBe('status 403 RequestTimeTooSkewed');
  });

  test('throws if the bucket does not exist; does not throw if only a file does not exist', async () => {
    const store = await storeAt(s3.url({ bucket: 'no-such-bucket' }));
    expect(await reasonOf(store.get(scope, newId()))).toBe('status 404 NoSuchBucket');
    expect(await reasonOf(store.put(scope, newId(), Buffer.from('sealed')))).toBe('status 404 NoSuchBucket');
    expect(await (await storeAt(s3.url())).get(scope, newId())).toBeUndefined();
  });
});

describe('the file store on a server that fails', () => {
  test.each([500, 503, 429])(
    'the file store sends a request at most three times if the file server responds with status %i',
    async (status) => {
      const bodies: string[] = [];
      let failures_count = 2;
      const store = await storeOn(async (request, response) => {
        bodies.push(Buffer.concat(await request.toArray()).toString());
        response.writeHead(failures_count-- > 0 ? status : 200).end('<Error><Code>SlowDown</Code></Error>');
      });
      await store.put(scope, newId(), Buffer.from('sealed'));
      expect(bodies).toEqual(['sealed', 'sealed', 'sealed']);
      failures_count = 3;
      expect(await reasonOf(store.put(scope, newId(), Buffer.from('sealed')))).toBe(`status ${status} SlowDown`);
      expect(bodies).toHaveLength(6);
    },
  );

  test('repeats a request if its connection broke', async () => {
    let requests_count = 0;
    const store = await storeOn((request, response) => {
      if (++requests_count < 3) request.socket.destroy();
      else response.end('sealed');
    });
    expect((await store.get(scope, newId()))?.toString()).toBe('sealed');
  });

  test('does not repeat a request if the server rejected it', async () => {
    let requests_count = 0;
    const store = await storeOn((_request, response) => {
      requests_count++;
      response.writeHead(403).end('<Error><Code>AccessDenied</Code></Error>');
    });
    expect(await reasonOf(store.get(scope, newId()))).toBe('status 403 AccessDenied');
    expect(requests_count).toBe(1);
  });

  test('does not follow a redirect', async () => {
    const requested: (string | undefined)[] = [];
    const store = await storeOn((request, response) => {
      requested.push(request.url);
      response.writeHead(307, { location: '/elsewhere' }).end();
    });
    const id = newId();
    expect(await reasonOf(store.get(scope, id))).toBe('status 307');
    expect(requested).toEqual([`/files/${scope.client_id}/${scope.environment}/${id}`]);
  });

  test('throws after the timeout if the server does not respond or does not finish its response', async () => {
    const silent = await storeOn(() => undefined, IMPATIENT);
    expect(await reasonOf(silent.get(scope, newId()))).toBe('timeout');
    const endless = await storeOn((_request, response) => response.writeHead(200).write('sealed'), IMPATIENT);
    expect(await reasonOf(endless.get(scope, newId()))).toBe('timeout');
  });

  test('throws immediately if a response is too large', async () => {
    let requests_count = 0;
    const store = await storeOn((_request, response) => {
      requests_count++;
      response.end(Buffer.alloc(10 * 1024 * 1024 + 1));
    });
    expect(await reasonOf(store.get(scope, newId()))).toBe('the response is too large');
    expect(requests_count).toBe(1);
  });

  test('throws an error with the system’s error code if the server cannot be reached', async () => {
    const store = await storeAt(`http://AKIA:${SECRET}@127.0.0.1:1/files`);
    expect(await reasonOf(store.get(scope, newId()))).toBe('ECONNREFUSED');
  });
});
