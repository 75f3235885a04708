import { describe, expect, test } from 'vitest';
import { accountsIn, balancesIn, outcomeOf, partsOf, transactionsIn, warningsIn } from '#test/import-files.ts';
import { parseCamt053 } from './camt053.ts';

const ACCOUNT =
  '<Acct><Id><IBAN>DE89370400440532013000</IBAN></Id><Ccy>EUR</Ccy><Ownr><Nm>Ann Smith</Nm></Ownr><Svcr><FinInstnId><BIC>LANTDEFF</BIC></FinInstnId></Svcr></Acct>';
const balance = (code: string, amount: string, indicator = 'CRDT', currency = 'EUR'): string =>
  `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="${currency}">${amount}</Amt><CdtDbtInd>${indicator}</CdtDbtInd><Dt><Dt>2026-01-31</Dt></Dt></Bal>`;
const entry = (amount: string, indicator: string, rest = '', currency = 'EUR'): string =>
  `<Ntry><Amt Ccy="${currency}">${amount}</Amt><CdtDbtInd>${indicator}</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-01-05</Dt></BookgDt>${rest}</Ntry>`;
const details = (...all: string[]): string =>
  `<NtryDtls>${all.map((inner) => `<TxDtls>${inner}</TxDtls>`).join('')}</NtryDtls>`;
const statement = (inner: string, account = ACCOUNT): string => `<Stmt><Id>1</Id>\n${account}\n${inner}\n</Stmt>`;
const document = (statements: string, version = '02'): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.${version}"><BkToCstmrStmt><GrpHdr><MsgId>m</MsgId></GrpHdr>${statements}</BkToCstmrStmt></Document>\n`;
const file = (inner: string): string => document(statement(inner));
const rowsOf = async (inner: string) => transactionsIn(await partsOf(parseCamt053, file(inner)));
const faultOf = async (text: string) => (await outcomeOf(parseCamt053, text)).fault;

test('a camt.053 statement is read as an account with its balances and entries', async () => {
  const inner = `${balance('OPBD', '100.00')}${balance('CLBD', '87.66')}${balance('CLAV', '80')}${balance('FWAV', '70')}${entry('12.34', 'DBIT', '<AcctSvcrRef>R7</AcctSvcrRef><AddtlNtryInf>Card</AddtlNtryInf>')}`;
  const account_key = 'DE89370400440532013000|EUR';
  const date = '2026-01-31';
  expect(await partsOf(parseCamt053, file(inner))).toEqual([
    {
      part: 'account',
      account: {
        key: account_key,
        number: 'DE89370400440532013000',
        routing_number: null,
        institution: 'LANTDEFF',
        name: null,
        owner: 'Ann Smith',
        type: null,
        currency_code: 'EUR',
      },
    },
    { part: 'balance', balance: { account_key, kind: 'opening', amount: 10_000n, date } },
    { part: 'balance', balance: { account_key, kind: 'closing', amount: 8_766n, date } },
    { part: 'balance', balance: { account_key, kind: 'available', amount: 8_000n, date } },
    {
      part: 'transaction',
      transaction: {
        account_key,
        bank_id: 'R7',
        posted_on: '2026-01-05',
        transacted_on: null,
        amount: -1_234n,
        currency_code: 'EUR',
        is_pending: false,
        description: 'Card',
        memo: null,
        check_number: null,
        balance: null,
      },
    },
  ]);
});

test.each(['02', '03', '04', '05', '06', '07', '08', '09', '10', '11', '12', '13'])(
  'camt.053 version %s is read',
  async (version) => {
    expect(await faultOf(document(statement(entry('1', 'CRDT')), version))).toBe(undefined);
  },
);

test.each(['01', '14'])('camt.053 version %s is refused', async (version) => {
  const what = `2:66 the unknown namespace “urn:iso:std:iso:20022:tech:xsd:camt.053.…” of a camt.053 message`;
  expect(await faultOf(document(statement(entry('1', 'CRDT')), version))).toBe(what);
});

test('namespace prefixes, an envelope, a byte order mark and UTF-16 do not change what is read', async () => {
  const plain = file(entry('1', 'CRDT', details('<RltdPties><Dbtr><Nm>Bob</Nm></Dbtr></RltdPties>')));
  const parts = await partsOf(parseCamt053, plain);
  const prefixed = plain.replaceAll(/<(\/?)(?=[A-Z])/g, '<$1c:').replace('xmlns=', 'xmlns:c=');
  expect(await partsOf(parseCamt053, prefixed)).toEqual(parts);
  const wrapped = plain
    .replace('<Document', '<Envelope><Header><Nm>x</Nm></Header><Document')
    .replace('</Document>', '</Document></Envelope>');
  expect(await partsOf(parseCamt053, wrapped)).toEqual(parts);
  expect(await partsOf(parseCamt053, `\uFEFF${plain.replaceAll('\n', '\r\n')}`)).toEqual(parts);
  const wide = Buffer.from(`\uFEFF${plain.replace('UTF-8', 'UTF-16')}`, 'utf16le');
  expect(await partsOf(parseCamt053, wide)).toEqual(parts);
});

describe('entries of a camt.053 statement', () => {
  const party = (role: string, name: string) => `<${role}><Nm>${name}</Nm></${role}>`;
  const newParty = (role: string, name: string) => `<${role}><Pty><Nm>${name}</Nm></Pty></${role}>`;
  const both = `<RltdPties>${party('Dbtr', 'Payer')}${party('Cdtr', 'Payee')}</RltdPties>`;
  test.each([
    ['a credit names the debtor', entry('1', 'CRDT', details(both)), { amount: 100n, description: 'Payer' }],
    ['a debit names the creditor', entry('1', 'DBIT', details(both)), { amount: -100n, description: 'Payee' }],
    [
      'parties are read in the form since version 04',
      entry('1', 'CRDT', details(`<RltdPties>${newParty('Dbtr', 'Payer')}</RltdPties>`)),
      { description: 'Payer' },
    ],
    [
      'an ultimate debtor is read as the payer',
      entry('1', 'CRDT', details(`<RltdPties>${party('UltmtDbtr', 'Uma')}</RltdPties>`)),
      { description: 'Uma' },
    ],
    [
      'a purpose in several elements is joined',
      entry('1', 'CRDT', details(`${both}<RmtInf><Ustrd>Rent</Ustrd><Ustrd>May</Ustrd></RmtInf>`)),
      { memo: 'Rent May' },
    ],
    [
      'a creditor reference becomes the memo',
      entry('1', 'CRDT', details(`${both}<RmtInf><Strd><CdtrRefInf><Ref>RF18</Ref></CdtrRefInf></Strd></RmtInf>`)),
      { memo: 'RF18' },
    ],
    [
      'a purpose becomes the description if there is no party',
      entry('1', 'CRDT', `${details('<RmtInf><Ustrd>Rent</Ustrd></RmtInf>')}<AddtlNtryInf>SEPA</AddtlNtryInf>`),
      { description: 'Rent', memo: 'SEPA' },
    ],
    ['an entry without a text has an empty description', entry('1', 'CRDT'), { description: '', memo: null }],
    ['the direction of a reversal is its indicator', entry('1', 'CRDT', '<RvslInd>true</RvslInd>'), { amount: 100n }],
    [
      'an entry with the status PDNG is pending',
      entry('1', 'DBIT').replace('BOOK', 'PDNG'),
      { is_pending: true, posted_on: '2026-01-05' },
    ],
    [
      'an entry with the status PDNG in the form since version 08 is pending',
      entry('1', 'DBIT').replace('BOOK', '<Cd>PDNG</Cd>'),
      { is_pending: true },
    ],
    [
      'an entry with the status BOOK in the form since version 08 is not pending',
      entry('1', 'DBIT').replace('BOOK', '<Cd>BOOK</Cd>'),
      { is_pending: false },
    ],
    [
      'the status PDNG means pending',
      entry('1', 'DBIT').replace('BOOK', 'PDNG'),
      { is_pending: true, posted_on: '2026-01-05' },
    ],
    [
      'the status PDNG is read in the form since version 08',
      entry('1', 'DBIT').replace('BOOK', '<Cd>PDNG</Cd>'),
      { is_pending: true },
    ],
    [
      'the status BOOK is read in the form since version 08',
      entry('1', 'DBIT').replace('BOOK', '<Cd>BOOK</Cd>'),
      { is_pending: false },
    ],
    [
      'a pending entry needs no date',
      entry('1', 'DBIT')
        .replace('BOOK', 'PDNG')
        .replace(/<BookgDt>.*<\/BookgDt>/, ''),
      { posted_on: null },
    ],
    [
      'the day of a booking time is the day in its own time zone',
      entry('1', 'DBIT').replace('<Dt>2026-01-05</Dt>', '<DtTm>2026-01-05T23:30:00-05:00</DtTm>'),
      { posted_on: '2026-01-05' },
    ],
    [
      'a value date replaces a missing booking date',
      entry('1', 'DBIT').replaceAll('BookgDt', 'ValDt'),
      { posted_on: '2026-01-05' },
    ],
    [
      'the day of the payment is the day of the acceptance time',
      entry('1', 'DBIT', details('<RltdDts><AccptncDtTm>2026-01-03T10:00:00</AccptncDtTm></RltdDts>')),
      { transacted_on: '2026-01-03' },
    ],
    [
      'the number of a check is read',
      entry('1', 'DBIT', details('<Refs><ChqNb>1001</ChqNb></Refs>')),
      { check_number: '1001' },
    ],
    [
      'the id of an entry with a single detail is the id of that detail',
      entry('1', 'DBIT', details('<Refs><AcctSvcrRef>D1</AcctSvcrRef></Refs>')),
      { bank_id: 'D1' },
    ],
    [
      'the id NOTPROVIDED means that there is no id',
      entry('1', 'DBIT', '<AcctSvcrRef>NOTPROVIDED</AcctSvcrRef>'),
      { bank_id: null },
    ],
    [
      'an entry may have another currency than the account',
      entry('2700', 'DBIT', '', 'JPY'),
      { amount: -270_000n, currency_code: 'JPY' },
    ],
    ['decimals after the second are accepted if they are zeros', entry('8.85000', 'CRDT'), { amount: 885n }],
  ])('in a camt.053 statement, %s', async (_, inner, expected) => {
    expect(await rowsOf(inner)).toMatchObject([expected]);
  });

  test('an information-only entry is left out, because no money moves', async () => {
    const [info, newer] = ['INFO', '<Cd>INFO</Cd>'].map((status) => entry('1', 'DBIT').replace('BOOK', status));
    expect(await rowsOf(`${info}${entry('2', 'CRDT')}${newer}`)).toMatchObject([{ amount: 200n, is_pending: false }]);
  });

  const old = (amount: string, name: string, rest = '') =>
    `<Refs>${rest}</Refs><AmtDtls><TxAmt><Amt Ccy="EUR">${amount}</Amt></TxAmt></AmtDtls><RltdPties>${party('Cdtr', name)}</RltdPties>`;
  test('the payments of a batch become separate transactions if their amounts add up to the amount of the entry', async () => {
    const batch = entry('3', 'DBIT', `<AcctSvcrRef>B</AcctSvcrRef>${details(old('1', 'Ann'), old('2', 'Bob'))}`);
    expect(await rowsOf(batch)).toMatchObject([
      { amount: -100n, description: 'Ann', bank_id: 'B/1' },
      { amount: -200n, description: 'Bob', bank_id: 'B/2' },
    ]);
    const mixed = entry(
      '1',
      'CRDT',
      details('<Amt Ccy="EUR">3</Amt><CdtDbtInd>CRDT</CdtDbtInd>', '<Amt Ccy="EUR">2</Amt><CdtDbtInd>DBIT</CdtDbtInd>'),
    );
    expect((await rowsOf(mixed)).map(({ amount, bank_id }) => [amount, bank_id])).toEqual([
      [300n, null],
      [-200n, null],
    ]);
    const named = details(
      old('1', 'Ann', '<AcctSvcrRef>X</AcctSvcrRef>'),
      old('2', 'Bob', '<AcctSvcrRef>Y</AcctSvcrRef>'),
    );
    expect(
      (await rowsOf(entry('3', 'DBIT', `<AcctSvcrRef>B</AcctSvcrRef>${named}`))).map(({ bank_id }) => bank_id),
    ).toEqual(['X', 'Y']);
  });

  test('a batch becomes one transaction if the amounts of its payments do not add up, are missing or have another currency', async () => {
    const inner = entry('4', 'DBIT', `<AddtlNtryInf>Batch</AddtlNtryInf>${details(old('1', 'Ann'), old('2', 'Bob'))}`);
    const parts = await partsOf(parseCamt053, file(inner));
    expect(transactionsIn(parts)).toMatchObject([{ amount: -400n, description: 'Batch' }]);
    expect(warningsIn(parts)).toEqual([
      '4:22 The transaction details do not add up to the entry, so it is read as one transaction.',
    ]);
    for (const second of ['<Refs></Refs>', old('2', 'Bob').replace('EUR', 'USD')]) {
      const parts = await partsOf(parseCamt053, file(entry('3', 'DBIT', details(old('1', 'Ann'), second))));
      expect([transactionsIn(parts).length, warningsIn(parts)]).toEqual([1, []]);
    }
  });

  test('a batch of 1,000 payments becomes 1,000 transactions, and a larger batch becomes one transaction', async () => {
    const batch = (count: number) =>
      entry(String(count), 'CRDT', details(...Array.from({ length: count }, () => old('1', 'Ann'))));
    expect(await rowsOf(batch(1_000))).toHaveLength(1_000);
    const parts = await partsOf(parseCamt053, file(batch(1_001)));
    expect(transactionsIn(parts)).toMatchObject([{ amount: 100_100n }]);
    expect(warningsIn(parts)).toEqual([
      '4:22 The entry has 1001 transaction details, so it is read as one transaction.',
    ]);
  });
});

describe('balances of a camt.053 statement', () => {
  const kindsOf = async (inner: string) =>
    balancesIn(await partsOf(parseCamt053, file(inner))).map(({ kind, amount }) => [kind, amount]);
  test('a previous closing balance becomes the opening balance; an interim balance becomes the opening or closing balance of its page', async () => {
    expect(await kindsOf(balance('PRCD', '1'))).toEqual([['opening', 100n]]);
    expect(await kindsOf(balance('OPBD', '1') + balance('PRCD', '2'))).toEqual([['opening', 100n]]);
    expect(await kindsOf(balance('ITBD', '1') + balance('CLBD', '1'))).toEqual([
      ['opening', 100n],
      ['closing', 100n],
    ]);
    expect(await kindsOf(balance('OPBD', '1') + balance('ITBD', '1', 'DBIT'))).toEqual([
      ['opening', 100n],
      ['closing', -100n],
    ]);
  });

  const ends = (opening: string, closing: string) => balance('OPBD', opening) + balance('CLBD', closing);
  test('a warning is given if the opening balance and the booked entries do not add up to the closing balance', async () => {
    const warnings = async (inner: string) => warningsIn(await partsOf(parseCamt053, file(inner)));
    expect(await warnings(ends('10', '7') + entry('5', 'DBIT') + entry('2', 'CRDT'))).toEqual([]);
    expect(await warnings(ends('10', '10') + entry('5', 'DBIT').replace('BOOK', 'PDNG'))).toEqual([]);
    expect(await warnings(ends('10', '10') + entry('5', 'DBIT'))).toEqual([
      '4:200 The opening balance and the entries amount to 5.00, but the closing balance is 10.00.',
    ]);
    expect(await warnings(ends('10', '10') + entry('5', 'DBIT', '', 'USD'))).toEqual([]);
    expect(await warnings(balance('OPBD', '1') + balance('CLBD', '2', 'CRDT', 'SEK'))).toEqual([
      '4:199 A balance in SEK is left out of an account in EUR.',
    ]);
  });
});

test('an account without an IBAN is read with its other number, type, name and bank; its currency is read from the amounts', async () => {
  const other =
    '<Acct><Id><Othr><Id>000111</Id></Othr></Id><Tp><Cd>SVGS</Cd></Tp><Nm>Rainy days</Nm><Svcr><FinInstnId><ClrSysMmbId><MmbId>121000358</MmbId></ClrSysMmbId><Nm>Lantern Bank</Nm></FinInstnId></Svcr></Acct>';
  const parts = await partsOf(
    parseCamt053,
    document(
      statement(balance('OPBD', '1', 'CRDT', 'USD'), other) + statement(entry('1', 'CRDT'), other) + statement(''),
    ),
  );
  expect(accountsIn(parts)).toMatchObject([
    {
      key: '000111|USD',
      number: '000111',
      type: 'SAVINGS',
      name: 'Rainy days',
      institution: 'Lantern Bank',
      routing_number: '121000358',
      currency_code: 'USD',
    },
    { key: '000111|EUR', currency_code: 'EUR' },
    { key: 'DE89370400440532013000|EUR' },
  ]);
});

test.each([
  ['no statement', document(''), '1:1 a file without a bank statement (Stmt)'],
  ['another message', '<Document><Other>x</Other></Document>', '1:1 a file without a bank statement (Stmt)'],
  ['no account', document(statement(entry('1', 'CRDT'), '')), /^2:\d+ a statement without an account number$/],
  ['no amount', file('<Ntry><CdtDbtInd>CRDT</CdtDbtInd></Ntry>'), '4:1 a missing amount (Amt)'],
  ['a negative amount', file(entry('-1', 'CRDT')), '4:22 the negative amount “-1”'],
  ['a decimal comma', file(entry('1,00', 'CRDT')), '4:22 “1,00” instead of an amount'],
  ['no currency', file('<Ntry><Amt>1</Amt><CdtDbtInd>CRDT</CdtDbtInd></Ntry>'), '4:12 “” instead of a currency code'],
  ['no indicator', file('<Ntry><Amt Ccy="EUR">1</Amt></Ntry>'), '4:1 a missing credit or debit indicator (CdtDbtInd)'],
  ['a wrong indicator', file(entry('1', 'CREDIT')), '4:40 “CREDIT” instead of CRDT or DBIT'],
  [
    'a wrong date',
    file(entry('1', 'CRDT').replace('2026-01-05', '05.01.2026')),
    /^4:\d+ “05.01.2026” instead of a date$/,
  ],
  [
    'no date',
    file(entry('1', 'CRDT').replace(/<BookgDt>.*<\/BookgDt>/, '')),
    '4:1 a booked entry without a booking date (BookgDt)',
  ],
  ['a document type declaration', `<!DOCTYPE a>${file('')}`, /document type|XML declaration/],
  ['a missing end', file(entry('1', 'CRDT')).slice(0, 400), /^4:\d+ malformed XML/],
  ['no content', '', '1:1 malformed XML (document must contain a root element)'],
  [
    'a long value',
    file(`<AddtlStmtInf>${'x'.repeat(10_001)}</AddtlStmtInf>`),
    '4:15 a value of more than 10,000 characters',
  ],
  ['a long comment', file(`<!--${'x'.repeat(100_000)}-->`), '4:1 a tag or a text of more than 100,000 characters'],
  [
    'too many levels of elements',
    file(`${'<x>'.repeat(62)}${'</x>'.repeat(62)}`),
    '4:184 more than 64 elements inside each other',
  ],
])('a camt.053 file with %s is refused, and the fault names the place', async (_, text, fault) => {
  expect(await faultOf(text)).toMatch(fault);
});

test('a camt.053 file with a value of 10,000 characters, a comment of 99,000 characters or 64 levels of elements is read', async () => {
  expect(await faultOf(file(`<AddtlStmtInf>${'x'.repeat(10_000)}</AddtlStmtInf>`))).toBe(undefined);
  expect(await faultOf(file(`<!--${'x'.repeat(99_000)}-->`))).toBe(undefined);
  expect(await faultOf(file(`${'<x>'.repeat(61)}${'</x>'.repeat(61)}`))).toBe(undefined);
});
