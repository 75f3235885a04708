// The few movements of an account that tell of payments it could not bear: charged, sent back, or given back.
//
// Counting these weighs each one given back against all charges, and a request may bring thousands of both. What a
// movement is, the counting itself tells: it is asked with that movement alone, and with a charge it might undo.
import type { Movement } from '#analysis/assets/movements.ts';
import { nsfCount } from '#analysis/assets/nsf.ts';

/** Of an account; of more than these the newest count. Nobody's account is charged every day of a year. */
export const NSF_LINES_MAX = 300;

/** In the order they are given, which is that of their days. */
export const nsfLines = (movements: readonly Movement[]): Movement[] => movements.filter(tells).slice(-NSF_LINES_MAX);

function tells(movement: Movement): boolean {
  const day = { from: movement.made, until: movement.made };
  if (nsfCount([movement], day) > 0) return true;
  const { type, cents, booked } = movement;
  const may_undo = type === 'CREDIT' && cents > 0n && booked !== null;
  return may_undo && nsfCount([chargeLike(movement), movement], day) === 0;
}

const chargeLike = (movement: Movement): Movement => ({ ...movement, type: 'DEBIT', wording: 'OVERDRAFT FEE' });
