// What a piece of work costs, without a clock: how often the functions and blocks of the engines ran.
import { type Profiler, Session } from 'node:inspector/promises';

const ENGINES = /\/src\/(?:analysis|base|domain)\//;

let started: Promise<Session> | undefined;

/** Counted from the first call on, in the whole process: blocks are counted of functions that ran only after this. */
async function startCounting(): Promise<Session> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  return session;
}

/** Of the engines alone. The same work has the same count on every machine. */
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

/** How many times the operations of so many rows those of twice as many are. */
export async function growthOf<Input>(
  make: (rows: number) => Input,
  work: (input: Input) => unknown,
  rows: number,
): Promise<number> {
  const countOf = (input: Input) => operationsOf(() => work(input));
  // What is compiled and remembered once belongs to neither.
  await countOf(make(WARM_UP_ROWS));
  const half = await countOf(make(rows));
  return (await countOf(make(2 * rows))) / half;
}
