import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer as createPlainServer } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { readSettings } from '#config.ts';
import { openProviders, readProviders } from '#providers.ts';
import { type Certificate, selfSigned } from '#test/certificate.ts';
import { newPlay, testKind } from '#test/live-kind.ts';
import { REFUSING_PORT } from '#test/sockets.ts';
import { addProviderCommands, checkProviders } from './provider-commands.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vouch-providers-'));
});
afterAll(() => rm(folder, { recursive: true }));
afterEach(() => {
  vi.unstubAllEnvs();
  process.exitCode = 0;
});

const HARBOR = {
  id: 'first_harbor',
  name: 'First Harbor Bank',
  connector: 'finch',
  settings: { base_url: 'https://harbor.example', client_id: 'vouch', secret: { file: 'secret.txt' } },
};

async function runAlone(...args: string[]): Promise<{ value: unknown; text: string }> {
  const printed: { value: unknown; text: string }[] = [];
  const program = new Command().exitOverride();
  addProviderCommands(program, (value, text) => void printed.push({ value, text }));
  await program.parseAsync(args, { from: 'user' });
  return printed[0] ?? { value: undefined, text: '' };
}

async function written(text: string): Promise<string> {
  const file = join(folder, 'providers.json');
  await writeFile(file, text);
  await writeFile(join(folder, 'secret.txt'), 'a long secret\n');
  return file;
}

describe('vouch providers check', () => {
  test('prints that no providers are configured if the default file does not exist', async () => {
    vi.stubEnv('VOUCH_DATA_DIR', join(folder, 'none'));
    const { value, text } = await runAlone('providers', 'check');
    expect(value).toEqual([]);
    expect(text).toBe(`no providers are configured in ${join(folder, 'none', 'providers.json')}`);
    expect(process.exitCode).not.toBe(1);
  });

  test('`providers check` lists the faults of each entry and exits with 1', async () => {
    vi.stubEnv('VOUCH_PROVIDERS', await written(JSON.stringify({ providers: [{ ...HARBOR, connector: 'mx' }] })));
    const { value, text } = await runAlone('providers', 'check');
    const fault = 'connector: must be one of fdx, simplefin, file, plaid, argyle, finch';
    expect(value).toEqual([{ id: 'first_harbor', ok: false, faults: [fault] }]);
    expect(text).toBe(`BAD  first_harbor\n       ${fault}`);
    expect(process.exitCode).toBe(1);
  });

  test('calls the provider of each entry that has no faults', async () => {
    const play = newPlay();
    const file = await written(JSON.stringify({ providers: [HARBOR, { ...HARBOR, id: 'x' }] }));
    const entries = await readProviders(readSettings({ VOUCH_PROVIDERS: file }), new Map([['finch', testKind(play)]]));
    expect((await checkProviders(entries)).map(({ id, ok }) => [id, ok])).toEqual([
      ['first_harbor', true],
      ['x', false],
    ]);
    play.faults.push('The client id is not accepted.');
    expect(await checkProviders(entries)).toMatchObject([{ ok: false, faults: play.faults }, { ok: false }]);
  });
});

describe('`providers check` of a server with TLS', () => {
  const closing: (() => void)[] = [];
  afterEach(() => {
    for (const close of closing.splice(0)) close();
  });

  /** Starts a server that answers every request with 401, and returns its port. */
  async function startTls({ key, cert }: Certificate): Promise<number> {
    const server = createServer({ key, cert }, (_, response) => response.writeHead(401).end('{}'));
    server.listen(0, '127.0.0.1');
    closing.push(() => {
      server.close();
      server.closeAllConnections();
    });
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  }

  const KEY = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'pem' });

  /**
   * Checks one entry per connector, each with this origin, and returns the faults of each entry. With `ca`, only the
   * entry of the FDX connector is checked.
   */
  async function faultsAt(origin: string, ca?: string): Promise<Record<string, string[]>> {
    await writeFile(join(folder, 'key.pem'), KEY);
    if (ca !== undefined) await writeFile(join(folder, 'ca.pem'), ca);
    const keys = { base_url: origin, client_id: 'vouch', secret: { file: 'secret.txt' } };
    const scopes = { always: ['openid'] };
    const client_auth = { method: 'private_key_jwt', key: { file: 'key.pem' } };
    const fdx = { issuer: `${origin}/id`, api_base: `${origin}/fdx`, client_id: 'vouch', client_auth, scopes };
    const SETTINGS = {
      fdx: ca === undefined ? fdx : { ...fdx, ca: { file: 'ca.pem' } },
      simplefin: { origins: [origin] },
      plaid: keys,
      argyle: keys,
      finch: keys,
    };
    const connectors =
      ca === undefined ? (['fdx', 'simplefin', 'plaid', 'argyle', 'finch'] as const) : (['fdx'] as const);
    const providers = connectors.map((connector) => ({
      id: `at_${connector}`,
      name: connector,
      connector,
      settings: SETTINGS[connector],
    }));
    const file = await written(JSON.stringify({ providers }));
    const checked = await checkProviders(await readProviders(readSettings({ VOUCH_PROVIDERS: file })));
    return Object.fromEntries(checked.map(({ id, faults }) => [id.slice(3), faults]));
  }

  test('each connector reports that a self-signed certificate was not issued by a trusted authority', async () => {
    const origin = `https://127.0.0.1:${await startTls(selfSigned())}`;
    const reason = 'The certificate was not issued by a trusted authority (DEPTH_ZERO_SELF_SIGNED_CERT).';
    const cause = `${origin} cannot be reached: ${reason}`;
    const faults = await faultsAt(origin);
    expect(faults['fdx']).toEqual([`The metadata of the authorization server cannot be read: ${reason}`]);
    for (const kind of ['simplefin', 'plaid']) expect(faults[kind], kind).toEqual([cause]);
    for (const kind of ['argyle', 'finch']) expect(faults[kind]?.[0], kind).toBe(cause);
  });

  test('an expired certificate and a certificate of another address are reported as such', async () => {
    const expired = selfSigned('20210101000000Z');
    const first = await faultsAt(`https://127.0.0.1:${await startTls(expired)}`, expired.cert);
    expect(first['fdx']).toEqual([
      'The metadata of the authorization server cannot be read: The certificate has expired (CERT_HAS_EXPIRED).',
    ]);
    const other = selfSigned();
    const second = await faultsAt(`https://localhost:${await startTls(other)}`, other.cert);
    expect(second['fdx']).toEqual([
      'The metadata of the authorization server cannot be read: ' +
        'The certificate is not valid for this address (ERR_TLS_CERT_ALTNAME_INVALID).',
    ]);
  });

  test('a port without a server is reported with the error code ECONNREFUSED', async () => {
    const refused = await faultsAt(`https://127.0.0.1:${REFUSING_PORT}`);
    for (const kind of ['simplefin', 'plaid', 'argyle', 'finch']) {
      expect(refused[kind]?.[0], kind).toMatch(
        / cannot be reached: The provider could not be reached \(ECONNREFUSED\)\.$/,
      );
    }
  });
});

describe('`providers check` of the provider’s clock', () => {
  test('each connector reports a clock that differs by more than half a minute', async () => {
    const ahead = new Date(Date.now() + 120_000).toUTCString();
    const server = createPlainServer((_, response) => response.writeHead(401, { date: ahead }).end('{}'));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const keys = { base_url: origin, client_id: 'vouch', secret: { file: 'secret.txt' } };
    const providers = [
      ...(['plaid', 'argyle', 'finch'] as const).map((connector) => ({
        id: connector,
        name: connector,
        connector,
        settings: keys,
      })),
      { id: 'simplefin', name: 'SimpleFIN', connector: 'simplefin', settings: { origins: [origin] } },
    ];
    const file = await written(JSON.stringify({ providers }));
    const checked = await checkProviders(await readProviders(readSettings({ VOUCH_PROVIDERS: file })));
    server.close();
    server.closeAllConnections();
    for (const { id, faults } of checked) {
      expect(faults.at(-1), id).toMatch(/^Our clock is \d+ seconds behind the provider's clock\.$/);
    }
  });
});

describe('the start of the service with a faulty or missing provider file', () => {
  const refusal = async (text: string) =>
    openProviders(readSettings({ VOUCH_PROVIDERS: await written(text) })).catch((error: Error) => error.message);

  test('the start fails with one line that names the file, the entry and the field', async () => {
    const file = join(folder, 'providers.json');
    expect(await refusal('{')).toBe(`VOUCH_PROVIDERS: ${file}: is not JSON (line 1)`);
    expect(await refusal(JSON.stringify({ providers: [{ ...HARBOR, name: 7 }] }))).toBe(
      `VOUCH_PROVIDERS: ${file}: first_harbor: name: must be a text of 1 to 128 characters`,
    );
  });

  test('the start fails if the file that VOUCH_PROVIDERS names does not exist', async () => {
    const missing = join(folder, 'missing.json');
    await expect(openProviders(readSettings({ VOUCH_PROVIDERS: missing }))).rejects.toThrow(
      `VOUCH_PROVIDERS: ${missing} cannot be read (ENOENT)`,
    );
  });

  test('the service starts without providers if the default file does not exist', async () => {
    expect(await openProviders(readSettings({ VOUCH_DATA_DIR: join(folder, 'none') }))).toEqual([]);
  });
});
