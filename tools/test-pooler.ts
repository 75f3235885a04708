// `npm run test:pooler` runs the tests of storage, services and API, and all journeys, with every statement sent
// through PgBouncer in transaction mode. Eight connections to the server serve all connections to a database. Journeys
// that use the embedded database have no pooler. test/browser is not run, because its statements are the same.
import { spawnSync } from 'node:child_process';
import { DEBIAN_PGBOUNCER, startPooler } from '#test/debian-pgbouncer.ts';
import { startDebianServer } from '#test/debian-postgres.ts';

const FOLDERS = ['src/storage', 'src/services', 'src/api', 'test/journeys'];

const server = await startDebianServer();
// The tests may look into the tables of all clients, so they log in as superuser. The service then switches to its own
// role.
const pooler = await startPooler(server.admin_url, { mode: 'transaction', connections_max: 8 });
const chosen = process.argv.slice(2);
const { status } = spawnSync('node_modules/.bin/vitest', ['run', ...(chosen.length > 0 ? chosen : FOLDERS)], {
  stdio: 'inherit',
  env: { ...process.env, TEST_VOUCH_DATABASE_URL: server.admin_url, TEST_VOUCH_POOLER: pooler.urlOf('any') },
});
if (status !== 0) console.error(`✗ tests through ${DEBIAN_PGBOUNCER.package}`);
await pooler.stop();
await server.stop();
process.exitCode = status ?? 1;
