// Splits long synchronous work into short turns and yields to the event loop between them. If several pieces of work
// run concurrently, each iteration of the event loop runs one turn of only one piece. Otherwise, ten pieces of work
// would delay every step of a request by twenty milliseconds.
import { elapsedMs } from './clock.ts';

/** The time, in milliseconds, for which other work may delay a request without a noticeable effect. */
const TURN_MS = 2;

/** Maps the items in order. Yields to the event loop each time `TURN_MS` have passed, so shorter work never yields. */
export const mapInTurns = <Item, Result>(
  items: Iterable<Item>,
  map: (item: Item, at: number) => Result,
): Promise<Result[]> => mapIn(newTurns(), items, map);

async function mapIn<Item, Result>(
  turns: Turns,
  items: Iterable<Item>,
  map: (item: Item, at: number) => Result,
): Promise<Result[]> {
  const results: Result[] = [];
  for (const item of items) {
    if (turns.isOver()) await turns.next();
    results.push(map(item, results.length));
  }
  return results;
}

/** The turns of one piece of work. */
type Turns = { isOver(): boolean; next(): Promise<void> };

function newTurns(): Turns {
  let began_ms = elapsedMs();
  return {
    isOver: () => elapsedMs() - began_ms >= TURN_MS,
    async next() {
      await nextTurn();
      began_ms = elapsedMs();
    },
  };
}

/** The pieces of work in this process that wait for their next turn. The one that has waited longest comes first. */
const waiting = new Set<() => void>();

const nextTurn = (): Promise<void> =>
  new Promise((resolve) => {
    waiting.add(resolve);
    if (waiting.size === 1) setImmediate(resumeOne);
  });

function resumeOne(): void {
  const [resume] = waiting;
  if (resume === undefined) return;
  waiting.delete(resume);
  if (waiting.size > 0) setImmediate(resumeOne);
  resume();
}

/**
 * The number of items in a list that is sorted without a pause. Sorting so few items takes much less than `TURN_MS`.
 */
const RUN = 250;

/** Sorts the items like `toSorted`, but yields to the event loop each time `TURN_MS` have passed. */
export async function sortInTurns<Item>(
  items: readonly Item[],
  compare: (a: Item, b: Item) => number,
): Promise<Item[]> {
  const starts = Array.from({ length: Math.ceil(items.length / RUN) }, (_, at) => at * RUN);
  const turns = newTurns();
  let runs = await mapIn(turns, starts, (from) => items.slice(from, from + RUN).toSorted(compare));
  while (runs.length > 1) {
    const merged: Item[][] = [];
    for (let at = 0; at < runs.length; at += 2) {
      merged.push(await mapIn(turns, merge(runs[at] ?? [], runs[at + 1] ?? [], compare), (item) => item));
    }
    runs = merged;
  }
  return runs[0] ?? [];
}

/** Merges two sorted lists. Of equal items, those of the first list come first. */
function* merge<Item>(
  first: readonly Item[],
  second: readonly Item[],
  compare: (a: Item, b: Item) => number,
): Generator<Item> {
  let taken = 0;
  for (const item of first) {
    for (; taken < second.length; taken++) {
      const other = second[taken] as Item;
      if (compare(item, other) <= 0) break;
      yield other;
    }
    yield item;
  }
  yield* second.slice(taken);
}
