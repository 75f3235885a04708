// Random bytes in small pieces, taken from a supply. The supply saves calls, because a call of the random generator
// takes as long for twelve bytes as for thousands, and a new person needs four pieces.
import { randomBytes } from 'node:crypto';

const SUPPLY_BYTES = 4_096;

let supply = Buffer.alloc(0);
let used = 0;

/** No byte is handed out twice, and returned bytes are erased from the supply. */
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
