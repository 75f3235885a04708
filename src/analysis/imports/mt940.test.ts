import { describe, expect, test } from 'vitest';
import { accountsIn, balancesIn, outcomeOf, partsOf, transactionsIn, warningsIn } from '#test/import-files.ts';
import { parseMt940 } from './mt940.ts';

/** Returns a statement with these entries. Its opening balance is 1,000.00, and `closing` is its closing balance. */
const statement = (entries: string, closing = 'C260131EUR1000,'): string =>
  `:20:REF1\n:25:10020030/1234567\n:28C:1/1\n:60F:C260101EUR1000,\n${entries}:62F:${closing}\n-\n`;
const entry = (text: string): string => `:61:${text}\n`;
const rowOf = async (entries: string) => transactionsIn(await partsOf(parseMt940, statement(entries)))[0];
const faultOf = async (file: string) => (await outcomeOf(parseMt940, file)).fault;

describe('an MT940 statement', () => {
  test('a statement is read as an account with its balances and entries', async () => {
    const file = statement(`${entry('2601050106D12,34NTRFNONREF//B77')}:86:Bakery\n`, 'C260131EUR987,66');
    const account_key = '1234567|EUR';
    expect(await partsOf(parseMt940, file.replace('\n-', '\n:64:C260131EUR900,\n:65:C260202EUR800,\n-'))).toEqual([
      {
        part: 'account',
        account: {
          key: account_key,
          number: '1234567',
          routing_number: null,
          institution: '10020030',
          name: null,
          owner: null,
          type: null,
          currency_code: 'EUR',
        },
      },
      { part: 'balance', balance: { account_key, kind: 'opening', amount: 100_000n, date: '2026-01-01' } },
      {
        part: 'transaction',
        transaction: {
          account_key,
          bank_id: 'B77',
          posted_on: '2026-01-06',
          transacted_on: null,
          amount: -1_234n,
          currency_code: 'EUR',
          is_pending: false,
          description: 'Bakery',
          memo: null,
          check_number: null,
          balance: null,
        },
      },
      { part: 'balance', balance: { account_key, kind: 'closing', amount: 98_766n, date: '2026-01-31' } },
      { part: 'balance', balance: { account_key, kind: 'available', amount: 90_000n, date: '2026-01-31' } },
    ]);
  });

  test.each([
    [
      'SWIFT blocks',
      (text: string) =>
        `{1:F01LANTUS33AXXX0000000000}{2:I940LANTUS33XXXXN}{4:\n${text.replace('\n-\n', '\n-}{5:{CHK:0123456789AB}}\n')}`,
    ],
    [
      'a block that begins in the line of the first field',
      (text: string) => `{1:F01X}{2:I940Y}{4:${text.replace('\n-\n', '\n-}\n')}`,
    ],
    ['lines of the bank before the message', (text: string) => `LANTUS33\n940\nLANTUS33\n:940:\n${text}`],
    ['padding after the end', (text: string) => text.replace('\n-\n', '\n-XXX\n')],
    ['Windows line ends', (text: string) => text.replaceAll('\n', '\r\n')],
    ['empty lines', (text: string) => text.replaceAll('\n', '\n\n')],
    ['no end of the message', (text: string) => text.replace('\n-\n', '')],
    ['the older field 28', (text: string) => text.replace(':28C:', ':28:')],
    ['unknown fields', (text: string) => text.replace(':60F:', ':21:X\n:NS:01ABC\n:60F:')],
    ['a text about the statement', (text: string) => text.replace('\n-\n', '\n:86:all good\n-\n')],
  ])('an MT940 statement is read in a file with %s', async (_, change) => {
    const file = statement(`${entry('260105C1,5NMSCNONREF')}:86:Interest\n`, 'C260131EUR1001,5');
    expect(await partsOf(parseMt940, change(file))).toEqual(await partsOf(parseMt940, file));
  });

  test.each([
    ['10020030/1234567', '1234567', '10020030'],
    ['DE89370400440532013000', 'DE89370400440532013000', null],
    ['NL71RABO0123456789 EUR', 'NL71RABO0123456789', null],
    ['0001234567EUR', '0001234567', null],
  ])('an MT940 statement with the account field %s has the account number %s', async (text, number, institution) => {
    const parts = await partsOf(parseMt940, statement('').replace('10020030/1234567', text));
    expect(accountsIn(parts)).toMatchObject([{ number, institution }]);
  });

  test('the second line of the account field is the bank if the field has option P', async () => {
    const parts = await partsOf(parseMt940, statement('').replace(':25:10020030/1234567', ':25P:1234567\nLANTUS33'));
    expect(accountsIn(parts)).toMatchObject([{ number: '1234567', institution: 'LANTUS33' }]);
  });

  const page = (nth: number, opening: string, rows: string, closing: string) =>
    `:20:R\n:25:77\n:28C:5/${nth}\n:60${opening}\n${rows}:62${closing}\n-\n`;
  test('several pages are read as one statement', async () => {
    const first = page(1, 'F:C260101EUR10,', entry('260102C5,NTRFNONREF'), 'M:C260102EUR15,');
    const second = page(2, 'M:C260102EUR15,', entry('260103D1,NTRFNONREF'), 'F:C260103EUR14,');
    const parts = await partsOf(parseMt940, first + second);
    expect(balancesIn(parts).map(({ kind, amount }) => [kind, amount])).toEqual([
      ['opening', 1_000n],
      ['closing', 1_400n],
    ]);
    expect(warningsIn(parts)).toEqual([]);
    const alone = await partsOf(parseMt940, first);
    expect(balancesIn(alone).map(({ kind, amount }) => [kind, amount])).toEqual([
      ['opening', 1_000n],
      ['closing', 1_500n],
    ]);
    const gap = await partsOf(parseMt940, first + second.replace('EUR15,', 'EUR16,').replace('EUR14,', 'EUR15,'));
    expect(warningsIn(gap)).toEqual([
      '11:16 The page begins with the balance 16.00, but the page before ends with 15.00.',
    ]);
  });

  test('a balance may be negative; a closing balance that does not follow from the entries causes a warning', async () => {
    const file = statement(entry('260105D1500,NTRFNONREF'), 'D260131EUR500,');
    expect(balancesIn(await partsOf(parseMt940, file))[1]).toMatchObject({ kind: 'closing', amount: -50_000n });
    expect(warningsIn(await partsOf(parseMt940, file))).toEqual([]);
    expect(warningsIn(await partsOf(parseMt940, file.replace('D260131', 'C260131')))).toEqual([
      '6:16 The opening balance and the entries amount to -500.00, but the closing balance is 500.00.',
    ]);
  });
});

describe('an MT940 entry', () => {
  test.each([
    ['260105C1,NTRFNONREF', { amount: 100n, posted_on: '2026-01-05', bank_id: null }],
    ['260105D1,5NTRFNONREF', { amount: -150n }],
    ['260105RC1,50NTRFNONREF', { amount: -150n }],
    ['260105RD000000001,50NTRFNONREF', { amount: 150n }],
    ['2601050107CR1,NTRFNONREF', { amount: 100n, posted_on: '2026-01-07' }],
    ['2512310102DR1,NTRFNONREF', { amount: -100n, posted_on: '2026-01-02' }],
    ['2601021231D1,NTRFNONREF', { posted_on: '2025-12-31' }],
    ['230230D1,NTRFNONREF', { posted_on: '2023-02-28' }],
    ['260105D1,NCHK1001', { check_number: '1001', bank_id: null, description: 'NCHK' }],
    ['260105D1,NCHKNONREF', { check_number: null }],
    ['260105D1,NOV NONREF//A B', { bank_id: 'A B', description: 'NOV' }],
    ['260105D1,FMSC01916//NONREF\n20260105007602198765', { bank_id: null, description: '20260105007602198765' }],
    ['260105D1,STRFa/b//c//d', { bank_id: 'c//d' }],
  ])('the MT940 entry %s is read as %o', async (text, expected) => {
    expect(await rowOf(entry(text))).toMatchObject(expected);
  });

  test.each([
    ['260105X1,NTRFNONREF', '5:5 “260105X1,NTRFNONREF” instead of an entry'],
    ['260105D1,NTR', '5:5 “260105D1,NTR” instead of an entry'],
    ['261305D1,NTRFNONREF', '5:5 “261305” instead of a date'],
    ['2601050231D1,NTRFNONREF', '5:11 “0231” instead of a date'],
    ['2601050105CR12NTRFNONREF', '5:17 the amount “12” without a comma'],
    ['260105D1,2,3NTRFNONREF', '5:12 “1,2,3” instead of an amount'],
    ['260105D1,234NTRFNONREF', '5:12 the amount “1,234” with more than two decimals'],
  ])('the MT940 entry %s is refused, and the fault names the place', async (text, fault) => {
    expect(await faultOf(statement(entry(text)))).toBe(fault);
  });
});

describe('the text of an MT940 entry', () => {
  const textOf = async (text: string) => {
    const row = await rowOf(`${entry('260105C1,NTRFNONREF\nsecond line')}:86:${text}\n`);
    return [row?.description, row?.memo];
  };
  test.each([
    [
      '166?00GUTSCHRIFT?109310?20SVWZ+Salary January?30LANTDEFF?31DE89?32Northwind Ltd?33 Berlin',
      'Northwind Ltd Berlin',
      'Salary January',
    ],
    ['166?00GUTSCHRIFT?20EREF+77?21MREF+8?22SVWZ+Rent?23May', 'Rent May', 'GUTSCHRIFT'],
    ['166?00A?20123456789012345678901234567?2189?32X', 'X', '12345678901234567890123456789'],
    [' 020<00Card<20Bakery', 'Bakery', 'Card'],
    ['008?00WHY?NOT?20x', 'x', 'WHY?NOT'],
    ['166?00Fee?20one\ntwo', 'onetwo', 'Fee'],
    ['/EREF/1/BENM//NAME/Ann Smi\nth/REMI/Invoice 7/ISDT/2026-01-05', 'Ann Smith', 'Invoice 7'],
    ['/REMI/USTD//Invoice 7/', 'Invoice 7/', null],
    ['/TRTP/SEPA OVERBOEKING/IBAN/NL00', '/TRTP/SEPA OVERBOEKING/IBAN/NL00', null],
    [`${'x'.repeat(65)}\ny z\nw`, `${'x'.repeat(65)}y z w`, null],
    [`${'x'.repeat(64)}\ny`, `${'x'.repeat(64)} y`, null],
    ['0111111111 Shop\tTown  1', '0111111111 Shop Town 1', null],
    ['', 'second line', null],
  ])('the text %j of an MT940 entry is read as the description %j and the memo %j', async (text, description, memo) => {
    expect(await textOf(text)).toEqual([description, memo]);
  });

  test('the text of an entry may be in Windows-1252 or in UTF-8', async () => {
    const file = statement(`${entry('260105C1,NTRFNONREF')}:86:M\u00fcller\n`);
    for (const encoding of ['latin1', 'utf8'] as const) {
      const [row] = transactionsIn(await partsOf(parseMt940, Buffer.from(file, encoding)));
      expect(row?.description).toBe('Müller');
    }
  });
});

test.each([
  ['no statement', 'hello\n', '1:1 a file without a statement (:20:)'],
  ['no content', '', '1:1 a file without a statement (:20:)'],
  ['no closing balance', statement('').replace(/:62F:.*\n/, ''), '1:1 a statement without a closing balance (:62F:)'],
  [
    'no opening balance',
    statement(entry('260105C1,NTRFNONREF')).replace(/:60F:.*\n/, ''),
    '4:1 an entry before the opening balance (:60F:)',
  ],
  [
    'a closing balance alone',
    statement('').replace(/:60F:.*\n/, ''),
    '4:1 a closing balance before the opening balance (:60F:)',
  ],
  ['two opening balances', statement(':60F:C260101EUR1,\n'), '5:1 a second opening balance in one message'],
  ['no account', statement('').replace(/:25:.*\n/, ''), '3:1 a balance before the account (:25:)'],
  ['an empty account', statement('').replace(/:25:.*\n/, ':25:\n'), '2:5 a missing account (:25:)'],
  [
    'an account without a number',
    statement('').replace(/:25:.*\n/, ':25:BANK/\n'),
    '2:5 a missing account number (:25:)',
  ],
  ['a wrong balance', statement('').replace('C260101EUR', 'K260101EUR'), '4:6 “K260101EUR1000,” instead of a balance'],
  ['a wrong date', statement('').replace('C260101', 'C260132'), '4:7 “260132” instead of a date'],
  [
    'a long field',
    statement(`:86:${'x'.repeat(6_000)}\n${'x'.repeat(4_000)}\n`),
    '6:1 a field of more than 10,000 characters',
  ],
])('an MT940 file with %s is refused, and the fault names the place', async (_, file, fault) => {
  expect(await faultOf(file)).toBe(fault);
});

test('an MT940 field of 10,000 characters is read', async () => {
  expect(await faultOf(statement(`:86:${'x'.repeat(5_996)}\n${'x'.repeat(4_000)}\n`))).toBe(undefined);
});
