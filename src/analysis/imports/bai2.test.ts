import { describe, expect, test } from 'vitest';
import { accountsIn, balancesIn, outcomeOf, partsOf, transactionsIn, warningsIn } from '#test/import-files.ts';
import { parseBai2 } from './bai2.ts';

/** Returns a file with one account, whose control totals are correct for the given amounts and lines. */
const file = (header: string, entries: string[], total: number, currency = ''): string => {
  const lines = [header, ...entries].join('\n').split('\n').length + 1;
  return [
    '01,122099999,123456789,260121,0200,1,80,,2/',
    `02,031001234,122099999,1,260120,2359,${currency},2/`,
    header,
    ...entries,
    `49,${total},${lines}/`,
    `98,${total},1,${lines + 2}/`,
    `99,${total},1,${lines + 4}/`,
    '',
  ].join('\n');
};
const HEADER = '03,0123456789,,010,+100000,,,015,98766,,/';
const rowOf = async (entry: string, amount: number) => {
  const parts = await partsOf(parseBai2, file('03,1,/', [entry], amount));
  expect(warningsIn(parts)).toEqual([]);
  return transactionsIn(parts)[0];
};
const faultOf = async (text: string) => (await outcomeOf(parseBai2, text)).fault;

test('a BAI2 file is read as an account with its balances and entries', async () => {
  const parts = await partsOf(parseBai2, file(HEADER, ['16,475,1234,Z,R77,1001,Bakery on Elm St/'], 200_000));
  const account_key = '122099999|0123456789|USD';
  expect(parts).toEqual([
    {
      part: 'account',
      account: {
        key: account_key,
        number: '0123456789',
        routing_number: '122099999',
        institution: '122099999',
        name: null,
        owner: null,
        type: null,
        currency_code: 'USD',
      },
    },
    { part: 'balance', balance: { account_key, kind: 'opening', amount: 100_000n, date: '2026-01-20' } },
    { part: 'balance', balance: { account_key, kind: 'closing', amount: 98_766n, date: '2026-01-20' } },
    {
      part: 'transaction',
      transaction: {
        account_key,
        bank_id: 'R77',
        posted_on: '2026-01-20',
        transacted_on: null,
        amount: -1_234n,
        currency_code: 'USD',
        is_pending: false,
        description: 'Bakery on Elm St',
        memo: null,
        check_number: '1001',
        balance: null,
      },
    },
  ]);
});

describe('entries of a BAI2 file', () => {
  test.each([
    [
      '16,142,500,Z,,,PAYROLL NORTHWIND/',
      { amount: 500n, description: 'PAYROLL NORTHWIND', bank_id: null, check_number: null },
    ],
    ['16,399,500,0,,,x', { amount: 500n }],
    ['16,400,500,1,,,x', { amount: -500n }],
    ['16,699,500,2,,,x', { amount: -500n }],
    ['16,100,500,,B1,C1,x', { amount: 500n, bank_id: 'B1' }],
    ['16,920,500,,,,x', { amount: 500n }],
    ['16,960,500,,,,x', { amount: -500n }],
    ['16,165,500,1,DD1620,, DEALER PAYMENTS', { description: 'DEALER PAYMENTS', bank_id: 'DD1620' }],
    ['16,115,500,S,100,200,200,B,,LOCK BOX/', { description: 'LOCK BOX', bank_id: 'B' }],
    ['16,115,500,S,,200,300,,,/', { description: 'Lockbox deposit' }],
    [
      '16,218,500,V,260122,,SP4738,YRC065321/\n88,PROCEEDS, OF A LETTER/',
      { bank_id: 'SP4738', description: 'PROCEEDS, OF A LETTER' },
    ],
    ['16,195,500,D,2,0,200,1,300,B9,,WIRE/', { bank_id: 'B9', description: 'WIRE' }],
    ['16,195,500,D/\n88,2,0,200/\n88,1,300,B9,,WIRE/', { bank_id: 'B9', description: 'WIRE' }],
    ['16,447,500,,AB/GS/1,,a, b/c, d', { bank_id: 'AB/GS/1', description: 'a, b/c, d' }],
    ['16,447,500,,B,,first/\n88,second\n88:third  /', { description: 'first', memo: 'second third' }],
    ['16,475,500,,0000,12x,y', { bank_id: null, check_number: null }],
    ['16,495,500,,,', { description: 'Outgoing money transfer' }],
    ['16,199,500', { description: 'Credit' }],
    ['16,499,500/', { description: 'Debit' }],
  ])('the BAI2 record %j is read as %o', async (entry, expected) => {
    expect(await rowOf(entry, 500)).toMatchObject(expected);
  });

  test('an information record without money is skipped; a balance, a loan, and a record without an amount are left out with a warning', async () => {
    const entries = ['16,890,,,,,note', '16,142,,,,,x', '16,720,5,,,,x', '16,015,7,,,,x'];
    const parts = await partsOf(parseBai2, file('03,1,/', entries, 12));
    expect(transactionsIn(parts)).toEqual([]);
    expect(warningsIn(parts)).toEqual([
      '5:4 The record has no amount, so it is left out.',
      '6:4 The type code 720 is neither a credit nor a debit, so the record is left out.',
      '7:4 The type code 015 is neither a credit nor a debit, so the record is left out.',
    ]);
  });

  test.each([
    ['JPY', 50_000n],
    ['USD', 500n],
    ['BHD', 50n],
  ])(
    'in a BAI2 file, an amount of 500 in the currency %s is %s hundredths of the currency’s unit',
    async (currency, amount) => {
      const parts = await partsOf(parseBai2, file('03,1,/', ['16,142,500,,,,x'], 500, currency));
      expect(transactionsIn(parts)).toMatchObject([{ amount, currency_code: currency }]);
      const own = await partsOf(parseBai2, file(`03,1,${currency}/`, ['16,142,500,,,,x'], 500, 'CAD'));
      expect(transactionsIn(own)).toMatchObject([{ amount, currency_code: currency }]);
      expect(warningsIn(own)).toEqual([]);
    },
  );
});

describe('account headers of a BAI2 file', () => {
  test.each([
    ['03,1,,010,5,,,015,7,,,045,9,,/', 21, ['opening', 'closing', 'available']],
    ['03,1,USD,,,,,060,9,,,100,000,0,,400,000,0,/', 9, ['available']],
    ['03,1,,010,5,,,190/\n88,6,,,045,4,,/', 15, ['opening', 'available']],
    ['03,1,,110,6,15,D,3,0,2,1,2,3,2,015,-5,,/', 1, ['closing']],
    ['03,1,,100,6,3,V,260120,,400,6,8,V,260120,/', 12, []],
    ['03,1,,040,6,,,/', 6, []],
    ['03,1', 0, []],
  ])(
    'the account header %j of a BAI2 file, with the control total %i, results in the balances %j',
    async (header, total, kinds) => {
      const parts = await partsOf(parseBai2, file(header, [], total));
      expect(balancesIn(parts).map(({ kind }) => kind)).toEqual(kinds);
      expect(warningsIn(parts)).toEqual([]);
    },
  );

  test('a closing balance that does not follow from the entries causes a warning, but not in a file without entries', async () => {
    const header = '03,1,,010,100,,,015,150,,/';
    expect(warningsIn(await partsOf(parseBai2, file(header, ['16,142,50,,,,x'], 300)))).toEqual([]);
    expect(warningsIn(await partsOf(parseBai2, file(header, ['16,142,49,,,,x'], 299)))).toEqual([
      '3:21 The opening balance and the entries amount to 1.49, but the closing balance is 1.50.',
    ]);
    expect(warningsIn(await partsOf(parseBai2, file(header, [], 250)))).toEqual([]);
  });
});

describe('control totals of a BAI2 file', () => {
  const right = file(HEADER, ['16,142,1234,,,,x'], 200_000).replace('98766', '101234').replaceAll('200000', '202468');
  test.each([
    ['right totals cause no warning', right, []],
    [
      'a wrong total of the account causes one warning',
      right.replace('49,202468', '49,202469').replaceAll(/(9[89]),202468/g, '$1,202469'),
      ['5:4 The control total of the account is 202469, but its amounts add up to 202468.'],
    ],
    [
      'a wrong total of the group causes one warning',
      right.replace('98,202468', '98,5').replace('99,202468', '99,5'),
      ['6:4 The control total of the group is 5, but its amounts add up to 202468.'],
    ],
    [
      'a wrong total of the file causes one warning',
      right.replace('99,202468', '99,-5'),
      ['7:4 The control total of the file is -5, but its amounts add up to 202468.'],
    ],
    [
      'a wrong number of records of the account causes one warning',
      right.replace('49,202468,3', '49,202468,4'),
      ['5:11 The account states 4 records, but it has 3.'],
    ],
    [
      'a wrong number of accounts of the group causes one warning',
      right.replace('98,202468,1,', '98,202468,2,'),
      ['6:11 The group states 2 accounts, but it has 1.'],
    ],
    [
      'a wrong number of records of the group causes one warning',
      right.replace('98,202468,1,5', '98,202468,1,6'),
      ['6:13 The group states 6 records, but it has 5.'],
    ],
    [
      'a wrong number of groups of the file causes one warning',
      right.replace('99,202468,1,', '99,202468,3,'),
      ['7:11 The file states 3 groups, but it has 1.'],
    ],
    ['a missing number of records of the file causes no warning', right.replace('99,202468,1,7', '99,202468,1,'), []],
  ])('in a BAI2 file, %s', async (_, text, warnings) => {
    expect(warningsIn(await partsOf(parseBai2, text))).toEqual(warnings);
  });
});

describe('groups of a BAI2 file', () => {
  test.each([
    ['1', 1, []],
    ['3', 1, []],
    ['2', 0, ['2:24 The group is a deletion, so it is left out.']],
    ['4', 0, ['2:24 The group is a test, so it is left out.']],
  ])(
    'a group of a BAI2 file with the status %s results in %i accounts, and in a warning if the number of accounts is zero',
    async (status, count, warnings) => {
      const text = file('03,1,,010,5,,/', ['16,142,1,,,,x'], 6).replace('122099999,1,', `122099999,${status},`);
      const parts = await partsOf(parseBai2, text);
      expect([accountsIn(parts).length, balancesIn(parts).length, transactionsIn(parts).length]).toEqual([
        count,
        count,
        count,
      ]);
      expect(warningsIn(parts)).toEqual(warnings);
    },
  );
});

describe('the structure of a BAI2 file', () => {
  const good = file('03,1,/', ['16,142,1,,,,x'], 1);
  test.each([
    ['missing slashes', good.replaceAll('/', '')],
    ['Windows line ends', good.replaceAll('\n', '\r\n')],
    ['lines of equal length', good.replaceAll('\n', '     \n')],
    ['empty lines and a control character at the end', `${good.replaceAll('\n', '\n\n')}\u001A\n`],
    ['spaces before the code', good.replaceAll('\n16', '\n  16')],
  ])('%s do not change what is read from a BAI2 file', async (_, text) => {
    expect(await partsOf(parseBai2, text)).toEqual(await partsOf(parseBai2, good));
  });

  test.each([
    ['no content', '', '1:1 a file without a header (01)'],
    ['no header', good.slice(good.indexOf('02,')), '1:1 a record 02 at the beginning of the file'],
    ['no account header', good.replace('03,1,/\n', ''), '3:1 a record 16 after a record 02'],
    ['no account trailer', good.replace(/49,.*\n/, ''), '5:1 a record 98 after a record 16'],
    ['no file trailer', good.replace(/\n99,.*\n/, '\n'), '6:1 the end of the file without a trailer (99)'],
    ['records after the trailer', `${good}03,1,/\n`, '8:1 a record 03 after a record 99'],
    ['a continuation at the beginning', `88,x\n${good}`, '1:1 a continuation (88) without a record before it'],
    ['an unknown record', good.replace('16,142', '17,142'), '4:1 a record 17 after a record 03'],
    ['a line that is not a record', good.replace('16,142', 'hello'), '4:1 “hello,1,,,,x” instead of a record'],
    ['another version', good.replace(',2/', ',3/'), '1:42 the version “3” instead of 2'],
    ['a wrong date', good.replace('260120', '261320'), '2:26 “261320” instead of a date'],
    ['a wrong status', good.replace('122099999,1,', '122099999,9,'), '2:24 “9” instead of a group status from 1 to 4'],
    ['a wrong currency', good.replace('03,1,', '03,1,US,'), '3:6 “US” instead of a currency code'],
    ['no account number', good.replace('03,1,', '03,,'), '3:4 a missing account number'],
    ['a wrong amount', good.replace('142,1,', '142,1.00,'), '4:8 “1.00” instead of an amount'],
    ['a wrong type code', good.replace('16,142', '16,14'), '4:4 “14” instead of a type code'],
    ['a wrong type code in a header', good.replace('03,1,', '03,1,,1x,5'), '3:7 “1x” instead of a type code'],
    ['a wrong funds type', good.replace('142,1,', '142,1,Q'), '4:10 “Q” instead of a funds type'],
    [
      'a wrong number of distributions',
      good.replace('142,1,,', '142,1,D,x'),
      '4:12 “x” instead of a number of distributions',
    ],
    ['a wrong total', good.replace('49,1,', '49,x,'), '5:4 “x” instead of an amount'],
    ['a missing total', good.replace('49,1,', '49,,'), '5:4 a missing amount'],
    ['a wrong count', good.replace('49,1,3', '49,1,x'), '5:6 “x” instead of a number'],
  ])('a BAI2 file with %s is refused, and the fault names the place', async (_, text, fault) => {
    expect(await faultOf(text)).toBe(fault);
  });

  test('a record of 10,000 lines is read, and a longer record is refused', async () => {
    const long = (count: number) => good.replace('\n49', `${'\n88,x'.repeat(count)}\n49`);
    expect(await faultOf(long(9_999))).toBe(undefined);
    expect(await faultOf(long(10_000))).toBe('10004:1 a record of more than 10,000 lines');
  });
});
