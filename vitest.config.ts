import { fileURLToPath } from 'node:url';
import { configDefaults, defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const here = fileURLToPath(new URL('.', import.meta.url));

const TESTS = ['src/**/*.test.ts', 'test/**/*.test.ts', 'tools/**/*.test.ts', 'bench/**/*.test.ts', 'web/**/*.test.ts'];
/** Files that `npm test` runs elsewhere or not at all. */
const LEFT_OUT = (process.env['TEST_VOUCH_LEAVE_OUT'] ?? '').split(',').filter((pattern) => pattern !== '');
const COUNTING = 'src/**/*.cost.test.ts';

/**
 * What starts services and browsers takes minutes. Begun last it would keep one worker busy while the others are done;
 * all begun first they would keep each other from what they wait for. So they are spread over the first two thirds.
 */
class SpreadOut extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification): boolean => /\/test\/(browser|journeys)\//.test(moduleId);
    const [long, short] = [files.filter(isLong), files.filter((file) => !isLong(file))];
    const gap = Math.floor((short.length * 2) / 3 / Math.max(1, long.length));
    const spread = long.flatMap((file, at) => [file, ...short.slice(at * gap, (at + 1) * gap)]);
    return [...spread, ...short.slice(long.length * gap)];
  }
}

export default defineConfig({
  // As package.json's "imports" say.
  resolve: {
    alias: [
      { find: /^#test\//, replacement: `${here}test/support/` },
      { find: /^#/, replacement: `${here}src/` },
    ],
  },
  test: {
    pool: 'threads',
    // Three on two cores, for some wait more than they work; and no file needs a world of its own.
    maxWorkers: 3,
    isolate: false,
    sequence: { sequencer: SpreadOut },
    // Patience for a busy machine; what hangs is found all the same.
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
      // Work is counted in blocks of code that ran, which are only counted in code that is compiled after that began.
      // V8's optimiser drops some counts, and how many depends on the machine's speed. It can only be off per process.
      {
        extends: true,
        test: { name: 'cost', include: [COUNTING], isolate: true, pool: 'forks', execArgv: ['--no-opt'] },
      },
    ],
  },
});
