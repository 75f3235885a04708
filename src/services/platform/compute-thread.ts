// The entry point of a compute thread, which runs one job after the other. The thread has no database connection; it
// asks the main thread for data instead.
import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { ServiceError } from '#base/errors.ts';
import type { FromThread, ToThread } from './compute.ts';
import { type Ask, WORK, type WorkName } from './compute-work.ts';

/**
 * The priority of a compute thread. On Linux a priority applies to one thread only. With this value, the main thread
 * gets three times as much CPU as a compute thread when the machine is busy.
 */
const PRIORITY = 5;
if (process.platform === 'linux') setPriority(PRIORITY);

let asked: { resolve(answer: Awaited<ReturnType<Ask>>): void; reject(error: Error): void } | undefined;

const ask: Ask = (question) =>
  new Promise((resolve, reject) => {
    asked = { resolve, reject };
    say({ question });
  });

parentPort?.on('message', (message: ToThread) => {
  if ('answer' in message) asked?.resolve(message.answer);
  else if ('refusal' in message) asked?.reject(new Error(message.refusal));
  else void work(message.name, message.input);
});

async function work(name: WorkName, input: unknown): Promise<void> {
  try {
    // The cast is safe, because the sender always sends input of the type that belongs to the name.
    const run = WORK[name] as (input: unknown, ask: Ask) => unknown;
    say({ output: await run(input, ask) });
  } catch (error) {
    say(failureOf(error));
  }
}

function failureOf(error: unknown): FromThread {
  if (error instanceof ServiceError) {
    const { code, message, invalid_params } = error;
    return { refused: { code, message, invalid_params } };
  }
  return { error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
}

function say(said: FromThread): void {
  parentPort?.postMessage(said, []);
}

say('ready');
