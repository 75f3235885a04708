import { describe, expect, test } from 'vitest';
import type { Page, Word } from '#domain/documents/pages.ts';
import { classifyPage } from './classify.ts';
import { splitDocuments } from './split.ts';

/** Returns a page of lines in a monospaced font. Two or more spaces separate the cells of a line. */
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
  test('returns the type of the page with the phrases that prove it', () => {
    const [found] = classifyPage(pageOf(1, W2));
    expect(found).toMatchObject({ document_type: 'W2', subtype: null });
    expect(found?.evidence.map(({ phrase }) => phrase)).toEqual([
      'wages tips other compensation',
      'social security wages',
      'wage and tax statement',
    ]);
  });

  test('returns OTHER for a page without words, and for a page that names only a few figures of a pay stub', () => {
    expect(classifyPage(pageOf(1, []))[0]?.document_type).toBe('OTHER');
    expect(classifyPage(pageOf(1, ['Net pay', 'Gross']))[0]?.document_type).toBe('OTHER');
  });

  test('returns OTHER for a letter about pay', () => {
    expect(classifyPage(pageOf(1, [...LETTER, 'Pay period: biweekly', 'Net pay 900.00']))[0]?.document_type).toBe(
      'OTHER',
    );
  });

  test('finds a label that is printed in two lines', () => {
    const page = pageOf(1, ['Form W-2', '1 Wages, tips,', 'other compensation', '5 Medicare wages', '1,000.00']);
    expect(classifyPage(page)[0]?.evidence.map(({ phrase }) => phrase)).toContain('wages tips other compensation');
  });

  test('returns each 1099 on a page of a composite statement', () => {
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

  test('classifies a W-2 as an ordinary W-2 even if it mentions the W-2c', () => {
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

  test('joins a second page that shows only amounts of the year; its heading `Year to date` is not treated as a date', () => {
    const year = ['Year to date', 'Gross pay    9,000.00', 'Federal tax    600.00', 'Net Pay    8,000.00'];
    expect(spansOf(STUB, year)).toEqual([['PAYSTUB', 1, 2]]);
  });

  test('joins pages with consecutive page numbers, even if the second page does not show its type', () => {
    expect(spansOf([...STATEMENT, 'Page 1 of 2'], ['Important information', 'Page 2 of 2'])).toEqual([
      ['BANK_STATEMENT', 1, 2],
    ]);
    expect(spansOf([...STATEMENT, 'Page 1 of 2'], ['Important information', 'Page 2 of 3'])).toHaveLength(2);
  });

  test('begins a document at a page with number 1, even if that page has the same type as the previous page', () => {
    expect(spansOf([...STATEMENT, 'Page 1 of 1'], [...STATEMENT, 'Page 1 of 1'])).toHaveLength(2);
  });

  test('does not read a reference to another page as the number of the page', () => {
    const first = [...STUB.map((line) => line.replace('01/09', '01/23')), 'See page 2 for deposits. Page 1 of 2'];
    expect(spansOf(STUB, first, ['Deposits', 'Page 2 of 2'])).toEqual([
      ['PAYSTUB', 1],
      ['PAYSTUB', 2, 3],
    ]);
    expect(spansOf(STUB, [...STUB, 'Continued on page 2'])).toHaveLength(2);
  });

  test('joins a page that repeats the table header or the letterhead', () => {
    expect(spansOf(STATEMENT, ['Date Description Amount Balance', '01/31  Coffee  1.00  19.00'])).toHaveLength(1);
    expect(spansOf(STATEMENT, ['Tern Bank', 'Checks cleared'])).toHaveLength(1);
    expect(spansOf(STATEMENT, ['Lark Gas', 'Amount due'])).toHaveLength(2);
  });

  describe('splitDocuments for a page without a header after a bank statement', () => {
    const LIST = ['01/20  Coffee  1.00', '01/21  Books  12.00', 'from a shop', '01/22  Fuel  30.00'];

    test('joins a page without a header to a bank statement if the page continues the list of transactions', () => {
      expect(spansOf(STATEMENT, LIST)).toHaveLength(1);
      expect(spansOf(STATEMENT, LIST.slice(0, 3))).toHaveLength(2);
      expect(spansOf(STATEMENT, ['Lark Gas', ...LIST])).toHaveLength(2);
      expect(spansOf(STUB, LIST)).toHaveLength(2);
    });

    test('joins a page of transactions if disclosures follow the last transaction, but not if they are between two transactions', () => {
      const texts = Array.from({ length: 9 }, () => 'about our rates');
      expect(spansOf(STATEMENT, [...LIST, ...texts])).toHaveLength(1);
      expect(spansOf(STATEMENT, [...LIST.slice(0, 3), ...texts, ...LIST.slice(3)])).toHaveLength(2);
    });

    test('joins a page of transactions only if most dates are at most seven days before or after the statement period', () => {
      const near = ['12/25/2025  Coffee  1.00', '02/07/2026  Books  12.00'];
      expect(spansOf(STATEMENT, [...near, '12/24/2025  Fuel  30.00'])).toHaveLength(1);
      expect(spansOf(STATEMENT, [near[0] ?? '', '12/24/2025  Fuel  30.00', '02/08  Rent  30.00'])).toHaveLength(2);
      const without_period = STATEMENT.filter((text) => !text.includes('Period'));
      expect(spansOf(without_period, LIST)).toHaveLength(2);
    });

    test.each([3, 4])('splitDocuments does not join an invoice of %i rows to the bank statement before it', (count) => {
      const rows = Array.from({ length: count }, (_, day) => `06/0${day + 1}/2026  Consulting services  400.00`);
      expect(spansOf(STATEMENT, rows)).toHaveLength(2);
      expect(spansOf(STATEMENT, [...rows, 'Total due  499.00'])).toHaveLength(2);
      expect(spansOf(STATEMENT, [...LIST, 'Total  43.00'])).toHaveLength(1);
      expect(spansOf(STATEMENT, [...LIST, ...LIST, 'Total due  43.00'])).toHaveLength(2);
    });
  });

  test('does not join a letter to a pay stub with the same letterhead', () => {
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

  test('joins pages of unknown type into one document; a letter or a page with number 1 begins a new document', () => {
    expect(spansOf(['A lease'], ['of a flat'], ['Page 1'], ['Dear neighbor', 'hello'])).toEqual([
      ['OTHER', 1, 2],
      ['OTHER', 3],
      ['OTHER', 4],
    ]);
  });

  test('separates pay stubs that label the pay date `Paid on` and the net pay `You were paid`', () => {
    const slip = ['Heron Diner', 'Paid on Mar 11, 2026', 'PAY   Hrs   Amount   YTD', 'You were paid   468.92'];
    expect(spansOf(STUB, slip, slip)).toEqual([
      ['PAYSTUB', 1],
      ['PAYSTUB', 2],
      ['PAYSTUB', 3],
    ]);
  });

  test('separates pages with different pay dates, even if the second page has no net pay', () => {
    const rest = ['Earnings   Hours   Current   YTD', 'Gross Earnings  5.00', 'Deductions'];
    expect(spansOf(STUB, [...rest, 'Pay Date: 01/09/2026'])).toEqual([['PAYSTUB', 1, 2]]);
    expect(spansOf(STUB, [...rest, 'Pay Date: 01/23/2026'])).toHaveLength(2);
  });

  test('separates statements with different periods, even if the closing balance is on a later page', () => {
    const open = STATEMENT.slice(0, -1);
    const february = open.map((line) => line.replace('01/01/2026 to 01/31/2026', '02/01/2026 to 02/28/2026'));
    expect(spansOf(STATEMENT, open)).toEqual([['BANK_STATEMENT', 1, 2]]);
    expect(spansOf(STATEMENT, february)).toHaveLength(2);
  });

  test('joins a page that repeats the date and has the net pay that the first page lacks', () => {
    const first = STUB.slice(0, -1);
    expect(spansOf([...first, 'Gross Pay  1,000.00'], STUB)).toEqual([['PAYSTUB', 1, 2]]);
    expect(
      spansOf([...first, 'Gross Pay  1,000.00'], [...STUB.slice(0, 1), 'Pay Date: 01/23/2026', ...STUB.slice(2)]),
    ).toHaveLength(2);
  });

  test('joins a blank page to a document that continues after the blank page; otherwise returns the blank page as a separate document', () => {
    const [one, two] = [
      [...STATEMENT, 'Page 1 of 2'],
      ['Important information', 'Page 2 of 2'],
    ];
    expect(spansOf(one, [], two)).toEqual([['BANK_STATEMENT', 1, 2, 3]]);
    expect(spansOf(one, ['This page intentionally left blank', '2'], two)).toEqual([['BANK_STATEMENT', 1, 2, 3]]);
    expect(spansOf(STUB, [], STUB, [], [])).toEqual([
      ['PAYSTUB', 1],
      ['OTHER', 2],
      ['PAYSTUB', 3],
      ['OTHER', 4, 5],
    ]);
  });

  test('joins a blank page after a document to the pages of unknown type that follow it', () => {
    expect(spansOf(STUB, [], ['A lease'], [], ['of a flat'])).toEqual([
      ['PAYSTUB', 1],
      ['OTHER', 2, 3, 4, 5],
    ]);
  });

  test('returns OTHER for a cover page that lists the enclosed documents', () => {
    const cover = [
      'FAX',
      'Pages: 12 including cover',
      'Enclosed:',
      'Pay stubs',
      'W-2 forms',
      'Bank statements, all pages',
    ];
    expect(spansOf(cover, STUB, cover, W2)).toEqual([
      ['OTHER', 1],
      ['PAYSTUB', 2],
      ['OTHER', 3],
      ['W2', 4],
    ]);
  });

  test('returns nothing for a file without pages', () => {
    expect(splitDocuments([])).toEqual([]);
  });
});
