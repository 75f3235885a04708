// Tests that `vouch simulate` starts a provider, prints how to use it, and ends on SIGTERM.
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addSimulateCommand } from './simulate-commands.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'simulate-'));
});
afterAll(() => rm(folder, { recursive: true }));

type Printed = { value: unknown; text: string };

/** Runs the command. `onPrint` is called when the simulator is ready. */
async function simulate(args: readonly string[], onPrint: (printed: Printed) => void = () => undefined): Promise<void> {
  const program = new Command('vouch').exitOverride().configureOutput({ writeErr: () => undefined });
  addSimulateCommand(program, (value, text) => onPrint({ value, text }));
  await program.parseAsync(['simulate', ...args], { from: 'user' });
}

test('vouch simulate prints the URL, the logins and the entries for providers.json, and keeps the client keys for the next start', async () => {
  const printed: Printed[] = [];
  const run = () =>
    simulate(['fdx', '--keys', folder], (one) => {
      printed.push(one);
      setImmediate(() => process.emit('SIGTERM', 'SIGTERM'));
    });
  await run();
  expect(printed[0]?.value).toMatchObject({
    url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
    logins: expect.arrayContaining([expect.objectContaining({ username: 'maya', password: 'harbor-maya-1' })]),
    providers: expect.arrayContaining([expect.objectContaining({ connector: 'fdx' })]),
  });
  expect(printed[0]?.text).toContain('harbor-maya-1');
  expect(printed[0]?.text).toContain(join(folder, 'es256-key.pem'));
  const files = await readdir(folder);
  const changed = async () => Promise.all(files.map(async (file) => (await stat(join(folder, file))).mtimeMs));
  const before = await changed();
  await run();
  expect(await changed()).toEqual(before);
});

test('an unknown kind of simulator is rejected, and the error lists the known kinds', async () => {
  await expect(simulate(['abacus'])).rejects.toThrow(/^the kind must be one of fdx/);
});

test('a port outside the allowed range is rejected', async () => {
  await expect(simulate(['fdx', '--port', '65534'])).rejects.toThrow('It must be a whole number from 0 to 65533.');
});
