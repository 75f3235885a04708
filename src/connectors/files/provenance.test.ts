import { describe, expect, test } from 'vitest';
import { type ImportHead, takeParts } from '#analysis/imports/merging/import-content.ts';
import { mergeRows } from '#analysis/imports/merging/merge-rows.ts';
import { readImport } from '#analysis/imports/read-import.ts';
import { IMPORT_FORMATS } from '#domain/connections/import-formats.ts';
import { listsOf } from '#domain/reports/provenance.ts';
import { sourceFaults } from '#test/field-sources.ts';
import { entry, oneBatch } from '#test/nacha-files.ts';
import { firstData, restOfData } from './link-data.ts';
import { provenanceOf } from './provenance.ts';

const LINK = 'a'.repeat(32);
const TODAY = '2026-03-04';
const GIVEN = { name: 'Everyday', type: 'CHECKING', currency_code: 'USD', mask: '0100' } as const;

async function contentOf(text: string) {
  const { format, parts } = await readImport(
    (async function* () {
      yield Buffer.from(text, 'latin1');
    })(),
  );
  const sought = { ssn: null, first_name: 'Anna', last_name: 'Example' };
  return takeParts(format, parts, { account: GIVEN, sought, rows_max: 10 });
}

const OFX =
  '<?xml version="1.0"?><?OFX OFXHEADER="200" VERSION="211" SECURITY="NONE" OLDFILEUID="NONE" NEWFILEUID="NONE"?><OFX>' +
  '<SIGNONMSGSRSV1><SONRS><STATUS><CODE>0</CODE><SEVERITY>INFO</SEVERITY></STATUS></SONRS></SIGNONMSGSRSV1>' +
  '<BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>USD</CURDEF><BANKACCTFROM><BANKID>091900533</BANKID><ACCTID>4001</ACCTID>' +
  '<ACCTTYPE>MONEYMRKT</ACCTTYPE></BANKACCTFROM><BANKTRANLIST><STMTTRN><TRNTYPE>CHECK</TRNTYPE><DTPOSTED>20260227' +
  '</DTPOSTED><DTUSER>20260226</DTUSER><TRNAMT>-5.00</TRNAMT><FITID>f1</FITID><CHECKNUM>17</CHECKNUM><NAME>Mill</NAME>' +
  '<MEMO>Bread</MEMO></STMTTRN></BANKTRANLIST><LEDGERBAL><BALAMT>10.00</BALAMT><DTASOF>20260227</DTASOF></LEDGERBAL>' +
  '<AVAILBAL><BALAMT>9.00</BALAMT><DTASOF>20260227</DTASOF></AVAILBAL></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>';
const CAMT =
  '<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt><Acct>' +
  '<Id><IBAN>DE02120300000000202051</IBAN></Id><Ccy>EUR</Ccy><Ownr><Nm>Anna Example</Nm></Ownr><Svcr><FinInstnId><Nm>' +
  'Mill Bank</Nm></FinInstnId></Svcr></Acct><Bal><Tp><CdOrPrtry><Cd>CLBD</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">10.00</Amt>' +
  '<CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-02-27</Dt></Dt></Bal><Ntry><Amt Ccy="EUR">5.00</Amt><CdtDbtInd>DBIT' +
  '</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>2026-02-27</Dt></BookgDt><AcctSvcrRef>r1</AcctSvcrRef><NtryDtls>' +
  '<TxDtls><RltdPties><Cdtr><Pty><Nm>Mill</Nm></Pty></Cdtr></RltdPties><RmtInf><Ustrd>Bread</Ustrd></RmtInf></TxDtls>' +
  '</NtryDtls></Ntry></Stmt></BkToCstmrStmt></Document>';
const FILES: Readonly<Record<string, string>> = {
  OFX,
  'camt.053': CAMT,
  MT940:
    ':20:S\n:25:MILLBANK/4001\n:28C:1\n:60F:C260226EUR15,00\n:61:2602270227D5,00NCHK17//r1\n:86:Mill\n:62F:C260227EUR10,00\n-\n',
  BAI2:
    '01,091900533,V,260227,0800,1,,,2/\n02,V,091900533,1,260227,0800,USD,2/\n03,4001,USD,015,1000,,,045,900,,/\n' +
    '16,475,500,Z,r1,17,Mill,Bread/\n49,2400,3/\n98,2400,1,5/\n99,2400,1,7/\n',
  CSV: 'Date,Description,Amount,Balance,Currency\n2026-01-15,HARVEST FOODS PAYROLL,1200.50,1300.50,USD\n2026-01-16,Rent,-900.00,400.50,USD\n',
  NACHA: oneBatch([entry('22', 120_050)]),
};

const EMPLOYER = { tax_id: '123456789', name: 'North Hill Bakery', address: ['12 Mill Road', 'Dayton, OH 45402'] };
const PERSON = { tax_id: '900112222', name: 'Anna Marie Example', address: ['5 Elm Street', 'Dayton, OH 45402'] };
const NOTHING = { accounts: [], payments: [], w2s: [], forms: [] };
const TAX_HEADS: Readonly<Record<string, ImportHead>> = {
  EFW2: {
    ...NOTHING,
    format: 'efw2',
    w2s: [
      {
        tax_year: 2025,
        employer: EMPLOYER,
        employee: { ...PERSON, first_name: 'Anna', middle_name: 'Marie', last_name: 'Example' },
        boxes: { '1': '900.00', '2': '90.00', '3': '900.00', '4': '55.80', '5': '900.00', '6': '13.05' },
        is_statutory: false,
        has_retirement_plan: false,
        has_third_party_sick_pay: false,
        states: [],
      },
    ],
  },
  FIRE: {
    ...NOTHING,
    format: 'fire',
    forms: [
      {
        form: 'DIV',
        tax_year: 2025,
        is_correction: false,
        payer: EMPLOYER,
        recipient: PERSON,
        recipient_tax_id_type: 'SSN',
        account_number: 'A-1',
        amounts: { '1': '12.50', A: '1.00' },
      },
    ],
  },
};

/**
 * Compares the data of the files with its sources. Returns the disagreements, the sources that do not begin with the
 * name of the format, and the number of lists.
 */
async function compare(name: string, heads: ImportHead[], rows: ReturnType<typeof mergeRows> = []) {
  const files = { heads, rows };
  const data = { ...firstData(files, LINK, TODAY), ...(await restOfData(files, LINK, TODAY)) };
  const provenance = provenanceOf(heads);
  const shown = listsOf(provenance).flatMap(({ fields }) => Object.values(fields));
  return {
    faults: sourceFaults(provenance, data),
    without_format: shown.filter((source) => !source.startsWith('(') && !source.startsWith(`${name} `)),
    has_lists: Object.keys(data).length > 1,
  };
}
const AGREES = { faults: [], without_format: [], has_lists: true };

describe('the sources of fields in imported files', () => {
  test.each(Object.entries(FILES))(
    'every field with a value in the data of a file of the format %s has a source that names the format',
    async (name, file) => {
      const content = await contentOf(file);
      expect(await compare(name, [content.head], mergeRows([content]))).toEqual(AGREES);
    },
  );

  test.each(Object.entries(TAX_HEADS))(
    'every field with a value in the data of a tax file of the format %s has a source that names the format',
    async (name, head) => {
      expect(await compare(name, [head])).toEqual(AGREES);
    },
  );

  test('if the files have several formats, each field lists its sources in all of these formats', () => {
    const heads = (['csv', 'ofx'] as const).map((format) => ({ format }));
    expect(provenanceOf(heads)['transactions']).toMatchObject({
      amount: 'OFX TRNAMT, TOTAL; CSV columns.amount, or columns.debit and columns.credit',
      id: '(ours, from the account and the bank’s id; without an id from date, amount and description)',
    });
  });

  test.each(IMPORT_FORMATS)('a file of the format %s has sources for at least one list', (format) => {
    const heads: Pick<ImportHead, 'format'>[] = [{ format }];
    expect(Object.keys(provenanceOf(heads)).length).toBeGreaterThan(0);
  });
});
