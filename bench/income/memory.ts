// Checks that the memory for a report grows no faster than the number of deposits that the report shows.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { reportOf } from './found.ts';
import { peopleOf } from './people/people.ts';
import type { Person } from './people/truth.ts';
import type { Bounded } from './tables.ts';

const FEW = 8;
const MANY = 64;
/**
 * The number of copies of each report that are held in memory at the same time. The memory of a single report is too
 * small to measure in the heap.
 */
const TIMES = 16;
/**
 * The maximum ratio between the bytes per deposit in a report with many deposits and the bytes per deposit in a report
 * with few deposits. The expected ratio is 1; the maximum is higher to allow for normal variation.
 */
const GROWTH_MAX = 1.25;

export function memoryOn(): Bounded {
  const people = peopleOf(9_002, MANY);
  const few = Array.from({ length: MANY / FEW }, (_, at) => inOne(people.slice(at * FEW, (at + 1) * FEW)));
  const collect = collector();
  const usual = bytesPerDeposit(few, collect);
  const growth = bytesPerDeposit([inOne(people)], collect) / usual;
  return {
    name: `memory of a deposit, somebody with the accounts of ${MANY} people against ${FEW}`,
    value: `${growth.toFixed(2)} times`,
    of: `${Math.round(usual)} bytes each`,
    bound: `≤ ${GROWTH_MAX} times`,
    holds: growth <= GROWTH_MAX,
  };
}

/**
 * Combines several people into one person who has the accounts of all of them. The report then covers the longest
 * requested period.
 */
function inOne(people: readonly Person[]): Person {
  const [first] = people;
  if (first === undefined) throw new Error('nobody');
  return {
    ...first,
    as_of: people.map(({ as_of }) => as_of).toSorted()[people.length - 1] ?? first.as_of,
    days_requested: Math.max(...people.map(({ days_requested }) => days_requested)),
    accounts: people.flatMap(({ id, accounts }) => accounts.map((one) => ({ ...one, id: `${id}/${one.id}` }))),
    transactions: people.flatMap(({ id, transactions }) =>
      transactions.map((one) => ({ ...one, id: `${id}/${one.id}`, account_id: `${id}/${one.account_id}` })),
    ),
  };
}

/** Returns the heap memory that the reports occupy, divided by the number of deposits in the reports. */
function bytesPerDeposit(people: readonly Person[], collect: () => void): number {
  // The reports are made once before the measurement, so that data which is created on first use is not measured.
  people.forEach(reportOf);
  collect();
  const before = process.memoryUsage().heapUsed;
  const reports = Array.from({ length: TIMES }, () => people.map(reportOf)).flat();
  collect();
  const held = process.memoryUsage().heapUsed - before;
  return held / reports.reduce((sum, { summary }) => sum + summary.income_transactions_count, 0);
}

/** Returns a function that runs the garbage collector. Node.js exposes the collector only if a flag is set. */
export function collector(): () => void {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  if (typeof collect !== 'function') throw new Error('there is no garbage collector to call');
  // An object that one garbage collection finds unreachable may keep other objects alive until the next collection. So
  // the collector runs twice.
  return () => {
    collect();
    collect();
  };
}
