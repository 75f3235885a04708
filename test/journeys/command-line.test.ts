// Tests the operator's commands on a running service. Tests of a command's effects run the command line in the test's
// own process. Tests of the program itself, or of the start of the service, run the built program.
import { readFileSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newKeyBytes } from '#base/sealing.ts';
import { runHere } from '#test/command-line.ts';
import { headersOf, readCredentials, runCommand, type ServiceProcess, startService } from '#test/process.ts';

let data_dir: string;
let service: ServiceProcess;
beforeAll(async () => {
  data_dir = await mkdtemp(join(tmpdir(), 'vouch-cli-'));
  service = await startService({ VOUCH_DATA_DIR: data_dir });
});
beforeEach(async () => {
  // Some tests stop the service, so it is started again before the next test.
  if (service.child.exitCode !== null) service = await startService({ VOUCH_DATA_DIR: data_dir });
});
afterAll(async () => {
  await service.stop();
  await rm(data_dir, { recursive: true, force: true });
});

/** Runs a command in the test's own process and returns its parsed output. */
const vouch = (...args: string[]) => answerOf(runHere, args);
/** Runs a command with the built program and returns its parsed output. */
const program = (...args: string[]) => answerOf(runCommand, args);

async function answerOf(run: typeof runCommand, args: string[]): Promise<unknown> {
  const { status, stdout, stderr } = await run(['--json', ...args], { VOUCH_DATA_DIR: data_dir });
  expect({ status, stderr }).toEqual({ status: 0, stderr: expect.not.stringContaining('vouch:') });
  return JSON.parse(stdout);
}

/** In the test's own process, runs a command that must fail. Returns its error message. */
const refusal = (args: string[]) => errorOf(runHere, args);
/** With the built program, runs a command that must fail. Returns its error message. */
const programRefusal = (args: string[], environment: Record<string, string> = {}) =>
  errorOf(runCommand, args, environment);

async function errorOf(run: typeof runCommand, args: string[], environment = {}): Promise<string> {
  const { status, stdout, stderr } = await run(args, {
    VOUCH_DATA_DIR: data_dir,
    VOUCH_LOG_LEVEL: 'warn',
    ...environment,
  });
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  return stderr.trim();
}

const listStatus = async (client_id: string, secret: string): Promise<number> => {
  const headers = { 'x-access-client-id': client_id, 'x-access-secret': secret };
  return (await fetch(`${service.url}/v1/users/`, { headers })).status;
};

describe('the files after the first start of the service', () => {
  test('credentials.json contains working credentials, and only the file owner may read credentials.json and the key files', async () => {
    const credentials = JSON.parse(await readFile(join(data_dir, 'credentials.json'), 'utf8'));
    expect(credentials).toEqual({
      client_id: expect.stringMatching(/^[0-9a-f]{32}$/),
      sandbox_secret: expect.stringMatching(/^sandbox-[0-9a-f]{40}$/),
      prod_secret: expect.stringMatching(/^prod-[0-9a-f]{40}$/),
      dashboard: {
        url: expect.stringMatching(/\/console\/$/),
        email: 'admin@example.com',
        password: expect.any(String),
      },
    });
    expect(await listStatus(credentials.client_id, credentials.sandbox_secret)).toBe(200);
    expect(await listStatus(credentials.client_id, credentials.prod_secret)).toBe(200);
    for (const name of ['credentials.json', 'master.key', 'postgres.password']) {
      expect((await stat(join(data_dir, name))).mode & 0o777, name).toBe(0o600);
    }
  });
});

test('GET /readyz: 503 as long as the service warms up after its start, then 200', async () => {
  expect(service.first_status).toBe(503);
  await expect.poll(async () => (await fetch(`${service.url}/readyz`)).status, { timeout: 20_000 }).toBe(200);
});

describe('clients and keys', () => {
  test('a new access key works immediately; after its deletion, it stops working, even if it is the client’s last key', async () => {
    const { id: client } = (await program('client', 'create', '--name', 'Acme Lending')) as { id: string };
    const key = (await vouch('key', 'create', '--client', client, '--env', 'prod')) as {
      id: string;
      access_secret: string;
    };
    expect(await listStatus(client, key.access_secret)).toBe(200);
    expect(await vouch('key', 'list', '--client', client)).toMatchObject([
      { id: key.id, is_active: true, env_type: 'prod' },
    ]);
    await vouch('key', 'delete', key.id, '--client', client);
    await expect.poll(() => listStatus(client, key.access_secret)).toBe(401);
    expect(await refusal(['key', 'create', '--client', '0'.repeat(32), '--env', 'prod'])).toContain(
      'there is no client',
    );
    expect(await refusal(['key', 'create', '--client', client, '--env', 'dev'])).toContain('sandbox or prod');
  });

  test('limits and features of a client can be set; an invalid limit and an unknown feature are rejected', async () => {
    const { client_id, sandbox_secret } = readCredentials(data_dir);
    expect(await vouch('limits', 'set', 'orders=5000', 'requests=17', '--client', client_id)).toEqual({
      orders: 5000,
      requests: 17,
    });
    expect(await vouch('feature', 'set', 'liabilities=on', '--client', client_id, '--env', 'prod')).toEqual({
      liabilities: true,
    });
    const headers = { 'x-access-client-id': client_id, 'x-access-secret': sandbox_secret };
    await expect
      .poll(async () => (await fetch(`${service.url}/v1/users/`, { headers })).headers.get('ratelimit-policy'))
      .toBe('"requests";q=17;w=60');
    await vouch('limits', 'set', 'requests=1000', '--client', client_id);
    expect(await refusal(['limits', 'set', 'orders=0', '--client', client_id])).toContain('"orders=0" is not a limit');
    expect(await refusal(['feature', 'set', 'teleport=on', '--client', client_id, '--env', 'prod'])).toContain(
      'not a feature',
    );
  });

  test('`client set` restricts a client’s widget to listed origins, and can remove this restriction again', async () => {
    const { id } = (await vouch('client', 'create', '--name', 'Acme Lending')) as { id: string };
    const set = (origins: string) => ['client', 'set', '--client', id, '--widget-origins', origins];
    const widget_origins = ['https://app.acme.example', 'http://127.0.0.1:3000'];
    expect(await vouch(...set('https://app.acme.example/, http://127.0.0.1:3000'))).toMatchObject({
      id,
      widget_origins,
    });
    expect(await vouch('client', 'list')).toContainEqual(expect.objectContaining({ id, widget_origins }));
    expect(await refusal(set('https://app.acme.example/loans'))).toContain(
      '"https://app.acme.example/loans" is not an origin such as https://app.example.com',
    );
    expect(await refusal(['client', 'set', '--client', '0'.repeat(32), '--widget-origins', 'any'])).toContain(
      'there is no client',
    );
    expect(await vouch(...set('any'))).toMatchObject({ widget_origins: [] });
  });

  test('a second dashboard user with the same e-mail address is rejected', async () => {
    expect(await vouch('user', 'create', '--email', 'Ann@example.com', '--role', 'developer')).toMatchObject({
      email: 'ann@example.com',
      role: 'developer',
    });
    expect(await refusal(['user', 'create', '--email', 'ann@example.com'])).toContain('is already a dashboard user');
    expect(await refusal(['user', 'create', '--email', 'nobody'])).toContain('is not an e-mail address');
    expect(await refusal(['user', 'create', '--email', 'bea@example.com', '--role', 'king'])).toContain('auditor');
  });
});

describe('operator commands', () => {
  const VERSION = JSON.parse(readFileSync('package.json', 'utf8')).version;

  test('--version prints the version of package.json, as text and as JSON', async () => {
    expect(await runCommand(['--version'], {})).toEqual({ status: 0, stdout: `${VERSION}\n`, stderr: '' });
    expect(await vouch('--version')).toEqual({ version: VERSION });
  });

  test('a misspelled command or option prints one line with the nearest known command or option', async () => {
    expect(await programRefusal(['clinet', 'list'])).toBe("vouch: unknown command 'clinet' (Did you mean client?)");
    expect(await refusal(['key', 'lst'])).toBe("vouch: unknown command 'lst' (Did you mean list?)");
    expect(await refusal(['key', 'create', '--clinet', '1', '--env', 'prod'])).toBe(
      "vouch: unknown option '--clinet' (Did you mean --client?)",
    );
  });

  test('`vouch clock advance` moves the clock of the running service, so that an order expires', async () => {
    const { id: client, sandbox_secret } = (await vouch('client', 'create', '--name', 'Acme', '--with-keys')) as {
      id: string;
      sandbox_secret: string;
    };
    const headers = headersOf({ client_id: client, sandbox_secret, prod_secret: '' });
    const body = JSON.stringify({ products: ['income'], first_name: 'Jane', last_name: 'Roe' });
    const created = await fetch(`${service.url}/v1/orders/`, { method: 'POST', headers, body });
    const { id }: { id: string } = JSON.parse(await created.text());
    expect(await vouch('clock', '--client', client)).toMatchObject({ offset_seconds: 0 });
    const seconds = 4 * 86_400;
    const moved = await vouch('clock', 'advance', '--client', client, '--seconds', String(seconds));
    expect(moved).toMatchObject({ offset_seconds: seconds, fired: expect.any(Number) });
    await expect
      .poll(async () => (await fetch(`${service.url}/v1/sandbox/clock/`, { headers })).text())
      .toContain(`"offset_seconds":${seconds}`);
    expect(await vouch('orders', 'show', id)).toMatchObject({ id, client_id: client, status: 'expired' });
    const access = ['--url', service.url, '--client-id', client, '--access-secret', sandbox_secret];
    expect(await vouch('events', 'tail', '--last', '1', '--no-follow', ...access)).toMatchObject({
      event_type: 'order-finalized',
      payload: { order_id: id },
    });
  });

  test('a client can be created and renamed', async () => {
    const { id } = (await vouch('client', 'create', '--name', 'Acme Lending')) as { id: string };
    expect(await vouch('client', 'rename', '--client', id, '--name', 'Acme Loans')).toMatchObject({
      id,
      name: 'Acme Loans',
    });
  });

  test('if there are no dead jobs, `jobs retry --all` reports 0 retried jobs; `jobs retry` rejects an unknown id', async () => {
    expect(await vouch('jobs', 'retry', '--all')).toEqual({ retried: 0 });
    expect(await refusal(['jobs', 'retry', '1'])).toBe('vouch: there is no job 1; finished jobs are deleted');
  });
});

describe('rotation of the master key', () => {
  test('the master key can be rotated while the service runs: data written before and after the rotation is readable', async () => {
    const headers = headersOf(readCredentials(data_dir));
    const create = async (external_user_id: string) => {
      const body = JSON.stringify({ external_user_id, first_name: 'Jane' });
      const response = await fetch(`${service.url}/v1/users/`, { method: 'POST', headers, body });
      expect(response.status).toBe(201);
    };
    await create('before');
    const old = await readFile(join(data_dir, 'master.key'), 'utf8');
    expect(await vouch('key', 'rotate-master')).toEqual({ rewrapped: expect.any(Number) });
    const renewed = await readFile(join(data_dir, 'master.key'), 'utf8');
    expect(renewed.trim().split('\n')).toHaveLength(1);
    expect(renewed).not.toBe(old);
    await create('after');
    const names = async () => {
      const response = await fetch(`${service.url}/v1/users/`, { headers });
      const page: { results: { external_user_id: string; first_name: string }[] } = JSON.parse(await response.text());
      return page.results.map((user) => `${user.external_user_id} ${user.first_name}`).toSorted();
    };
    expect(await names()).toEqual(['after Jane', 'before Jane']);
    // The restarted service loads only the new master key, and must still be able to read both users.
    expect(await service.stop()).toBe(0);
    service = await startService({ VOUCH_DATA_DIR: data_dir });
    expect(await names()).toEqual(['after Jane', 'before Jane']);
  });
});

describe('`vouch serve` with a wrong setting', () => {
  test.for([
    ['PORT', '80801', 'PORT: "80801" is not a whole number from 0 to 65535'],
    ['DATABASE_URL', 'postgres://u:hunter2@127.0.0.1:1/d', 'DATABASE_URL: the database cannot be used (ECONNREFUSED)'],
  ] as const)('`vouch serve` exits with one line that names the wrong setting: %s=%s', async ([name, value, line]) => {
    expect(await programRefusal(['serve'], { [name]: value })).toBe(`vouch: ${line}`);
  });

  test('`vouch serve` exits if VOUCH_MASTER_KEY is not the master key with which the database was sealed', async () => {
    const line = await programRefusal(['serve'], { VOUCH_MASTER_KEY: newKeyBytes().toString('base64') });
    expect(line).toMatch(/^vouch: VOUCH_MASTER_KEY: the database was sealed with another master key \([0-9a-f]{16}\)$/);
  });
});

test('`vouch serve` exits with an error if another program is listening on its port', async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const { port } = other.address() as AddressInfo;
  expect(await programRefusal(['serve'], { PORT: String(port) })).toContain('another program is listening on');
  await new Promise((resolve) => other.close(resolve));
});

test('`vouch doctor` reports every check as ok on a healthy service', async () => {
  const findings = (await vouch('doctor')) as { check: string; ok: boolean }[];
  expect(findings.filter(({ ok }) => !ok)).toEqual([]);
  expect(findings.map(({ check }) => check)).toEqual(
    expect.arrayContaining(['settings', 'database', 'migrations', 'row-level security', 'clock', 'master key']),
  );
});

test('`vouch doctor` warns if prod has no provider, and still exits with status 0', async () => {
  const { status, stdout } = await runHere(['doctor'], { VOUCH_DATA_DIR: data_dir });
  expect(stdout).toContain('\nwarn  prod: no provider is configured; ');
  expect(status).toBe(0);
});

test('if HOST is not a loopback address, every start prints a warning about plain http, and webhooks to loopback addresses are refused', async () => {
  const register = async () => {
    const endpoint = { name: 'Ours', webhook_url: 'http://127.0.0.1:9/', env_type: 'sandbox' };
    const response = await fetch(`${service.url}/v1/webhooks/`, {
      method: 'POST',
      headers: headersOf(readCredentials(data_dir)),
      body: JSON.stringify(endpoint),
    });
    return [response.status, await response.text()];
  };
  expect(service.said).not.toContain('Warning');
  expect(await register()).toEqual([201, expect.any(String)]);
  await service.stop();
  // `127.1` means 127.0.0.1, but the service does not recognise this form as a loopback address. So the service behaves
  // as if other machines could reach it, although the test opens no port to other machines.
  service = await startService({ VOUCH_DATA_DIR: data_dir, HOST: '127.1' });
  expect(service.said).toMatch(/^Warning: HOST=127\.1 .*plain HTTP/m);
  expect(await register()).toEqual([400, expect.stringContaining('webhook_url')]);
});

test('the database files contain no plaintext secret and no plaintext personal data', async () => {
  const { sandbox_secret, prod_secret } = readCredentials(data_dir);
  const headers = headersOf(readCredentials(data_dir));
  const body = JSON.stringify({
    external_user_id: 'plain',
    phone: '(415) 555-0134',
    ssn: '987-65-4329',
    email: 'jane@example.com',
  });
  expect((await fetch(`${service.url}/v1/users/`, { method: 'POST', headers, body })).status).toBe(201);
  expect(await service.stop()).toBe(0);
  const files = await readdir(join(data_dir, 'postgres'), { recursive: true, withFileTypes: true });
  const wanted = [
    sandbox_secret,
    prod_secret,
    sandbox_secret.slice(8),
    '4155550134',
    '987654329',
    '987-65-4329',
    'jane@example.com',
  ];
  const found: string[] = [];
  let bytes = 0;
  for (const file of files.filter((entry) => entry.isFile())) {
    const content = await readFile(join(file.parentPath, file.name));
    bytes += content.length;
    found.push(...wanted.filter((secret) => content.includes(secret)).map(() => file.name));
  }
  expect(found).toEqual([]);
  // Checks that the search was complete: the files are larger than 10 MB only if they include the tables and the
  // write-ahead log.
  expect(bytes).toBeGreaterThan(10_000_000);
});
