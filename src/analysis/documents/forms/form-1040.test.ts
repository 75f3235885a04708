import { describe, expect, test } from 'vitest';
import { inDecimals } from '#base/money.ts';
import type { Subtype } from '#domain/documents/read-documents.ts';
import { printedPage } from '#test/printed-page.ts';
import { readForm1040 } from './form-1040.ts';
import { linesOf1040 } from './form-1040-lines.ts';

function read(subtype: Subtype | null, ...texts: string[]) {
  const { fields } = readForm1040(
    subtype,
    texts.map((text, index) => printedPage(text, index + 1)),
  );
  return Object.fromEntries(Object.entries(fields).map(([name, { value }]) => [name, inDecimals(value)]));
}

describe('readForm1040', () => {
  const PAGE_1 = `
1040  U.S. Individual Income Tax Return   2024
For the year Jan. 1-Dec. 31, 2024, or other tax year beginning
Your first name and middle initial     Last name            Your social security number
Marie T                                Oduya                123 45 6789
If joint return, spouse's first name   Last name            Spouse's social security number
Ben                                    Oduya                987 65 4321
Filing Status       [ ] Single                     [ ] Head of household (HOH)
                    [X] Married filing jointly
                    [ ] Married filing separately  [ ] Qualifying surviving spouse (QSS)
1a   Total amount from Form(s) W-2, box 1 (see instructions)  . . . . . .   1a       52,340
z    Add lines 1a through 1h   . . . . . . . . . . . . . . .  . . . . . .   1z       52,340
2a   Tax-exempt interest .   2a      15     b Taxable interest . . . . .    2b            7
3a   Qualified dividends .   3a             b Ordinary dividends . . . .    3b
7    Capital gain or (loss). If not required, check here . .  . . . . . .   7       (1,200)
9    Add lines 1z, 2b, 3b, 4b, 5b, 6b, 7, and 8. This is your total income  9        51,147
10   Adjustments to income from Schedule 1, line 26  . . . .  . . . . . .   10
11   Subtract line 10 from line 9. This is your adjusted gross income . .   11       51,147`;
  const PAGE_2 = `
Form 1040 (2024)                                                             Page 2
24   Add lines 22 and 23. This is your total tax  . . . . . . . . . . . .   24          -0-
25a  Form(s) W-2  . . . . . . . . . . . . . . .   25a     6,120
25d  Add lines 25a through 25c   . . . . . . . . . . . . . . . . . . . . .   25d    6,120.00
34   If line 33 is more than line 24, subtract line 24 from line 33.   . .   34     6,120.`;

  test('reads the amount after each line number, and returns no field for an empty line', () => {
    expect(read(null, PAGE_1, PAGE_2)).toEqual({
      year: '2024',
      first_name: 'Marie T',
      last_name: 'Oduya',
      ssn: '123 45 6789',
      filing_status: 'married_joint',
      line_1a: '52340.00',
      line_1z: '52340.00',
      line_2b: '7.00',
      line_7: '-1200.00',
      line_9: '51147.00',
      line_11: '51147.00',
      line_24: '0.00',
      line_25a: '6120.00',
      line_25d: '6120.00',
      line_34: '6120.00',
    });
  });

  const years: [year: number, line: string, field: string][] = [
    [2018, '7', 'line_11'],
    [2019, '8b', 'line_11'],
    [2020, '11', 'line_11'],
    [2021, '12c', 'line_12'],
    [2022, '12', 'line_12'],
    [2024, '12', 'line_12'],
    [2025, '12e', 'line_12'],
    [2026, '11a', 'line_11'],
  ];
  test.each(years)(
    'on a Form 1040 of the year %i, readForm1040 reads the amount on line %s as the field %s',
    (year, line, field) => {
      const fields = read(
        null,
        `1040  U.S. Individual Income Tax Return   ${year}\n\nSome text . . . . .   ${line}    40,000`,
      );
      expect(fields).toEqual({ year: String(year), [field]: '40000.00' });
    },
  );

  test.each([
    [2018, '1:1a 2b:2b 3b:3b 4b:4b 5b:6b 6:9 7:11 8:12 10:15 11:16 15:24 16:25d 18:33 19:34 22:37'],
    [
      2019,
      '1:1a 2b:2b 3b:3b 4b:4b 4d:5b 5b:6b 6:7 7a:8 7b:9 8a:10 8b:11 9:12 11a:14 11b:15 12a:16 16:24 17:25d 19:33 20:34 23:37',
    ],
    [
      2025,
      '1a:1a 1z:1z 2b:2b 3b:3b 4b:4b 5b:5b 6b:6b 7a:7 8:8 9:9 10:10 11a:11 12e:12 14:14 15:15 16:16 24:24 25a:25a 25d:25d 33:33 34:34 37:37',
    ],
  ])('linesOf1040 returns every line of the Form 1040 of the year %i with its field', (year, lines) => {
    const expected = lines.split(' ').map((pair) => pair.split(':'));
    const wanted = expected.map(([line, field]) => [line, `line_${field}`]);
    expect([...linesOf1040(null, year)].toSorted()).toEqual(wanted.toSorted());
  });

  test('reads a statement that prints line number, text and amount in one row', () => {
    const fields = read(
      null,
      '2024 Tax Return Summary Form 1040\n\n2a Tax-exempt interest    150   b Taxable interest     310\nLine 9  Total income   51,147\n11  Adjusted gross income   51,147',
    );
    expect(fields).toEqual({ year: '2024', line_2b: '310.00', line_9: '51147.00', line_11: '51147.00' });
  });

  test('does not read the digits of a Social Security number as line numbers if they are in separate cells', () => {
    expect(read(null, '1 2 3 4 5 6 7 8 9   Son')['line_7']).toBeUndefined();
  });
});

describe('readForm1040 for a schedule', () => {
  test('reads the lines of Schedule C in two columns', () => {
    const text = `
SCHEDULE C   Profit or Loss From Business   2024
Name of proprietor                         Social security number (SSN)
Marie T Oduya                              123-45-6789
1   Gross receipts or sales. See instructions for line 1   . . . . . . . .   1    85,000
12  Depletion   . .  12                     22   Supplies . . . . . . .   22     410
13  Depreciation     13      1,200          23   Taxes and licenses . .   23
31  Net profit or (loss). Subtract line 30 from line 29.   . . . . . . . .   31   83,390`;
    expect(read('SCHEDULE_C', text)).toEqual({
      name: 'Marie T Oduya',
      line_1: '85000.00',
      line_13: '1200.00',
      line_31: '83390.00',
    });
  });

  test('reads only property A of Schedule E', () => {
    const text = `
Name(s) shown on return                    Your social security number
Marie T & Ben Oduya                        123-45-6789
Income:                        Properties:      A              B              C
3  Rents received . . . . . . . . .   3      18,000         9,000
20 Total expenses. Add lines 5 through 19   20                     4,000
26 Total rental real estate and royalty income or (loss)                       26     (2,000)`;
    expect(read('SCHEDULE_E', text)).toEqual({ name: 'Marie T & Ben Oduya', line_3: '18000.00', line_26: '-2000.00' });
  });
});

describe('readForm1040 for damaged input', () => {
  test('returns no fields for a file without pages and for prose', () => {
    expect(readForm1040(null, [])).toEqual({ fields: {}, tables: {} });
    expect(read(null, 'Enter the amount from line 9 on line 11.')).toEqual({});
    expect(read(null, '9')).toEqual({});
  });
});
