// Finds the balances and totals that a statement prints: amounts with labels beside, above or below them.

import { type TextRow, textOf } from '#analysis/documents/text-rows.ts';
import { sharedWidth, type Word } from '#domain/documents/pages.ts';
import { type Amount, amountsIn } from './amounts.ts';
import type { Total } from './entries.ts';

export type Part = 'opening' | 'closing' | 'deposits' | 'withdrawals' | 'other_deposits' | 'other_withdrawals';
/** A labelled amount. `rank` is smaller for a clearer label. */
export type Stated = { part: Part; rank: number; amount: Amount; page: number };

/** The rank of the label `Balance forward`, which may mean the opening balance or the balance of the previous page. */
export const FORWARDED_RANK = 2;
/** The maximum distance between an amount and the label above it, in font heights. */
const ABOVE_HEIGHTS = 3.2;

/**
 * Returns all labelled amounts except those in `used`, which belong to transactions. Labels are beside or above their
 * amounts. In some statements, labels are below their amounts. Labels below amounts are assumed only if the balances
 * and totals fit together in no other way.
 */
export function statedAmounts(rows: readonly TextRow[], used: ReadonlySet<Word>): Stated[] {
  const above = amountsWith(rows, used, labelAbove);
  if (fits(above)) return above;
  const below = amountsWith(rows, used, labelBelow);
  return fits(below) ? below : above;
}

type LabelOf = (rows: readonly TextRow[], index: number, amount: Amount, position: number, count: number) => string;

function amountsWith(rows: readonly TextRow[], used: ReadonlySet<Word>, labelOf: LabelOf): Stated[] {
  const found: Stated[] = [];
  for (const [index, row] of rows.entries()) {
    const amounts = amountsIn(row.words);
    const in_table = row.words.some((word) => used.has(word));
    for (const [position, amount] of amounts.entries()) {
      if (in_table && (amount.words.some((word) => used.has(word)) || !isApart(row, amount))) continue;
      const beside = in_table ? '' : textOf(row.words.slice(amounts[position - 1]?.to ?? 0, amount.from));
      const behind = in_table ? '' : textOf(row.words.slice(amount.to, amounts[position + 1]?.from));
      const kind =
        saidPart(beside, behind) ?? partOf(beside) ?? partOf(labelOf(rows, index, amount, position, amounts.length));
      if (kind !== undefined) found.push({ ...kind, amount, page: row.page });
    }
  }
  return found;
}

/** Recognises amounts in sentences: `You started May with $900.00`, `$50.00 came in`. */
function saidPart(before: string, behind: string): { part: Part; rank: number } | undefined {
  if (/\b(?:started|began|opened)\b.*\b(?:with|at)$/i.test(before)) return { part: 'opening', rank: 1 };
  if (/\b(?:ended|finished|closed)\b.*\b(?:with|at)$/i.test(before)) return { part: 'closing', rank: 1 };
  if (/^(?:came|went|moved|flowed|was paid|were paid|paid) in\b/i.test(behind)) return { part: 'deposits', rank: 1 };
  return /^(?:came|went|moved|flowed|was paid|were paid|paid) out\b/i.test(behind)
    ? { part: 'withdrawals', rank: 1 }
    : undefined;
}

/** Whether the amount is a separate segment, as in a margin beside a table. */
const isApart = ({ segments }: TextRow, { words }: Amount): boolean =>
  segments.some((segment) => segment.words.every((word) => words.includes(word)));

/** Whether the opening balance plus deposits minus withdrawals equals the closing balance. */
function fits(stated: readonly Stated[]): boolean {
  const of = (part: Part): bigint[] =>
    [
      ...new Set(
        stated
          .filter((one) => one.part === part)
          .map(({ amount }) => (part === 'opening' || part === 'closing' ? signed(amount) : amount.cents)),
      ),
    ].slice(0, 4);
  const [openings, closings, paid_in, paid_out] = [of('opening'), of('closing'), of('deposits'), of('withdrawals')];
  return openings.some((opening) =>
    closings.some((closing) =>
      paid_in.some((money_in) => paid_out.some((money_out) => opening + money_in - money_out === closing)),
    ),
  );
}

const signed = ({ cents, sign }: Amount): bigint => (sign === '-' || sign === 'DR' ? -cents : cents);

/** Returns the text directly below an amount. */
function labelBelow(rows: readonly TextRow[], index: number, { box }: Amount, position: number, count: number): string {
  const row = rows[index];
  for (const below of rows.slice(index + 1, index + 4)) {
    if (row === undefined || below.page !== row.page) break;
    if (below.box.bottom - row.box.bottom > ABOVE_HEIGHTS * Math.max(0.7 * row.size, below.size)) break;
    const paired = count > 1 && below.segments.length === count ? below.segments[position] : undefined;
    const segment = paired ?? below.segments.find((each) => sharedWidth(each.box, box) > 0);
    if (segment !== undefined) return /[a-z]{2}/i.test(segment.text) ? segment.text : '';
  }
  return '';
}

/** Returns the total at the end of a column of deposits or withdrawals. */
export function statedTotal({ kind, amount, page }: Total): Stated[] {
  if (kind === 'credit') return [{ part: 'deposits', rank: 1, amount, page }];
  return kind === 'debit' ? [{ part: 'withdrawals', rank: 1, amount, page }] : [];
}

/**
 * Returns the text above an amount, from at most two rows. If a row of amounts is below a row with the same number of
 * labels, labels and amounts are paired by their order. Their edges are not compared, because labels may be at the left
 * of their cells and amounts at the right.
 */
function labelAbove(rows: readonly TextRow[], index: number, { box }: Amount, position: number, count: number): string {
  const row = rows[index];
  const found: string[] = [];
  for (let at = index - 1; row !== undefined && at >= 0 && at >= index - 4 && found.length < 2; at--) {
    const above = rows[at];
    if (above === undefined || above.page !== row.page) break;
    if (row.box.bottom - above.box.bottom > ABOVE_HEIGHTS * Math.max(row.size, above.size)) break;
    const paired = count > 1 && above.segments.length === count ? above.segments[position] : undefined;
    const segment = paired ?? above.segments.find((each) => sharedWidth(each.box, box) > 0);
    if (segment === undefined) continue;
    if (!/[a-z]{2}/i.test(segment.text)) break;
    found.unshift(segment.text);
  }
  return partOf(found.at(-1) ?? '') === undefined ? found.join(' ') : (found.at(-1) ?? '');
}

const OTHER_BALANCES =
  /average|minimum|daily|available|collected|lowest|required|overdraft|credit limit|year|maintain|interest|loan|principal/;

/** Returns which balance or total the label names. */
export function partOf(label: string): { part: Part; rank: number } | undefined {
  const text = label
    .toLowerCase()
    .replace(/[^a-z/&+ -]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  if (text === '' || text.split(' ').length > 14) return undefined;
  if (/\bbalance\b|\bforward\b/.test(text)) return OTHER_BALANCES.test(text) ? undefined : balancePart(text);
  if (/\baverage\b|\byear\b|\bytd\b|\bfee summary\b|\bitems?\b/.test(text)) return undefined;
  const total = /\btotal\b/.test(text) ? 0 : 1;
  const [credit, debit] = [CREDIT.test(text), DEBIT.test(text)];
  if (credit && debit) return undefined;
  if (credit) return { part: MAIN_CREDIT.test(text) ? 'deposits' : 'other_deposits', rank: total };
  if (debit) return { part: MAIN_DEBIT.test(text) ? 'withdrawals' : 'other_withdrawals', rank: total };
  return undefined;
}

const CREDIT =
  /\bdeposits?\b|\bcredits?\b|\badditions?\b|\binterest (?:paid|earned|credited)|\bmoney in\b|\bpaid in\b|\bdirect deposits?\b|\btransfers? in\b/;
const MAIN_CREDIT = /\bdeposits?\b|\bcredits?\b|\badditions?\b|\bmoney in\b|\bpaid in\b/;
const DEBIT =
  /\bwithdrawals?\b|\bdebits?\b|\bsubtractions?\b|\bchecks?\b|\bfees?\b|\bcharges?\b|\batm\b|\bmoney out\b|\bpaid out\b|\bpurchases?\b|\bpayments?\b|\btransfers? out\b/;
const MAIN_DEBIT = /\bwithdrawals?\b|\bdebits?\b|\bsubtractions?\b|\bmoney out\b|\bpaid out\b/;

function balancePart(text: string): { part: Part; rank: number } | undefined {
  if (/\bcarried\b/.test(text)) return undefined;
  if (/\b(?:beginning|opening|starting|start|at first|began)\b/.test(text)) return { part: 'opening', rank: 0 };
  if (/\b(?:previous|prior|last)\b/.test(text)) return { part: 'opening', rank: 1 };
  if (/\bforward\b/.test(text)) return { part: 'opening', rank: FORWARDED_RANK };
  if (/\b(?:ending|closing|final|end|ended)\b/.test(text)) return { part: 'closing', rank: 0 };
  if (/\b(?:new|this statement)\b/.test(text)) return { part: 'closing', rank: 1 };
  return /\bcurrent\b/.test(text) ? { part: 'closing', rank: 2 } : undefined;
}
