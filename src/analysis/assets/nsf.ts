// Counts the events in which an account had too little money for a payment: the bank returned the payment (NSF), or
// paid it and charged an overdraft fee. An event whose fee was refunded is not counted.
//
// One event may leave three transactions: the returned payment, a fee, and days later a refund of the fee. We count the
// fee, and we count a returned payment only if it has no fee.
import type { Movement, Window } from './movements.ts';

/**
 * Counts the NSF events inside the window. Movements after the window are ignored. So a fee inside the window is
 * counted even if it is refunded after the window.
 */
export function nsfCount(movements: readonly Movement[], { from, until }: Window): number {
  const lines = movements
    .filter(({ booked, made }) => booked !== null && made <= until)
    .flatMap((movement): Line[] => {
      const kind = kindOf(movement);
      return kind === undefined ? [] : [{ kind, day: movement.made, cents: movement.cents }];
    })
    .toSorted((a, b) => a.day - b.day || RANK[a.kind] - RANK[b.kind]);
  return [...returnsWithoutFee(lines), ...standingFees(lines)].filter((day) => day >= from).length;
}

type Kind = 'return' | 'return fee' | 'overdraft fee' | 'reversal';
type Line = { kind: Kind; day: number; cents: bigint };

/** On the same day, returned payments come first, then fees, then refunds. */
const RANK: Record<Kind, number> = { return: 0, 'return fee': 1, 'overdraft fee': 1, reversal: 2 };

const RETURNED =
  /\bNSF\b|\bNON[- ]?SUFFICIENT\b|\bINSUF(?:FICIENT)?\b|\bRETURN(?:ED)? (?:ITEM|CHECK)\b|\bUNCOLLECTED\b/;
const OVERDRAWN = /\bOVERDRAFTS?\b|\bOVERDRAWN\b|\bO\/?D (?:FEE|CHARGE|CHG|ITEM)\b|\bCOURTESY PAY\b/;
const FEE = /\bFEE\b|\bCHARGE\b|\bCHG\b/;
const TAKEN_BACK = /\bREVERSAL\b|\bREVERSED\b|\bRVSL\b|\bREFUND(?:ED)?\b|\bRFND\b|\bWAIVED?\b|\bREBATE\b/;
/**
 * Matches the descriptions of transactions that look like NSF or overdraft events but are not: another person's bounced
 * check, an overdraft protection transfer from another account, and the daily fee for an overdraft that was already
 * counted.
 */
const ANOTHER_MATTER =
  /\bDEPOSIT(?:ED)? ITEM\b|\bPROTECTION\b|\bTRANSFER\b|\bXFER\b|\b(?:EXTENDED|SUSTAINED|CONTINUOUS|DAILY) (?:OVERDRAFT|OD)\b/;

function kindOf({ type, wording, cents }: Movement): Kind | undefined {
  const is_returned = RETURNED.test(wording);
  if (!is_returned && !OVERDRAWN.test(wording)) return undefined;
  if (ANOTHER_MATTER.test(wording) || cents === 0n) return undefined;
  const is_taken_back = TAKEN_BACK.test(wording);
  if (type === 'DEBIT') return is_taken_back ? undefined : is_returned ? 'return fee' : 'overdraft fee';
  if (is_taken_back) return 'reversal';
  if (is_returned) return 'return';
  return FEE.test(wording) ? 'reversal' : undefined;
}

/** The maximum number of days between a returned payment and its fee. */
const FEE_DAYS_MAX = 3;

/**
 * Returns the days of returned payments that have no fee. A returned payment has a fee if a return fee is at most
 * `FEE_DAYS_MAX` days away. Overdraft fees are ignored here. Each fee belongs to at most one returned payment. Fees and
 * returned payments are sorted by day.
 */
function returnsWithoutFee(lines: readonly Line[]): number[] {
  const fees = lines.filter(({ kind }) => kind === 'return fee');
  let next = 0;
  const free: number[] = [];
  for (const { day } of lines.filter(({ kind }) => kind === 'return')) {
    while ((fees[next]?.day ?? day) < day - FEE_DAYS_MAX) next++;
    const fee = fees[next];
    if (fee !== undefined && fee.day <= day + FEE_DAYS_MAX) next++;
    else free.push(day);
  }
  return free;
}

/**
 * Returns the days of the fees that were not refunded. One refund may cancel several fees of equal size. The newest
 * fees are cancelled first.
 */
function standingFees(lines: readonly Line[]): number[] {
  const standing = new Map<bigint, number[]>();
  for (const { kind, day, cents } of lines) {
    if (kind === 'reversal') giveBack(standing, cents);
    else if (kind !== 'return') {
      const days = standing.get(cents);
      if (days === undefined) standing.set(cents, [day]);
      else days.push(day);
    }
  }
  return [...standing.values()].flat();
}

/** The maximum number of fees that one refund can cancel. No bank refunds more fees at one time. */
const GIVEN_BACK_MAX = 100n;

/**
 * Cancels fees of equal size whose sum is the refund. If this is possible in several ways (for example, one fee of 70
 * dollars or two fees of 35 dollars), cancels the fewest fees. If no fees match, cancels nothing, because the refunded
 * fee is assumed to be older than our data.
 */
function giveBack(standing: ReadonlyMap<bigint, number[]>, cents: bigint): void {
  for (let count = 1n; count <= GIVEN_BACK_MAX; count++) {
    const days = cents % count === 0n ? standing.get(cents / count) : undefined;
    if (days === undefined || days.length < count) continue;
    days.splice(days.length - Number(count));
    return;
  }
}
