// The entry point of a reader process, which reads one uploaded file after the other. A file may be hostile, and
// decoders are large, so a file that exploits a decoder must not reach the service: the process has no database, no
// secrets and no network, and the parent kills it if it takes too long or uses too much memory.
import { setPriority } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { OcrEngine } from '#reading/ocr/engine.ts';
import { openOcr } from '#reading/ocr/open-engine.ts';
import { allowOnlyPageFormats } from '#reading/pictures/decode.ts';
import type { FromReader } from './reader-pool.ts';
import { readUpload } from './reader-work.ts';

/** Requests have priority: with this value, a busy machine gives the service ten times as much CPU time. */
const PRIORITY = 10;
setPriority(PRIORITY);
allowOnlyPageFormats();

let engine: Promise<OcrEngine> | undefined;
/** The engine is kept for the next file, because starting it takes a second. */
function openEngine(): Promise<OcrEngine> {
  engine ??= openOcr();
  return engine;
}

process.on('message', (bytes: Uint8Array) => void answer(Buffer.from(bytes)));
process.on('disconnect', endGroup);
// A process that is busy with one long calculation does not notice that its parent has ended, so a thread watches it.
const watch = `const { workerData } = require('node:worker_threads');
setInterval(() => {
  if (process.ppid === workerData.parent) return;
  try { process.kill(-process.pid, 'SIGKILL'); } catch { process.kill(process.pid, 'SIGKILL'); }
}, 1000);`;
new Worker(watch, { eval: true, workerData: { parent: process.ppid } }).unref();
say('ready');

async function answer(bytes: Buffer): Promise<void> {
  try {
    say({ outcome: await readUpload(bytes, { openEngine, onOcrPages: (ocr_pages) => say({ ocr_pages }) }) });
  } catch {
    // An error in the reader is treated like a crash. Nothing is logged, because the error may contain data of the
    // file.
    process.exit(1);
  }
}

function say(said: FromReader): void {
  process.send?.(said);
}

/** Kills this process and the programs that it started, which form one process group. */
function endGroup(): void {
  try {
    process.kill(-process.pid, 'SIGKILL');
  } catch {
    process.exit(0);
  }
}
