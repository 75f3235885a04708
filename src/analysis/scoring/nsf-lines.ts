// Selects an account's few movements that belong to NSF or overdraft events: fees, returned payments, fee refunds.
//
// Counting compares each refund with all fees, and a request may contain thousands of both. `nsfCount` itself decides
// whether a movement matters: it counts that movement alone, and together with a fee that it might cancel.
import type { Movement } from '#analysis/assets/movements.ts';
import { nsfCount } from '#analysis/assets/nsf.ts';

/** If an account has more such movements, only the newest count. No account is charged every day of a year. */
export const NSF_LINES_MAX = 300;

/** Returns the movements in the given order, which is by day. */
export const nsfLines = (movements: readonly Movement[]): Movement[] =>
  movements.filter(isNsfLine).slice(-NSF_LINES_MAX);

function isNsfLine(movement: Movement): boolean {
  const day = { from: movement.made, until: movement.made };
  if (nsfCount([movement], day) > 0) return true;
  const { type, cents, booked } = movement;
  const may_undo = type === 'CREDIT' && cents > 0n && booked !== null;
  return may_undo && nsfCount([chargeLike(movement), movement], day) === 0;
}

const chargeLike = (movement: Movement): Movement => ({ ...movement, type: 'DEBIT', wording: 'OVERDRAFT FEE' });
