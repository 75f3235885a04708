// Starts workers with a prod provider in separate processes, for tests that kill these workers.
import { spawn } from 'node:child_process';
import { bundled } from './bundled.ts';
import { announced, type Environment, end } from './process.ts';

/** Resolves when the worker is running. */
export async function startProdWorker(environment: Environment): Promise<{
  stop(): Promise<number | null>;
  kill(): Promise<void>;
}> {
  const child = spawn(process.execPath, [await bundled('test/support/prod-worker-process.ts')], {
    // Of the machine's environment variables, only `PATH` is passed on, because the machine's settings must not affect
    // a test.
    env: { PATH: process.env['PATH'], VOUCH_LOG_LEVEL: 'warn', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  await announced(child);
  return {
    stop: () => end(child, 'SIGTERM'),
    kill: async () => void (await end(child, 'SIGKILL')),
  };
}
