// Long work in one process with everybody else: done in short turns, between which the others have theirs.
import { setImmediate as others } from 'node:timers/promises';
import { elapsedMs } from './clock.ts';

/** As long as a request may have to wait for somebody else's work without anybody noticing. */
const TURN_MS = 2;

/** In the order given. What takes less than a turn is done in one. */
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
