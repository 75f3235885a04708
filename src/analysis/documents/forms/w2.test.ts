import { describe, expect, test } from 'vitest';
import { inDecimals } from '#base/money.ts';
import type { Page, Ruling, Word } from '#domain/documents/pages.ts';
import type { Fields } from '#domain/documents/read-documents.ts';
import { printedPage } from '#test/printed-page.ts';
import { readW2 } from './w2.ts';

const valuesOf = (fields: Fields) =>
  Object.fromEntries(Object.entries(fields).map(([name, { value }]) => [name, inDecimals(value)]));

function read(...pages: Page[]) {
  const { fields, tables } = readW2(pages);
  const rows = Object.entries(tables).map(([name, table]) => [name, table.map(valuesOf)]);
  return { fields: valuesOf(fields), tables: Object.fromEntries(rows) };
}

const FORM = `
a Employee's social security number
  123-45-6789
b Employer identification number (EIN)        1 Wages, tips, other compensation    2 Federal income tax withheld
  12-3456789                                    52,340.18                            6,120.00
c Employer's name, address, and ZIP code      3 Social security wages              4 Social security tax withheld
  Heron Mills Inc                               55,340.18                            3,431.09
  40 Quay Street                              5 Medicare wages and tips            6 Medicare tax withheld
  Larkin, OH 43001                              55,340.18                            802.43
d Control number                              7 Social security tips               8 Allocated tips
  00812 A4
e Employee's first name and initial  Last name  Suff.   11 Nonqualified plans      12a See instructions for box 12
  Marie T                            Oduya      Jr                                   D 3,000.00
  9 Elm Road Apt 4                                      14 Other                   12b
  Larkin, OH 43002                                        UNION 210.00               DD 8,410.55
                                                          SDI 31.20
f Employee's address and ZIP code
15 State  Employer's state ID no.  16 State wages  17 State income tax  18 Local wages  19 Local income tax  20 Locality
   OH     51-200-7                    52,340.18       1,204.11             52,340.18       523.40               LARKIN
   PA     8841 2230                   1,000.00        30.70

Form W-2 Wage and Tax Statement   2023`;

describe('readW2 for the official arrangement without drawn lines', () => {
  const { fields, tables } = read(printedPage(FORM));

  test('reads boxes, names and addresses by the positions of their labels', () => {
    expect(fields).toEqual({
      year: '2023',
      employee_ssn: '123-45-6789',
      employer_ein: '12-3456789',
      employer_name: 'Heron Mills Inc',
      employer_address: '40 Quay Street, Larkin, OH 43001',
      control_number: '00812 A4',
      employee_name: 'Marie T Oduya Jr',
      employee_address: '9 Elm Road Apt 4, Larkin, OH 43002',
      wages: '52340.18',
      federal_tax: '6120.00',
      social_security_wages: '55340.18',
      social_security_tax: '3431.09',
      medicare_wages: '55340.18',
      medicare_tax: '802.43',
      other: 'UNION 210.00, SDI 31.20',
    });
  });

  test('returns one row for each code of box 12, and one row for each state of boxes 15 to 20', () => {
    expect(tables).toEqual({
      box_12: [
        { code: 'D', amount: '3000.00' },
        { code: 'DD', amount: '8410.55' },
      ],
      states: [
        {
          state: 'OH',
          state_id: '51-200-7',
          state_wages: '52340.18',
          state_tax: '1204.11',
          local_wages: '52340.18',
          local_tax: '523.40',
          locality: 'LARKIN',
        },
        { state: 'PA', state_id: '8841 2230', state_wages: '1000.00', state_tax: '30.70' },
      ],
    });
  });
});

describe('readW2 for the scan of a form', () => {
  /** The form with the misspellings that OCR produces in small print. */
  const MISREAD = FORM.replaceAll('withheld', 'wihheld')
    .replaceAll('tips', 'ips')
    .replaceAll('Medicare', 'Wedicare')
    .replace('Social security wages', 'Socal securty wages')
    .replace('D 3,000.00', 'Dd 3,000.00')
    .replace('OH     51-200-7', 'oh     51-200-7');
  const scanned = (page: Page): Page => ({
    ...page,
    words: page.words.map((word) => ({ ...word, confidence: 0.7 })),
  });

  test('returns the same fields as for the printed form, although OCR misspelt the labels', () => {
    expect(read(scanned(printedPage(MISREAD)))).toEqual(read(printedPage(FORM)));
  });

  test('corrects misspelt labels only if OCR was not sure of them', () => {
    expect(read(printedPage(MISREAD)).fields['medicare_wages']).toBeUndefined();
  });
});

describe('readW2 for several copies of a form', () => {
  const QUARTER = (wages: string) => `1 Wages, tips, other comp.   2 Federal income tax withheld
  ${wages}                    6,120.00
3 Social security wages      4 Social security tax withheld
  55,340.18                    3,431.09
a Employee's SSA number      12a
  123-45-6789                  D | 3,000.00`;
  const beside = (left: string, right: string) =>
    left
      .split('\n')
      .map((line, index) => `${line.padEnd(62)}${right.split('\n')[index] ?? ''}`)
      .join('\n');

  test('returns one document for four copies on one page', () => {
    const row = beside(QUARTER('52,340.18'), QUARTER('52,340.18'));
    const { fields, tables } = read(printedPage(`${row}\n\n\n${row}`));
    expect(fields).toEqual({
      employee_ssn: '123-45-6789',
      wages: '52340.18',
      federal_tax: '6120.00',
      social_security_wages: '55340.18',
      social_security_tax: '3431.09',
    });
    expect(tables).toEqual({ box_12: [{ code: 'D', amount: '3000.00' }] });
  });

  test('returns the value that most copies have', () => {
    const row = beside(QUARTER('52,340.18'), QUARTER('52,340.18'));
    const damaged = beside(QUARTER('52,340.13'), QUARTER('52,340.18'));
    expect(read(printedPage(`${damaged}\n\n\n${row}`)).fields['wages']).toBe('52340.18');
  });

  test('prefers the value in a box to a value in the pay summary, even if a heading in the summary has the same words as the label of the box', () => {
    const summary = `Your gross pay was adjusted as follows
             Wages, Tips, other Compensation
Gross Pay         60,000.00
Reported          52,340.18


`;
    const row = beside(QUARTER('52,340.18'), QUARTER('52,340.18'));
    expect(read(printedPage(`${beside(summary, QUARTER('52,340.18'))}\n\n${row}`)).fields['wages']).toBe('52340.18');
  });
});

describe('readW2 for statements that list the boxes in rows', () => {
  test('reads the box number, the label and the amount from one row', () => {
    const { fields, tables } = read(
      printedPage(`
2022 W-2 Wage and Tax Statement

Employer's name, address, and ZIP code:          Employee's name, address, and ZIP code:
  Heron Mills Inc                                  Marie T Oduya
  PO Box 118                                       9 Elm Road
  Larkin OH 43001                                  Larkin OH 43002
Employer identification number (EIN): 12-3456789   Employee's social security number: XXX-XX-6789

Box      Description                                   Amount
1        Wages, tips, other compensation .......... $52,340.18
2        Federal income tax withheld .............. $6,120.00
5        Medicare wages and tips .................. $55,340.18
12a      Code D ................................... $3,000.00
12b      Code DD .................................. $8,410.55
13       Retirement plan ................................... X
14       Other ..............................   UNION 210.00
14       Other ..............................   SDI 31.20`),
    );
    expect(fields).toEqual({
      year: '2022',
      employer_name: 'Heron Mills Inc',
      employer_address: 'PO Box 118, Larkin OH 43001',
      employee_name: 'Marie T Oduya',
      employee_address: '9 Elm Road, Larkin OH 43002',
      employer_ein: '12-3456789',
      employee_ssn: 'XXX-XX-6789',
      wages: '52340.18',
      federal_tax: '6120.00',
      medicare_wages: '55340.18',
      retirement_plan: true,
      other: 'UNION 210.00, SDI 31.20',
    });
    expect(tables['box_12']).toEqual([
      { code: 'D', amount: '3000.00' },
      { code: 'DD', amount: '8410.55' },
    ]);
  });

  test('reads two boxes in one row, with the box numbers after the labels', () => {
    const { fields } = read(
      printedPage(`
Wages, tips, other compensation (Box 1):  52,340.18     Federal income tax withheld (Box 2):  6,120.00
Social security wages (Box 3):            55,340.18     Social security tax withheld (Box 4): 3,431.09`),
    );
    expect(fields).toEqual({
      wages: '52340.18',
      federal_tax: '6120.00',
      social_security_wages: '55340.18',
      social_security_tax: '3431.09',
    });
  });

  test('if a label stands before each value, reads the US states in the order of the page', () => {
    const { tables } = read(
      printedPage(`
15 State:                       OH
Employer's state ID number:     51-200-7
16 State wages, tips, etc.:     52,340.18
17 State income tax:            1,204.11
15 State:                       PA
Employer's state ID number:     8841
16 State wages, tips, etc.:     1,000.00
17 State income tax:            30.70`),
    );
    expect(tables['states']).toEqual([
      { state: 'OH', state_id: '51-200-7', state_wages: '52340.18', state_tax: '1204.11' },
      { state: 'PA', state_id: '8841', state_wages: '1000.00', state_tax: '30.70' },
    ]);
  });

  test('reads a letterhead and the address in the envelope window, and gives them a low confidence', () => {
    const page = printedPage(`
Heron Mills Inc
40 Quay Street
Larkin, OH 43001

     Marie Oduya
     9 Elm Road
     Larkin, OH 43002

Box 1  Wages, tips, other compensation    52,340.18`);
    const { fields } = readW2([page]);
    expect(valuesOf(fields)).toEqual({
      employer_name: 'Heron Mills Inc',
      employer_address: '40 Quay Street, Larkin, OH 43001',
      employee_name: 'Marie Oduya',
      employee_address: '9 Elm Road, Larkin, OH 43002',
      wages: '52340.18',
    });
    expect(fields['employer_name']?.confidence).toBe(0.6);
  });
});

describe('readW2 for the check boxes of box 13', () => {
  const cases: [title: string, text: string, checked: string[]][] = [
    [
      'marks that stand below the labels',
      'Statutory employee   Retirement plan   Third-party sick pay\n                          X',
      ['retirement_plan'],
    ],
    [
      'marks in brackets that stand before the labels',
      '[ ] Statutory employee   [X] Retirement plan   [ ] Third-party sick pay',
      ['retirement_plan'],
    ],
    [
      'check box characters that stand before the labels',
      '☒ Statutory employee   ☐ Retirement plan   ☒ Third-party sick pay',
      ['statutory_employee', 'third_party_sick_pay'],
    ],
    ['labels without marks', 'Statutory employee   Retirement plan   Third-party sick pay', []],
    [
      'an X that is far away from the labels',
      'Statutory employee   Retirement plan   Third-party sick pay\n\n\n\n\n  X',
      [],
    ],
  ];
  test.each(cases)('readW2 returns the checked boxes of box 13 for %s', (_, text, checked) => {
    expect(Object.keys(read(printedPage(text)).fields).toSorted()).toEqual(checked.toSorted());
  });
});

describe('readW2 for a form with drawn lines', () => {
  test('assigns a value to the label of its cell, even if another label is nearer', () => {
    const page = printedPage(`
1 Wages, tips, other compensation        2 Federal income tax withheld

                            52,340.18                          6,120.00`);
    const rulings: Ruling[] = [30, 240, 420].map((at) => ({ direction: 'vertical', at, from: 30, to: 100 }));
    expect(read({ ...page, rulings }).fields).toEqual({ wages: '52340.18', federal_tax: '6120.00' });
  });
});

describe('readW2 for a corrected form', () => {
  test('returns the amounts of a W-2c below `Correct information`, and not those below `Previously reported`', () => {
    const { fields } = read(
      printedPage(`
c Tax year/Form corrected       d Employee's correct SSN
  2023 / W-2                      123-45-6789
Previously reported                  Correct information
1 Wages, tips, other compensation    1 Wages, tips, other compensation
  50,000.00                            52,340.18
3 Social security wages              3 Social security wages`),
    );
    expect(fields).toEqual({ year: '2023', employee_ssn: '123-45-6789', wages: '52340.18' });
  });
});

describe('readW2 for damaged input', () => {
  const word = (text: string, left: number, bottom: number, size = 8): Word => ({
    text,
    box: { left, top: bottom - size, right: left + 20, bottom },
    size,
    font: '',
    confidence: 0.5,
  });
  const pageOf = (words: Word[]): Page => ({ number: 1, width: 612, height: 792, words, rulings: [], form_fields: [] });

  test('returns no fields for a file without pages, a page without words, and single words', () => {
    expect(readW2([])).toEqual({ fields: {}, tables: {} });
    expect(readW2([pageOf([])])).toEqual({ fields: {}, tables: {} });
    expect(readW2([pageOf([word('Wages', 10, 10)])])).toEqual({ fields: {}, tables: {} });
  });

  test('ignores words without a valid size and position', () => {
    const broken = { ...word('1,234.56', 10, 20), box: { left: Number.NaN, top: 0, right: 5, bottom: 3 } };
    const negative = { ...word('9,999.99', 10, 20), box: { left: 30, top: 20, right: 10, bottom: 12 } };
    expect(readW2([pageOf([word('Wages', 10, 10), broken, negative])])).toEqual({ fields: {}, tables: {} });
  });

  test('returns the confidence of the least certain word', () => {
    const words = [word('Wages,', 10, 10), word('tips', 32, 10), word('1,234.56', 10, 22)];
    expect(readW2([pageOf(words)]).fields['wages']).toMatchObject({
      value: 123_456n,
      confidence: 0.5,
      method: 'label',
    });
  });

  test('reads ten thousand words at one position in bounded time', () => {
    const words = Array.from({ length: 10_000 }, () => word('State', 10, 10));
    expect(readW2([pageOf(words)]).fields).toEqual({});
  });
});

describe('readW2 for scans', () => {
  const scannedForm = (text: string): Page => {
    const page = printedPage(text);
    return { ...page, words: page.words.map((word) => ({ ...word, confidence: 0.8 })) };
  };

  test('restores an initial, a code of box 12 and a masked Social Security number that OCR misread', () => {
    const text = FORM.replace('123-45-6789', '+e.++.8873').replace('Marie T ', 'MarieT  ').replace('DD 8', 'oD 8');
    const { fields, tables } = read(scannedForm(text));
    expect(fields).toMatchObject({ employee_ssn: '***-**-8873', employee_name: 'Marie T Oduya Jr' });
    expect(tables['box_12']).toEqual([
      { code: 'D', amount: '3000.00' },
      { code: 'DD', amount: '8410.55' },
    ]);
  });

  test('treats the misspelt end of a label as part of the label', () => {
    const text = FORM.replace('and ZIP code      3', 'and zlp codc      3');
    expect(read(scannedForm(text)).fields['employer_name']).toBe('Heron Mills Inc');
  });

  test('does not include the letter of a box or the rest of a label in a name', () => {
    const text = FORM.replace('  Heron Mills Inc', '¢ Heron Mills Inc').replace(
      'and ZIP code      3',
      'and IF code      3',
    );
    expect(read(scannedForm(text)).fields['employer_name']).toBe('Heron Mills Inc');
  });
});
