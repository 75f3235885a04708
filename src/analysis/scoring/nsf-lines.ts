// Selects the few movements of an account that belong to NSF or overdraft events: fees, returned payments, fee refunds.
// The selection limits the cost of counting: a request may contain thousands of refunds, and for each refund `nsfCount`
// tries up to a hundred numbers of fees that the refund may cancel. A movement is selected if `nsfCount` counts it on
// its own, or if it cancels a fee of the same amount.
import type { Movement } from '#analysis/assets/movements.ts';
import { nsfCount } from '#analysis/assets/nsf.ts';

/**
 * The maximum number of NSF and overdraft movements per account. If there are more, only the newest are counted. The
 * maximum is high enough for a year, because no account is charged on every day of a year.
 */
export const NSF_LINES_MAX = 300;

/** Returns the selected movements in the same order as the input. The input is sorted by day. */
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
