// Tests pay stubs of phone apps and narrow printers: values below labels, details below rows, and separate lists of
// year-to-date amounts.
import { describe, expect, test } from 'vitest';
import { readPrinted as read } from '#test/printed-stub.ts';

describe('readPayStub for details below a row', () => {
  test('reads the year to date from a separate line whose amount is at the edge of the card', () => {
    const { fields, tables } = read(`
Gross pay                       $823.90
Year to date                  $8,239.00
Regular pay                     $823.90
38.5 h × $21.40
Year to date                  $8,239.00

Taxes                           –$63.03
Year to date                   –$630.30
Social Security                 –$51.08
Year to date                   –$510.80
Medicare                        –$11.95
Year to date                   –$119.50`);
    expect(tables).toEqual({
      earnings: ['Regular pay | 38.50 | 21.40 | 823.90 | 8239.00'],
      taxes: ['Social Security | 51.08 | 510.80', 'Medicare | 11.95 | 119.50'],
    });
    expect(fields).toEqual({
      gross_pay: '823.90',
      gross_pay_ytd: '8239.00',
      total_taxes: '63.03',
      total_taxes_ytd: '630.30',
    });
  });

  test('reads rows that have a code as their name and the year to date below the amount; finds unnamed sections by their totals', () => {
    const { fields, tables } = read(`
RG    38.50@21.40     823.90
  YTD               8,239.00
TOOL ALW               50.00
  YTD                 500.00
GROSS                 873.90
  YTD               8,739.00
FED W/H                61.00-
  YTD                 610.00-
FICA-MED               12.67-
  YTD                 126.70-
TOT TAX                73.67-
  YTD                 736.70-
NET PAY               800.23
  YTD               8,002.30`);
    expect(tables).toEqual({
      earnings: ['RG | 38.50 | 21.40 | 823.90 | 8239.00', 'TOOL ALW | 50.00 | 500.00'],
      taxes: ['FED W/H | 61.00 | 610.00', 'FICA-MED | 12.67 | 126.70'],
    });
    expect(fields).toMatchObject({ gross_pay_ytd: '8739.00', total_taxes: '73.67', net_pay_ytd: '8002.30' });
  });

  test('reads a year-to-date amount that is beside a row and has its label above it', () => {
    const { fields, tables } = read(`
Earnings
Regular pay              Year to date
$823.90                  $8,239.00
38.5 hrs · $21.40/hr
Gross pay                Year to date
$823.90                  $8,239.00`);
    expect(tables).toEqual({ earnings: ['Regular pay | 38.50 | 21.40 | 823.90 | 8239.00'] });
    expect(fields).toEqual({ gross_pay: '823.90', gross_pay_ytd: '8239.00' });
  });

  test('reads numbers below their labels if the labels are below the name of the row', () => {
    const { tables } = read(`
Taxes taken out
CO Paid Family Leave
This check               Year to date
–$3.71                   –$37.10
Medicare
This check               Year to date
–$11.95                  –$119.50`);
    expect(tables).toEqual({ taxes: ['CO Paid Family Leave | 3.71 | 37.10', 'Medicare | 11.95 | 119.50'] });
  });

  test('reads figures that have a short tag before them, such as `H:` for hours', () => {
    const { fields, tables } = read(`
RG   H:38.50  R:21.40
  CUR:823.90  YTD: 8,239.00
GROSS PAY
  CUR:823.90  YTD: 8,239.00`);
    expect(tables).toEqual({ earnings: ['RG | 38.50 | 21.40 | 823.90 | 8239.00'] });
    expect(fields).toEqual({ gross_pay: '823.90', gross_pay_ytd: '8239.00' });
  });

  test('reads the description from the line above the figures', () => {
    const { fields, tables } = read(`
PAY              Hrs      Rate     Current         YTD
Reg Hours
               38.50     21.40      823.90    8,239.00
Vacation
                                                214.00
Total Pay
                                    823.90    8,453.00
TAXES                              Current         YTD
FICA-SS
                                     51.08      524.09
Total Taxes
                                     51.08      524.09`);
    expect(tables).toEqual({
      earnings: ['Reg Hours | 38.50 | 21.40 | 823.90 | 8239.00', 'Vacation | 214.00'],
      taxes: ['FICA-SS | 51.08 | 524.09'],
    });
    expect(fields).toMatchObject({ gross_pay: '823.90', gross_pay_ytd: '8453.00', total_taxes: '51.08' });
  });
});

describe('readPayStub for amounts below a line with hours and rate', () => {
  const slip = (head: string) => `
NAME DOE-LEE, JANE
${head}
*EARNINGS*
RG 38.50 @ 21.40
                  823.90       8,239.00
VAC
                   50.00         500.00
TOTAL GROSS
                  873.90       8,739.00
*TAXES*
FED W/H
                   61.00-        610.00-
TOTAL TAXES
                   61.00-        610.00-
NET
                  812.90       8,129.00`;

  test.each(['                THIS PAY            YTD', ''])(
    'readPayStub reads the rows below the column header %j',
    (head) => {
      const { fields, tables } = read(slip(head));
      expect(tables).toEqual({
        earnings: ['RG | 38.50 | 21.40 | 823.90 | 8239.00', 'VAC | 50.00 | 500.00'],
        taxes: ['FED W/H | 61.00 | 610.00'],
      });
      expect(fields).toMatchObject({
        employee_name: 'DOE-LEE, JANE',
        gross_pay_ytd: '8739.00',
        total_taxes: '61.00',
        net_pay: '812.90',
      });
    },
  );
});

describe('readPayStub for arrangements of lists', () => {
  test('reads two rows per line from left to right if they are below one heading, both in the list of the period and in the list of the year', () => {
    const { tables } = read(`
TAXES
FED W/H        61.00      FICA-SS         51.08
FICA-MED       11.95      NY W/H          20.00
TOT TAX       144.03

YEAR TO DATE
FED W/H       610.00      FICA-SS        510.80
FICA-MED      119.50      NY W/H         200.00
TOT TAX     1,440.30`);
    expect(tables['taxes']).toEqual([
      'FED W/H | 61.00 | 610.00',
      'FICA-SS | 51.08 | 510.80',
      'FICA-MED | 11.95 | 119.50',
      'NY W/H | 20.00 | 200.00',
    ]);
  });

  test('reads the digits of an account in parentheses', () => {
    const { tables } = read(`
Deposited to
Checking (••4411)          $900.00`);
    expect(tables['distributions']).toEqual(['Checking | 4411 | 900.00']);
  });

  test('reads cards below one heading from left to right, line by line', () => {
    const { tables } = read(`
Taxes
Federal tax            Social Security        Medicare
61.00                  51.08                  11.95
YTD 610.00             YTD 510.80             YTD 119.50

NY state tax
20.00
YTD 200.00`);
    expect(tables['taxes']).toEqual([
      'Federal tax | 61.00 | 610.00',
      'Social Security | 51.08 | 510.80',
      'Medicare | 11.95 | 119.50',
      'NY state tax | 20.00 | 200.00',
    ]);
  });

  test('reads the amounts of a table below the heading `Year to date` as year-to-date amounts', () => {
    const { fields, tables } = read(`
THIS PERIOD (ESTE PERIODO)
EARNINGS (INGRESOS)          Hours (Horas)     Rate (Tarifa)     Amount (Importe)
Regular (Tiempo regular)         38.50             21.40              823.90
Gross Pay (Salario bruto)                                             823.90

YEAR TO DATE (ACUMULADO)
EARNINGS (INGRESOS)                                            Amount (Importe)
Regular (Tiempo regular)                                               8,239.00
Sick (Enfermedad)                                                        100.00
Gross Pay (Salario bruto)                                              8,339.00`);
    expect(tables).toEqual({
      earnings: ['Regular (Tiempo regular) | 38.50 | 21.40 | 823.90 | 8239.00', 'Sick (Enfermedad) | 100.00'],
    });
    expect(fields).toMatchObject({ gross_pay: '823.90', gross_pay_ytd: '8339.00' });
  });

  test('reads the amounts of the year from a separate page', () => {
    const { fields, tables } = read(
      `
EARNED
Regular pay · 38.5 h × $21.40           $823.90
Gross pay                               $823.90`,
      `
Year to date

Regular pay                           $8,239.00
Gross pay                             $8,239.00`,
    );
    expect(tables).toEqual({ earnings: ['Regular pay | 38.50 | 21.40 | 823.90 | 8239.00'] });
    expect(fields).toEqual({ gross_pay: '823.90', gross_pay_ytd: '8239.00' });
  });

  test('reads tables in which each amount is before its name', () => {
    const { fields, tables } = read(`
   02/28/2025      Pay Date
  This Pay     Year to Date      Earnings              Hours         Rate
    823.90         8,239.00      Regular               38.50        21.40
                     100.00      Overtime @ 1.5
    823.90         8,339.00      Gross Pay`);
    expect(tables).toEqual({
      earnings: ['Regular | 38.50 | 21.40 | 823.90 | 8239.00', 'Overtime @ 1.5 | 100.00'],
    });
    expect(fields).toEqual({ pay_date: '2025-02-28', gross_pay: '823.90', gross_pay_ytd: '8339.00' });
  });
});

describe('readPayStub for names on narrow paper', () => {
  test('joins the lines of a company name if they have the same font, and does not read any of these lines as the employee', () => {
    const { fields } = read(`
  EASTMOOR LABOR
CONTRACTING, INC.

EMP# 306
HALVORSEN, STERLING D

NET PAY        900.00`);
    expect(fields).toMatchObject({
      employer_name: 'EASTMOOR LABOR CONTRACTING, INC.',
      employee_name: 'HALVORSEN, STERLING D',
      employee_id: '306',
    });
  });
});
