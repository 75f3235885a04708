import { describe, expect, test } from 'vitest';
import { inDecimals } from '#base/money.ts';
import type { Fields } from '#domain/documents/read-documents.ts';
import { printedPage } from '#test/printed-page.ts';
import { readBankStatement } from './bank-statement.ts';

const valuesOf = (fields: Fields) =>
  Object.fromEntries(Object.entries(fields).map(([name, { value }]) => [name, inDecimals(value)]));

/** Returns the fields, and the transactions as `date amount balance description`. */
function read(...texts: string[]) {
  const { fields, tables } = readBankStatement(texts.map((text, index) => printedPage(text, index + 1)));
  const transactions = (tables['transactions'] ?? []).map((row) => {
    const { date, description, amount, balance } = valuesOf(row);
    return [date, amount, balance ?? '-', description].map(String).join(' ');
  });
  return { fields: valuesOf(fields), transactions };
}

describe('readBankStatement for lists without a header', () => {
  test('applies a date that is alone in its line to the lines below it', () => {
    const { fields, transactions } = read(`
Finchbank
Lamar Lindgren
April 9, 2022 – May 8, 2022            •••• 4498

$1,000.00                      +$260.00
Starting balance               Money in

-$132.04                       $1,127.96
Money out                      Ending balance

Apr 10, 2022
Online transfer from savings ...5769               +$260.00
Debit card purchase PAWS & CLAWS 04/10             -$132.04`);
    expect(fields).toEqual({
      bank_name: 'Finchbank',
      holder_name: 'Lamar Lindgren',
      account_mask: '4498',
      period_start: '2022-04-09',
      period_end: '2022-05-08',
      opening_balance: '1000.00',
      closing_balance: '1127.96',
      total_deposits: '260.00',
      total_withdrawals: '132.04',
    });
    expect(transactions).toEqual([
      '2022-04-10 260.00 - Online transfer from savings ...5769',
      '2022-04-10 -132.04 - Debit card purchase PAWS & CLAWS 04/10',
    ]);
  });

  test('reads a date and a balance that are below the payment', () => {
    expect(
      read(`
You started May with $1,200.00 and ended it with $2,035.50 in all.

Corner Grocery                                              -$64.50
May 3, 2025 · Card purchase                               $1,135.50

Acme Payroll                                               +$900.00
May 15, 2025 · Direct deposit                             $2,035.50`).transactions,
    ).toEqual(['2025-05-03 -64.50 1135.50 Corner Grocery', '2025-05-15 900.00 2035.50 Acme Payroll']);
  });

  test('reads a date with the day of the week before it', () => {
    expect(
      read(`
Statement period: 07/01/2025 - 07/31/2025
Mon 07/07   Deposit at branch               900.00           1,000.00
Tue 07/15   Withdrawal at ATM               100.00-            900.00`).transactions,
    ).toEqual(['2025-07-07 900.00 1000.00 Deposit at branch', '2025-07-15 -100.00 900.00 Withdrawal at ATM']);
  });
});

describe('readBankStatement for tables in unusual arrangements', () => {
  test('leaves text in the margin out of the table, but reads the balances in the margin', () => {
    const { fields, transactions } = read(`
Statement period: 04/01/2023 - 04/30/2023

Balance at start                        Day        What happened                   Amount          Balance
$4,559.08                               04/05      CARD VOLTA CHARGING            (84.49)         4,474.59
Total money in                                     PORT ELLERY WA
$390.00                                 04/11      Transfer from savings          390.00          4,864.59
Balance at end
$4,864.59`);
    expect(fields).toMatchObject({ opening_balance: '4559.08', closing_balance: '4864.59', total_deposits: '390.00' });
    expect(transactions).toEqual([
      '2023-04-05 -84.49 4474.59 CARD VOLTA CHARGING PORT ELLERY WA',
      '2023-04-11 390.00 4864.59 Transfer from savings',
    ]);
  });

  test('finds columns of dates by their content, and reads the letters D and C as signs of amounts', () => {
    expect(
      read(`
Posted          Settled         Particulars              D/C       Amount       Balance
15 Sep 2025     14 Sep 2025     DEPOSIT                  C         202.69      3,202.69
16 Sep 2025     15 Sep 2025     POS HARDWARE             D          60.00      3,142.69`).transactions,
    ).toEqual(['2025-09-15 202.69 3202.69 DEPOSIT', '2025-09-16 -60.00 3142.69 POS HARDWARE']);
  });

  test('if the rows at the top of a page have no date, uses the last date of the previous page for them', () => {
    const head = 'Date         Description                 Withdrawals       Deposits        Balance';
    expect(
      read(
        `Statement period: 02/01/2021 - 03/05/2021\n${head}\n02/28        RETURN                                      117.49`,
        `${head}\n             POS QUICKMART                    129.28                       2,714.82`,
      ).transactions,
    ).toEqual(['2021-02-28 117.49 - RETURN', '2021-02-28 -129.28 2714.82 POS QUICKMART']);
  });

  test('does not read loan payments or images of checks as transactions', () => {
    expect(
      read(`
Statement period: 10/11/2024 - 11/10/2024
Date               Amount      Description
10/23            1,995.61      Payroll

Images of Paid Checks
#3498   10/11   $612.48             #3502   10/14   $885.08

Date            Loan transaction              Interest       Principal       Payment       Loan balance
11/05           PAYMENT                          25.13          305.90        331.03          12,185.34`).transactions,
    ).toEqual(['2024-10-23 1995.61 - Payroll']);
  });
});
