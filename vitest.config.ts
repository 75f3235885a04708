import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const here = fileURLToPath(new URL('.', import.meta.url));

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
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
