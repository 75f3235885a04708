// Builds dist/: bundles src/ into dist/, builds web/ into dist/web/, and copies the files that are not TypeScript. The
// old dist/ is replaced only after the new dist/ is complete.
import { cpSync, existsSync, renameSync, rmSync, utimesSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { packDocs } from './build-docs.ts';
import { buildService } from './build-service.ts';
import { buildWeb } from './build-web.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const next = `${root}dist.${process.pid}`;

try {
  const packing = packDocs(`${root}node_modules/.cache/vouch`);
  await buildService(`${root}src`, next);
  await buildWeb(`${root}web`, `${next}/web`, process.argv.includes('--quiet') ? () => undefined : console.log);
  cpSync(await packing, `${next}/docs`, { recursive: true });
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  rmSync(next, { recursive: true, force: true });
  process.exit(1);
}
cpSync(`${root}src/storage/platform/migrations`, `${next}/storage/platform/migrations`, { recursive: true });
// Sets the modification time of vouch.js to now. A later start compares this time with the source files' times, to
// detect whether a source file changed.
const now = new Date();
utimesSync(`${next}/cli/vouch.js`, now, now);
// The old dist is renamed before it is deleted, because another build may replace dist at the same time.
const before = `${next}.before`;
if (existsSync(`${root}dist`)) renameSync(`${root}dist`, before);
renameSync(next, `${root}dist`);
rmSync(before, { recursive: true, force: true });
