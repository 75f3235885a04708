// Tests tables that are beside other tables or beside labels: where a table begins, and which columns belong to it.
import { describe, expect, test } from 'vitest';
import { printedPage } from '#test/printed-page.ts';
import { readPrinted as read, readStub } from '#test/printed-stub.ts';

describe('readPayStub for tables side by side', () => {
  test('returns no deductions for a table of sick leave and vacation that is below the heading `Benefits` and beside the label `Employee`', () => {
    const { fields, tables } = read(`
EMPLOYEE                                            BENEFITS                 Used     Available
Jo Elaine Venkata                                   Sick                     0.00        149.40
PO Box 2067                                         Vacation                 8.00         41.10
Wynford, FL 32850

PAY               Hours    Rate    Current       YTD     TAXES                   Current        YTD
Regular Pay       80.00   30.00   2,400.00   9,600.00     Federal Income Tax       180.00     720.00
Overtime Pay       4.00   45.00     180.00     180.00     Medicare                  37.41     141.81

DEDUCTIONS                         Current       YTD
Medical                              44.70     178.80`);
    expect(tables['deductions']).toEqual(['Medical | 44.70 | 178.80']);
    expect(fields['employee_name']).toBe('Jo Elaine Venkata');
  });

  test('returns no rows for a summary beside the deposits; if net pay is printed only in the column of the year, reads it as the net pay of the period', () => {
    const { fields, tables } = read(`
Earnings                                  Rate     Hours      Current    Year to Date
Regular Hours                            30.00     80.00     2,400.00        9,600.00

Employee Taxes         Current   Year to Date
Federal Income Tax      180.00         720.00
Medicare                 34.80         139.20

Direct Deposit                                  Summary                   Current    Year to Date
Checking   *3473                    2,195.20    Gross Earnings           2,400.00        9,600.00
                                                Taxes                      214.80          859.20
                                                Reimbursements              10.00           20.00

                                                Net Pay                                  2,195.20

Net Pay: 2,195.20`);
    expect(tables).toEqual({
      earnings: ['Regular Hours | 80.00 | 30.00 | 2400.00 | 9600.00'],
      taxes: ['Federal Income Tax | 180.00 | 720.00', 'Medicare | 34.80 | 139.20'],
      distributions: ['Checking | 3473 | 2195.20'],
    });
    expect(fields).toMatchObject({ gross_pay: '2400.00', gross_pay_ytd: '9600.00', net_pay: '2195.20' });
    expect(fields).not.toHaveProperty('net_pay_ytd');
  });

  test('ends a long description where the next column of texts begins', () => {
    const { tables } = read(`
Description            Dates                   Hours     Rate     Amount        YTD
Regular                12/15/2024-12/28/2024   80.00    30.00   2,400.00   9,600.00
Mobile Phone Allowance 12/15/2024-12/28/2024                       50.00     200.00`);
    expect(tables['earnings']).toEqual([
      'Regular | 80.00 | 30.00 | 2400.00 | 9600.00',
      'Mobile Phone Allowance | 50.00 | 200.00',
    ]);
  });

  test('keeps the word `acct` in the name of an account if all other words only name a payment', () => {
    const { tables } = read(`
GROSS PAY                     785.70
TAXES TOTAL                   160.60
NET PAY                      $625.10
DEP ACCT ****3299             442.04
CHECKING ACCT ****5806        183.06`);
    expect(tables['distributions']).toEqual(['DEP ACCT | 3299 | 442.04', 'CHECKING | 5806 | 183.06']);
  });
});

test('readPayStub reads a total in the column of the period as the total of the year if its label names the year', () => {
  const { fields } = read(`
GROSS EARNINGS     UNITS    RATE      AMOUNT
CONTRACT                            4,500.00
EXTRA DUTY          6.00   40.00      240.00
TOTAL GROSS                         4,740.00
YTD GROSS                          14,220.00`);
  expect(fields).toEqual({ gross_pay: '4740.00', gross_pay_ytd: '14220.00' });
});

test('readPayStub reads the check number in a line below net pay', () => {
  const { fields } = read(`
Description          Hours     Rate      Amount           YTD
Regular              80.00    30.00    2,400.00      9,600.00
Gross Pay                              2,400.00      9,600.00
Medicare                                  34.80        139.20
Net Pay                                2,365.20      9,460.80
Payment by check no. 87450`);
  expect(fields).toMatchObject({ net_pay: '2365.20', check_number: '87450' });
});

test('readPayStub reads a table with a column of account numbers as deposits', () => {
  const { tables } = read(`
Financial institution         Type        Account               Amount
BLUE SPRUCE BANK              CHKG        ending in 5972      2,177.68
OLD ORCHARD TRUST             SVGS        ending in 5588        100.00`);
  expect(tables).toEqual({
    distributions: ['BLUE SPRUCE BANK | 5972 | 2177.68', 'OLD ORCHARD TRUST | 5588 | 100.00'],
  });
});

test('readPayStub reads a deposit that is printed between a check amount of zero and the net pay', () => {
  const { fields, tables } = read(`
NET PAY ALLOCATIONS
DESCRIPTION        THIS PERIOD ($)
Check Amount                  0.00
Chkg 4411                 1,725.52
NET PAY                   1,725.52`);
  expect(fields['net_pay']).toBe('1725.52');
  expect(tables).toEqual({ distributions: ['Chkg | 4411 | 1725.52'] });
});

test('readPayStub reads the second year-to-date column as the employer’s share if the column before it has the employer’s current share', () => {
  const { tables } = read(`
                  EMPLOYEE                     EMPLOYER
BENEFITS          CURRENT         YTD          CURRENT          YTD
MEDICAL            120.00      720.00           400.00     2,400.00
401K                64.50      373.50            32.25       186.75`);
  expect(tables['employer_contributions']).toEqual(['MEDICAL | 400.00 | 2400.00', '401K | 32.25 | 186.75']);
});

test('readPayStub does not add the name of a person to the employer’s name above it', () => {
  const { fields } = read(`
Bean & Leaf Cafe
Jane Doe

Regular         64.25      18.00     1,156.50`);
  expect(fields).toMatchObject({ employer_name: 'Bean & Leaf Cafe', employee_name: 'Jane Doe' });
});

describe('readPayStub for headers of several columns of texts', () => {
  test('does not read a column of codes before the descriptions as descriptions', () => {
    const { tables } = read(`
WT      Wage Type Text            Units     Rate       Amount    Year-to-Date
1005    Base Hourly Pay           68.70    45.42     3,120.35       27,206.58
1015    Overtime 200%                                                  454.20
1105    Safety Shoe Allow.                              50.00          400.00
        Total Gross                                  3,170.35       28,060.78`);
    expect(tables['earnings']).toEqual([
      'Base Hourly Pay | 68.70 | 45.42 | 3120.35 | 27206.58',
      'Overtime 200% | 454.20',
      'Safety Shoe Allow. | 50.00 | 400.00',
    ]);
  });

  test('does not read the name of a column of answers, such as `Tax?`, as the heading of a table of taxes', () => {
    const { tables } = read(`
Deductions              Tax?            Current            YTD
Vision EE+1             Yes                8.86          17.72
Dental EE+1             No                 9.14          18.28`);
    expect(tables).toEqual({ deductions: ['Vision EE+1 | 8.86 | 17.72', 'Dental EE+1 | 9.14 | 18.28'] });
  });

  test('reads neither the hours of single weeks nor the base of a tax', () => {
    const { tables } = read(`
Wages              Hours week 1   Hours week 2   Total hours   Hourly rate   Wages this period   Wages this year
Straight time             31.50          32.28         63.78         20.74            1,322.80          1,322.80
Overtime                   1.50           2.25          3.75         31.11              116.66            116.66

Taxes              Taxable wages current   Taxable wages YTD   Current tax      YTD tax
Federal W/H                     1,439.46            1,439.46         90.00        90.00
Medicare                        1,439.46            1,439.46         20.87        20.87`);
    expect(tables).toEqual({
      earnings: ['Straight time | 63.78 | 20.74 | 1322.80 | 1322.80', 'Overtime | 3.75 | 31.11 | 116.66 | 116.66'],
      taxes: ['Federal W/H | 90.00 | 90.00', 'Medicare | 20.87 | 20.87'],
    });
  });

  test('if a heading stands halfway between two lines of column names, reads it as the heading of these columns', () => {
    const page = printedPage(`
                      Begin        End          Hours        Pay       Current          YTD
Earnings
                      Date         Date         Units       Rate        Amount       Amount
Regular Hours         02/01/2024   02/15/2024   80.00    30.0000      2,400.00     9,600.00
Charge Nurse          02/01/2024   02/15/2024    5.00     2.0000         10.00        10.00`);
    // The lines of the header are printed closer together than the rows.
    const lowered = page.words.map((word) => {
      const down = word.box.bottom < 50 ? 10 : word.box.bottom < 65 ? 0.5 : -9;
      return { ...word, box: { ...word.box, top: word.box.top + down, bottom: word.box.bottom + down } };
    });
    expect(readStub({ ...page, words: lowered }).tables['earnings']).toEqual([
      'Regular Hours | 80.00 | 30.00 | 2400.00 | 9600.00',
      'Charge Nurse | 5.00 | 2.00 | 10.00 | 10.00',
    ]);
  });
});

test('readPayStub does not read a line of deposits as the second row of a table of totals', () => {
  const { fields, tables } = read(`
EARNINGS          HOURS     RATE   THIS PERIOD   YEAR TO DATE    TAXES AND DEDUCTIONS    THIS PERIOD   YEAR TO DATE
REGULAR           80.00    20.60      1,648.00       8,240.00    FED WH                       123.05         565.81
TRAINING           5.00    20.60        103.00         103.00    SOC SEC                      108.56         517.27



GROSS EARNINGS      GROSS Y.T.D.      TOTAL WITHHELD      WITHHELD Y.T.D.      NET PAY
      1,751.00          8,343.00              231.61             1,083.08     1,519.39

DEPOSITED   CHECKING   xxxx3749       1,519.39`);
  expect(fields).toMatchObject({ gross_pay: '1751.00', gross_pay_ytd: '8343.00', net_pay: '1519.39' });
  expect(fields['total_taxes_ytd']).not.toBe('1519.39');
  expect(tables['distributions']).toEqual(['CHECKING | 3749 | 1519.39']);
});

test('readPayStub does not read a figure of the year as a tax of the period', () => {
  const { tables } = read(`
TYPE                   AMOUNT
BASE PAY              2674.53

WAGES YTD             FED TAX YTD            GROSS PAY YTD            NET PAY YTD
4440.42               367.52                 5499.06                  3474.16`);
  expect(tables).not.toHaveProperty('taxes');
});

test('readPayStub reads year-to-date totals with labels such as `so far this year`', () => {
  const { fields } = read(`
Net pay                       Net pay this year
$1,672.11                     $71,566.82

Gross pay                     Gross pay so far this year
$2,478.40                     $106,570.36

Total taxes                   Total taxes this year
$578.29                       $25,382.88

Total deductions              Total deductions for the year
$228.00                       $9,620.66`);
  expect(fields).toEqual({
    net_pay: '1672.11',
    net_pay_ytd: '71566.82',
    gross_pay: '2478.40',
    gross_pay_ytd: '106570.36',
    total_taxes: '578.29',
    total_taxes_ytd: '25382.88',
    total_deductions: '228.00',
    total_deductions_ytd: '9620.66',
  });
});
