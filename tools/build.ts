// Compiles src/ into dist/, builds web/ into dist/web/ and takes along what is not TypeScript. The new dist takes the
// place of the old one only when it is complete.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, renameSync, rmSync, utimesSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { buildWeb } from './build-web.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const next = `${root}dist.${process.pid}`;

const compiler = [`${root}node_modules/typescript-7/bin/tsc`, '-p', `${root}tsconfig.build.json`, '--outDir', next];
const { status } = spawnSync(process.execPath, compiler, { stdio: 'inherit' });
if (status !== 0) giveUp(status ?? 1);
await buildWeb(`${root}web`, `${next}/web`).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  giveUp(1);
});
cpSync(`${root}src/storage/migrations`, `${next}/storage/migrations`, { recursive: true });
// The mark by which a later start knows that nothing changed since.
const now = new Date();
utimesSync(`${next}/cli.js`, now, now);
// Out of the way before it is deleted: another build may be doing the same.
const before = `${next}.before`;
if (existsSync(`${root}dist`)) renameSync(`${root}dist`, before);
renameSync(next, `${root}dist`);
rmSync(before, { recursive: true, force: true });

function giveUp(code: number): never {
  rmSync(next, { recursive: true, force: true });
  process.exit(code);
}
