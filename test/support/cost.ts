// Measures the cost of work independently of time, by counting how often the functions and code blocks in src/analysis,
// src/base and src/domain ran.
import { type Profiler, Session } from 'node:inspector/promises';

const ENGINES = /\/src\/(?:analysis|base|domain)\//;

let started: Promise<Session> | undefined;

/** Starts counting in the whole process. Code blocks are counted only in functions that first run after this call. */
async function startCounting(): Promise<Session> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  return session;
}

/**
 * Counts how often functions and code blocks in src/analysis, src/base and src/domain run during `work`. The same work
 * gives the same count on every machine.
 */
export async function operationsOf(work: () => unknown): Promise<number> {
  started ??= startCounting();
  const session = await started;
  await session.post('Profiler.takePreciseCoverage');
  work();
  const { result } = await session.post('Profiler.takePreciseCoverage');
  return result.filter(({ url }) => ENGINES.test(url)).reduce((sum, script) => sum + countsOf(script), 0);
}

const countsOf = ({ functions }: Profiler.ScriptCoverage): number =>
  functions.reduce((sum, { ranges }) => sum + ranges.reduce((count, range) => count + range.count, 0), 0);

const WARM_UP_ROWS = 100;

/** The number of operations for `2 * rows` rows, divided by the number of operations for `rows` rows. */
export async function growthOf<Input>(
  make: (rows: number) => Input,
  work: (input: Input) => unknown,
  rows: number,
): Promise<number> {
  const countOf = (input: Input) => operationsOf(() => work(input));
  // This warm-up keeps one-time compilation and caching out of the two counts that follow.
  await countOf(make(WARM_UP_ROWS));
  const half = await countOf(make(rows));
  return (await countOf(make(2 * rows))) / half;
}
