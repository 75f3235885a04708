// Worker threads for jobs that would block the main thread. Small jobs run in the main thread, because they would take
// longer if they were sent to a worker thread. Other jobs wait in a queue in which clients take turns, with one running
// job per client. A thread that crashes, runs out of memory or takes too long is terminated; only its own job fails.
import { availableParallelism } from 'node:os';
import { type ResourceLimits, Worker } from 'node:worker_threads';
import { type ErrorCode, type InvalidParam, ServiceError, unavailable } from '#base/errors.ts';
import { computeWork } from '#base/measures.ts';
import { spanned } from '#base/tracing.ts';
import { type Ask, WORK, type WorkInput, type WorkName, type WorkOutput } from './compute-work.ts';

export type Compute = {
  /** Runs a job; rejects with `unavailable` if it runs or waits too long, or if the queue is full. */
  run<N extends WorkName>(name: N, input: WorkInput<N>, about: About): Promise<WorkOutput<N>>;
  /** The number of jobs that wait for a thread, and the number of threads. */
  load(): { waiting: number; threads: number };
  /** Starts a thread in advance, so that the first job need not wait for it. */
  warmUp(): void;
  close(): Promise<void>;
};

export type About = {
  client_id: string;
  /**
   * The size of the job: the number of sealed bytes that it reads, or the size of the request body. The number is
   * infinite for a kind of job that is slow at any size.
   */
  bytes: number;
  ask?: Ask;
  /** The time limit of the job. It is set only for a job that may take longer than other jobs. */
  run_ms_max?: number;
};

export type ComputeLimits = {
  threads_max: number;
  /** The maximum number of input bytes of a job that runs in the main thread. */
  bytes_at_once_max: number;
  start_ms_max: number;
  run_ms_max: number;
  wait_ms_max: number;
  /** The maximum number of waiting jobs per client; `waiting_max` is the maximum for all clients together. */
  waiting_per_client_max: number;
  waiting_max: number;
  heap_mb_max: number;
};

const LIMITS: ComputeLimits = {
  // One core stays free for the main thread, if there are several cores. There are at most two threads.
  threads_max: Math.max(1, Math.min(2, availableParallelism() - 1)),
  // A transaction takes at least 18 sealed bytes, because its id does not compress. So 20 KiB contains fewer than 1,140
  // transactions. The slowest report takes 40 µs per transaction, so it takes at most 46 ms for all of them. For most
  // users, 20 KiB contains fewer than 340 transactions.
  bytes_at_once_max: 20 * 1024,
  // A thread usually starts in half a second.
  start_ms_max: 30_000,
  // A job with 50,000 transactions takes 2 s on a busy machine.
  run_ms_max: 10_000,
  wait_ms_max: 10_000,
  waiting_per_client_max: 100,
  waiting_max: 300,
  // 50,000 transactions and a report about them take 200 MB of memory.
  heap_mb_max: 768,
};

type Piece = {
  readonly name: WorkName;
  readonly input: unknown;
  readonly client_id: string;
  readonly ask: Ask;
  readonly run_ms_max: number;
  resolve(output: unknown): void;
  reject(error: unknown): void;
  timer: NodeJS.Timeout | undefined;
  /** If a request from the job to the main thread failed, the error of that request. */
  failure?: unknown;
};

/**
 * A job is sent to a thread only after the thread has loaded its code. The job's timeout starts when the job is sent.
 */
type Thread = { readonly worker: Worker; is_ready: boolean; piece: Piece | undefined };

/** Messages from a thread. */
export type FromThread =
  | 'ready'
  | { question: readonly string[] }
  | { output: unknown }
  | { refused: Refusal }
  | { error: string };
/**
 * The content of a `ServiceError` that the job threw in its thread. The main thread throws the error again for the
 * job's caller.
 */
export type Refusal = { code: ErrorCode; message: string; invalid_params: readonly InvalidParam[] };
/** Messages from the main thread to a compute thread. */
export type ToThread = { name: WorkName; input: unknown } | { answer: Awaited<ReturnType<Ask>> } | { refusal: string };

const NO_QUESTIONS: Ask = () => Promise.reject(new Error('this job cannot send requests to the main thread'));

/** The thread's entry file. In dist/ it is JavaScript; tests and benchmarks run the source with a TypeScript loader. */
const ENTRY = new URL('./compute-thread.js', import.meta.url);
const SOURCE_ENTRY = `import('tsx/esm/api').then(({ register }) => {
  register();
  return import(${JSON.stringify(new URL('./compute-thread.ts', import.meta.url).href)});
});`;

const newThread = (entry: URL | undefined, resourceLimits: ResourceLimits): Worker =>
  entry === undefined && import.meta.url.endsWith('.ts')
    ? new Worker(SOURCE_ENTRY, { eval: true, resourceLimits })
    : new Worker(entry ?? ENTRY, { resourceLimits });

/** `entry` is the thread's entry file. It is set if the entry file was built separately from this module. */
export type ComputeOptions = Partial<ComputeLimits> & { entry?: URL };

export function openCompute({ entry, ...chosen }: ComputeOptions = {}): Compute {
  const limits = { ...LIMITS, ...chosen };
  const threads = new Set<Thread>();
  /** Waiting jobs by client; the client whose turn is next comes first. */
  const lines = new Map<string, Set<Piece>>();
  let waiting = 0;

  function startThread(): Thread {
    const worker = newThread(entry, { maxOldGenerationSizeMb: limits.heap_mb_max });
    const thread: Thread = { worker, is_ready: false, piece: undefined };
    const late = setTimeout(
      () => end(thread, new Error('a compute thread did not start')),
      limits.start_ms_max,
    ).unref();
    worker.once('message', () => clearTimeout(late));
    worker.once('exit', () => clearTimeout(late));
    worker.on('message', (said: FromThread) => void onMessage(thread, said));
    worker.on('error', (error) => end(thread, error));
    worker.on('exit', () => end(thread, new Error('a compute thread ended')));
    threads.add(thread);
    return thread;
  }

  async function onMessage(thread: Thread, said: FromThread): Promise<void> {
    const { piece, worker } = thread;
    if (said === 'ready') {
      thread.is_ready = true;
      if (piece !== undefined) send(thread, piece);
      return;
    }
    if (piece === undefined) return;
    if ('question' in said) {
      worker.postMessage(await answerOf(piece, said.question), []);
      return;
    }
    release(thread);
    if ('output' in said) piece.resolve(said.output);
    else if ('refused' in said) piece.reject(new ServiceError(said.refused.code, said.refused.message, said.refused));
    else piece.reject(piece.failure ?? new Error(said.error));
    begin();
  }

  /** Ends a broken thread. The job that this thread runs fails, and the next job gets a new thread. */
  function end(thread: Thread, error: unknown): void {
    if (!threads.delete(thread)) return;
    const { piece } = thread;
    release(thread);
    void thread.worker.terminate();
    piece?.reject(unavailable(error));
    begin();
  }

  function release(thread: Thread): void {
    clearTimeout(thread.piece?.timer);
    thread.piece = undefined;
    thread.worker.unref();
  }

  /** Assigns waiting jobs to threads: clients in turn, one job at a time per client. */
  function begin(): void {
    for (;;) {
      const busy = [...threads].flatMap(({ piece }) => piece?.client_id ?? []);
      if (busy.length >= limits.threads_max) return;
      const client_id = [...lines.keys()].find((client) => !busy.includes(client));
      const line = client_id === undefined ? undefined : lines.get(client_id);
      const [piece] = line ?? [];
      if (client_id === undefined || line === undefined || piece === undefined) return;
      leave(piece);
      // Deleting the client and adding it again moves it to the end of the map, behind all other clients.
      if (lines.delete(client_id)) lines.set(client_id, line);
      assign([...threads].find((thread) => thread.piece === undefined) ?? startThread(), piece);
    }
  }

  function assign(thread: Thread, piece: Piece): void {
    thread.piece = piece;
    thread.worker.ref();
    if (thread.is_ready) send(thread, piece);
  }

  function send(thread: Thread, piece: Piece): void {
    piece.timer = setTimeout(() => end(thread, new Error(`${piece.name} took too long`)), piece.run_ms_max);
    const work: ToThread = { name: piece.name, input: piece.input };
    thread.worker.postMessage(work, []);
  }

  function leave(piece: Piece): void {
    clearTimeout(piece.timer);
    const line = lines.get(piece.client_id);
    if (line?.delete(piece)) waiting--;
    if (line?.size === 0) lines.delete(piece.client_id);
  }

  function wait(piece: Piece): void {
    const line = lines.get(piece.client_id) ?? new Set();
    if (waiting >= limits.waiting_max || line.size >= limits.waiting_per_client_max) {
      return piece.reject(unavailable(new Error('too much work is waiting')));
    }
    lines.set(piece.client_id, line.add(piece));
    waiting++;
    piece.timer = setTimeout(() => {
      leave(piece);
      piece.reject(unavailable(new Error('no thread became free in time')));
    }, limits.wait_ms_max);
    begin();
  }

  const performInThread = <N extends WorkName>(
    name: N,
    input: WorkInput<N>,
    { client_id, ask = NO_QUESTIONS, run_ms_max = limits.run_ms_max }: About,
  ) =>
    new Promise<WorkOutput<N>>((resolve, reject) => {
      // The cast is safe because a thread returns the output type that belongs to this name.
      const settle = (output: unknown) => resolve(output as WorkOutput<N>);
      wait({ name, input, client_id, ask, run_ms_max, resolve: settle, reject, timer: undefined });
    });

  return {
    run<N extends WorkName>(name: N, input: WorkInput<N>, about: About) {
      const is_small = about.bytes <= limits.bytes_at_once_max;
      const measure = computeWork.startTimer({ work: name, thread: is_small ? 'main' : 'worker' });
      const start = () =>
        is_small ? perform(name, input, about.ask ?? NO_QUESTIONS) : performInThread(name, input, about);
      return spanned({ name: `compute ${name}`, kind: 'internal' }, () => start().finally(() => void measure()));
    },
    load: () => ({ waiting, threads: threads.size }),
    warmUp() {
      if (threads.size === 0) startThread().worker.unref();
    },
    async close() {
      for (const piece of [...lines.values()].flatMap((line) => [...line])) {
        leave(piece);
        piece.reject(unavailable(new Error('the service is stopping')));
      }
      await Promise.all([...threads].map(({ worker }) => worker.terminate()));
    },
  };
}

async function answerOf(piece: Piece, names: readonly string[]): Promise<ToThread> {
  try {
    return { answer: await piece.ask(names) };
  } catch (error) {
    piece.failure = error;
    return { refusal: String(error) };
  }
}

/**
 * Runs a job in the main thread. The cast is safe because `WORK` maps each name to a function that takes the input type
 * of this name.
 */
async function perform<N extends WorkName>(name: N, input: WorkInput<N>, ask: Ask): Promise<WorkOutput<N>> {
  const work = WORK[name] as (input: WorkInput<N>, ask: Ask) => WorkOutput<N> | Promise<WorkOutput<N>>;
  return work(input, ask);
}
