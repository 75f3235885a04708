import { describe, expect, test } from 'vitest';
import { accountsIn, balancesIn, outcomeOf, partsOf, transactionsIn, warningsIn } from '#test/import-files.ts';
import { parseOfx } from './ofx.ts';

const HEADER =
  'OFXHEADER:100\nDATA:OFXSGML\nVERSION:102\nSECURITY:NONE\nENCODING:USASCII\nCHARSET:1252\nCOMPRESSION:NONE\n\n';
const SIGNON =
  '<SIGNONMSGSRSV1><SONRS><STATUS><CODE>0<SEVERITY>INFO</STATUS><FI><ORG>Lantern Bank<FID>42</FI></SONRS></SIGNONMSGSRSV1>';
const ACCOUNT = '<BANKACCTFROM><BANKID>121000358<ACCTID>000111222<ACCTTYPE>CHECKING</BANKACCTFROM>';
const ROW = '<STMTTRN><TRNTYPE>DEBIT<DTPOSTED>20260105<TRNAMT>-12.34<FITID>f1<NAME>Bakery</STMTTRN>';

/** Returns an OFX 1 file with these rows. The text `behind` follows the list of transactions. */
const sgml = (rows: string, behind = ''): string =>
  `${HEADER}<OFX>${SIGNON}<BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>USD${ACCOUNT}<BANKTRANLIST>\n${rows}</BANKTRANLIST>${behind}</STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`;
const row = (values: string): string => `<STMTTRN>${values}</STMTTRN>`;
const rowOf = async (values: string) => transactionsIn(await partsOf(parseOfx, sgml(row(values))))[0];
const faultOf = async (file: string | Uint8Array) => (await outcomeOf(parseOfx, file)).fault;

describe('OFX 1', () => {
  test('a statement is read as an account with its transactions and balances', async () => {
    const behind =
      '<LEDGERBAL><BALAMT>100.00<DTASOF>20260131</LEDGERBAL><AVAILBAL><BALAMT>90.5<DTASOF>20260201120000</AVAILBAL>';
    const parts = await partsOf(parseOfx, sgml(ROW, behind));
    const account_key = 'STMTRS|121000358|000111222|CHECKING';
    expect(parts).toEqual([
      {
        part: 'account',
        account: {
          key: account_key,
          number: '000111222',
          routing_number: '121000358',
          institution: 'Lantern Bank',
          name: null,
          owner: null,
          type: 'CHECKING',
          currency_code: 'USD',
        },
      },
      {
        part: 'transaction',
        transaction: {
          account_key,
          bank_id: 'f1',
          posted_on: '2026-01-05',
          transacted_on: null,
          amount: -1_234n,
          currency_code: 'USD',
          is_pending: false,
          description: 'Bakery',
          memo: null,
          check_number: null,
          balance: null,
        },
      },
      { part: 'balance', balance: { account_key, kind: 'closing', amount: 10_000n, date: '2026-01-31' } },
      { part: 'balance', balance: { account_key, kind: 'available', amount: 9_050n, date: '2026-02-01' } },
    ]);
  });

  const base = '<TRNTYPE>CREDIT<DTPOSTED>20260105<TRNAMT>1<FITID>x';
  test.each([
    [
      'a payee instead of a name',
      `${base}<PAYEE><NAME>Ann Smith<ADDR1>1 Elm St</PAYEE><MEMO>rent`,
      { description: 'Ann Smith', memo: 'rent' },
    ],
    ['an extended name', `${base}<NAME>Very long na<EXTDNAME>Very long name`, { description: 'Very long name' }],
    ['a memo without a name', `${base}<MEMO>only a memo`, { description: 'only a memo', memo: null }],
    [
      'neither a name nor a memo',
      '<TRNTYPE>CHECK<DTPOSTED>20260105<TRNAMT>-1<CHECKNUM>1000',
      { description: 'CHECK 1000', check_number: '1000', bank_id: null },
    ],
    ['an empty element that is not closed', `${base}<MEMO><NAME>Bakery`, { description: 'Bakery', memo: null }],
    [
      'closed elements',
      '<TRNTYPE>DEBIT</TRNTYPE><DTPOSTED>20260105</DTPOSTED><TRNAMT>1</TRNAMT><NAME>B</NAME><MEMO></MEMO>',
      { description: 'B', memo: null },
    ],
    ['entities', `${base}<NAME>A&amp;B &lt;x&gt; &#233;&#xE9;`, { description: 'A&B <x> éé' }],
    [
      'ampersands that are not escaped',
      `${base}<NAME>AT&T & Sons &foo; &#0; &#xD800;`,
      { description: 'AT&T & Sons &foo; &#0; &#xD800;' },
    ],
    ['a less-than sign in a text', `${base}<NAME>5 < 6`, { description: '5 < 6' }],
    ['CDATA', `${base}<NAME><![CDATA[A & <B>]]></NAME>`, { description: 'A & <B>' }],
    ['comments', `${base}<!-- <NAME>no --><NAME>Bakery`, { description: 'Bakery' }],
    ['line breaks in a text', `${base}<NAME>two\nlines`, { description: 'two lines' }],
    [
      'another currency than the account',
      `${base}<CURRENCY><CURRATE>1.1<CURSYM>EUR</CURRENCY>`,
      { currency_code: 'EUR' },
    ],
    ['a converted amount', `${base}<ORIGCURRENCY><CURRATE>1.1<CURSYM>EUR</ORIGCURRENCY>`, { currency_code: 'USD' }],
    [
      'the account of the other side',
      `${base}<NAME>B<BANKACCTTO><BANKID>1<ACCTID>2<ACCTTYPE>SAVINGS</BANKACCTTO>`,
      { description: 'B' },
    ],
    ['the day that the person gave', `${base}<DTUSER>20260103`, { transacted_on: '2026-01-03' }],
    ['a day of zeros', `${base}<DTUSER>00000000`, { transacted_on: null }],
    ['an amount with a comma', '<DTPOSTED>20260105<TRNAMT>-200,00', { amount: -20_000n }],
    ['tags in lower case', '<dtposted>20260105<trnamt>3<name>b', { amount: 300n, description: 'b' }],
  ])('an OFX transaction is read with %s', async (_, values, expected) => {
    expect(await rowOf(values)).toMatchObject(expected);
  });

  test.each([
    '20260105',
    '2026010512',
    '202601051200',
    '20260105120000',
    '20260105235959.999[-5:EST]',
    '20260105000000[-3:GMT]',
    '20260105000000[+5.5:IST]',
    '20260105000000[0]',
    '20260105 [-8:PST]',
  ])('the OFX date %s is read as the written day, in the time zone of the bank', async (date) => {
    expect((await rowOf(`<DTPOSTED>${date}<TRNAMT>1`))?.posted_on).toBe('2026-01-05');
  });

  test.each(['2026010', '20260230', '20260105250000', '2026-01-05', '20260105[x]', '00000000'])(
    'the OFX date %s is refused',
    async (date) => {
      expect(await faultOf(sgml(row(`<DTPOSTED>${date}<TRNAMT>1`)))).toBe(`10:20 “${date}” instead of a date`);
    },
  );

  test('Windows line ends, a file in one line and a header in one line do not change what is read', async () => {
    const file = sgml(ROW);
    const parts = await partsOf(parseOfx, file);
    expect(await partsOf(parseOfx, file.replaceAll('\n', '\r\n'))).toEqual(parts);
    expect(await partsOf(parseOfx, file.replaceAll('\n', ''))).toEqual(parts);
    expect(await partsOf(parseOfx, file.replaceAll('\n', ' '))).toEqual(parts);
    expect(await partsOf(parseOfx, file.slice(HEADER.length))).toEqual(parts);
    expect(await partsOf(parseOfx, `\uFEFF${file}\u001A`)).toEqual(parts);
    expect(await partsOf(parseOfx, file.replaceAll('><', '>\n    <'))).toEqual(parts);
  });

  test.each([
    ['1252', Buffer.from('Caf\u00e9', 'latin1')],
    ['1252', Buffer.from('Café')],
    ['NONE', Buffer.from('Café')],
    ['ISO-8859-1', Buffer.from('Caf\u00e9', 'latin1')],
    ['UTF-8', Buffer.from('Café')],
  ])('an OFX file in the character set %s is read', async (charset, name) => {
    const [before, after] = sgml(ROW).replace('CHARSET:1252', `CHARSET:${charset}`).split('Bakery');
    const file = Buffer.concat([Buffer.from(before ?? ''), name, Buffer.from(after ?? '')]);
    expect(transactionsIn(await partsOf(parseOfx, file))[0]?.description).toBe('Café');
  });

  test('an unknown character set, invalid UTF-8 and a compressed file are refused', async () => {
    expect(await faultOf(sgml(ROW).replace('1252', '1251'))).toBe('1:1 the unknown character set “1251”');
    expect(await faultOf(sgml(ROW).replace('COMPRESSION:NONE', 'COMPRESSION:ZIP'))).toBe('1:1 a compressed file');
    const file = Buffer.from(sgml(ROW.replace('Bakery', 'Caf\u00e9')).replace('USASCII', 'UTF-8'), 'latin1');
    expect(await faultOf(file)).toBe(`10:${ROW.indexOf('Bakery') + 4} a byte that is not UTF-8`);
  });

  test('a file may have several statements of several accounts, empty lists and accounts of any type', async () => {
    const card = (number: string) =>
      `<CCSTMTTRNRS><CCSTMTRS><CURDEF>USD<CCACCTFROM><ACCTID>${number}</CCACCTFROM><BANKTRANLIST></BANKTRANLIST><LEDGERBAL><BALAMT>-5<DTASOF>20260101</LEDGERBAL></CCSTMTRS></CCSTMTTRNRS>`;
    const bank = (type: string) =>
      `<STMTTRNRS><STMTRS><CURDEF>usd<BANKACCTFROM><BANKID>12<ACCTID>7<ACCTTYPE>${type}</BANKACCTFROM></STMTRS></STMTTRNRS>`;
    const file = `${HEADER}<OFX><BANKMSGSRSV1>${['SAVINGS', 'MONEYMRKT', 'CREDITLINE', 'CD'].map(bank).join('')}</BANKMSGSRSV1><CREDITCARDMSGSRSV1>${card('4')}${card('5')}${card('4')}</CREDITCARDMSGSRSV1></OFX>`;
    const parts = await partsOf(parseOfx, file);
    expect(accountsIn(parts).map(({ type }) => type)).toEqual([
      'SAVINGS',
      'MONEY_MARKET',
      'LINE_OF_CREDIT',
      'OTHER',
      'CREDIT_CARD',
      'CREDIT_CARD',
    ]);
    expect(accountsIn(parts)[0]).toMatchObject({ routing_number: null, institution: '12', currency_code: 'USD' });
    expect(balancesIn(parts).map(({ account_key }) => account_key)).toEqual([
      'CCSTMTRS||4|',
      'CCSTMTRS||5|',
      'CCSTMTRS||4|',
    ]);
  });

  test('a pending transaction has the day on which it was made, and no posting date', async () => {
    const pending =
      '<BANKTRANLISTP><DTASOF>20260106<STMTTRNP><TRNTYPE>POS<DTTRAN>20260104<TRNAMT>-3<NAME>Cafe</STMTTRNP></BANKTRANLISTP>';
    const [, second] = transactionsIn(await partsOf(parseOfx, sgml(ROW, pending)));
    expect(second).toMatchObject({ is_pending: true, posted_on: null, transacted_on: '2026-01-04', amount: -300n });
  });

  test('an unclosed element, an error that the bank reports, and a correction each cause a warning', async () => {
    const open = sgml(ROW).replace('</BANKTRANLIST>', '');
    expect(warningsIn(await partsOf(parseOfx, open))).toEqual([
      '10:87 The element BANKTRANLIST of line 9 is not closed.',
    ]);
    const error = sgml(ROW).replace('<CODE>0<SEVERITY>INFO', '<CODE>2000<SEVERITY>ERROR');
    expect(warningsIn(await partsOf(parseOfx, error))).toEqual(['9:29 The bank reports the error 2000.']);
    const correction = sgml(ROW.replace('<NAME>', '<CORRECTFITID>f0<CORRECTACTION>REPLACE<NAME>'));
    expect(warningsIn(await partsOf(parseOfx, correction))).toEqual([
      '10:1 The transaction corrects an earlier one. Both are read.',
    ]);
  });

  test.each([
    ['no amount', sgml(row('<DTPOSTED>20260105')), '10:1 a missing amount (TRNAMT)'],
    ['no date', sgml(row('<TRNAMT>1')), '10:1 a transaction without a date (DTPOSTED)'],
    [
      'a wrong amount',
      sgml(row('<DTPOSTED>20260105<TRNAMT>1.234')),
      '10:36 the amount “1.234” with more than two decimals',
    ],
    [
      'a row inside a row',
      sgml(`<STMTTRN><DTPOSTED>20260105<TRNAMT>1${ROW}`),
      '10:37 another STMTTRN inside a STMTTRN, which is not closed',
    ],
    ['a closing tag too many', sgml(`${ROW}</PAYEE>`), '10:87 the closing tag of PAYEE without an opening tag'],
    ['text between elements', sgml(`${ROW} hello`), '10:88 the text “hello” outside an element'],
    ['an invalid tag', sgml('<A B>'), '10:1 “<A B>” instead of a tag'],
    [
      'a document type declaration',
      `${HEADER}<!DOCTYPE x><OFX></OFX>`,
      '9:1 a document type declaration, which is not allowed',
    ],
    ['a missing end', sgml(ROW).slice(0, sgml(ROW).indexOf('<FITID>')), '10:56 the end of the file inside STMTTRN'],
    [
      'a tag that is cut off at the end',
      sgml(ROW).slice(0, sgml(ROW).indexOf('ITID>')),
      '10:56 a tag that does not end',
    ],
    ['no statement', `${HEADER}<OFX>${SIGNON}</OFX>`, '1:1 a file without a statement of an account'],
    ['no account number', sgml(ROW).replace('<ACCTID>000111222', ''), '9:169 an account without a number (ACCTID)'],
    ['no account', sgml(ROW).replace(ACCOUNT, ''), '10:1 a transaction or balance before its account'],
    ['a wrong currency', sgml(ROW).replace('<CURDEF>USD', '<CURDEF>$'), '9:166 “$” instead of a currency code'],
    ['another element', '<html><body>x</body></html>', '1:1 the element HTML instead of OFX'],
    ['another format', 'Date,Amount\n', '1:1 “Date,Amount” instead of an OFX header'],
    ['no content', '', '1:1 a file without a statement of an account'],
  ])('an OFX 1 file with %s is refused, and the fault names the place', async (_, file, fault) => {
    expect(await faultOf(file)).toBe(fault);
  });

  test('the limits are 10,000 characters for a value, 100,000 characters for a comment, 64 levels of elements for a file, and 100 warnings for an import', async () => {
    expect((await rowOf(`<DTPOSTED>20260105<TRNAMT>1<MEMO>${'x'.repeat(10_000)}`))?.description).toHaveLength(10_000);
    expect(await faultOf(sgml(row(`<MEMO>${'x'.repeat(10_001)}`)))).toBe(
      '10:16 a value of more than 10,000 characters',
    );
    const comment = (length: number) => sgml(`<!--${'x'.repeat(length - 4)}-->${ROW}`);
    expect(await faultOf(comment(100_000))).toBe(undefined);
    expect(await faultOf(comment(100_001))).toBe('10:1 a tag or a text of more than 100,000 characters');
    expect(await faultOf(sgml(`${'<X>'.repeat(58)}<Y>1</Y>${'</X>'.repeat(58)}${ROW}`))).toBe(undefined);
    expect(await faultOf(sgml(`${'<X>'.repeat(61)}<Y>1</Y>${'</X>'.repeat(61)}${ROW}`))).toMatch(
      /^10:\d+ more than 64 elements inside each other$/,
    );
    const errors = '<STATUS><CODE>1<SEVERITY>ERROR</STATUS>'.repeat(101);
    expect(warningsIn(await partsOf(parseOfx, sgml(errors + ROW)))).toHaveLength(100);
  });
});

describe('OFX 2', () => {
  const xml = (rows: string, behind = '') =>
    `<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n<?OFX OFXHEADER="200" VERSION="220" SECURITY="NONE" OLDFILEUID="NONE" NEWFILEUID="NONE"?>\n<OFX>\n<BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>USD</CURDEF><BANKACCTFROM><BANKID>121000358</BANKID><ACCTID>7</ACCTID><ACCTTYPE>SAVINGS</ACCTTYPE></BANKACCTFROM><BANKTRANLIST>\n${rows}\n</BANKTRANLIST>${behind}</STMTRS></STMTTRNRS></BANKMSGSRSV1>\n</OFX>\n`;
  const element =
    '<STMTTRN><DTPOSTED>20260105</DTPOSTED><TRNAMT>-1.50</TRNAMT><FITID>9</FITID><NAME>Caf&#233; &amp; <![CDATA[<Bar>]]></NAME></STMTTRN>';

  test('a statement is read with its account and its transactions', async () => {
    const parts = await partsOf(parseOfx, xml(element));
    expect(accountsIn(parts)).toMatchObject([{ number: '7', type: 'SAVINGS' }]);
    expect(transactionsIn(parts)).toMatchObject([{ amount: -150n, bank_id: '9', description: 'Café & <Bar>' }]);
  });

  test('an investment statement is read with its cash transactions, income and available cash', async () => {
    const file = `<?xml version="1.0"?><?OFX OFXHEADER="200"?><OFX><INVSTMTMSGSRSV1><INVSTMTTRNRS><INVSTMTRS><DTASOF>20260131</DTASOF><CURDEF>USD</CURDEF><INVACCTFROM><BROKERID>broker.example</BROKERID><ACCTID>55</ACCTID></INVACCTFROM><INVTRANLIST><BUYSTOCK><INVBUY><INVTRAN><FITID>1</FITID><DTTRADE>20260102</DTTRADE></INVTRAN><TOTAL>-50</TOTAL></INVBUY></BUYSTOCK><INVBANKTRAN><STMTTRN><TRNTYPE>CREDIT</TRNTYPE><DTPOSTED>20260103</DTPOSTED><TRNAMT>1000</TRNAMT><FITID>2</FITID><NAME>Deposit</NAME></STMTTRN><SUBACCTFUND>CASH</SUBACCTFUND></INVBANKTRAN><INCOME><INVTRAN><FITID>3</FITID><DTTRADE>20260104</DTTRADE><DTSETTLE>20260106</DTSETTLE><MEMO>Acme Inc</MEMO></INVTRAN><INCOMETYPE>DIV</INCOMETYPE><TOTAL>12.50</TOTAL></INCOME></INVTRANLIST><INVBAL><AVAILCASH>200</AVAILCASH><MARGINBALANCE>0</MARGINBALANCE></INVBAL></INVSTMTRS></INVSTMTTRNRS></INVSTMTMSGSRSV1></OFX>`;
    const parts = await partsOf(parseOfx, file);
    expect(accountsIn(parts)).toMatchObject([
      { type: 'INVESTMENT', institution: 'broker.example', routing_number: null },
    ]);
    expect(transactionsIn(parts)).toMatchObject([
      { bank_id: '2', amount: 100_000n, description: 'Deposit' },
      {
        bank_id: '3',
        amount: 1_250n,
        description: 'Dividend',
        memo: 'Acme Inc',
        posted_on: '2026-01-06',
        transacted_on: '2026-01-04',
      },
    ]);
    expect(balancesIn(parts)).toMatchObject([{ kind: 'available', amount: 20_000n, date: '2026-01-31' }]);
  });

  test.each([
    [
      'an element that is not closed',
      xml(element.replace('</NAME>', '')),
      /^5:\d+ malformed XML \(unexpected close tag\)$/,
    ],
    [
      'a document type declaration',
      '<?xml version="1.0"?>\n  <!DOCTYPE OFX [\n<!ENTITY a "b">]><OFX></OFX>',
      /^2:3 a document type declaration, which is not allowed$/,
    ],
    ['an unknown entity', xml(element.replace('&amp;', '&bank;')), /^5:98 malformed XML \(undefined entity\)$/],
    ['text between elements', xml(`${element}x`), /^5:\d+ the text “x” between elements$/],
    ['a wrong amount', xml(element.replace('-1.50', ' 1,000 ')), /^5:48 the ambiguous amount “1,000”$/],
    ['an unknown character set', xml('').replace('UTF-8', 'EBCDIC'), /^1:1 the unknown character set “EBCDIC”$/],
    ['a missing end', xml(element).slice(0, 400), /malformed XML/],
  ])('an OFX 2 file with %s is refused, and the fault names the place', async (_, file, fault) => {
    expect(await faultOf(file)).toMatch(fault);
  });
});
