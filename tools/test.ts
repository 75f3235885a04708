// `npm test` first checks the format, then builds, then runs the tests, with a real browser. Lint, types and unused code
// are checked while the tests run, in the CPU time that the tests leave unused. Most tests run on the embedded
// PostgreSQL. The storage tests and the test that calls every endpoint (test/contract/walk) run on Debian's
// PostgreSQL 15, the oldest supported version.
//
// Missing packages are installed if possible (as root on Debian). Otherwise they are listed and their tests are
// skipped; the storage tests and the test that calls every endpoint then run on the embedded server.
//
// `npm run test:quick` (--quick) takes at most four minutes on two cores. It leaves out the browser, PostgreSQL 15, the
// test that calls every endpoint, the journeys and the build that the journeys need, the test of the embedded server,
// and the files in `LONG`.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { text } from 'node:stream/consumers';
import { DEBIAN_PGBOUNCER } from '#test/debian-pgbouncer.ts';
import { DEBIAN_POSTGRES, startDebianServer } from '#test/debian-postgres.ts';

/** The test that calls every endpoint. */
const WALK = 'test/contract/walk*';
/** The test that starts its own embedded PostgreSQL servers. */
const EMBEDDED = 'src/storage/platform/embedded/embedded.test.ts';
const IN_A_BROWSER = 'test/browser/**';
const JOURNEYS = 'test/journeys/**';
/** The test that visits fifty pages. It takes four minutes, so only `npm run test:browser` runs it. */
const EVERY_PAGE = 'test/browser/console-pages.test.ts';
/** Test files that take five seconds or more on two cores. */
const LONG = [
  'bench/documents/{bundle,read,generator/tampering/tampering}.test.ts',
  'bench/income/{bounds,recounted,people/people}.test.ts',
  'simulators/{fdx/data,fdx/faults,lives/lives}.test.ts',
  'src/analysis/imports/parsers.laws.test.ts',
  'src/analysis/income/{groups.cost,report.bounds,report.cost,report.laws}.test.ts',
  'src/analysis/recount/recount.test.ts',
  'src/api/console/{operations,sign-in,walk}.test.ts',
  'src/api/documents/{collections,finalize,reviews}.test.ts',
  'src/api/events/webhooks.create.test.ts',
  'src/api/orders/{order-batches,orders.access,orders.cancel,orders.races,orders.read,orders.refresh}.test.ts',
  'src/api/orders/orders.{certifications,refresh-refusals,update}.test.ts',
  'src/api/people/users.test.ts',
  'src/api/reports/{asset-reports,asset-reports.pdf,files,income-insights,insurance,link-income}.test.ts',
  'src/api/reports/{long-reports,report-pdfs,scoring-reports,scoring-reports.refusals,user-reports}.test.ts',
  'src/api/sandbox/{sandbox-clock,sandbox-declarations}.test.ts',
  'src/api/widget/{landing.visitors,widget.documents,widget.edge,widget.files,widget.orders,widget.sessions}.test.ts',
  'src/api/widget/widget.{tasks,updates}.test.ts',
  'src/cli/import-companies.test.ts',
  'src/connectors/sandbox/{bank/bank,payroll/documents,sample-forgeries}.test.ts',
  'src/reading/{draw-page,read-file,pictures/page-picture}.test.ts',
  'src/render/reports/{asset-report,payroll-report}.test.ts',
  'src/services/access/limits.test.ts',
  'src/services/connections/{refresh,renewal,task-watch}.test.ts',
  'src/services/documents/{reader-pool,reader-work}.test.ts',
  'src/services/events/webhook-sender.test.ts',
  'src/services/orders/order-messages.test.ts',
  'src/services/platform/{compute,mails}.test.ts',
  'src/services/user-erasure.test.ts',
  'src/storage/lists.test.ts',
  'src/storage/platform/{db,lists/pages,queue,queue-boss,queue-takeover}.test.ts',
  'test/contract/{1.5-rate-limits-and-repeats,bad-input,generated-types,openapi,shapes/shapes}.test.ts',
  'test/live/**',
  'test/webhooks-guide.test.ts',
];

/**
 * V8 options that save CPU time in a test run. Most objects of a test are short-lived, so a larger semi-space (V8's
 * memory for new objects) saves a twelfth of the CPU time. Most code of a test runs only a few times, so optimising it
 * costs more than it saves. Without inlining, the optimiser compiles less code, which saves another eleventh.
 */
const VITEST = ['--max-semi-space-size=64', '--no-turbo-inlining', 'node_modules/.bin/vitest'];

const CURL = { package: 'curl', file: '/usr/bin/curl' };
const CHROMIUM = { package: 'chromium-headless-shell', file: '/usr/bin/chromium-headless-shell' };

const is_quick = process.argv.includes('--quick');
const isThere = ({ file }: { file: string }): boolean => existsSync(file);

if (is_quick) checkNames(LONG);
else await installMissing();
// Biome runs before the build and not in parallel with it, because Biome walks through all folders, and the build
// creates and renames folders.
if (!(await check('layout and imports in order', 'node_modules/.bin/biome', ['ci', '.']))) process.exit(1);
if (!is_quick && !(await check('build', process.execPath, ['--import', 'tsx', 'tools/build.ts']))) process.exit(1);

const server = !is_quick && isThere(DEBIAN_POSTGRES) ? await startDebianServer() : undefined;
const tests = passes('tests', process.execPath, [...VITEST, 'run'], {
  TEST_VOUCH_LEAVE_OUT: leftOut().join(';'),
  ...(server && { TEST_VOUCH_OLDEST_URL: server.url }),
});
const checks = [
  check('lint', 'node_modules/.bin/oxlint', ['--deny-warnings']),
  check('types', process.execPath, ['node_modules/typescript-7/bin/tsc', '-p', '.']),
  check('types of the browser code', process.execPath, ['node_modules/typescript-7/bin/tsc', '-p', 'web']),
  check('unused code', 'node_modules/.bin/knip', ['--tsConfig', 'tsconfig.knip.json']),
];
const passed = await Promise.all([tests, ...checks]);
await server?.stop();
if (passed.includes(false)) {
  if (passed.slice(1).includes(false)) console.error('\nA check failed while the tests ran: see ✗ above.');
  process.exit(1);
}
for (const { package: name } of is_quick
  ? []
  : [CHROMIUM, DEBIAN_POSTGRES, DEBIAN_PGBOUNCER].filter((needed) => !isThere(needed))) {
  console.log(`\nNot run: the tests that need ${name} (apt-get install ${name}).`);
}
if (is_quick)
  console.log('\nNot run: the long tests, the journeys, the browser and PostgreSQL 15. `npm test` runs them.');

function leftOut(): string[] {
  if (is_quick) return [IN_A_BROWSER, JOURNEYS, WALK, EMBEDDED, ...LONG];
  return [isThere(CHROMIUM) ? EVERY_PAGE : IN_A_BROWSER];
}

/**
 * Throws if a file named in `patterns` does not exist. Without this check, a test file that was moved would run in the
 * quick tests unnoticed.
 */
function checkNames(patterns: readonly string[]): void {
  const named = patterns
    .filter((pattern) => !pattern.includes('*'))
    .flatMap((pattern) => {
      const [, before = pattern, choices = '', after = ''] = /^(.*)\{(.*)\}(.*)$/.exec(pattern) ?? [];
      return choices.split(',').map((choice) => before + choice + after);
    });
  const gone = named.filter((file) => !existsSync(file));
  if (gone.length > 0) throw new Error(`tools/test.ts names files that do not exist: ${gone.join(', ')}`);
}

/**
 * Runs a check in parallel with others, at the lowest priority, and prints its output when it has ended. Returns whether
 * it passed.
 */
async function check(name: string, command: string, args: string[]): Promise<boolean> {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
  const ended = once(child, 'close');
  const output = (await Promise.all([text(child.stdout), text(child.stderr)])).join('');
  await ended;
  console.log(`\n▸ ${name}\n${output.trimEnd()}`);
  if (child.exitCode !== 0) console.error(`✗ ${name}`);
  return child.exitCode === 0;
}

/** Runs a command that prints while it runs. Returns whether it passed. */
async function passes(
  name: string,
  command: string,
  args: string[],
  env: Record<string, string> = {},
): Promise<boolean> {
  console.log(`\n▸ ${name}`);
  const child = spawn(command, args, { stdio: 'inherit', env: { ...process.env, ...env } });
  await once(child, 'close');
  if (child.exitCode !== 0) console.error(`✗ ${name}`);
  return child.exitCode === 0;
}

async function installMissing(): Promise<void> {
  const missing = [DEBIAN_POSTGRES, DEBIAN_PGBOUNCER, CHROMIUM, CURL]
    .filter((needed) => !isThere(needed))
    .map((needed) => needed.package);
  const may = process.getuid?.() === 0 && existsSync('/etc/debian_version');
  if (missing.length === 0 || !may) return;
  const installed = await passes(`install ${missing.join(' ')}`, 'sh', [
    '-c',
    // The setting `create_main_cluster` keeps the Debian package from starting its own server, because we start servers
    // ourselves.
    `mkdir -p /etc/postgresql-common && touch /etc/postgresql-common/createcluster.conf &&
     grep -q create_main_cluster /etc/postgresql-common/createcluster.conf ||
       echo 'create_main_cluster = false' >> /etc/postgresql-common/createcluster.conf
     apt-get update -q && DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends ${missing.join(' ')}`,
  ]);
  if (!installed) process.exit(1);
}
