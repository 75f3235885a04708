// Starts simulated providers as an operator does: `vouch simulate` in a separate process.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const COMMAND = fileURLToPath(new URL('../../bin/vouch.js', import.meta.url));

export type SimulatorProcess = {
  url: string;
  control_url: string;
  /** Entries for providers.json, and the environment variables to which they refer. */
  providers: { id: string; name: string }[];
  environment: Record<string, string>;
  stop(): Promise<void>;
};

/** Starts a simulator. `keys` is the folder for the keys of clients. */
export async function startSimulator(kind: string, keys: string): Promise<SimulatorProcess> {
  const child = spawn(COMMAND, ['--json', 'simulate', kind, '--keys', keys], { stdio: ['ignore', 'pipe', 'inherit'] });
  return { ...JSON.parse(await firstLine(child)), stop: () => stop(child) };
}

function firstLine(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      if (text.includes('\n')) resolve(text.slice(0, text.indexOf('\n')));
    });
    child.once('exit', (code) => reject(new Error(`the simulator ended with ${code}`)));
  });
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  await gone;
}
