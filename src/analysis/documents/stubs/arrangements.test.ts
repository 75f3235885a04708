import { describe, expect, test } from 'vitest';
import { readPrinted as read } from '#test/printed-stub.ts';

describe('readPayStub for lists without a header', () => {
  test('reads totals that are printed above their rows, and hours and rates that are printed below the descriptions', () => {
    const { fields, tables } = read(`
Earnings                                 $1,920.00
Regular
80.00 hrs x $22.50                       $1,800.00
Overtime
3.56 hrs x $33.75                          $120.00

Taxes                                     -$296.88
Federal income tax                        -$150.00
Social Security                           -$119.04
Medicare                                   -$27.84

Deductions                                -$100.00
Medical insurance                          -$60.00
401(k)                                     -$40.00

Deposited to
Checking ••4411                          $1,523.12

Time off
Vacation                                  31.80 hrs`);
    expect(tables).toEqual({
      earnings: ['Regular | 80.00 | 22.50 | 1800.00', 'Overtime | 3.56 | 33.75 | 120.00'],
      taxes: ['Federal income tax | 150.00', 'Social Security | 119.04', 'Medicare | 27.84'],
      deductions: ['Medical insurance | 60.00', '401(k) | 40.00'],
      distributions: ['Checking | 4411 | 1523.12'],
    });
    expect(fields).toEqual({ gross_pay: '1920.00', total_taxes: '296.88', total_deductions: '100.00' });
  });

  test('reads totals below their rows, and puts an unknown row into the section whose total it completes', () => {
    const { fields, tables } = read(`
    2,242.93           15,375.85       Stipend
                           51.76       Sick pay
    2,242.93           15,427.61       Total pay before taxes
      128.93              895.04       Federal income tax
       32.23              224.66       Medicare tax
      161.16            1,119.70       Taxes withheld
       13.17               92.19       Dental insurance
       10.35               72.45       Offering
       23.52              164.64       Other amounts withheld
    2,058.25           14,143.27       Net pay`);
    expect(tables).toEqual({
      earnings: ['Stipend | 2242.93 | 15375.85', 'Sick pay | 51.76'],
      taxes: ['Federal income tax | 128.93 | 895.04', 'Medicare tax | 32.23 | 224.66'],
      deductions: ['Dental insurance | 13.17 | 92.19', 'Offering | 10.35 | 72.45'],
    });
    expect(fields).toMatchObject({ total_deductions: '23.52', net_pay: '2058.25', net_pay_ytd: '14143.27' });
  });

  test('joins year-to-date amounts in a separate list to the rows of the same name', () => {
    const { fields, tables } = read(`
                    CURRENT                                                  YEAR TO DATE
  Regular  64.00 @ 18.00        1,152.00                       Regular                     5,760.00
  Gross                         1,152.00                       Gross                       5,760.00
  Federal tax                     118.00                       Federal tax                   580.00
  Medicare                         16.70                       Medicare                       83.52
  Net pay                       1,017.30                       Net pay                     5,096.48`);
    expect(tables).toEqual({
      earnings: ['Regular | 64.00 | 18.00 | 1152.00 | 5760.00'],
      taxes: ['Federal tax | 118.00 | 580.00', 'Medicare | 16.70 | 83.52'],
    });
    expect(fields).toMatchObject({ gross_pay_ytd: '5760.00', net_pay: '1017.30', net_pay_ytd: '5096.48' });
  });
});

describe('readPayStub for cards', () => {
  test('reads cards that are side by side, with the amounts below their descriptions', () => {
    const { tables } = read(`
EARNINGS

Regular                              Overtime
72.00 hrs at $24.00                  2.00 hrs at $36.00
$1,728.00                            $72.00
YTD $8,640.00                        YTD $360.00

TAXES

Federal income tax                   Idaho income tax
$180.00                              $92.38
YTD $900.00                          YTD $461.90`);
    expect(tables).toEqual({
      earnings: ['Regular | 72.00 | 24.00 | 1728.00 | 8640.00', 'Overtime | 2.00 | 36.00 | 72.00 | 360.00'],
      taxes: ['Federal income tax | 180.00 | 900.00', 'Idaho income tax | 92.38 | 461.90'],
    });
  });

  test('reads values that are above their labels', () => {
    expect(
      read(`
Mar 14, 2025          Feb 24 - Mar 9, 2025          #100234             $1,507.24
Payday                Pay period                    Paycheck no.        Net pay`).fields,
    ).toEqual({
      pay_date: '2025-03-14',
      period_start: '2025-02-24',
      period_end: '2025-03-09',
      check_number: '100234',
      net_pay: '1507.24',
    });
  });

  test('reads several totals that are above their names', () => {
    expect(
      read(`
$4,801.33          – $735.63          – $623.31             = $3,442.39
Gross pay          Taxes              Deductions            Net pay`).fields,
    ).toEqual({ gross_pay: '4801.33', total_taxes: '735.63', total_deductions: '623.31', net_pay: '3442.39' });
  });
});

describe('readPayStub for tables in other arrangements', () => {
  test('reads a transposed table, which prints each kind of pay as a column instead of a row', () => {
    const { fields, tables } = read(`
                  REGULAR     OVERTIME     HOLIDAY       GROSS
HOURS               40.00         4.00        0.00       44.00
RATE                25.00        37.50       25.00
AMOUNT           1,000.00       150.00        0.00    1,150.00
YEAR TO DATE    10,000.00       600.00      200.00   10,800.00`);
    expect(tables).toEqual({
      earnings: [
        'REGULAR | 40.00 | 25.00 | 1000.00 | 10000.00',
        'OVERTIME | 4.00 | 37.50 | 150.00 | 600.00',
        'HOLIDAY | 0.00 | 25.00 | 0.00 | 200.00',
      ],
    });
    expect(fields).toEqual({ gross_pay: '1150.00', gross_pay_ytd: '10800.00' });
  });

  test('reads the section of each row from a column before the descriptions', () => {
    expect(
      read(`
Type          Item                 Hours      Rate      Amount      Year to date
Earning       Regular              64.00     20.00    1,280.00         16,000.00
Tax           Federal                                    39.97-           707.22-
Employer      401(k) Match                               45.69            582.77
Paid into     Bank account ****7224                   1,240.03`).tables,
    ).toEqual({
      earnings: ['Regular | 64.00 | 20.00 | 1280.00 | 16000.00'],
      taxes: ['Federal | 39.97 | 707.22'],
      employer_contributions: ['401(k) Match | 45.69 | 582.77'],
      distributions: ['Bank account | 7224 | 1240.03'],
    });
  });

  test('reads the contributions of the employer from separate columns', () => {
    expect(
      read(`
                                    Employee                     District
Deductions                   YTD        Current           YTD        Current
Health                  3,058.16         382.27      7,141.36         892.67
Medicare                                             1,401.83         122.22`).tables,
    ).toEqual({
      deductions: ['Health | 382.27 | 3058.16'],
      employer_contributions: ['Health | 892.67 | 7141.36', 'Medicare | 122.22 | 1401.83'],
    });
  });

  test('does not include a letter that marks a row, such as the A of `A BASE PAY`, in the description', () => {
    expect(
      read(`
       ENTITLEMENTS                          DEDUCTIONS
TYPE                  AMOUNT      TYPE                   AMOUNT
A BASE PAY           3652.13      A FEDERAL TAXES        287.25
B SAVE PAY             75.00      B DENTAL                19.17`).tables,
    ).toEqual({
      earnings: ['BASE PAY | 3652.13', 'SAVE PAY | 75.00'],
      taxes: ['FEDERAL TAXES | 287.25'],
      deductions: ['DENTAL | 19.17'],
    });
  });

  test('does not read a table that gives the details of one row of earnings', () => {
    expect(
      read(`
EARNINGS                             THIS WEEK             YEAR
Mileage Pay                          $1,056.46       $50,642.72
Total Earnings                       $1,056.46       $50,642.72


TRIP DETAIL (INCLUDED IN MILEAGE PAY)
ORIGIN              DESTINATION          MILES      PER MI     TRIP PAY
LARKIN GA           RIVERMEAD TX           455         .58       264.13`).tables,
    ).toEqual({ earnings: ['Mileage Pay | 1056.46 | 50642.72'] });
  });
});

describe('readPayStub for sentences', () => {
  test('finds dates, totals and withheld amounts', () => {
    const { fields, tables } = read(`
This is your pay for the two weeks from February 24, 2025 through March 9, 2025. You worked 80.00 hours at
$20.00 an hour and earned $1,600.00 before taxes. We withheld $110.00 for federal income tax and $99.20 for
Social Security. That leaves take-home pay of $1,390.80, which we deposited on March 14, 2025.

So far this year you have earned $8,000.00 in all.`);
    expect(fields).toEqual({
      pay_date: '2025-03-14',
      period_start: '2025-02-24',
      period_end: '2025-03-09',
      gross_pay: '1600.00',
      gross_pay_ytd: '8000.00',
      net_pay: '1390.80',
    });
    expect(tables).toEqual({ taxes: ['federal income tax | 110.00', 'Social Security | 99.20'] });
  });

  test('finds an amount that is before its name', () => {
    expect(read('So far in 2024: $19,205.32 gross pay, $13,769.56 net pay.').fields).toEqual({
      gross_pay_ytd: '19205.32',
      net_pay_ytd: '13769.56',
    });
  });
});

describe('readPayStub for totals', () => {
  test('chooses, as gross and net pay, the amounts that fit together', () => {
    expect(
      read(`
Gross pay               2,000.00
Gross pay               9,000.00
Net pay                 1,700.00

Federal tax               300.00`).fields,
    ).toMatchObject({ gross_pay: '2000.00', net_pay: '1700.00' });
  });

  test('leaves out rows that make the earnings exceed the gross pay, if the other figures confirm the gross pay', () => {
    const { tables } = read(`
 REG     OT      REGULAR    OVERTIME    GROSS      FIT      UNION    NET PAY
 40.00   5.00     800.00     150.00    950.00    81.00      15.00     854.00`);
    expect(tables['earnings']).toEqual(['REGULAR | 800.00', 'OVERTIME | 150.00']);
  });

  test('reads a column as rates if each of its numbers times the hours equals the amount', () => {
    const { tables } = read(`
                                Hours      Base pay      Current total      Calendar year total
Semi-monthly salary             80.00       48.0769            3,846.15               20,833.35`);
    expect(tables['earnings']).toEqual(['Semi-monthly salary | 80.00 | 48.08 | 3846.15 | 20833.35']);
  });

  test('does not read a combined total of taxes and deductions as total taxes or as total deductions', () => {
    const { fields } = read(`
Taxes               Current        YTD
Federal               80.00     800.00

Deductions          Current        YTD
Dental                10.00     100.00


Total withheld        90.00`);
    expect(fields).toEqual({});
  });
});
