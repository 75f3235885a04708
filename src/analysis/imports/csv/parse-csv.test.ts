import { describe, expect, test } from 'vitest';
import type { CsvColumns, ImportedPart, ImportedTransaction } from '#analysis/imports/imported-parts.ts';
import { expectOnlyKnownFaults, expectSameInAllChunks, faultOf, partsOf } from '#test/fixed-files.ts';
import { InvalidColumns } from './layout.ts';
import { parseCsv } from './parse-csv.ts';

const parse = parseCsv();
const transactionsOf = (parts: ImportedPart[]): ImportedTransaction[] =>
  parts.flatMap((part) => (part.part === 'transaction' ? [part.transaction] : []));
const columnsOf = (parts: ImportedPart[]): CsvColumns | undefined =>
  parts.flatMap((part) => (part.part === 'columns' ? [part.columns] : []))[0];
const warningsOf = (parts: ImportedPart[]): string[] =>
  parts.flatMap((part) =>
    part.part === 'warning' ? [`${part.warning.line}:${part.warning.column} ${part.warning.message}`] : [],
  );
/** Returns the date, the amount and the description of each transaction. */
const rowsOf = (parts: ImportedPart[]): [string | null, bigint, string][] =>
  transactionsOf(parts).map(({ posted_on, amount, description }) => [posted_on, amount, description]);
const utf8 = (text: string) => Buffer.from(text, 'utf8');

const PAY = ['2026-01-15', 169_085n, 'ACME PAYROLL'] as const;
const SHOP = ['2026-01-16', -1_234n, 'GROCER'] as const;

describe('parseCsv for the formats of different banks', () => {
  test.each<[string, string, Partial<CsvColumns>]>([
    [
      'signed amounts with a balance',
      'Details,Posting Date,Description,Amount,Type,Balance,Check or Slip #\nCREDIT,01/15/2026,"ACME PAYROLL",1690.85,ACH_CREDIT,2000.00,,\nDEBIT,01/16/2026,"GROCER",-12.34,DEBIT_CARD,1987.66,,\n',
      { date: 'Posting Date', amount: 'Amount', balance: 'Balance', date_format: 'MM/DD/YYYY' },
    ],
    [
      'a summary above the header, and a row with the opening balance',
      'Description,,Summary Amt.\nBeginning balance as of 01/01/2026,,"309.15"\nTotal credits,,"1,690.85"\n\nDate,Description,Amount,Running Bal.\n01/01/2026,Beginning balance as of 01/01/2026,,"309.15"\n01/15/2026,ACME PAYROLL,"1,690.85","2,000.00"\n01/16/2026,GROCER,"-12.34","1,987.66"\n',
      { amount: 'Amount', balance: 'Running Bal.' },
    ],
    [
      'a file without a header',
      '"01/15/2026","1690.85","*","","ACME PAYROLL"\n"01/16/2026","-12.34","*","","GROCER"\n',
      { date: 0, amount: 1, description: 4 },
    ],
    [
      'columns of debits and credits',
      'Transaction Date,Posted Date,Card No.,Description,Category,Debit,Credit\n2026-01-15,2026-01-15,1234,ACME PAYROLL,Pay,,1690.85\n2026-01-16,2026-01-16,1234,GROCER,Food,12.34,\n',
      { date: 'Posted Date', debit: 'Debit', credit: 'Credit' },
    ],
    [
      'negative debits in a column of debits',
      'Date,Status,Type,CheckNumber,Description,Withdrawal,Deposit,RunningBalance\n01/15/2026,Posted,ACH,,ACME PAYROLL,,"$1,690.85","$2,000.00"\n01/16/2026,Posted,VISA,,GROCER,-$12.34,,"$1,987.66"\n',
      { debit: 'Withdrawal', credit: 'Deposit' },
    ],
    [
      'unsigned amounts with a direction',
      'Account Number,Transaction Description,Transaction Date,Transaction Type,Transaction Amount,Balance\n1234,ACME PAYROLL,01/15/26,Credit,1690.85,2000\n1234,GROCER,01/16/26,Debit,12.34,1987.66\n',
      { date_format: 'MM/DD/YY', amount: 'Transaction Amount' },
    ],
    [
      'a card whose purchases are positive amounts',
      'Trans. Date,Post Date,Description,Amount,Category\n01/15/2026,01/15/2026,ACME PAYROLL,-1690.85,x\n01/16/2026,01/16/2026,GROCER,12.34,x\n01/17/2026,01/17/2026,GROCER,12.34,x\n01/18/2026,01/18/2026,GROCER,12.34,x\n01/19/2026,01/19/2026,PAYMENT - THANK YOU,-5.00,x\n',
      { sign: 'debit_positive' },
    ],
    [
      'a German file with semicolons, decimal commas, and points in dates',
      '"Auftragskonto";"Buchungstag";"Valutadatum";"Beguenstigter/Zahlungspflichtiger";"Verwendungszweck";"Betrag";"Waehrung"\n"DE1";"15.01.26";"15.01.26";"ACME PAYROLL";"Lohn";"1.690,85";"EUR"\n"DE1";"16.01.26";"16.01.26";"GROCER";"Kauf";"-12,34";"EUR"\n',
      { date: 'Buchungstag', decimal: ',', date_format: 'DD.MM.YY', currency: 'Waehrung' },
    ],
    [
      'a French file with spaces between thousands, and a total below the rows',
      'Date;Libellé;Débit euros;Crédit euros\n15/01/2026;ACME PAYROLL;;1 690,85\n16/01/2026;GROCER;12,34;\n;Total;12,34;1 690,85\n',
      { debit: 'Débit euros', date_format: 'DD/MM/YYYY' },
    ],
    [
      'a Spanish file with tabs and the newest row first',
      'Fecha\tConcepto\tImporte\tSaldo\n16/01/2026\tGROCER\t-12,34\t1.987,66\n15/01/2026\tACME PAYROLL\t1.690,85\t2.000,00\n',
      { date: 'Fecha', balance: 'Saldo', sign: 'credit_positive' },
    ],
    [
      'a file with pipes, names of months, and CR or DR after amounts',
      'sep=|\nDate|Details|Amount\n15 Jan 2026|ACME PAYROLL|1,690.85 CR\n16 Jan 2026|GROCER|12.34 DR\n',
      { date_format: 'DD MMM YYYY' },
    ],
  ])('parseCsv reads %s', async (_name, content, columns) => {
    const parts = await partsOf(parse, utf8(content));
    expect(columnsOf(parts)).toMatchObject(columns);
    const rows = rowsOf(parts).filter(([, amount]) => amount > 0n || amount === SHOP[1]);
    expect(rows).toContainEqual(PAY);
    expect(rows).toContainEqual(SHOP);
    expect(warningsOf(parts)).toEqual([]);
  });

  test('uses the balances of the rows to find the sign of the amounts, the order of the rows, and the opening and closing balance', async () => {
    const content =
      'Date,Name,Amount,Balance\n01/16/2026,GROCER,12.34,1987.66\n01/15/2026,ACME PAYROLL,-1690.85,2000.00\n';
    const parts = await partsOf(parse, content);
    expect(columnsOf(parts)?.sign).toBe('debit_positive');
    expect(rowsOf(parts)).toEqual([SHOP, PAY]);
    expect(parts.flatMap((part) => (part.part === 'balance' ? [part.balance] : []))).toEqual([
      { account_key: 'csv', kind: 'opening', amount: 30_915n, date: '2026-01-15' },
      { account_key: 'csv', kind: 'closing', amount: 198_766n, date: '2026-01-16' },
    ]);
  });

  test('reads the account and its owner from the rows above the header', async () => {
    const content =
      'Account number:,XXXX1234\nAccount holder:,Anna Example\n\nDate,Description,Amount\n2026-01-15,A,1.00\n';
    const [, account] = await partsOf(parse, content);
    expect(account).toMatchObject({ account: { key: 'csv', number: 'XXXX1234', owner: 'Anna Example' } });
  });

  test.each<[string, Uint8Array]>([
    ['UTF-8', utf8('Date,Description,Amount\n2026-01-15,Café,1.00\n')],
    ['UTF-8 with a byte order mark', utf8('\ufeffDate,Description,Amount\n2026-01-15,Café,1.00\n')],
    ['UTF-16', Buffer.from('\ufeffDate,Description,Amount\r\n2026-01-15,Café,1.00\r\n', 'utf16le')],
    ['Latin-1', Buffer.from('Date,Description,Amount\r2026-01-15,Café,1.00\r', 'latin1')],
  ])('parseCsv reads a file in the encoding %s', async (_name, bytes) => {
    for (const size of [1, 3, 1000])
      expect(rowsOf(await partsOf(parse, bytes, size))).toEqual([['2026-01-15', 100n, 'Café']]);
  });

  test('returns no posting date for a pending row', async () => {
    const content = 'Date,Description,Amount\nPending,A,-1.00\n2026-01-15,B,1.00\n';
    expect(transactionsOf(await partsOf(parse, content))[0]).toMatchObject({
      is_pending: true,
      posted_on: null,
      amount: -100n,
    });
  });
});

describe('parseCsv for columns that the caller gives', () => {
  const content = 'When,What,In,Out,Left\n03/04/2026,A,5.00,,5.00\n05/04/2026,B,,2.00,3.00\n';
  const columns = {
    date: 'When',
    description: 'What',
    credit: 'In',
    debit: 'Out',
    balance: 'Left',
    date_format: 'DD/MM/YYYY',
  };

  test('accepts a column by its name or by its index, which counts from 0', async () => {
    const by_name = await partsOf(parseCsv({ columns }), content);
    expect(rowsOf(by_name)).toEqual([
      ['2026-04-03', 500n, 'A'],
      ['2026-04-05', -200n, 'B'],
    ]);
    const indexes = { date: 0, description: 1, credit: 2, debit: 3, balance: 4, date_format: 'DD/MM/YYYY' };
    expect(rowsOf(await partsOf(parseCsv({ columns: indexes }), content))).toEqual(rowsOf(by_name));
  });

  test('returns the column map that it used, and reads the same transactions with this map', async () => {
    const used = columnsOf(await partsOf(parseCsv({ columns }), content));
    expect(used).toEqual({ ...columns, decimal: '.', sign: 'credit_positive' });
    expect(rowsOf(await partsOf(parseCsv({ columns: used ?? {} }), content))).toHaveLength(2);
  });

  test.each<[string, Partial<CsvColumns>, string]>([
    ['a name that the file does not have', { date: 'Day' }, 'The column Day was not found.'],
    ['an index below 0', { date: -1 }, 'The column -1 was not found.'],
    [
      'a format without a year',
      { ...columns, date_format: 'DD/MM' },
      'The date format needs a year, a month and a day.',
    ],
    [
      'a missing date format if two formats fit',
      { ...columns, date_format: undefined as never },
      'The date format is ambiguous.',
    ],
  ])('parseCsv refuses %s in the columns that the caller gives', async (_name, given, message) => {
    const error = await partsOf(parseCsv({ columns: given }), content).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(InvalidColumns);
    expect(error).toHaveProperty('message', message);
  });
});

describe('parseCsv for dates with two readings', () => {
  const file = (name: string, ...dates: string[]) =>
    `${name},Description,Amount\n${dates.map((date) => `${date},A,1.00\n`).join('')}`;

  test('refuses the file if nothing shows which reading is right', async () => {
    await expect(partsOf(parse, file('Date', '03/04/2026', '12/12/2026'))).rejects.toThrow(
      new InvalidColumns('The date format is ambiguous.'),
    );
  });

  test.each<[string, string, string]>([
    ['a date with 13 in the first place', file('Date', '03/04/2026', '13/04/2026'), '2026-04-03'],
    ['a date with 13 in the second place', file('Date', '03/04/2026', '03/13/2026'), '2026-03-04'],
    ['the format in the name of the column', file('Date (DD/MM/YYYY)', '03/04/2026'), '2026-04-03'],
    ['the Spanish name of the column', file('Fecha', '03/04/2026'), '2026-04-03'],
    ['points between day, month and year', file('Date', '03.04.2026'), '2026-04-03'],
  ])('parseCsv chooses between two readings of a date by %s', async (_name, content, expected) => {
    expect(rowsOf(await partsOf(parse, content))[0]?.[0]).toBe(expected);
  });
});

describe('parseCsv for faulty files', () => {
  const head = 'Date,Description,Amount,Balance\n2026-01-15,A,1.00,1.00\n';
  test.each<[string, string, string]>([
    ['an empty file', '', 'Line 1, column 1: the file is empty.'],
    ['a text without rows', 'Hello\nWorld\n', 'Line 1, column 1: no row has a date, a description and an amount.'],
    [
      'a day that does not exist',
      `${head}2026-02-30,B,1.00,2.00\n`,
      'Line 3, column 1: the date does not follow YYYY-MM-DD.',
    ],
    [
      'an amount with letters',
      `${head}2026-01-16,"B, C",1.x0,2.00\n`,
      'Line 3, column 19: the amount is not a number.',
    ],
    ['a balance with letters', `${head}2026-01-16,B,1.00,x\n`, 'Line 3, column 19: the balance is not a number.'],
    ['an amount without a date', `${head},B,1.00,2.00\n`, 'Line 3, column 1: the row has no date.'],
    [
      'a quote that is not closed',
      `${head}2026-01-16,"B,1.00,2.00\n`,
      'Line 3, column 1: the row has a quote that is not closed, or one inside a quoted value.',
    ],
    [
      'a line of 32,769 characters',
      `${head}${'x'.repeat(32_769)}`,
      'Line 3, column 32769: the line has more than 32768 characters.',
    ],
    ['bytes that are not text', `${head}\u0001`, 'Line 3, column 1: the file is not a text file.'],
    ['201 columns', `${head.trim()}${','.repeat(197)}\n`, 'Line 2, column 1: the row has more than 200 columns.'],
  ])('parseCsv refuses %s', async (_name, content, message) => {
    expect(await faultOf(parse, content)).toBe(message);
  });

  test('returns one warning, with its place, for a balance that does not follow from the amounts', async () => {
    const content = `${head}2026-01-16,B,2.00,9.00\n2026-01-17,C,3.00,6.00\n2026-01-18,D,1.00,7.00\n`;
    expect(warningsOf(await partsOf(parse, content))).toEqual(['3:19 The balance does not follow from the amounts.']);
  });

  test('returns a warning for a row without an amount', async () => {
    const parts = await partsOf(parse, `${head}2026-01-16,Change of terms,,1.00\n`);
    expect(warningsOf(parts)).toEqual(['3:28 The row has no amount and is left out.']);
    expect(transactionsOf(parts)).toHaveLength(1);
  });

  const sample =
    'Account,1234\n\nDate,Description,Amount,Balance\r\n01/15/2026,"ACME, Inc.",5.00,5.00\r\n01/16/2026,"TWO\nLINES",(2.00),3.00\r\n';

  test('returns the same parts, whatever chunk size is used to read the file', async () => {
    await expectSameInAllChunks(parse, sample, sample.length);
  });

  test('for a damaged file, either returns parts or throws a known error', async () => {
    await expectOnlyKnownFaults(parse, sample, (error) => error instanceof InvalidColumns);
  });
});
