// Finds the premium of the whole policy: the amount whose label names it as the total.

import { fieldOf, type TextRow, textOf } from '#analysis/documents/text-rows.ts';
import { parseAmount } from '#analysis/documents/values.ts';
import { sharedWidth, type Word } from '#domain/documents/pages.ts';
import type { Field } from '#domain/documents/read-documents.ts';

/** The maximum distance between an amount and the label above it, in font heights. */
const ABOVE_HEIGHTS = 2.6;

type Candidate = { rank: number; word: Word; cents: bigint; page: number };

export function premiumField(rows: readonly TextRow[]): Field | undefined {
  const found: Candidate[] = [];
  for (const [index, row] of rows.entries()) {
    let start = 0;
    for (const [position, word] of row.words.entries()) {
      const cents = priceOf(word.text);
      if (cents === undefined) continue;
      const beside = textOf(row.words.slice(start, position));
      start = position + 1;
      const above = rankOf(labelAbove(rows, index, word));
      // An amount may have a text to its left. Such an amount is the premium of the whole policy only if that text or
      // the column header names a total, the policy or its term.
      const rank = /[a-z]{3}/i.test(beside)
        ? (rankOf(beside) ?? (above !== undefined && above < 2 ? above : undefined))
        : above;
      if (rank !== undefined) found.push({ rank, word, cents, page: row.page });
    }
  }
  // Several totals may have labels of the same rank: the totals of single vehicles and the total of the policy. The
  // largest is the total of the policy.
  const best = found.toSorted((a, b) => a.rank - b.rank || Number(b.cents - a.cents))[0];
  return best && fieldOf(best.cents, [best.word], best.page, 'label', best.rank > 2 ? 0.7 : 1);
}

/** Parses an amount that has a dollar sign or cents. */
export const priceOf = (text: string): bigint | undefined =>
  /\$|\.\d{2}$/.test(text) && /\d/.test(text) ? parseAmount(text.replace(/[*†]+$/, '')) : undefined;

function labelAbove(rows: readonly TextRow[], index: number, { box }: Word): string {
  const row = rows[index];
  for (let at = index - 1; row !== undefined && at >= Math.max(0, index - 3); at--) {
    const above = rows[at];
    if (above === undefined || above.page !== row.page) break;
    if (row.box.bottom - above.box.bottom > ABOVE_HEIGHTS * Math.max(row.size, above.size)) break;
    const segment = above.segments.find((each) => sharedWidth(each.box, box) > 0);
    if (segment !== undefined) return /[a-z]{3}/i.test(segment.text) ? segment.text : '';
  }
  return '';
}

/**
 * Returns a smaller rank for a clearer label, and undefined if the amount is only a part of the premium or something
 * else.
 */
function rankOf(label: string): number | undefined {
  const text = label
    .toLowerCase()
    .replace(/[^a-z0-9 ]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  if (text.split(' ').length > 10) return undefined;
  const part =
    /\bsub ?total\b|\bvehicle\b|\bveh\b|\bcar\b|\bauto \d|\bfees?\b|\btax(?:es)?\b|\bdiscounts?\b|\binstall?ment\b|\bdown payment\b|\bsurcharge\b|\bsection\b|\bbasic premium\b|\bendorsements?\b|\bprior\b|\bprevious\b|\bbefore\b|\bcoverages?\b|\bsavings?\b|\bmonthly\b|\bdeductible\b|\blimits?\b|\boptional\b|\badditional\b/;
  if (part.test(text) && !/\bincluding\b|\btotal policy premium\b/.test(text)) return undefined;
  if (/\bpremium for\b/.test(text) && !/\bpremium for (?:this|the|your|all|entire)\b/.test(text)) return undefined;
  const [total, premium] = [/\btotals?\b/.test(text), /\bpremium\b/.test(text)];
  if (total && premium) return 0;
  if (premium && /\bpolicy\b|\bannual\b|\bmonth\b|\bterm\b|\bfull\b|\byear\b|\bestimated\b/.test(text)) return 1;
  if (/^(?:your )?premium$/.test(text)) return 2;
  if (/^(?:grand )?totals?$|^total (?:policy )?(?:cost|amount|charges?)\b/.test(text)) return 3;
  return /^(?:total )?amount due$|\bpay in full\b/.test(text) ? 4 : undefined;
}
