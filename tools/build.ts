// Compiles src/ into dist/ and takes along what is not TypeScript. The new dist takes the place of the old
// one only when it is complete.
import { spawnSync } from 'node:child_process';
import { cpSync, renameSync, rmSync, utimesSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const next = `${root}dist.${process.pid}`;

const compiler = [`${root}node_modules/typescript-7/bin/tsc`, '-p', `${root}tsconfig.build.json`, '--outDir', next];
const { status } = spawnSync(process.execPath, compiler, { stdio: 'inherit' });
if (status !== 0) {
  rmSync(next, { recursive: true, force: true });
  process.exit(status ?? 1);
}
cpSync(`${root}src/storage/migrations`, `${next}/storage/migrations`, { recursive: true });
// The mark by which a later start knows that nothing changed since.
const now = new Date();
utimesSync(`${next}/cli.js`, now, now);
rmSync(`${root}dist`, { recursive: true, force: true });
renameSync(next, `${root}dist`);
