import { describe, expect, test } from 'vitest';
import type { Page, Word } from '#domain/documents/pages.ts';
import { classifyPage } from './classify.ts';
import { splitDocuments } from './split.ts';

/** A page of lines in a monospaced font. Two or more spaces separate the cells of a line. */
function pageOf(number: number, lines: readonly string[]): Page {
  const words = lines.flatMap((line, row) =>
    [...line.matchAll(/\S+/g)].map((match): Word => {
      const [left, bottom] = [50 + match.index * 6, 60 + row * 14];
      const box = { left, top: bottom - 10, right: left + match[0].length * 6, bottom };
      return { text: match[0], box, size: 10, font: '', confidence: 1 };
    }),
  );
  return { number, width: 612, height: 792, words, rulings: [], form_fields: [] };
}

const STUB = ['Quill Harbor LLC', 'Pay Date: 01/09/2026', 'Earnings   Hours   Current   YTD', 'Net Pay    900.00'];
const W2 = [
  'Form W-2 Wage and Tax Statement 2025',
  '1 Wages, tips, other compensation',
  '3 Social security wages',
  '9.50',
];
const STATEMENT = [
  'Tern Bank',
  'Statement Period 01/01/2026 to 01/31/2026',
  'Beginning Balance    10.00',
  'Deposits and other credits',
  'Date     Description     Amount     Balance',
  'Ending Balance   20.00',
];
const LETTER = ['Quill Harbor LLC', 'To whom it may concern', 'Her gross earnings year to date are 9,000.00 dollars.'];
const spansOf = (...pages: string[][]) =>
  splitDocuments(pages.map((lines, at) => pageOf(at + 1, lines))).map(({ document_type, subtype, pages: own }) => [
    subtype ?? document_type,
    ...own.map(({ number }) => number),
  ]);

describe('classifyPage', () => {
  test('returns the type of the page, with the phrases that are the evidence for it', () => {
    const [found] = classifyPage(pageOf(1, W2));
    expect(found).toMatchObject({ document_type: 'W2', subtype: null });
    expect(found?.evidence.map(({ phrase }) => phrase)).toEqual([
      'wages tips other compensation',
      'social security wages',
      'wage and tax statement',
    ]);
  });

  test('returns OTHER for a page without words, and for a page with only a few terms of a pay stub', () => {
    expect(classifyPage(pageOf(1, []))[0]?.document_type).toBe('OTHER');
    expect(classifyPage(pageOf(1, ['Net pay', 'Gross']))[0]?.document_type).toBe('OTHER');
  });

  test('returns OTHER for a letter about pay', () => {
    expect(classifyPage(pageOf(1, [...LETTER, 'Pay period: biweekly', 'Net pay 900.00']))[0]?.document_type).toBe(
      'OTHER',
    );
  });

  test('finds a label that is broken into two lines', () => {
    const page = pageOf(1, ['Form W-2', '1 Wages, tips,', 'other compensation', '5 Medicare wages', '1,000.00']);
    expect(classifyPage(page)[0]?.evidence.map(({ phrase }) => phrase)).toContain('wages tips other compensation');
  });

  test('returns each 1099 of a composite statement', () => {
    const page = pageOf(1, [
      '1099-DIV Dividends',
      '1a Total ordinary dividends   10.00',
      '1099-INT Interest',
      '1 Interest income   5.00',
      'Form 1099-B is on another page',
    ]);
    expect(
      classifyPage(page)
        .map(({ subtype }) => subtype)
        .toSorted(),
    ).toEqual(['F1099_DIV', 'F1099_INT']);
  });

  test('returns W2C only for a corrected W-2, not for an ordinary W-2 that mentions the W-2c', () => {
    const notice = 'Ask your employer for Form W-2c, Corrected Wage and Tax Statement';
    expect(classifyPage(pageOf(1, [...W2, notice]))[0]?.subtype).toBeNull();
    expect(classifyPage(pageOf(1, [...W2, notice, 'Previously reported']))[0]?.subtype).toBe('W2C');
  });
});

describe('splitDocuments', () => {
  test('starts a new document where the type changes', () => {
    expect(spansOf(STUB, W2, STATEMENT)).toEqual([
      ['PAYSTUB', 1],
      ['W2', 2],
      ['BANK_STATEMENT', 3],
    ]);
  });

  test('separates two pay stubs, but joins a second page that has no net pay and no date', () => {
    expect(spansOf(STUB, STUB)).toHaveLength(2);
    expect(spansOf(STUB, ['Earnings   Hours   Current   YTD', 'Gross Earnings 5.00', 'Deductions'])).toEqual([
      ['PAYSTUB', 1, 2],
    ]);
  });

  test('joins pages with consecutive page numbers, even if the type of the second page is not recognised', () => {
    expect(spansOf([...STATEMENT, 'Page 1 of 2'], ['Important information', 'Page 2 of 2'])).toEqual([
      ['BANK_STATEMENT', 1, 2],
    ]);
    expect(spansOf([...STATEMENT, 'Page 1 of 2'], ['Important information', 'Page 2 of 3'])).toHaveLength(2);
  });

  test('starts a new document at a page with the number 1, even if its type is the same', () => {
    expect(spansOf([...STATEMENT, 'Page 1 of 1'], [...STATEMENT, 'Page 1 of 1'])).toHaveLength(2);
  });

  test('joins a page that repeats the head of the table or the letterhead', () => {
    expect(spansOf(STATEMENT, ['Date Description Amount Balance', '01/31  Coffee  1.00  19.00'])).toHaveLength(1);
    expect(spansOf(STATEMENT, ['Tern Bank', 'Checks cleared'])).toHaveLength(1);
    expect(spansOf(STATEMENT, ['Lark Gas', 'Amount due'])).toHaveLength(2);
  });

  test('does not join a letter with the same letterhead', () => {
    expect(spansOf(STUB, LETTER)).toEqual([
      ['PAYSTUB', 1],
      ['OTHER', 2],
    ]);
  });

  test('joins the instructions of a form to the form', () => {
    expect(spansOf(W2, ['Instructions for Employee', 'Box 1. Enter this amount on your return.'])).toEqual([
      ['W2', 1, 2],
    ]);
  });

  test('joins unknown pages to one document, up to a letter or a page with the number 1', () => {
    expect(spansOf(['A lease'], ['of a flat'], ['Page 1'], ['Dear neighbor', 'hello'])).toEqual([
      ['OTHER', 1, 2],
      ['OTHER', 3],
      ['OTHER', 4],
    ]);
  });

  test('returns nothing for a file without pages', () => {
    expect(splitDocuments([])).toEqual([]);
  });
});
