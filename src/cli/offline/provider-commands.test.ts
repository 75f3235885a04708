import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { readSettings } from '#config.ts';
import { openProviders, readProviders } from '#providers.ts';
import { newPlay, testKind } from '#test/live-kind.ts';
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
