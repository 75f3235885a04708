// Properties that every parser of bank files has, whatever the file contains.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cutsThatMatter, damaged, outcomeOf } from '#test/import-files.ts';
import { parseBai2 } from './bai2.ts';
import { parseCamt053 } from './camt053.ts';
import { detectFormat } from './formats.ts';
import type { FileParser } from './imported-parts.ts';
import { parseMt940 } from './mt940.ts';
import { parseOfx } from './ofx.ts';

const OFX = `OFXHEADER:100\r\nCHARSET:1252\r\n\r\n<OFX>\r\n<BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>USD<BANKACCTFROM><BANKID>1<ACCTID>2<ACCTTYPE>CHECKING</BANKACCTFROM><BANKTRANLIST>
<STMTTRN><TRNTYPE>DEBIT<DTPOSTED>20260105[-5:EST]<TRNAMT>-1,50<FITID>a<NAME>Caf\u00e9 &amp; y<MEMO><![CDATA[x]]></STMTTRN>
<STMTTRN><DTPOSTED>20260106<TRNAMT>2<MEMO><PAYEE><NAME>\u{1F600} R&D<ADDR1>x</PAYEE><!-- c --></STMTTRN><LEDGERBAL><BALAMT>3<DTASOF>20260107</LEDGERBAL></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`;
const OFX_XML = `\uFEFF<?xml version="1.0"?>\n<?OFX OFXHEADER="200"?>\r\n<OFX><CREDITCARDMSGSRSV1><CCSTMTTRNRS><CCSTMTRS><CURDEF>USD</CURDEF><CCACCTFROM><ACCTID>4</ACCTID></CCACCTFROM><BANKTRANLIST><STMTTRN><DTPOSTED>20260105</DTPOSTED><TRNAMT>-1.50</TRNAMT><NAME>&#233;\u{1F600}<![CDATA[ & ]]></NAME></STMTTRN></BANKTRANLIST><!-- c --></CCSTMTRS></CCSTMTTRNRS></CREDITCARDMSGSRSV1></OFX>`;
const CAMT = `<?xml version="1.0" encoding="UTF-8"?>\r\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt><Acct><Id><IBAN>DE1</IBAN></Id></Acct><Bal><Tp><CdOrPrtry><Cd>OPBD</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">1.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-01-01</Dt></Dt></Bal>\n<Ntry><Amt Ccy="EUR">3</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>2026-01-05</Dt></BookgDt><NtryDtls><TxDtls><Amt Ccy="EUR">1</Amt><RltdPties><Cdtr><Pty><Nm>Z\u00fcri</Nm></Pty></Cdtr></RltdPties></TxDtls><TxDtls><Amt Ccy="EUR">2</Amt></TxDtls></NtryDtls></Ntry></Stmt></BkToCstmrStmt></Document>`;
const MT940 = `{1:F01X}{2:I940Y}{4:\r\n:20:R\r\n:25:1/2\r\n:28C:1/1\r\n:60F:C260101EUR10,\r\n:61:2512310102DR1,5NTRFNONREF//B\r\nmore\r\n:86:166?00Fee?20SVWZ+M\u00fcller\r\n?32Z\r\n:61:260105RC1,NCHK7\r\n:86:plain\r\ntext \u20ac\r\n:62M:C260105EUR8,\r\n-}\r\n:20:R\n:25:1/2\n:28C:1/2\n:60M:C260105EUR7,5\n:62F:C260105EUR7,5\n-\n`;
const BAI2 = `01,1,2,260121,0200,1,,,2/\r\n02,3,122099999,1,260120,,,/\r\n03,77,,010,100,,,015/\r\n88,150,,/\r\n16,142,50,D,1,0,50,B1,,Caf\u00e9, x/\r\n88,more/\r\n16,720,1,,,,y\r\n49,302,7/\r\n98,301,1,8/\r\n99,301,1,11/`;

const FILES: [string, FileParser, string][] = [
  ['OFX 1', parseOfx, OFX],
  ['OFX 2', parseOfx, OFX_XML],
  ['camt.053', parseCamt053, CAMT],
  ['MT940', parseMt940, MT940],
  ['BAI2', parseBai2, BAI2],
];

describe.each(FILES)('the parser of %s files', (_, parse, text) => {
  test('reads several parts from the sample file', async () => {
    const { parts } = await outcomeOf(parse, text);
    expect(parts.length).toBeGreaterThan(1);
  });

  test('yields the same parts and the same fault, wherever the file is cut into chunks', async () => {
    expect(await cutsThatMatter(parse, text)).toEqual([]);
    // An XML file in Latin-1 is refused at its first byte that is not valid UTF-8. Latin-1 files in the other formats
    // are read.
    expect(await cutsThatMatter(parse, Buffer.from(text, 'latin1'))).toEqual([]);
  });

  test('reads a damaged file or throws UnreadableFile, with the same result for any division into chunks', async () => {
    await fc.assert(
      fc.asyncProperty(damaged(text), fc.nat({ max: Buffer.byteLength(text) }), async (file, cut) => {
        const whole = await outcomeOf(parse, file);
        expect(await outcomeOf(parse, file, [Math.min(cut, file.length)])).toEqual(whole);
        // The place of the fault is inside the file or directly after its end.
        const lines = Buffer.from(file)
          .toString('latin1')
          .split(/\r\n?|\n/).length;
        expect(Number(whole.fault?.split(':')[0] ?? 1)).toBeLessThanOrEqual(Math.max(1, lines));
      }),
      { numRuns: Number(process.env['TEST_VOUCH_MUTATIONS'] ?? 100) },
    );
  });

  test('throws UnreadableFile for random bytes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async (file) => {
        expect((await outcomeOf(parse, file)).fault).toMatch(/^\d+:\d+ \S.*[^.]$/s);
      }),
      { numRuns: 100 },
    );
  });

  test('throws no error other than UnreadableFile for a truncated file', async () => {
    for (let size = 0; size < text.length; size += 7) {
      const { fault } = await outcomeOf(parse, text.slice(0, size));
      expect(fault === undefined || /^\d+:\d+ /.test(fault)).toBe(true);
    }
  });
});

test('detectFormat() returns a format or undefined for any bytes', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 600 }), (head) => {
      expect(['undefined', 'string']).toContain(typeof detectFormat(head));
    }),
  );
});

test.each([
  [
    'OFX 1',
    parseOfx,
    (count: number) =>
      OFX.replace(
        '<LEDGERBAL>',
        '<STMTTRN><DTPOSTED>20260106<TRNAMT>2<NAME>Bakery</STMTTRN>\n'.repeat(count) + '<LEDGERBAL>',
      ),
  ],
  [
    'MT940',
    parseMt940,
    (count: number) => MT940.replace(':62M:', ':61:260105C1,NTRFNONREF\n:86:Bakery\n'.repeat(count) + ':62M:'),
  ],
  ['BAI2', parseBai2, (count: number) => BAI2.replace('16,720', '16,142,1,,,,Bakery\n'.repeat(count) + '16,720')],
  [
    'camt.053',
    parseCamt053,
    (count: number) =>
      CAMT.replace(
        '<Ntry>',
        '<Ntry><Amt Ccy="EUR">1</Amt><CdtDbtInd>CRDT</CdtDbtInd><BookgDt><Dt>2026-01-05</Dt></BookgDt></Ntry>\n'.repeat(
          count,
        ) + '<Ntry>',
      ),
  ],
])('the parser of %s files yields parts before it has read the whole file', async (_, parse, file) => {
  const bytes = Buffer.from(file(5_000));
  let read = 0;
  async function* chunks(): AsyncGenerator<Uint8Array> {
    for (; read < bytes.length; read += 1_000) yield bytes.subarray(read, read + 1_000);
  }
  for await (const { part } of parse(chunks())) if (part === 'transaction') break;
  expect(read).toBeLessThan(20_000);
});
