// Returns small pieces of random bytes. The pieces are taken from a buffer, the supply. The supply saves time, because
// the random generator needs the same time for twelve bytes as for thousands. For example, a new person needs four
// pieces.
import { randomBytes } from 'node:crypto';

const SUPPLY_BYTES = 4_096;

let supply = Buffer.alloc(0);
let used = 0;

/**
 * Returns the next random bytes of the supply. No byte is returned twice, and returned bytes are erased from the
 * supply.
 */
export function randomPiece(bytes: number): Buffer {
  if (bytes > SUPPLY_BYTES) throw new Error(`a piece can have at most ${SUPPLY_BYTES} bytes`);
  if (used + bytes > supply.length) {
    supply = randomBytes(SUPPLY_BYTES);
    used = 0;
  }
  const rest = supply.subarray(used, used + bytes);
  const piece = Buffer.from(rest);
  rest.fill(0);
  used += bytes;
  return piece;
}
