import { describe, expect, test } from 'vitest';
import type { Page, Word } from '#domain/documents/pages.ts';
import { printedPage } from '#test/printed-page.ts';
import { readPrinted as read } from '#test/printed-stub.ts';
import { readPayStub } from './pay-stub.ts';

describe('readPayStub for tables', () => {
  test('separates tables that are side by side, and reads the headings above their headers', () => {
    const { fields, tables } = read(`
Employee Earnings
Description            Rate        Hours        Current       Year-To-Date
Regular Hours        $40.00        80.00      $3,200.00         $16,000.00
Paid Time Off        $40.00         0.00          $0.00            $320.00

Employee Taxes Withheld                                  Employer Tax
Employee Tax               Current    Year-To-Date       Company Tax                Current   Year-To-Date
Federal Income Tax         $301.22       $1,506.10       Social Security            $198.40        $992.00
Medicare                    $46.40         $232.00       FUTA                         $0.00         $42.00
Colorado Income Tax        $120.00         $600.00

Employee Deductions                                      Employer Contributions
Description    Type        Current    Year-To-Date       Description    Type        Current   Year-To-Date
Medical Ins    Pre-Tax      $50.00         $250.00       Medical Ins    Pre-Tax     $150.00        $750.00

Summary
Description                           Current    Year To Date
Gross Earnings                      $3,200.00      $16,320.00
Taxes                                 $467.62       $2,338.10
Net Pay                             $2,682.38      $13,731.90`);
    expect(tables).toEqual({
      earnings: ['Regular Hours | 80.00 | 40.00 | 3200.00 | 16000.00', 'Paid Time Off | 0.00 | 40.00 | 0.00 | 320.00'],
      taxes: [
        'Federal Income Tax | 301.22 | 1506.10',
        'Medicare | 46.40 | 232.00',
        'Colorado Income Tax | 120.00 | 600.00',
      ],
      deductions: ['Medical Ins | 50.00 | 250.00'],
      employer_contributions: [
        'Social Security | 198.40 | 992.00',
        'FUTA | 0.00 | 42.00',
        'Medical Ins | 150.00 | 750.00',
      ],
    });
    expect(fields).toEqual({
      gross_pay: '3200.00',
      gross_pay_ytd: '16320.00',
      total_taxes: '467.62',
      total_taxes_ytd: '2338.10',
      net_pay: '2682.38',
      net_pay_ytd: '13731.90',
    });
  });

  test('reads column names in two lines, and moves taxes out of a table of deductions', () => {
    const { tables } = read(`
                         This      Year to                                This     Year to
Earnings       Hours    Period      Date          Deductions             Period     Date
REG            40.00    800.00   4,000.00         FED TAX                 61.00    305.00
                                                  FICA                    72.68    317.50
                                                  UNION DUES              12.00     60.00`);
    expect(tables).toEqual({
      earnings: ['REG | 40.00 | 800.00 | 4000.00'],
      taxes: ['FED TAX | 61.00 | 305.00', 'FICA | 72.68 | 317.50'],
      deductions: ['UNION DUES | 12.00 | 60.00'],
    });
  });

  test('reads repeated columns of hours and amounts as the year to date', () => {
    const { tables } = read(`
                              Current                     YTD
Description          Rate      Hours    Earnings      Hours    Earnings      Description            Current         YTD
Regular         30.000000      80.00    2,400.00     160.00    4,800.00      Fed Withholdng          210.00      420.00
Vacation                                    0.00       8.00      240.00      Fed MED/EE               34.80       73.08
TOTAL:                         80.00    2,400.00     168.00    5,040.00      TOTAL:                  244.80      493.08`);
    expect(tables['earnings']).toEqual(['Regular | 80.00 | 30.00 | 2400.00 | 4800.00', 'Vacation | 0.00 | 240.00']);
    expect(tables['taxes']).toEqual(['Fed Withholdng | 210.00 | 420.00', 'Fed MED/EE | 34.80 | 73.08']);
  });

  test('changes the section at a heading inside a table', () => {
    const { fields, tables } = read(`
                                     Hours      Rate     This pay    Year to date
Gross pay
  Hourly                             76.50     18.00     1,377.00       12,393.00
  Total gross pay                                        1,377.00       12,393.00
Taxes
  Federal income tax                                       (98.00)        (882.00)
  Total taxes                                              (98.00)        (882.00)
Other deductions
  Medical plan                                             (40.00)        (360.00)
Net pay                                                  1,239.00       11,151.00
  Checking xxxx9876                                      1,239.00`);
    expect(tables).toEqual({
      earnings: ['Hourly | 76.50 | 18.00 | 1377.00 | 12393.00'],
      taxes: ['Federal income tax | 98.00 | 882.00'],
      deductions: ['Medical plan | 40.00 | 360.00'],
      distributions: ['Checking | 9876 | 1239.00'],
    });
    expect(fields).toMatchObject({ gross_pay: '1377.00', total_taxes_ytd: '882.00', net_pay: '1239.00' });
  });

  test('reads the amounts of employee and employer from columns of one table', () => {
    const { tables } = read(`
Benefit              EE Current    EE YTD     ER Current    ER YTD
Medical                   80.00    560.00         240.00  1,680.00`);
    expect(tables).toEqual({
      deductions: ['Medical | 80.00 | 560.00'],
      employer_contributions: ['Medical | 240.00 | 1680.00'],
    });
  });

  test('reads a repeated table only once, but reads two equal rows of one table as two rows', () => {
    const table = `
Direct deposit        Account        Amount
Checking              ****1111       100.00
Checking              ****1111       100.00`;
    expect(read(`${table}\n\n\n${table}`).tables['distributions']).toHaveLength(2);
  });

  test.each([
    { blank: 1, rows: 2 },
    { blank: 2, rows: 1 },
  ])('readPayStub returns $rows rows if $blank blank lines separate two rows of a table', ({ blank, rows }) => {
    const gap = '\n'.repeat(blank);
    const { tables } = read(
      `Deductions      Current      YTD\nDental           12.00    24.00\n${gap}Vision            3.00     6.00`,
    );
    expect(tables['deductions']).toHaveLength(rows);
  });

  test('does not read the balances of vacation or other leave', () => {
    expect(
      read('Leave Balances     Accrued     Used     Available\nVacation              4.00     0.00         31.80')
        .tables,
    ).toEqual({});
  });
});

describe('readPayStub for totals', () => {
  test('reads totals in columns, with rows for the period and the year', () => {
    const { fields, tables } = read(`
               Hours Worked     Gross Pay     Employee Taxes     Net Pay
Current              80.00      4,000.00             800.00    2,850.00
YTD                 320.00     16,000.00           3,200.00   11,400.00`);
    expect(fields).toEqual({
      gross_pay: '4000.00',
      gross_pay_ytd: '16000.00',
      total_taxes: '800.00',
      total_taxes_ytd: '3200.00',
      net_pay: '2850.00',
      net_pay_ytd: '11400.00',
    });
    expect(tables).toEqual({});
  });

  test.each([
    ['Net Pay: $1,234.56', { net_pay: '1234.56' }],
    ['NET PAY      1,234.56     12,345.67', { net_pay: '1234.56', net_pay_ytd: '12345.67' }],
    ['YTD Gross    9,000.00', { gross_pay_ytd: '9000.00' }],
    ['YTD: GROSS 5,144.00   NET 4,190.48', { gross_pay_ytd: '5144.00', net_pay_ytd: '4190.48' }],
    ['Take Home Pay\n $1,234.56', { net_pay: '1234.56' }],
    ['Net Paydown 1,234.56', {}],
    ['Gross pay     900.00\nTaxes         100.00', { gross_pay: '900.00', total_taxes: '100.00' }],
    ['Taxes         100.00', {}],
  ])('readPayStub reads the total %j as %o', (text, fields) => {
    expect(read(text).fields).toEqual(fields);
  });
});

describe('readPayStub for labelled values', () => {
  test.each([
    ['Pay Date: 01/31/2026', { pay_date: '2026-01-31' }],
    ['Check Date\n01/31/26', { pay_date: '2026-01-31' }],
    ['Pay Period: 01/01/2026 - 01/15/2026', { period_start: '2026-01-01', period_end: '2026-01-15' }],
    ['Period 1/1/2026-1/15/2026', { period_start: '2026-01-01', period_end: '2026-01-15' }],
    ['Pay period      Sep 1 - Sep 15, 2026', { period_start: '2026-09-01', period_end: '2026-09-15' }],
    ['Period Beg: 01/01/26    Period End: 01/15/26', { period_start: '2026-01-01', period_end: '2026-01-15' }],
    ['Employee #123     Check #: 456', { employee_id: '123', check_number: '456' }],
    ['1. Employee No.      2. Warrant No.\n77                   9912', { employee_id: '77', check_number: '9912' }],
    ['SSN: ###-##-1234', { employee_ssn: '###-##-1234' }],
    ['Federal ID: 12-3456789', { employer_ein: '12-3456789' }],
    ['Pay Date: soon', {}],
  ])('readPayStub reads the labelled value %j as %o', (text, fields) => {
    expect(read(text).fields).toEqual(fields);
  });
});

describe('readPayStub for employer and employee', () => {
  test('finds the names by their labels; the order of the names does not matter', () => {
    const { fields } = read(`
Payee                      Payer
Dana Wu                    Blue Heron Books
5 Quay St                  81 Harbor Ave
Erie, PA 16501             Erie, PA 16507`);
    expect(fields).toEqual({
      employee_name: 'Dana Wu',
      employee_address: '5 Quay St, Erie, PA 16501',
      employer_name: 'Blue Heron Books',
      employer_address: '81 Harbor Ave, Erie, PA 16507',
    });
  });

  test('reads the name of a company as the employer if there are no labels, or the name that is printed first if no name is a company', () => {
    const [person, company] = ['Dana Wu\n5 Quay St\nErie, PA 16501', 'Blue Heron LLC\n81 Harbor Ave\nErie, PA 16507'];
    expect(read(`${person}\n\n\n${company}`).fields).toMatchObject({
      employee_name: 'Dana Wu',
      employer_name: 'Blue Heron LLC',
    });
    const other = company.replace(' LLC', '');
    expect(read(`${other}\n\n\n${person}`).fields).toMatchObject({
      employee_name: 'Dana Wu',
      employer_name: 'Blue Heron',
    });
  });

  test('reads a name and its address in one line', () => {
    expect(read('Employee\nRafael J. Sample, 8 Iron Court, Oxbow, MA 02153').fields).toMatchObject({
      employee_name: 'Rafael J. Sample',
      employee_address: '8 Iron Court, Oxbow, MA 02153',
    });
    expect(read('Employee\nNoor Sample, PO Box 9635, Rivermead NY 10009').fields).toMatchObject({
      employee_name: 'Noor Sample',
      employee_address: 'PO Box 9635, Rivermead NY 10009',
    });
  });

  test('leaves the letters of a logo out of the address if they are before the street', () => {
    expect(read('   Blue Heron LLC\nBH 81 Harbor Ave\n   Erie, PA 16507').fields).toEqual({
      employer_name: 'Blue Heron LLC',
      employer_address: '81 Harbor Ave, Erie, PA 16507',
    });
  });
});

describe('readPayStub for damaged pages', () => {
  const word = (text: string, left: number, bottom: number, width = 20, size = 10): Word => ({
    text,
    box: { left, top: bottom - size, right: left + width, bottom },
    size,
    font: '',
    confidence: 0.5,
  });
  const pageWith = (words: Word[]): Page => ({
    number: 1,
    width: 612,
    height: 792,
    words,
    rulings: [],
    form_fields: [],
  });

  test('returns no fields for a document without pages or words', () => {
    expect(readPayStub([])).toEqual({ fields: {}, tables: {} });
    expect(readPayStub([pageWith([])])).toEqual({ fields: {}, tables: {} });
  });

  test('returns no tables for a single word, overlapping words and negative sizes', () => {
    for (const words of [
      [word('Amount', 0, 0)],
      Array.from({ length: 50 }, () => word('12.00', 10, 10)),
      [word('Current', 10, 10, -20, -10), word('YTD', 40, 10, -20, -10), word('5.00', 10, 20, -5, -10)],
    ])
      expect(readPayStub([pageWith(words)]).tables).toEqual({});
  });

  test('returns a confidence that is not higher than the confidence of the words of the field', () => {
    const page = printedPage('Pay Date: 01/31/2026');
    const words = page.words.map((one) => ({ ...one, confidence: 0.4 }));
    expect(readPayStub([{ ...page, words }]).fields['pay_date']?.confidence).toBe(0.4);
  });

  test('reads pages of 20,000 words to the end', () => {
    const texts = ['Current', 'YTD', 'Hours', '12.00', 'Employee:', 'Boston, MA 02110'];
    const words = Array.from({ length: 20_000 }, (_, index) =>
      word(texts[index % 6] ?? '', (index % 100) * 6, Math.floor(index / 100) * 4, 5, 4),
    );
    const on_one_line = words.map((one) => ({ ...one, box: { ...one.box, top: 0, bottom: 4 } }));
    expect(() => readPayStub([pageWith(words), pageWith(on_one_line)])).not.toThrow();
  });
});
