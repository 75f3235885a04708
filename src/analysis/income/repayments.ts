// Money that goes back to where it came from: an advance that is repaid, or friends who pay for each other.
import type { IncomeTransaction } from './input.ts';
import type { Stream } from './streams.ts';

/** More than this share of what came in has gone out again to the same name. */
const REPAID_SHARE_MIN = 0.6;
const REPAYMENTS_MIN = 2;

/** Asked only of payers who do not say that they pay wages or benefits. */
export function isRepaid({ credits, group, strength }: Stream, debits: readonly IncomeTransaction[]): boolean {
  if (strength === 'strong' && group.channel === '') return false;
  const [first, second] = group.words;
  if (first === undefined || first.length < 4) return false;
  // From the beginning of a word on: Chase is in every purchase.
  const names = [first, ...(second === undefined ? [] : [second])].map(
    (word) => new RegExp(`\\b${escaped(word)}`, 'i'),
  );
  let [repaid, count] = [0, 0];
  for (const { account_id, description, amount_cents } of debits) {
    if (account_id !== group.account_id || !names.every((name) => name.test(description))) continue;
    repaid += Number(amount_cents);
    count++;
  }
  const received = credits.reduce((sum, { cents }) => sum + cents, 0);
  return count >= REPAYMENTS_MIN && repaid >= REPAID_SHARE_MIN * received;
}

const escaped = (word: string): string => word.replaceAll(/[^A-Z0-9]/g, '.');
