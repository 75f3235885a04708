// Sends many files through a pool of two reader processes. Measures how busy the readers keep two cores, and how much
// memory each reader uses.
import { readFileSync } from 'node:fs';
import { openReaderPool } from '#services/documents/reader-pool.ts';
import { readUpload } from '#services/documents/reader-work.ts';
import type { Section } from './sections.ts';
import { digitalFiles } from './speed.ts';

const READERS = 2;
const BUSY_MIN = 0.85;
const SEED = 9_002;
/** The number of files that this process reads itself, to measure how fast one process is without a pool. */
const ALONE_FILES = 20;
const LAYOUTS_STEP = 2;
const SAMPLE_MS = 100;

export async function queueSection(files_count: number): Promise<Section> {
  const { files } = await digitalFiles(SEED, LAYOUTS_STEP);
  const queue = Array.from({ length: files_count }, (_, at) => files[at % files.length] ?? Buffer.alloc(0));
  const alone = await filesPerSecond(files.slice(0, ALONE_FILES));
  const { seconds, busy_seconds, cpu_seconds, peak_bytes, unread } = await throughPool(queue);
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
          [
            'time in which the main thread of a reader runs or waits for a core',
            `${((busy_seconds / READERS / seconds) * 100).toFixed(0)} %`,
          ],
          ['CPU time per file', `${((cpu_seconds / files_count) * 1_000).toFixed(0)} ms`],
        ],
        note:
          'Cores are busy with the CPU time of the readers only, over all their threads. On a machine with other work, the readers get less of the ' +
          'cores than they could use.',
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

type Run = { seconds: number; busy_seconds: number; cpu_seconds: number; peak_bytes: number; unread: number };

async function throughPool(queue: readonly Buffer[]): Promise<Run> {
  const pool = openReaderPool({ processes_max: READERS });
  const seen = new Map<string, Seen>();
  const look = () => {
    for (const pid of readerPids()) seen.set(pid, seenOf(pid));
  };
  const sampler = setInterval(look, SAMPLE_MS);
  const total = (part: (one: Seen) => number): number => [...seen.values()].reduce((sum, one) => sum + part(one), 0);
  try {
    // The readers are started and warmed up before the measurement begins.
    await Promise.all(queue.slice(0, READERS).map((bytes) => pool.read(bytes)));
    look();
    const [start, start_busy, start_cpu] = [performance.now(), total(busyOf), total(({ cpu }) => cpu)];
    const outcomes = await Promise.all(queue.map((bytes) => pool.read(bytes)));
    const seconds = (performance.now() - start) / 1_000;
    look();
    return {
      seconds,
      busy_seconds: total(busyOf) - start_busy,
      cpu_seconds: total(({ cpu }) => cpu) - start_cpu,
      peak_bytes: Math.max(...[...seen.values()].map(({ peak_bytes }) => peak_bytes)),
      unread: outcomes.filter((one) => !('reading' in one)).length,
    };
  } finally {
    await pool.close();
    // Idle readers do not keep this process alive, but the timer does. So the timer is stopped only after the readers
    // have ended.
    clearInterval(sampler);
  }
}

/**
 * The values of one reader. `cpu` is its CPU time in seconds, including all threads and the programs that it started.
 * `ran` is the number of seconds in which the reader's main thread ran, and `waited` is the number of seconds in which
 * that thread waited for a core.
 */
type Seen = { cpu: number; ran: number; waited: number; peak_bytes: number };

/**
 * A reader that waits for a core is not idle: another program uses the core. A long wait means that the machine is
 * loaded.
 */
const busyOf = ({ ran, waited }: Seen): number => ran + waited;

/** Only Linux provides the times and the memory of a reader. On other systems, the readers are reported as idle. */
function seenOf(pid: string): Seen {
  const [ran = 0, waited = 0] = textOf(`/proc/${pid}/schedstat`)
    .split(' ')
    .map((nanoseconds) => Number(nanoseconds) / 1e9);
  const peak = /^VmHWM:\s+(\d+) kB$/m.exec(textOf(`/proc/${pid}/status`))?.[1];
  return { cpu: cpuSecondsOf(pid), ran, waited, peak_bytes: 1024 * Number(peak ?? 0) };
}

const TICKS_PER_SECOND = 100;

/** Numbers 12 to 15 after the name in /proc/PID/stat are the CPU times of the process and of its children. */
function cpuSecondsOf(pid: string): number {
  const numbers = textOf(`/proc/${pid}/stat`).split(') ').at(-1)?.split(' ') ?? [];
  return numbers.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS_PER_SECOND;
}

const readerPids = (): string[] =>
  textOf(`/proc/self/task/${process.pid}/children`)
    .split(' ')
    .filter((pid) => pid !== '' && textOf(`/proc/${pid}/cmdline`).includes('reader-process'));

/** Returns an empty text if the process has ended, or if the system has no such file. */
function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
