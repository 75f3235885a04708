// Payments an account could not bear: sent back, or made for a fee. Counted net of what the bank took back.
//
// One such event may leave three lines: the payment comes back, a fee is charged, and days later the fee is given back.
// The fee stands for the event; a payment that came back without one is an event of its own.
import type { Movement, Window } from './movements.ts';

/** Of the movements up to the end of the window, those inside it; a fee given back after it still stands. */
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

/** On one day nothing is taken back before it is charged. */
const RANK: Record<Kind, number> = { return: 0, 'return fee': 1, 'overdraft fee': 1, reversal: 2 };

const RETURNED =
  /\bNSF\b|\bNON[- ]?SUFFICIENT\b|\bINSUF(?:FICIENT)?\b|\bRETURN(?:ED)? (?:ITEM|CHECK)\b|\bUNCOLLECTED\b/;
const OVERDRAWN = /\bOVERDRAFTS?\b|\bOVERDRAWN\b|\bO\/?D (?:FEE|CHARGE|CHG|ITEM)\b|\bCOURTESY PAY\b/;
const FEE = /\bFEE\b|\bCHARGE\b|\bCHG\b/;
const TAKEN_BACK = /\bREVERSAL\b|\bREVERSED\b|\bRVSL\b|\bREFUND(?:ED)?\b|\bRFND\b|\bWAIVED?\b|\bREBATE\b/;
/**
 * What has the words but is no such event: somebody else’s check that bounced, money that came over from another
 * account in time, and the daily price of an overdraft that was already counted.
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

/** How far the charge for a payment may lie from the day it was sent back. */
const FEE_DAYS_MAX = 3;

/** The days of payments that came back for nothing. Each fee stands for one return near it; both come in order. */
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

/** The days of fees that were not given back. What is given back are the newest of that amount, be it several. */
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

/** More fees than banks give back in one sum. */
const GIVEN_BACK_MAX = 100n;

/** As few fees as make up the amount. One that fits no fee we know of was charged before our time. */
function giveBack(standing: ReadonlyMap<bigint, number[]>, cents: bigint): void {
  for (let count = 1n; count <= GIVEN_BACK_MAX; count++) {
    const days = cents % count === 0n ? standing.get(cents / count) : undefined;
    if (days === undefined || days.length < count) continue;
    days.splice(days.length - Number(count));
    return;
  }
}
