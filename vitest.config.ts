import { fileURLToPath } from 'node:url';
import { configDefaults, defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const here = fileURLToPath(new URL('.', import.meta.url));

const TESTS = [
  'src/**/*.test.ts',
  'test/**/*.test.ts',
  'tools/**/*.test.ts',
  'bench/**/*.test.ts',
  'simulators/**/*.test.ts',
  'web/**/*.test.ts',
];
/** Test files that `npm test` runs in another step, or does not run at all. */
const LEFT_OUT = (process.env['TEST_VOUCH_LEAVE_OUT'] ?? '').split(';').filter((pattern) => pattern !== '');
const COUNTING = 'src/**/*.cost.test.ts';

/**
 * Tests that start services and browsers take minutes. If they started last, one worker would still be busy when the
 * others are done. If they all started first, they would slow each other down. So they are spread over the first two
 * thirds of the run.
 */
class SpreadOut extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification): boolean => /\/test\/(browser|journeys|live)\//.test(moduleId);
    const [long, short] = [files.filter(isLong), files.filter((file) => !isLong(file))];
    const gap = Math.floor((short.length * 2) / 3 / Math.max(1, long.length));
    const spread = long.flatMap((file, at) => [file, ...short.slice(at * gap, (at + 1) * gap)]);
    return [...spread, ...short.slice(long.length * gap)];
  }
}

export default defineConfig({
  // The aliases are the same as "imports" in package.json.
  resolve: {
    alias: [
      { find: /^#test\//, replacement: `${here}test/support/` },
      { find: /^#simulators\//, replacement: `${here}simulators/` },
      { find: /^#/, replacement: `${here}src/` },
    ],
  },
  test: {
    pool: 'threads',
    // Three workers run on two cores, because some tests wait more than they compute. Files are not isolated, because
    // no file needs its own environment.
    maxWorkers: 3,
    isolate: false,
    sequence: { sequencer: SpreadOut },
    // The timeouts are long, because the machine may be busy. A test that hangs still fails.
    testTimeout: 90_000,
    hookTimeout: 90_000,
    expect: { poll: { timeout: 60_000 } },
    // `npm run test:coverage` writes coverage/index.html. Code that runs in child processes and browsers is not counted.
    coverage: {
      provider: 'v8',
      include: ['src/**/*.ts'],
      exclude: ['**/*.test.ts'],
      reporter: ['text-summary', 'html'],
    },
    projects: [
      {
        extends: true,
        test: {
          name: 'house',
          include: TESTS,
          exclude: [...configDefaults.exclude, ...LEFT_OUT, COUNTING],
          globalSetup: ['test/support/postgres.ts'],
        },
      },
      // Cost tests count the code blocks that ran. Blocks are counted only in code that is compiled after counting
      // began, so each file is isolated. V8's optimiser drops some counts, and the number of dropped counts depends on
      // the machine's speed. The optimiser can be switched off only per process, so these tests run in their own
      // processes.
      {
        extends: true,
        test: {
          name: 'cost',
          include: [COUNTING],
          exclude: LEFT_OUT,
          isolate: true,
          pool: 'forks',
          // The option for the semi-space is the same as in tools/test.ts.
          execArgv: ['--no-opt', '--max-semi-space-size=64'],
        },
      },
    ],
  },
});
