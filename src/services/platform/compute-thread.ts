// A compute thread: does one piece of work after the other. It has no database; what it needs to know it asks.
import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { ServiceError } from '#base/errors.ts';
import type { FromThread, ToThread } from './compute.ts';
import { type Ask, WORK, type WorkName } from './compute-work.ts';

/** Where priorities are those of threads, the thread that serves gets three times as much of a busy machine. */
const PRIORITY = 5;
if (process.platform === 'linux') setPriority(PRIORITY);

let asked: { resolve(answer: Awaited<ReturnType<Ask>>): void; reject(error: Error): void } | undefined;

const ask: Ask = (question) =>
  new Promise((resolve, reject) => {
    asked = { resolve, reject };
    say({ question });
  });

parentPort?.on('message', (told: ToThread) => {
  if ('answer' in told) asked?.resolve(told.answer);
  else if ('refusal' in told) asked?.reject(new Error(told.refusal));
  else void work(told.name, told.input);
});

async function work(name: WorkName, input: unknown): Promise<void> {
  try {
    // The sender took the input by the name's own type.
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
