// `npm test` runs all checks, in this order: format, lint, types and unused code; the build; the tests on the embedded
// PostgreSQL with a real browser; the storage tests and the test of every endpoint (test/contract/walk) on Debian's
// PostgreSQL 15, the oldest supported version.
//
// Missing packages are installed if possible (as root on Debian). Otherwise they are listed and their tests are
// skipped; the storage tests and the test of every endpoint then run on the embedded server.
//
// `npm run test:quick` (--quick) takes at most four minutes on two cores. It leaves out the browser, PostgreSQL 15, the
// test of every endpoint, the journeys, the build that they need, the test of the embedded server, and the files in
// `LONG`.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { DEBIAN_POSTGRES, startDebianServer } from './debian-postgres.ts';

/**
 * The storage tests and the test `WALK`, which calls every endpoint, run on only one of the two servers: on Debian's
 * PostgreSQL 15 if it is installed. All other tests run on the embedded PostgreSQL, and use the same storage.
 */
const STORE = 'src/storage/';
const WALK = 'test/contract/walk';
/** This test starts its own embedded PostgreSQL servers. */
const EMBEDDED = 'src/storage/platform/embedded/embedded.test.ts';
const IN_A_BROWSER = 'test/browser/**';
const JOURNEYS = 'test/journeys/**';
/** Test files that take eight seconds or more on two cores. */
const LONG = [
  'bench/documents/{bundle,read}.test.ts',
  'src/analysis/income/report.cost.test.ts',
  'src/analysis/recount/recount.test.ts',
  'src/api/documents/{collections,finalize}.test.ts',
  'src/api/orders/{order-batches,orders.access,orders.races,orders.read,orders.refresh,orders.refresh-refusals}.test.ts',
  'src/api/reports/{asset-reports,asset-reports.pdf,files,income-insights,insurance,link-income}.test.ts',
  'src/api/reports/{long-reports,report-pdfs,scoring-reports}.test.ts',
  'src/api/sandbox/sandbox-clock.test.ts',
  'src/api/widget/{landing.visitors,widget.documents,widget.edge,widget.orders,widget.sessions}.test.ts',
  'src/api/widget/widget.{tasks,updates}.test.ts',
  'src/connectors/sandbox/{bank/bank,payroll/documents}.test.ts',
  'src/reading/{read-file,pictures/page-picture}.test.ts',
  'src/render/reports/{asset-report,payroll-report}.test.ts',
  'src/services/access/limits.test.ts',
  'src/services/connections/task-watch.test.ts',
  'src/services/documents/reader-pool.test.ts',
  'src/services/events/webhook-sender.test.ts',
  'src/services/orders/order-messages.test.ts',
  'src/services/platform/{compute,mails}.test.ts',
  'src/services/user-erasure.test.ts',
  'src/storage/lists.test.ts',
  'src/storage/platform/{db,pages,queue,queue-boss,queue-takeover}.test.ts',
  'test/contract/{bad-input,generated-types,openapi}.test.ts',
  'test/live/**',
];

/** Most objects of a test are short-lived. A larger semi-space saves a twelfth of the CPU time of the test run. */
const VITEST = ['--max-semi-space-size=64', 'node_modules/.bin/vitest'];

const CHROMIUM = { package: 'chromium-headless-shell', file: '/usr/bin/chromium-headless-shell' };

const is_quick = process.argv.includes('--quick');
const isThere = ({ file }: { file: string }): boolean => existsSync(file);

if (!is_quick) installMissing();
step('layout and imports in order', 'node_modules/.bin/biome', ['ci', '.']);
step('lint', 'node_modules/.bin/oxlint', ['--deny-warnings']);
step('types', process.execPath, ['node_modules/typescript-7/bin/tsc', '-p', '.']);
step('types of the browser code', process.execPath, ['node_modules/typescript-7/bin/tsc', '-p', 'web']);
step('unused code', 'node_modules/.bin/knip', ['--tsConfig', 'tsconfig.knip.json']);
if (!is_quick) step('build', process.execPath, ['--import', 'tsx', 'tools/build.ts']);
step('tests on the embedded PostgreSQL', process.execPath, [...VITEST, 'run'], {
  TEST_VOUCH_LEAVE_OUT: leftOut().join(';'),
});

if (!is_quick && isThere(DEBIAN_POSTGRES)) {
  const server = await startDebianServer();
  const passed = passes('tests on PostgreSQL 15', process.execPath, [...VITEST, 'run', STORE, WALK], {
    TEST_VOUCH_DATABASE_URL: server.url,
  });
  await server.stop();
  if (!passed) process.exit(1);
}
for (const { package: name } of is_quick ? [] : [CHROMIUM, DEBIAN_POSTGRES].filter((needed) => !isThere(needed))) {
  console.log(`\nNot run: the tests that need ${name} (apt-get install ${name}).`);
}
if (is_quick)
  console.log('\nNot run: the long tests, the journeys, the browser and PostgreSQL 15. `npm test` runs them.');

function leftOut(): string[] {
  if (is_quick) return [IN_A_BROWSER, JOURNEYS, `${WALK}*`, EMBEDDED, ...LONG];
  return [
    ...(isThere(CHROMIUM) ? [] : [IN_A_BROWSER]),
    ...(isThere(DEBIAN_POSTGRES) ? [`${WALK}*`, `${STORE}**`] : []),
  ];
}

function step(...step: Parameters<typeof passes>): void {
  if (!passes(...step)) process.exit(1);
}

function passes(name: string, command: string, args: string[], extra: Record<string, string> = {}): boolean {
  console.log(`\n▸ ${name}`);
  const { status } = spawnSync(command, args, { stdio: 'inherit', env: { ...process.env, ...extra } });
  if (status !== 0) console.error(`✗ ${name}`);
  return status === 0;
}

function installMissing(): void {
  const missing = [DEBIAN_POSTGRES, CHROMIUM].filter((needed) => !isThere(needed)).map((needed) => needed.package);
  const may = process.getuid?.() === 0 && existsSync('/etc/debian_version');
  if (missing.length === 0 || !may) return;
  step(`install ${missing.join(' ')}`, 'sh', [
    '-c',
    // The setting `create_main_cluster` keeps the Debian package from starting its own server, because we start servers
    // ourselves.
    `mkdir -p /etc/postgresql-common && touch /etc/postgresql-common/createcluster.conf &&
     grep -q create_main_cluster /etc/postgresql-common/createcluster.conf ||
       echo 'create_main_cluster = false' >> /etc/postgresql-common/createcluster.conf
     apt-get update -q && DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends ${missing.join(' ')}`,
  ]);
}
