// Measures the speed of the whole report, in transactions per second and as a ratio to a constant reference loop. The
// ratio differs less between machines than the speed does.
import { reportOf } from './found.ts';
import { busyPersonOf } from './people/people.ts';
import type { Person } from './people/truth.ts';
import type { Bounded } from './tables.ts';

const PER_SECOND_MIN = 300_000;
const P99_MS_MAX = 25;
const BUSY_ROWS = 5_000;
const BUSY_PEOPLE = 40;
const BUSY_RUNS = 200;
/** The number of rounds. Only the time of the best round is used, because disturbances can only make a round slower. */
const ROUNDS = 3;

export function speedOn(all: readonly Person[]): Bounded[] {
  const people = all.filter((_, at) => at % 4 === 0);
  const rows = people.reduce((sum, { transactions }) => sum + transactions.length, 0);
  const rates: number[] = [];
  const references: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    references.push(referenceRate());
    rates.push(rows / secondsOf(() => people.forEach(reportOf)));
  }
  const [rate, reference] = [Math.max(...rates), Math.max(...references)];
  const p99 = busyP99();
  return [
    {
      name: 'transactions a second, whole report, one core',
      value: Math.round(rate).toLocaleString('en'),
      of: `${(rate / reference).toFixed(2)} of a reference loop`,
      bound: `≥ ${PER_SECOND_MIN.toLocaleString('en')}`,
      holds: rate >= PER_SECOND_MIN,
    },
    {
      name: `p99 of a person with ${BUSY_ROWS.toLocaleString('en')} transactions`,
      value: `${p99.toFixed(1)} ms`,
      of: `${BUSY_RUNS} reports`,
      bound: `< ${P99_MS_MAX} ms`,
      holds: p99 < P99_MS_MAX,
    },
  ];
}

function busyP99(): number {
  const busy = Array.from({ length: BUSY_PEOPLE }, (_, place) => busyPersonOf(9_001, place, BUSY_ROWS));
  const rounds = Array.from({ length: ROUNDS }, () => {
    const times = Array.from({ length: BUSY_RUNS / BUSY_PEOPLE }, () =>
      busy.map((person) => secondsOf(() => reportOf(person))),
    );
    return times.flat().toSorted((a, b) => a - b)[Math.ceil(BUSY_RUNS * 0.99) - 1] ?? Number.NaN;
  });
  return Math.min(...rounds) * 1_000;
}

/**
 * The reference: how many strings of 64 characters this machine hashes per second. The hash is a simple loop over the
 * characters of strings in memory.
 */
function referenceRate(): number {
  const texts = Array.from({ length: 200_000 }, (_, at) => String(at * 7_919).padEnd(64, 'PAYROLL '));
  let hash = 0;
  const seconds = secondsOf(() => {
    for (const text of texts) {
      for (let at = 0; at < text.length; at++) hash = (Math.imul(hash, 31) + text.charCodeAt(at)) | 0;
    }
  });
  // The result of the hash is used, so that the compiler does not remove the loop.
  return hash === Number.MIN_VALUE ? 0 : texts.length / seconds;
}

/** Returns the wall time, or the CPU time if that is less, so that waiting for other programs does not count. */
function secondsOf(work: () => void): number {
  const [start, start_cpu] = [performance.now(), process.cpuUsage()];
  work();
  const by_clock = performance.now() - start;
  const { user, system } = process.cpuUsage(start_cpu);
  return Math.min(by_clock, (user + system) / 1_000) / 1_000;
}
