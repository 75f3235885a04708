// Starts the service as an operator does: the built `vouch` command in a separate process.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { testLog } from './log.ts';
import { PATIENT_MS, throughPooler } from './server.ts';

export type ServiceProcess = {
  child: ChildProcess;
  /** The base URL; '' for a worker. */
  url: string;
  /** What the process printed until it was ready. */
  said: string;
  /** The time from the start of the process to its first response. */
  first_answer_ms: number;
  /** The status of the first response, which is from GET /readyz; undefined for a worker. */
  first_status: number | undefined;
  /** Sends SIGTERM and returns the exit code. */
  stop(): Promise<number | null>;
  /** Sends SIGKILL and waits for the exit. */
  kill(): Promise<void>;
};

/**
 * The command's file is executed directly, not through `node`, so that the Node flags in the file's first line apply.
 */
const COMMAND = fileURLToPath(new URL('../../bin/vouch.js', import.meta.url));

export type Environment = Record<string, string>;

export const PATIENT: Environment = { VOUCH_DATABASE_TIMEOUT_MS: String(PATIENT_MS) };
/** The default timeouts, for tests of what clients see while the database is down or stalled. */
export const USUAL_PATIENCE: Environment = { VOUCH_DATABASE_TIMEOUT_MS: '' };

/**
 * Starts `vouch serve`. Waits until the service responds to a request. For a worker, waits until the process has
 * started.
 */
export async function startService(environment: Environment, command = COMMAND): Promise<ServiceProcess> {
  const started = performance.now();
  const child = spawn(command, ['serve'], {
    env: cleanEnvironment({ PORT: '0', VOUCH_LOG_LEVEL: 'warn', ...PATIENT, ...pooled(environment) }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  const url = await announced(child);
  const first_status = url === '' ? undefined : await statusOf(`${url}/readyz`);
  return {
    child,
    url,
    said,
    first_answer_ms: performance.now() - started,
    first_status,
    stop: () => end(child, 'SIGTERM'),
    kill: async () => void (await end(child, 'SIGKILL')),
  };
}

async function statusOf(url: string): Promise<number> {
  const response = await fetch(url);
  await response.text();
  return response.status;
}

/** Runs one command and waits for its exit. */
export async function runCommand(
  args: string[],
  environment: Environment,
  command = COMMAND,
): Promise<{ status: number | null; stdout: string; stderr: string }> {
  const child = spawn(command, args, {
    env: cleanEnvironment({ ...PATIENT, ...pooled(environment) }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'close');
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  await ended;
  return { status: child.exitCode, stdout, stderr };
}

/**
 * Runs one command with `--json` and returns its parsed output. If the command fails, throws an error that contains its
 * stderr. The command runs in a separate process unless `run` runs it elsewhere.
 */
export async function commandAnswer<T = Record<string, string>>(
  args: string[],
  environment: Environment,
  run = runCommand,
): Promise<T> {
  const { status, stdout, stderr } = await run(['--json', ...args], environment);
  if (status !== 0) throw new Error(`vouch ${args.join(' ')} ended with ${status}: ${stderr}`);
  return JSON.parse(stdout);
}

export type Credentials = {
  client_id: string;
  sandbox_secret: string;
  prod_secret: string;
  dashboard: { email: string; password: string };
};

export const readCredentials = (data_dir: string): Credentials =>
  JSON.parse(readFileSync(join(data_dir, 'credentials.json'), 'utf8'));

export const headersOf = ({ client_id, sandbox_secret }: Omit<Credentials, 'dashboard'>): Record<string, string> => ({
  'x-access-client-id': client_id,
  'x-access-secret': sandbox_secret,
  'content-type': 'application/json',
});

/**
 * Returns the environment variables of a process. If the test run has a pooler, the process opens its database through
 * the pooler.
 */
function pooled(environment: Environment): Environment {
  const { DATABASE_URL, DATABASE_DIRECT_URL } = environment;
  if (!DATABASE_URL || DATABASE_DIRECT_URL !== undefined) return environment;
  const { url, direct_url } = throughPooler(DATABASE_URL);
  return { ...environment, DATABASE_URL: url, ...(direct_url && { DATABASE_DIRECT_URL: direct_url }) };
}

/** The environment variables without the machine's own settings, which must not affect a test. */
export function cleanEnvironment(environment: Environment): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(?:(?:TEST_)?VOUCH_|OTEL_|DATABASE_(?:DIRECT_)?URL$|PORT$|HOST$)/.test(name),
  );
  return { ...Object.fromEntries(inherited), ...environment };
}

/** The URL that a process prints once it is listening; '' for a worker. */
export function announced(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    let complaint = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      const url = /listens on (http:\S+)/.exec(text)?.[1];
      if (url !== undefined) resolve(url);
      if (text.includes('works in the background')) resolve('');
    });
    child.stderr?.on('data', (chunk: Buffer) => {
      complaint += chunk.toString();
      testLog.write(chunk.toString());
    });
    child.once('exit', (code) => reject(new Error(`the service ended with ${code}: ${complaint}`)));
  });
}

export async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) {
    const gone = once(child, 'exit');
    child.kill(signal);
    await gone;
  }
  return child.exitCode;
}
