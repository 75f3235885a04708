import { describe, expect, test } from 'vitest';
import { linesOf } from '#analysis/documents/geometry/lines.ts';
import { printedPage } from '#test/printed-page.ts';
import { entriesOf } from './row-phrases.ts';

/**
 * Returns the entries of one line: the texts before the numbers, and the numbers with the types that follow from the
 * words.
 */
const read = (text: string) =>
  linesOf(printedPage(text).words).flatMap((line) =>
    entriesOf(line).map(({ texts, numbers, prose }) =>
      [
        texts.map((one) => one.text).join(' + '),
        ...numbers.map(({ word, said }) => (said === undefined ? word.text : `${said} ${word.text}`)),
        ...(prose ? ['prose'] : []),
      ].join(' | '),
    ),
  );

describe('entriesOf', () => {
  test.each([
    ['Federal tax    $80.00', ['Federal tax | $80.00']],
    ['Federal tax    $80.00    $800.00', ['Federal tax | $80.00 | $800.00']],
    ['Regular   80.00 hrs @ $25.00    $2,000.00', ['Regular | hours 80.00 | rate $25.00 | $2,000.00']],
    ['80.00 x 27.50', [' | hours 80.00 | rate 27.50']],
    ['76 hours at $12.16/hr', [' | hours 76 | rate $12.16/hr']],
    ['Medicare   20.00   YTD 200.00', ['Medicare | 20.00 | ytd 200.00']],
    ['$4,613.98 YTD', [' | ytd $4,613.98']],
    ['Holiday pay (8.00 hours at 25.34)', ['Holiday pay | hours 8.00 | rate 25.34']],
    ['Salary   900.00        Dental   12.00', ['Salary | 900.00', 'Dental | 12.00']],
    ['Medical    Pre-tax    50.00', ['Medical + Pre-tax | 50.00']],
    ['Noor earned $900.00 before taxes in May', ['Noor earned | $900.00 | prose']],
    ['12 Oak Street', ['12 Oak Street']],
    ['Year to date            $900.00', [' | ytd $900.00']],
    ['Hours   38.50        Rate   21.40', [' | hours 38.50 | rate 21.40']],
    ['Gross pay    900.00        YTD    9,000.00', ['Gross pay | 900.00 | ytd 9,000.00']],
    ['Hourly    900.00', ['Hourly | 900.00']],
    ['RG  H: 38.50  R: 21.40', ['RG | hours 38.50 | rate 21.40']],
    ['CUR: 823.90  YTD: 8,239.00', [' | current 823.90 | ytd 8,239.00']],
  ])('entriesOf reads the row %j as the entries %j', (text, entries) => {
    expect(read(text)).toEqual(entries);
  });
});
