import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const here = fileURLToPath(new URL('.', import.meta.url));

/** What starts services and browsers takes minutes: begun last, it would keep one worker busy while the others are done. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification): boolean => /\/test\/(browser|journeys)\//.test(moduleId);
    return files.toSorted((a, b) => Number(isLong(b)) - Number(isLong(a)));
  }
}

export default defineConfig({
  // What package.json's "imports" say under the condition "source".
  resolve: {
    alias: [
      { find: /^#test\//, replacement: `${here}test/support/` },
      { find: /^#/, replacement: `${here}src/` },
    ],
  },
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts', 'tools/**/*.test.ts', 'bench/**/*.test.ts', 'web/**/*.test.ts'],
    globalSetup: ['test/support/postgres.ts'],
    pool: 'threads',
    // Three on two cores, for some wait more than they work; and no file needs a world of its own.
    maxWorkers: 3,
    isolate: false,
    sequence: { sequencer: LongestFirst },
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
