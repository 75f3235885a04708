import { describe, expect, test } from 'vitest';
import { inDecimals } from '#base/money.ts';
import type { Page } from '#domain/documents/pages.ts';
import type { Fields } from '#domain/documents/read-documents.ts';
import { printedPage } from '#test/printed-page.ts';
import { splitAccounts } from './accounts.ts';
import { readBankStatement } from './bank-statement.ts';

const HEAD = `
First Harbor Bank                              Statement period: 12/16/2025 - 01/15/2026
                                               Account number: XXXXXX4821
Ada B Sample
12 Elm St
Orrin, IL 60441

Beginning balance        1,000.00
Ending balance           1,250.00
`;

const valuesOf = (fields: Fields) =>
  Object.fromEntries(Object.entries(fields).map(([name, { value }]) => [name, inDecimals(value)]));

/** Returns the transactions as `date amount balance description`. */
function transactionsOf(...texts: string[]): string[] {
  const reading = readBankStatement(texts.map((text, index) => printedPage(text, index + 1)));
  return (reading.tables['transactions'] ?? []).map((row) => {
    const { date, description, amount, balance } = valuesOf(row);
    return [date, amount, balance ?? '-', description].map(String).join(' ');
  });
}

test('readBankStatement reads the bank, holder, account, period and balances', () => {
  expect(valuesOf(readBankStatement([printedPage(HEAD)]).fields)).toEqual({
    bank_name: 'First Harbor Bank',
    holder_name: 'Ada B Sample',
    account_mask: '4821',
    period_start: '2025-12-16',
    period_end: '2026-01-15',
    opening_balance: '1000.00',
    closing_balance: '1250.00',
  });
});

describe('readBankStatement for tables of transactions', () => {
  test('reads columns in any order, and joins wrapped descriptions', () => {
    const text = `${HEAD}
Description                     Balance      Credits      Debits      Date
Corner store                    990.00                     10.00      12/20
 card 4411
Payroll                       1,250.00        260.00                  01/05`;
    expect(transactionsOf(text)).toEqual([
      '2025-12-20 -10.00 990.00 Corner store card 4411',
      '2026-01-05 260.00 1250.00 Payroll',
    ]);
  });

  test('reads a header that is printed in several rows', () => {
    const text = `${HEAD}
                 Check                       Deposits/      Withdrawals/     Ending daily
Date             Number     Description      Additions      Subtractions          balance
12/20                       Corner store                           10.00           990.00
01/05                       Payroll             260.00                           1,250.00`;
    expect(transactionsOf(text)).toEqual([
      '2025-12-20 -10.00 990.00 Corner store',
      '2026-01-05 260.00 1250.00 Payroll',
    ]);
  });

  test('reads a header whose rows are centred', () => {
    const text = `${HEAD}
                            Deposits/      Withdrawals/     Ending daily
Date       Description
                            Additions      Subtractions          balance
12/20      Corner store                           10.00           990.00
01/05      Payroll             260.00                           1,250.00`;
    expect(transactionsOf(text)).toEqual([
      '2025-12-20 -10.00 990.00 Corner store',
      '2026-01-05 260.00 1250.00 Payroll',
    ]);
  });

  test('reads left-aligned headers above right-aligned amounts', () => {
    const text = `${HEAD}
Date       Description                Amount         Balance
12/20      Corner store                    -10.00         990.00
12/21      Corner store                     -0.50         989.50
01/05      Payroll                         260.50       1,250.00`;
    expect(transactionsOf(text)).toEqual([
      '2025-12-20 -10.00 990.00 Corner store',
      '2025-12-21 -0.50 989.50 Corner store',
      '2026-01-05 260.50 1250.00 Payroll',
    ]);
  });

  test('applies a date that is printed once to all transactions of the day', () => {
    const text = `${HEAD}
Date       Description              Debits       Credits       Balance
Dec 20     Corner store              10.00
           Book shop                 20.00                      970.00
Jan 5      Payroll                                280.00      1,250.00`;
    expect(transactionsOf(text)).toEqual([
      '2025-12-20 -10.00 - Corner store',
      '2025-12-20 -20.00 970.00 Book shop',
      '2026-01-05 280.00 1250.00 Payroll',
    ]);
  });

  test('reads an amount beside the last line of its description', () => {
    const text = `${HEAD}
Date       Description              Debits       Credits
12/20      Corner store
           card 4411                 10.00
01/05      Payroll                                260.00`;
    expect(transactionsOf(text)).toEqual(['2025-12-20 -10.00 - Corner store card 4411', '2026-01-05 260.00 - Payroll']);
  });

  test('reads vertically centred cells, in which the date is between the lines of the description', () => {
    const lines = printedPage(`${HEAD}
Date       Description              Debits       Credits

           Corner store
           card 4411

           Payroll of
           Acme Inc`);
    const between = printedPage(`${HEAD}


12/20                                10.00


01/05                                             260.00`);
    const lowered = between.words
      .filter(({ box }) => box.bottom > 180)
      .map((word) => ({ ...word, box: { ...word.box, top: word.box.top + 7, bottom: word.box.bottom + 7 } }));
    const { tables } = readBankStatement([{ ...lines, words: [...lines.words, ...lowered] }]);
    expect(tables['transactions']?.map(({ description }) => description?.value)).toEqual([
      'Corner store card 4411',
      'Payroll of Acme Inc',
    ]);
  });

  test('uses the posting date if a row has a transaction date and a posting date', () => {
    const text = `${HEAD}
Trans Date      Post Date      Description          Amount
12/19           12/20          Corner store         -10.00
01/02           01/05          Payroll              260.00`;
    expect(transactionsOf(text)).toEqual(['2025-12-20 -10.00 - Corner store', '2026-01-05 260.00 - Payroll']);
  });

  test('does not read amounts inside a description as amounts of the row', () => {
    const text = `${HEAD}
Date       Description                              Debits       Credits
12/20      Refund 12.50 of June fee 3.00 corrected   10.00
01/05      Payroll                                                260.00`;
    expect(transactionsOf(text)).toEqual([
      '2025-12-20 -10.00 - Refund 12.50 of June fee 3.00 corrected',
      '2026-01-05 260.00 - Payroll',
    ]);
  });

  test('continues a table on a page without a header, and leaves out carried balances, totals and notes', () => {
    const first = `${HEAD}
Date       Description              Debits       Credits       Balance
           Balance forward                                    1,000.00
12/20      Corner store              10.00                      990.00
           Balance carried forward                              990.00
           Continued on next page`;
    const second = `First Harbor Bank          Page 2 of 2
           Balance brought forward                              990.00
01/05      Payroll                                260.00      1,250.00
           Total                     10.00        260.00
Member FDIC`;
    expect(transactionsOf(first, second)).toEqual([
      '2025-12-20 -10.00 990.00 Corner store',
      '2026-01-05 260.00 1250.00 Payroll',
    ]);
  });
});

describe('readBankStatement for the signs of amounts', () => {
  test('derives the sign from the heading of the section, and does not read daily balances as transactions', () => {
    const text = `${HEAD}
Deposits and Other Credits
Date       Description              Amount
01/05      Payroll                  290.00
Total deposits and other credits    290.00

ATM & Debit Card Withdrawals
Date       Description              Amount
12/20      Corner store              10.00

Fees
Date       Description              Amount
12/31      Monthly fee               30.00

Daily Balance Summary
Date       Amount       Date       Amount
12/20      990.00       01/05      1,250.00`;
    expect(transactionsOf(text)).toEqual([
      '2026-01-05 290.00 - Payroll',
      '2025-12-20 -10.00 - Corner store',
      '2025-12-31 -30.00 - Monthly fee',
    ]);
  });

  test('reads sections without a table header', () => {
    const text = `${HEAD}
Deposits and Credits
01/05   Payroll                  260.00

Withdrawals and Debits
12/20   Corner store              10.00`;
    expect(transactionsOf(text)).toEqual(['2026-01-05 260.00 - Payroll', '2025-12-20 -10.00 - Corner store']);
  });

  test.each([
    ['a minus before the digits', '-10.00', '260.00'],
    ['a minus after the digits', '10.00-', '260.00'],
    ['parentheses', '(10.00)', '260.00'],
    ['the mark CR for credits', '10.00', '260.00 CR'],
    ['the mark DR for debits', '10.00 DR', '260.00'],
    ['a plus', '10.00', '+260.00'],
    ['a minus before the dollar sign', '-$10.00', '$260.00'],
    ['a minus as its own word', '- 10.00', '260.00'],
  ])('readBankStatement reads the sign of an amount with %s', (_, debit, credit) => {
    const text = `${HEAD}
Date       Description              Amount
12/20      Corner store             ${debit}
01/05      Payroll                  ${credit}`;
    expect(transactionsOf(text)).toEqual(['2025-12-20 -10.00 - Corner store', '2026-01-05 260.00 - Payroll']);
  });

  test('derives the signs from the running balances, even if the newest transaction is printed first', () => {
    const text = `${HEAD}
Date       Description              Amount       Balance
01/05      Acme Inc                 260.00      1,250.00
12/20      Corner store              10.00        990.00`;
    expect(transactionsOf(text)).toEqual([
      '2026-01-05 260.00 1250.00 Acme Inc',
      '2025-12-20 -10.00 990.00 Corner store',
    ]);
  });

  test('derives the signs of all transactions of a day from the balance at the end of the day', () => {
    const text = `${HEAD}
Date       Description              Amount       Balance
12/20      Corner store              10.00
12/20      Acme Inc                  60.00
12/20      Book shop                  3.00      1,047.00
01/05      Acme Inc                 203.00      1,250.00`;
    expect(transactionsOf(text).map((row) => row.split(' ')[1])).toEqual(['-10.00', '60.00', '-3.00', '203.00']);
  });

  test('guesses the signs from the descriptions, with a low confidence, if there are no balances', () => {
    const text = `${HEAD.replace(/Beginning.*\n.*\n/, '')}
Date       Description              Amount
12/20      Corner store              10.00
01/05      Payroll deposit          260.00`;
    const { tables } = readBankStatement([printedPage(text)]);
    expect(tables['transactions']?.map(({ amount }) => [amount?.value, amount?.confidence])).toEqual([
      [-1000n, 0.5],
      [26000n, 0.5],
    ]);
  });
});

describe('readBankStatement for checks in several columns', () => {
  const list = (rows: string) => `${HEAD}
Checks Paid
Number      Date       Amount        Number      Date       Amount
${rows}`;

  test('reads column by column if the dates run down the columns', () => {
    const text = list(`101         12/17        1.00        103 *       12/27        3.00
102         12/22        2.00        105         01/03        4.00`);
    expect(transactionsOf(text)).toEqual([
      '2025-12-17 -1.00 - 101',
      '2025-12-22 -2.00 - 102',
      '2025-12-27 -3.00 - 103',
      '2026-01-03 -4.00 - 105',
    ]);
  });

  test('reads row by row if the dates run along the rows', () => {
    const text = list(`101         12/17        1.00        102         12/22        2.00
103         12/27        3.00`);
    expect(transactionsOf(text).map((row) => row.split(' ').at(-1))).toEqual(['101', '102', '103']);
  });
});

describe('readBankStatement for totals', () => {
  test.each([
    [
      'returns the totals that the balances confirm',
      'Total deposits 300.00\nTotal withdrawals 50.00',
      ['300.00', '50.00'],
    ],
    [
      'does not return the total of one kind of withdrawals as the total of all',
      'Total deposits 300.00\nWithdrawals 20.00\nChecks paid 30.00',
      ['300.00', undefined],
    ],
  ])('readBankStatement %s', (_, lines, expected) => {
    const fields = valuesOf(readBankStatement([printedPage(`${HEAD}${lines}`)]).fields);
    expect([fields['total_deposits'], fields['total_withdrawals']]).toEqual(expected);
  });
});

describe('splitAccounts', () => {
  const part = (mask: string, opening: string) => `
Savings                Account number: ...${mask}
Beginning balance      ${opening}
Ending balance         ${opening}`;

  test('returns the pages of each account of a combined statement', () => {
    const pages = [
      printedPage(`First Harbor Bank        12/16/2025 - 01/15/2026${part('1111', '10.00')}${part('2222', '20.00')}`),
    ];
    const read = splitAccounts(pages).map((account) => valuesOf(readBankStatement(account).fields));
    expect(
      read.map(({ account_mask, opening_balance, period_end }) => [account_mask, opening_balance, period_end]),
    ).toEqual([
      ['1111', '10.00', '2026-01-15'],
      ['2222', '20.00', '2026-01-15'],
    ]);
  });

  describe('splitAccounts for an account number that has lost its first digits in a scan', () => {
    const overview = `
Checking   ****1111   10.00
Savings    ****2222   20.00`;
    const text = (second: string) => `First Harbor Bank${overview}${part('1111', '10.00')}${part(second, '20.00')}`;
    const scanned = (page: Page): Page => ({
      ...page,
      words: page.words.map((word) => ({ ...word, confidence: 0.9 })),
    });

    test('finds an account whose number has lost its first digits if an overview contains the whole number', () => {
      expect(splitAccounts([scanned(printedPage(text('222')))])).toHaveLength(2);
      expect(splitAccounts([scanned(printedPage(text('22')))])).toHaveLength(2);
      expect(splitAccounts([scanned(printedPage(text('2')))])).toHaveLength(1);
      expect(splitAccounts([scanned(printedPage(text('333')))])).toHaveLength(1);
    });

    test('does not complete an account number in the text of a PDF', () => {
      expect(splitAccounts([printedPage(text('222'))])).toHaveLength(1);
    });

    test('does not treat a transaction as the beginning of an account', () => {
      const row = '01/05/2026   Acct 222   2.00';
      const rows = `\nDate   Description   Amount\n${row}\n01/06/2026   Coffee   1.00`;
      const balances = '\nBeginning balance   20.00';
      const page = printedPage(`First Harbor Bank${overview}${part('1111', '10.00')}${rows}${balances}`);
      expect(splitAccounts([scanned(page)])).toHaveLength(1);
    });
  });

  test('does not split a statement of one account', () => {
    const pages = [printedPage(HEAD)];
    expect(splitAccounts(pages)).toEqual([pages]);
  });
});

describe('readBankStatement for damaged input', () => {
  const word = printedPage('12/20').words;
  const page = printedPage('');
  test.each([
    ['no pages', []],
    ['a page without words', [page]],
    ['one word', [{ ...page, words: word }]],
    ['many words at the same position', [{ ...page, words: Array.from({ length: 50 }, () => word).flat() }]],
    [
      'words with negative and infinite sizes',
      [
        {
          ...page,
          words: [...word, ...word].map((each) => ({ ...each, size: -1, box: { ...each.box, right: Infinity } })),
        },
      ],
    ],
  ])('readBankStatement returns no fields and no transactions for %s', (_, pages) => {
    expect(readBankStatement(pages)).toEqual({ fields: {}, tables: { transactions: [] } });
  });

  // Reading this page takes one second. Quadratic work would take minutes and exceed the time limit of a test.
  test('reads a page of 20,000 words to the end', () => {
    const rows = Array.from({ length: 4_000 }, (_, index) => `12/20      Store ${index}      10.00      ${index}.00`);
    const text = `${HEAD}\nDate       Description       Debits       Balance\n${rows.join('\n')}`;
    expect(readBankStatement([printedPage(text)]).tables['transactions']?.length).toBe(4_000);
  });
});

describe('readBankStatement for scans', () => {
  /** Returns the transactions of a page whose words come from OCR. */
  function scannedTransactions(text: string): string[] {
    const page = printedPage(text);
    const words = page.words.map((word) => ({ ...word, confidence: 0.9 }));
    return (readBankStatement([{ ...page, words }]).tables['transactions'] ?? []).map((row) => {
      const { date, description, amount, balance } = valuesOf(row);
      return [date, amount ?? '-', balance ?? '-', description].map(String).join(' ');
    });
  }
  const table = (...rows: string[]): string =>
    [HEAD, 'Date         Description                    Amount      Balance', ...rows].join('\n');

  test('replaces a misread date with the most similar date between the dates above and below it', () => {
    const rows = [
      '12/18        Corner store                   -10.00       990.00',
      '12/720       Book attic                     -20.00       970.00',
      '1 2/22       Payroll                        300.00     1,270.00',
      '12/28        Water works                    -20.00     1,250.00',
    ];
    expect(scannedTransactions(table(...rows)).map((row) => row.slice(0, 17))).toEqual([
      '2025-12-18 -10.00',
      '2025-12-20 -20.00',
      '2025-12-22 300.00',
      '2025-12-28 -20.00',
    ]);
  });

  test('derives the sign of an amount from the balances if OCR lost the minus', () => {
    const rows = [
      '12/18        Corner store                    10.00       990.00',
      '12/20        Payroll                        260.00     1,250.00',
    ];
    expect(scannedTransactions(table(...rows))).toEqual([
      '2025-12-18 -10.00 990.00 Corner store',
      '2025-12-20 260.00 1250.00 Payroll',
    ]);
  });

  test('restores a lost decimal point, and keeps a row whose amount cannot be read', () => {
    const rows = [
      '12/18        Corner store                   $1000       990.00',
      '12/20        Book attic                      s7x!       970.00',
      '12/22        Payroll                       280.00     1,250.00',
    ];
    expect(scannedTransactions(table(...rows)).map((row) => row.split(' ').slice(0, 3).join(' '))).toEqual([
      '2025-12-18 -10.00 990.00',
      '2025-12-20 - 970.00',
      '2025-12-22 280.00 1250.00',
    ]);
  });
});
