// Splits long synchronous work into short pieces and yields to the event loop between them.
import { setImmediate as others } from 'node:timers/promises';
import { elapsedMs } from './clock.ts';

/** The time, in milliseconds, for which other work may delay a request without a noticeable effect. */
const TURN_MS = 2;

/** Maps the items in order. Yields to the event loop each time `TURN_MS` have passed, so shorter work never yields. */
export async function mapInTurns<Item, Result>(
  items: Iterable<Item>,
  map: (item: Item, at: number) => Result,
): Promise<Result[]> {
  const results: Result[] = [];
  let began_ms = elapsedMs();
  for (const item of items) {
    if (elapsedMs() - began_ms >= TURN_MS) {
      await others();
      began_ms = elapsedMs();
    }
    results.push(map(item, results.length));
  }
  return results;
}
