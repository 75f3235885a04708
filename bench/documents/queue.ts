// Sends many files through a pool of two reader processes, and measures how busy they keep two cores and how much memory
// each of them takes.
import { readdirSync, readFileSync } from 'node:fs';
import { openReaderPool } from '#services/documents/reader-pool.ts';
import { readUpload } from '#services/documents/reader-work.ts';
import type { Section } from './sections.ts';
import { digitalFiles } from './speed.ts';

const READERS = 2;
const BUSY_MIN = 0.85;
const SEED = 9_002;
/** Files that this process reads itself, to know how fast one process is without a pool. */
const ALONE_FILES = 20;
const LAYOUTS_STEP = 2;
const SAMPLE_MS = 100;
/** Linux counts CPU time in hundredths of a second. */
const TICKS_PER_SECOND = 100;

export async function queueSection(files_count: number): Promise<Section> {
  const { files } = await digitalFiles(SEED, LAYOUTS_STEP);
  const queue = Array.from({ length: files_count }, (_, at) => files[at % files.length] ?? Buffer.alloc(0));
  const alone = await filesPerSecond(files.slice(0, ALONE_FILES));
  const { seconds, cpu_seconds, peak_bytes, unread } = await throughPool(queue);
  const busy = cpu_seconds / (READERS * seconds);
  const rate = files_count / seconds;
  const name = `${files_count} files through ${READERS} readers`;
  return {
    figures: [
      {
        name: `${name}: both cores busy`,
        value: `${(busy * 100).toFixed(0)} %`,
        of: `${rate.toFixed(1)} files a second, ${(rate / alone).toFixed(1)} times one process`,
        bound: `≥ ${BUSY_MIN * 100} %`,
        holds: busy >= BUSY_MIN,
      },
      {
        name: `${name}: files that were not read`,
        value: String(unread),
        of: String(files_count),
        bound: '0',
        holds: unread === 0,
      },
    ],
    tables: [
      {
        title: 'Readers',
        heads: ['what', 'value'],
        rows: [
          ['peak memory of a reader', `${(peak_bytes / 1024 ** 2).toFixed(0)} MB`],
          ['CPU time per file', `${((cpu_seconds / files_count) * 1_000).toFixed(0)} ms`],
        ],
      },
    ],
  };
}

async function filesPerSecond(files: readonly Buffer[]): Promise<number> {
  for (const file of files) await readUpload(file);
  const start = performance.now();
  for (const file of files) await readUpload(file);
  return (files.length / (performance.now() - start)) * 1_000;
}

type Run = { seconds: number; cpu_seconds: number; peak_bytes: number; unread: number };

async function throughPool(queue: readonly Buffer[]): Promise<Run> {
  const pool = openReaderPool({ processes_max: READERS });
  let peak_bytes = 0;
  const sampler = setInterval(() => {
    peak_bytes = Math.max(peak_bytes, ...readerPids().map(peakMemory));
  }, SAMPLE_MS);
  try {
    // The readers are started and warm before the clock runs.
    await Promise.all(queue.slice(0, READERS).map((bytes) => pool.read(bytes)));
    const [start, start_cpu] = [performance.now(), cpuOfReaders()];
    const outcomes = await Promise.all(queue.map((bytes) => pool.read(bytes)));
    const seconds = (performance.now() - start) / 1_000;
    const cpu_seconds = cpuOfReaders() - start_cpu;
    return { seconds, cpu_seconds, peak_bytes, unread: outcomes.filter((one) => !('reading' in one)).length };
  } finally {
    clearInterval(sampler);
    await pool.close();
  }
}

/** The CPU time of the readers, and of those that have ended. Only Linux tells; elsewhere it is 0 and does not hold. */
function cpuOfReaders(): number {
  const ended = statOf('self').slice(2).reduce(sum, 0);
  return readerPids().reduce((total, pid) => total + statOf(pid).reduce(sum, 0), ended) / TICKS_PER_SECOND;
}

const sum = (a: number, b: number): number => a + b;

/** Ticks of the process in its own code and in the system, then of its ended children in both. */
function statOf(pid: string): number[] {
  const after_name = textOf(`/proc/${pid}/stat`).replace(/^.*\) /s, '');
  return after_name.split(' ').slice(11, 15).map(Number);
}

const readerPids = (): string[] =>
  threadsOf('self')
    .flatMap((thread) => textOf(`/proc/self/task/${thread}/children`).split(' '))
    .filter((pid) => pid !== '' && textOf(`/proc/${pid}/cmdline`).includes('reader-process'));

const peakMemory = (pid: string): number =>
  1024 * Number(/^VmHWM:\s+(\d+) kB$/m.exec(textOf(`/proc/${pid}/status`))?.[1] ?? 0);

function threadsOf(pid: string): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`);
  } catch {
    return [];
  }
}

/** Empty if the process has ended, or if the system has no such file. */
function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
