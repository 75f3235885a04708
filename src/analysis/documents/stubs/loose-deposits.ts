// Finds deposits that are printed outside of tables: the type of account, its last digits and an amount in one line.

import { linesOf, segmentsOf } from '#analysis/documents/geometry/lines.ts';
import type { Page, Word } from '#domain/documents/pages.ts';
import { isPriced, parseQuantity, withoutSymbols } from './quantities.ts';
import type { Row } from './rows.ts';

const MASKED = /^\(?(?:acct|account)?[x*.#…•-]+\d{2,6}\)?:?$/i;
const LAST_DIGITS = /(?:ending|in|#|account|acct\.?)$/i;
const ACCOUNT_WORDS = /(?:checking|savings|deposit|deposited|account|acct)\b/i;

/** Returns rows of the distributions table. `used` has the words of tables, which are skipped. */
export function looseDeposits(page: Page, used: ReadonlySet<Word>): Row[] {
  const words = page.words.filter((word) => !used.has(word));
  return linesOf(words).flatMap((line): Row[] => {
    if (line.words.length > 16) return [];
    const clean = withoutSymbols(line.words);
    const at = clean.findIndex(({ text }) => isPriced(text) && parseQuantity(text) !== undefined);
    const [named, current] = [clean.slice(0, at), clean[at]];
    if (at < 1 || current === undefined || !named.some(isMask)) return [];
    const description = segmentsOf({ words: named, box: line.box }).findLast(({ words: own }) => own.some(isMask));
    if (description === undefined) return [];
    if (!ACCOUNT_WORDS.test(description.text) || /:./.test(description.text)) return [];
    const numbers = { current };
    return [
      {
        page: page.number,
        section: 'distributions',
        mixed: false,
        description,
        account: undefined,
        numbers,
        total: undefined,
      },
    ];
  });
}

const isMask = ({ text }: Word, index: number, words: readonly Word[]): boolean =>
  MASKED.test(text) || (/^\d{3,4}$/.test(text) && LAST_DIGITS.test(words[index - 1]?.text ?? ''));
