// Checks 1099s that print the total amount they report: the total must equal the amount in the main box of the form.
import { formatMoney, parseMoney } from '#base/money.ts';
import type { Page, Word } from '#domain/documents/pages.ts';
import type { ReadDocument } from '#domain/documents/read-documents.ts';
import { isScanned, pagesOf } from './figures.ts';
import { type Finding, isAmount } from './findings.ts';

const MAIN_BOXES: Record<string, string> = {
  F1099_DIV: 'ordinary_dividends',
  F1099_NEC: 'nonemployee_compensation',
  F1099_INT: 'interest_income',
  F1099_R: 'gross_distribution',
  F1099_K: 'gross_amount',
};
const LABEL = ['total', 'amount', 'reported'];
/** The maximum distance between the label of a box and the value below it, in points. */
const CELL_HEIGHT = 30;

export function printedTotalFindings(document: ReadDocument, pages: readonly Page[]): Finding[] {
  const main = document.fields[MAIN_BOXES[document.subtype ?? ''] ?? ''];
  if (typeof main?.value !== 'bigint' || main.confidence < 0.9 || isScanned(pages, main.page)) return [];
  const box = main.value;
  return pagesOf(document, pages).flatMap(({ number, words }): Finding[] => {
    const total = totalOn(words);
    const cents = total === undefined ? undefined : parseMoney(total.text.replaceAll(/[^\d.]/g, ''));
    if (total === undefined || cents === undefined || cents === box) return [];
    const [expected, actual] = [formatMoney(cents), formatMoney(box)];
    const message = `The form reports ${expected} in total, but its box shows ${actual}.`;
    return [{ code: 'arithmetic_mismatch', severity: 'high', page: number, box: main.box, expected, actual, message }];
  });
}

/** Returns the amount in the same cell as the label of the total. */
function totalOn(words: readonly Word[]): Word | undefined {
  const start = words.findIndex((_, index) =>
    LABEL.every((part, offset) => words[index + offset]?.text.toLowerCase() === part),
  );
  const label = words[start];
  if (label === undefined) return undefined;
  return words
    .filter(({ text, box }) => isAmount(text) && box.bottom >= label.box.bottom - 1 && box.left >= label.box.left - 1)
    .filter(({ box }) => box.bottom - label.box.bottom < CELL_HEIGHT)
    .toSorted((a, b) => a.box.bottom - b.box.bottom || a.box.left - b.box.left)[0];
}
