// A compute thread: runs one job after the other. It has no database connection; it asks the main thread instead.
import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { ServiceError } from '#base/errors.ts';
import type { FromThread, ToThread } from './compute.ts';
import { type Ask, WORK, type WorkName } from './compute-work.ts';

/** On Linux a priority applies to one thread: the main thread gets three times as much CPU on a busy machine. */
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
    // The sender's input has the type of this name.
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
