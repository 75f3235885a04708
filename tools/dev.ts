// `npm run dev` runs the service with its pages. After every change in src/ or web/ it rebuilds the code, restarts the
// service and reloads open pages. To make a restart fast, PostgreSQL keeps running, and the next process loads the
// dependencies in advance.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, symlinkSync, watch } from 'node:fs';
import { extname } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';
import { readSettings } from '#config.ts';
import { startEmbedded } from '#storage/platform/embedded/embedded.ts';
import { buildService } from './build-service.ts';
import { buildWeb } from './build-web.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const SRC = `${root}src`;
const WEB = `${root}web`;
const MIGRATIONS = 'storage/platform/migrations';
/** The development build has its own folder, so that the build in dist/ is kept. */
const OUT = `${root}dist.dev`;
const ENTRY = `${OUT}/service/cli/vouch.js`;

/**
 * How long after a change the build starts. The build does not start immediately, because an editor saves a file in
 * several steps, and a formatter changes several files.
 */
const QUIET_MS = 40;
/**
 * How long running work may continue when the process must stop. After this time, the process is killed. Work that was
 * not finished is done again after the restart, as after any crash.
 */
const STOP_MS = 500;

/**
 * The script of the next process: it loads the dependencies, waits for the path of the entry file, starts the service,
 * and reports once the service is listening.
 */
const WAITING = `
  const message = new Promise((resolve) => process.once('message', resolve));
  for (const name of JSON.parse(process.env.DEV_DEPENDENCIES)) await import(name).catch(() => undefined);
  const { entry } = await message;
  const { run } = await import(entry);
  await run(['node', 'vouch', 'serve']);
  if (process.exitCode === undefined) process.send('listening', () => process.disconnect());
`;

type Side = 'src' | 'web';

const settings = readSettings(process.env);
const embedded =
  settings.DATABASE_URL === undefined
    ? await startEmbedded({ data_dir: settings.VOUCH_DATA_DIR, log: () => undefined })
    : undefined;
const environment = { ...process.env, DATABASE_URL: settings.DATABASE_URL ?? embedded?.url() };

let dependencies: readonly string[] = [];
let service: ChildProcess | undefined;
let standby: ChildProcess | undefined;
const changed = new Set<Side>(['src', 'web']);
let changed_ms = performance.now();
let is_busy = false;
let is_ending = false;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end());
for (const side of ['src', 'web'] as const) {
  watch(`${root}${side}`, { recursive: true }, (_event, file) => {
    if (file === null || extname(file) === '' || file.includes('.test.') || !existsSync(`${root}${side}/${file}`))
      return;
    if (changed.size === 0) changed_ms = performance.now();
    changed.add(side);
    setTimeout(() => void update(), QUIET_MS);
  });
}
await update();

/**
 * Builds the parts that have changed and restarts the service. Does this again if another change has happened in the
 * meantime.
 */
async function update(): Promise<void> {
  if (is_busy || is_ending) return;
  is_busy = true;
  while (changed.size > 0 && !is_ending) {
    const since_ms = changed_ms;
    const sides = new Set(changed);
    changed.clear();
    try {
      await Promise.all([sides.has('src') && buildSrc(), sides.has('web') && buildPages()]);
      await restart();
      console.log(`dev: ${[...sides].join(' and ')} live after ${Math.round(performance.now() - since_ms)} ms`);
    } catch (error) {
      // If a build fails, the service from the previous build keeps running.
      console.error(`dev: ${error instanceof Error ? error.message : error}\ndev: waiting for the next change`);
    }
  }
  is_busy = false;
}

async function buildSrc(): Promise<void> {
  dependencies = await buildService(SRC, `${OUT}/service`, { for_development: true });
  // The service expects the migrations and the web folder beside its code. We link them as junctions, because every
  // Windows user is allowed to create a junction.
  mkdirSync(`${OUT}/service/storage/platform`, { recursive: true });
  symlinkSync(`${SRC}/${MIGRATIONS}`, `${OUT}/service/${MIGRATIONS}`, 'junction');
  symlinkSync(`${OUT}/web`, `${OUT}/service/web`, 'junction');
}

function buildPages(): Promise<void> {
  return buildWeb(WEB, `${OUT}/web`, () => undefined, [reloading(Date.now())]);
}

/** Adds to each page the script that reloads it, and the build number by which the script detects a newer build. */
function reloading(build: number): Plugin {
  const meta = { tag: 'meta', attrs: { name: 'build', content: String(build) }, injectTo: 'head' as const };
  const script = { tag: 'script', attrs: { type: 'module', src: '/dev/reload.ts' }, injectTo: 'body' as const };
  return { name: 'reloading', transformIndexHtml: { order: 'pre', handler: () => [meta, script] } };
}

async function restart(): Promise<void> {
  await stop(service);
  if (is_ending) return;
  service = standby?.connected === true ? standby : newProcess();
  standby = undefined;
  service.send({ entry: pathToFileURL(ENTRY).href });
  const ended = once(service, 'exit').then(() => 'ended');
  const outcome = await Promise.race([once(service, 'message').then(() => 'listens'), ended]);
  if (outcome === 'ended' && !is_ending) throw new Error('the service has ended');
  if (!is_ending) standby = newProcess();
}

function newProcess(): ChildProcess {
  return spawn(process.execPath, ['--input-type=module', '--eval', WAITING], {
    cwd: root,
    env: { ...environment, DEV_DEPENDENCIES: JSON.stringify(dependencies) },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
}

async function stop(child: ChildProcess | undefined): Promise<void> {
  if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  const late = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
  await gone;
  clearTimeout(late);
}

async function end(): Promise<void> {
  if (is_ending) return;
  is_ending = true;
  await Promise.all([stop(service), stop(standby)]);
  await embedded?.stop();
  process.exit(0);
}
