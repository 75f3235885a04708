// Starts the service under test in its own process with its own embedded database, and starts further scripts as
// processes.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { announced, end, readCredentials, startService, USUAL_PATIENCE } from '#test/process.ts';

export type Service = {
  url: string;
  pid: number;
  data_dir: string;
  client_id: string;
  secret: string;
  first_answer_ms: number;
  stop(): Promise<unknown>;
};

/**
 * Starts the service on the given data folder, or on a new data folder if none is given. `command` is the `vouch` command
 * of another checkout.
 */
export async function startBenched(
  data_dir = mkdtempSync(join(tmpdir(), 'vouch-bench-')),
  command?: string,
): Promise<Service> {
  const environment = { ...USUAL_PATIENCE, VOUCH_DATA_DIR: data_dir, VOUCH_RATE_LIMIT_REQUESTS: '1000000000' };
  const service = await startService(environment, command);
  const { client_id, sandbox_secret: secret } = readCredentials(data_dir);
  return { ...service, pid: service.child.pid ?? 0, data_dir, client_id, secret };
}

export const removeData = (data_dir: string): void => rmSync(data_dir, { recursive: true, force: true });

/** Starts one of our scripts. The script prints the address on which it listens. */
export async function startScript(
  file: string,
  env: Record<string, string>,
): Promise<{ url: string; pid: number; stop(): Promise<unknown> }> {
  const child = spawn(process.execPath, ['--import', 'tsx', file], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return { url: await announced(child), pid: child.pid ?? 0, stop: () => end(child, 'SIGTERM') };
}
