// Child processes that read uploaded files or draw their pages. Each process handles one file at a time. A process that
// takes too long or uses too much memory is killed. Its file is then treated as not readable, and a new process reads
// the next file.
import type { ChildProcess } from 'node:child_process';
import { unavailable } from '#base/errors.ts';
import type { DrawOutcome, PageProgress, ReadOutcome } from '#domain/documents/file-readings.ts';
import type { Reader as FileReader, ReadingOptions } from '#services/platform/ctx.ts';
import { endOf, groupCpuMs, groupMemory, killGroup, startGroup } from './reader-group.ts';

export type ReaderPool = FileReader & { close(): Promise<void> };

export type ReaderPoolOptions = {
  processes_max: number;
  /** The maximum number of files that wait for a process. A further file is rejected. */
  waiting_max: number;
  /**
   * The memory limits for JavaScript objects, and for the whole process. Pictures count only towards the second limit.
   */
  heap_mb_max: number;
  memory_bytes_max: number;
  start_ms_max: number;
  /** The time limit for a file, and the additional time for each page that needs OCR. */
  file_ms_max: number;
  ocr_page_ms_max: number;
  ocr_pages_max: number;
  /**
   * The maximum time for reading a file, as a multiple of its time limit. Only CPU time counts towards the time limit,
   * because the machine can be busy with other work.
   */
  busy_factor: number;
  /**
   * How long an idle process waits for the next picture of the same person before it ends. A new process would need two
   * more seconds for its first picture: one second to start the OCR engine, and one second until the engine’s code is
   * optimised.
   */
  idle_ms_max: number;
  /** The number of files after which a process ends. It ends because decoders leak memory. */
  files_max: number;
  /** The module that the process runs. */
  entry: URL;
  /**
   * The CPU time of a process in milliseconds. If the CPU time is unknown, all elapsed time counts towards the time
   * limit.
   */
  cpuMs(pid: number | undefined): number | undefined;
};

/** The entry file of a process. In dist/ it is JavaScript; tests run the source with a TypeScript loader. */
const ENTRY = new URL(import.meta.url.endsWith('.ts') ? './reader-process.ts' : './reader-process.js', import.meta.url);

const OPTIONS: ReaderPoolOptions = {
  processes_max: 1,
  waiting_max: Number.POSITIVE_INFINITY,
  heap_mb_max: 512,
  memory_bytes_max: 1024 ** 3,
  start_ms_max: 60_000,
  file_ms_max: 60_000,
  // OCR of a page takes 3 to 10 s, and 50 s on a machine that is busy with more important work.
  ocr_page_ms_max: 60_000,
  ocr_pages_max: 100,
  busy_factor: 5,
  idle_ms_max: 600_000,
  files_max: 100,
  entry: ENTRY,
  cpuMs: groupCpuMs,
};

/** A message to a reader process: the bytes of a file to read, or the bytes of a file and the page to draw. */
export type ToReader = Uint8Array | { bytes: Uint8Array; page: number };
export type Outcome = ReadOutcome | DrawOutcome;
/** Messages from a reader process. */
export type FromReader = 'ready' | { ocr_pages: number } | { progress: PageProgress } | { outcome: Outcome };

type Job = Pick<ReadingOptions, 'onPage'> & {
  readonly asked: ToReader;
  resolve(outcome: Outcome): void;
  reject(error: unknown): void;
  /** The `onTurn` of the caller's options. It is set to undefined when it is called, so that it is called only once. */
  onTurn: (() => Promise<void>) | undefined;
  /**
   * How many processes crashed while they read the file. After the first crash the file is read again, because the file
   * is not always the cause: the system also kills processes when memory is short.
   */
  crashes: number;
};
type Reader = {
  readonly child: ChildProcess;
  is_ready: boolean;
  job: Job | undefined;
  files: number;
  /**
   * The timer that ends the process if starting it takes too long, if reading its file takes too long, or if it is idle
   * for too long.
   */
  timer: NodeJS.Timeout | undefined;
  /** The time at which the process got its current file, and the CPU time that the process had used until then. */
  sent_ms: number;
  cpu_ms: number;
  /** True if this pool killed the process because of its file. */
  is_guilty: boolean;
};

const NOT_READABLE: Outcome = { unreadable: 'it is not readable' };
const MEMORY_CHECK_MS = 200;

export function openReaderPool(chosen: Partial<ReaderPoolOptions> = {}): ReaderPool {
  const options = { ...OPTIONS, ...chosen };
  const readers = new Set<Reader>();
  const waiting: Job[] = [];
  let is_closed = false;
  const memory_check = setInterval(() => {
    for (const reader of readers) {
      if (reader.job !== undefined && groupMemory(reader.child.pid) > options.memory_bytes_max) kill(reader, true);
    }
  }, MEMORY_CHECK_MS).unref();

  function start(): Reader {
    const reader: Reader = {
      child: startGroup(options.entry, options.heap_mb_max),
      is_ready: false,
      job: undefined,
      files: 0,
      timer: undefined,
      sent_ms: 0,
      cpu_ms: 0,
      is_guilty: false,
    };
    limit(reader, options.start_ms_max, false);
    reader.child.on('message', (said: FromReader) => onMessage(reader, said));
    // If a message cannot be sent, the process is killed, and its exit calls `onExit`. If no process could be started,
    // there is no exit, so `onExit` is called here.
    reader.child.on('error', () => (reader.child.pid === undefined ? onExit(reader) : kill(reader, false)));
    reader.child.once('exit', () => onExit(reader));
    readers.add(reader);
    return reader;
  }

  /**
   * Kills the process after `ms` milliseconds. `is_guilty` is true if the file that the process is reading is to blame.
   */
  function limit(reader: Reader, ms: number, is_guilty: boolean): void {
    clearTimeout(reader.timer);
    reader.timer = setTimeout(() => kill(reader, is_guilty), ms).unref();
  }

  /**
   * Kills the process if reading its file takes longer than `ms`. Time in which the process waits for a core or for the
   * disk is not counted, because the busy machine causes this wait, not the file. `busy_factor` limits the time that is
   * not counted.
   */
  function limitFile(reader: Reader, ms: number): void {
    const elapsed = performance.now() - reader.sent_ms;
    const cpu_ms = options.cpuMs(reader.child.pid);
    // Several threads together can use more CPU time than the real time that has elapsed.
    const counted = cpu_ms === undefined ? elapsed : Math.min(elapsed, cpu_ms - reader.cpu_ms);
    const left = Math.min(ms - counted, ms * options.busy_factor - elapsed);
    if (left <= 0) return kill(reader, true);
    clearTimeout(reader.timer);
    reader.timer = setTimeout(() => limitFile(reader, ms), left).unref();
  }

  function begin(): void {
    while (waiting.length > 0) {
      const free = [...readers].find(({ job, child }) => job === undefined && child.connected);
      if (free === undefined && readers.size >= options.processes_max) return;
      const job = waiting.shift();
      if (job !== undefined) assign(free ?? start(), job);
    }
  }

  function assign(reader: Reader, job: Job): void {
    reader.job = job;
    reader.child.ref();
    reader.child.channel?.ref();
    if (reader.is_ready) void hand(reader, job);
  }

  /** While `onTurn` runs, the job may be abandoned and the process may end. */
  async function hand(reader: Reader, job: Job): Promise<void> {
    limit(reader, options.start_ms_max, false);
    const { onTurn } = job;
    job.onTurn = undefined;
    try {
      await onTurn?.();
      if (reader.job === job && readers.has(reader)) send(reader, job);
    } catch (error) {
      job.reject(error);
      if (reader.job !== job) return;
      reader.job = undefined;
      rest(reader);
      begin();
    }
  }

  function send(reader: Reader, job: Job): void {
    reader.sent_ms = performance.now();
    reader.cpu_ms = options.cpuMs(reader.child.pid) ?? 0;
    limitFile(reader, options.file_ms_max);
    reader.child.send(job.asked, (error) => {
      if (error !== null) kill(reader, false);
    });
  }

  function onMessage(reader: Reader, said: FromReader): void {
    const { job } = reader;
    if (said === 'ready') {
      reader.is_ready = true;
      if (job === undefined) rest(reader);
      else void hand(reader, job);
    } else if (job !== undefined && 'ocr_pages' in said) {
      const pages = Math.min(said.ocr_pages, options.ocr_pages_max);
      limitFile(reader, options.file_ms_max + pages * options.ocr_page_ms_max);
    } else if (job !== undefined && 'progress' in said) {
      job.onPage?.(said.progress);
    } else if (job !== undefined && 'outcome' in said) {
      reader.job = undefined;
      reader.files += 1;
      if (reader.files >= options.files_max) kill(reader, false);
      else rest(reader);
      job.resolve(said.outcome);
      begin();
    }
  }

  /** Starts the idle timeout. An idle reader process does not keep the parent process from exiting. */
  function rest(reader: Reader): void {
    limit(reader, options.idle_ms_max, false);
    reader.child.unref();
    reader.child.channel?.unref();
  }

  function kill(reader: Reader, is_guilty: boolean): void {
    reader.is_guilty ||= is_guilty;
    killGroup(reader.child);
  }

  function onExit(reader: Reader): void {
    if (!readers.delete(reader)) return;
    clearTimeout(reader.timer);
    const { job } = reader;
    if (job !== undefined) afterExit(reader, job);
    begin();
  }

  function afterExit({ is_ready, is_guilty }: Reader, job: Job): void {
    // A file is sent only to a process that is ready. This process was never ready, so the file did not cause the
    // failure.
    if (!is_ready) return job.reject(unavailable(new Error('a reader process did not start')));
    if (is_guilty || job.crashes > 0) return job.resolve(NOT_READABLE);
    job.crashes += 1;
    waiting.unshift(job);
  }

  function abandon(job: Job): void {
    const place = waiting.indexOf(job);
    if (place >= 0) waiting.splice(place, 1);
    for (const reader of readers) {
      if (reader.job !== job) continue;
      reader.job = undefined;
      kill(reader, false);
    }
  }

  const run = (asked: ToReader, { signal, onPage, onTurn }: ReadingOptions): Promise<Outcome> =>
    new Promise((resolve, reject) => {
      if (is_closed) return reject(unavailable(new Error('the service is stopping')));
      if (waiting.length >= options.waiting_max) return reject(unavailable(new Error('too many files are waiting')));
      if (signal?.aborted === true) return reject(signal.reason);
      const onAbort = () => {
        abandon(job);
        reject(signal?.reason);
      };
      const done =
        <Value>(settle: (value: Value) => void) =>
        (value: Value) => {
          signal?.removeEventListener('abort', onAbort);
          settle(value);
        };
      const job: Job = { asked, onPage, onTurn, resolve: done(resolve), reject: done(reject), crashes: 0 };
      signal?.addEventListener('abort', onAbort, { once: true });
      waiting.push(job);
      begin();
    });

  return {
    /**
     * Resolves with an outcome for every file, whatever the file contains. Rejects only if the signal is aborted, the
     * pool is closed, too many files are waiting, `onTurn` rejects or no process can be started.
     */
    async read(bytes, reading = {}) {
      const outcome = await run(bytes, reading);
      if ('picture' in outcome) throw new Error('a reader process drew a page instead of reading a file');
      return outcome;
    },
    /** Resolves and rejects as `read` does. */
    async draw(bytes, page, drawing = {}) {
      const outcome = await run({ bytes, page }, drawing);
      if ('reading' in outcome) throw new Error('a reader process read a file instead of drawing a page');
      return outcome;
    },
    load: () => ({
      busy: [...readers].filter(({ job }) => job !== undefined).length,
      max: options.processes_max,
    }),
    async close() {
      is_closed = true;
      clearInterval(memory_check);
      const jobs = [...waiting.splice(0), ...[...readers].flatMap(({ job }) => job ?? [])];
      const ended = [...readers].map(({ child }) => endOf(child));
      for (const reader of readers) {
        reader.job = undefined;
        kill(reader, false);
      }
      for (const job of jobs) job.reject(unavailable(new Error('the service is stopping')));
      await Promise.all(ended);
    },
  };
}
