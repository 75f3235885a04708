// The entry point of a reader process, which reads one uploaded file after the other. Files come from outside and their
// decoders are large, so a file may break a decoder. Such a file must not harm the service, so this process has no
// database, no secrets and no network. The parent kills the process if it takes too long or uses too much memory.
import { getPriority, setPriority } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { OcrEngine } from '#reading/ocr/engine.ts';
import { openOcr } from '#reading/ocr/open-engine.ts';
import { allowOnlyPageFormats } from '#reading/pictures/decode.ts';
import type { FromReader, Outcome, ToReader } from './reader-pool.ts';
import { drawUpload, readUpload } from './reader-work.ts';

/**
 * Requests have priority over reading. So the niceness of this process is higher by this value than the niceness of the
 * service. On a busy machine the service then gets ten times as much CPU as this process. The value is relative,
 * because the service itself may have a raised niceness, and only root may lower a niceness.
 */
const NICER_BY = 10;
const NICENESS_MAX = 19;
setPriority(Math.min(getPriority() + NICER_BY, NICENESS_MAX));
allowOnlyPageFormats();

let engine: Promise<OcrEngine> | undefined;
/** The OCR engine is kept for the next file, because starting the engine takes a second. */
function openEngine(): Promise<OcrEngine> {
  engine ??= openOcr();
  return engine;
}

process.on('message', (asked: ToReader) => void answer(asked));
process.on('disconnect', endGroup);
// A process that is busy with one long calculation does not notice that its parent has ended, so a thread watches the
// parent.
const watch = `const { workerData } = require('node:worker_threads');
setInterval(() => {
  if (process.ppid === workerData.parent) return;
  try { process.kill(-process.pid, 'SIGKILL'); } catch { process.kill(process.pid, 'SIGKILL'); }
}, 1000);`;
new Worker(watch, { eval: true, workerData: { parent: process.ppid } }).unref();
say('ready');

async function answer(asked: ToReader): Promise<void> {
  try {
    say({ outcome: await outcomeOf(asked) });
  } catch {
    // An error in the reader is treated like a crash. Nothing is logged, because the error may contain data of the
    // file.
    process.exit(1);
  }
}

function outcomeOf(asked: ToReader): Promise<Outcome> {
  if ('page' in asked) return drawUpload(Buffer.from(asked.bytes), asked.page, { openEngine });
  const onOcrPages = (ocr_pages: number) => say({ ocr_pages });
  return readUpload(Buffer.from(asked), { openEngine, onOcrPages, onPage: (progress) => say({ progress }) });
}

function say(said: FromReader): void {
  process.send?.(said);
}

/** Kills the current process and every program that it started. Together they form one process group. */
function endGroup(): void {
  try {
    process.kill(-process.pid, 'SIGKILL');
  } catch {
    process.exit(0);
  }
}
