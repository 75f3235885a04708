// Workers that know a provider of prod, in processes of their own, to be killed by a test.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { announced, type Environment, end } from './process.ts';

const SCRIPT = fileURLToPath(new URL('./prod-worker-process.ts', import.meta.url));

/** Answers once it works. */
export async function startProdWorker(environment: Environment): Promise<{
  stop(): Promise<number | null>;
  kill(): Promise<void>;
}> {
  const child = spawn(process.execPath, ['--import', 'tsx', SCRIPT], {
    // Settings of the machine must not leak into a test.
    env: { PATH: process.env['PATH'], VOUCH_LOG_LEVEL: 'warn', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  await announced(child);
  return {
    stop: () => end(child, 'SIGTERM'),
    kill: async () => void (await end(child, 'SIGKILL')),
  };
}
