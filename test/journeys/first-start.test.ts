// A newcomer's first minutes: `npm start`, then the README's commands as they are printed there.
import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cleanEnvironment, end, PATIENT } from '#test/process.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
/** A port below the range from which the system takes ports for outgoing connections. */
const PORT = randomInt(20_000, 30_000);
const URL_OF_SERVICE = `http://127.0.0.1:${PORT}`;

let folder: string;
let npm: ChildProcess;
let printed = '';
const environment = () => cleanEnvironment({ ...PATIENT, PORT: String(PORT), VOUCH_DATA_DIR: join(folder, 'data') });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vouch-first-'));
  npm = spawn('npm', ['start'], { cwd: root, env: environment(), stdio: ['ignore', 'pipe', 'ignore'] });
  await new Promise<void>((resolve, reject) => {
    npm.stdout?.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
      if (printed.includes('/demo/')) resolve();
    });
    npm.once('exit', (code) => reject(new Error(`npm start ended with ${code}`)));
  });
}, 120_000);
afterAll(async () => {
  await end(npm, 'SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

describe('the first start with `npm start`', () => {
  test('`npm start` prints a box with the keys and with the name of the file that also contains the keys', async () => {
    const file = join(folder, 'data', 'credentials.json');
    const credentials = JSON.parse(await readFile(file, 'utf8'));
    const box = /┌─+┐\n(.*)\n└─+┘/s.exec(printed)?.[1] ?? '';
    expect(box).toContain(file);
    expect(box).toContain(credentials.client_id);
    expect(box).toContain(credentials.sandbox_secret);
    expect(box).toContain(`${URL_OF_SERVICE}/console/`);
  });

  test('the README’s commands complete a verification and, at the end, erase the person’s data', async () => {
    const { status, stdout, stderr } = await runWalk();
    expect(status, stderr).toBe(0);
    const lines = stdout.trimEnd().split('\n');
    expect(stdout).toMatch(/^order-finalized /m);
    expect(stdout).toMatch(/^ +gross_pay: /m);
    // The number of pay statements, three times: those of the person, those of the uploaded document, and those of the
    // person after the next payday.
    const [before = Number.NaN, uploaded, after] = [...stdout.matchAll(/^\{"count":(\d+)/gm)].map(([, n]) => Number(n));
    expect([uploaded, after]).toEqual([1, before + 1]);
    expect(lines.at(-1)).toBe('204');
    for (const name of ['report.pdf', 'paystub.pdf']) {
      expect((await readFile(join(folder, name))).subarray(0, 5).toString()).toBe('%PDF-');
    }
  }, 180_000);

  test('the output of `npm start` ends with the address of the demo', () => {
    expect(printed.trimEnd().split('\n').at(-1)).toBe(`Open ${URL_OF_SERVICE}/demo/`);
  });

  test('a SIGTERM that is sent to npm also ends the service', async () => {
    await end(npm, 'SIGTERM');
    await expect.poll(() => fetch(`${URL_OF_SERVICE}/healthz`).then(String, () => 'refused')).toBe('refused');
  });
});

/** Runs the README's commands for a terminal. Their files are stored in the test's folder and not in /tmp. */
async function runWalk(): Promise<{ status: number | null; stdout: string; stderr: string }> {
  const readme = await readFile(join(root, 'README.md'), 'utf8');
  const walk = /## The same from a terminal\n.*?```sh\n(.*?)```/s.exec(readme)?.[1] ?? '';
  expect(walk).toContain('npx vouch');
  const shell = spawn('bash', ['-eu', '-o', 'pipefail', '-c', walk.replaceAll('/tmp/', `${folder}/`)], {
    cwd: root,
    env: environment(),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(shell, 'close');
  const [stdout, stderr] = await Promise.all([text(shell.stdout), text(shell.stderr)]);
  await ended;
  return { status: shell.exitCode, stdout, stderr };
}
