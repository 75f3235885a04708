// Draws the documents of sample people and reads these documents again. The data from the documents must equal the data
// of the person's account.
import { expect, test } from 'vitest';
import { readDocuments } from '#analysis/documents/read.ts';
import { bankOn } from '#connectors/sandbox/bank/bank.ts';
import { bankLifeOf } from '#connectors/sandbox/cast/bank-people.ts';
import { lifeOf } from '#connectors/sandbox/cast/people.ts';
import { payrollOn } from '#connectors/sandbox/payroll/payroll.ts';
import { taxDocumentsOn } from '#connectors/sandbox/payroll/tax.ts';
import { sampleDocument } from '#connectors/sandbox/sample-documents.ts';
import type { UploadedDocument } from '#domain/documents/uploaded-documents.ts';
import type { Statement } from '#domain/reports/statements.ts';
import type { TaxDocument } from '#domain/reports/tax-documents.ts';
import type { SampleKind } from '#domain/sandbox/sandbox-documents.ts';
import { readPdf } from '#reading/pdf.ts';
import { ofFile } from '#test/uploaded-documents.ts';
import { firstData, restOfData } from './link-data.ts';

const TODAY = '2026-03-04';
const LINK = 'a'.repeat(32);

/**
 * Returns the data from the person's documents of the given types. Only the newest `count` documents of each type are
 * read.
 */
async function dataOf(username: string, kinds: readonly SampleKind[], count: number) {
  const documents: UploadedDocument[] = [];
  for (const [at, kind] of kinds.entries()) {
    for (let index = 0; index < count; index++) {
      const request = { kind, username, index, tamper: 'none', first_login_date: TODAY, today: TODAY } as const;
      const bytes = await sampleDocument(request);
      if (bytes === undefined) continue;
      const read = readDocuments(await readPdf(bytes));
      documents.push(...read.map((document) => ofFile(at * count + index, document)));
    }
  }
  const asked = { product: 'income', link_id: LINK, today: TODAY } as const;
  return { ...firstData(documents, asked), ...(await restOfData(documents, asked)) };
}

/**
 * Returns the parts of a statement that are printed on a pay stub and that the document engine reads. The year's hours
 * are printed, but the engine does not read them.
 */
const printed = ({ earnings, earnings_ytd, deductions, deductions_ytd, ...statement }: Statement) => ({
  check_number: statement.check_number,
  pay_date: statement.pay_date,
  period_start: statement.period_start,
  period_end: statement.period_end,
  gross_pay: statement.gross_pay,
  gross_pay_ytd: statement.gross_pay_ytd,
  net_pay: statement.net_pay,
  net_pay_ytd: statement.net_pay_ytd,
  regular: statement.regular,
  regular_ytd: statement.regular_ytd,
  overtime: statement.overtime,
  overtime_ytd: statement.overtime_ytd,
  bonus: statement.bonus,
  bonus_ytd: statement.bonus_ytd,
  commission: statement.commission,
  commission_ytd: statement.commission_ytd,
  other_pay: statement.other_pay,
  other_pay_ytd: statement.other_pay_ytd,
  hours: statement.hours,
  earnings,
  earnings_ytd: earnings_ytd.map(({ name, amount, category }) => ({ name, amount, category })),
  deductions,
  deductions_ytd,
});

const PEOPLE = ['goodlogin', 'fulltime', 'hourly.part-time', 'weekly', 'semimonthly', 'monthly'] as const;

test.each(PEOPLE)('pay stubs and W-2s of %s yield the data of the person’s payroll account', async (username) => {
  const [own] = payrollOn(lifeOf(username, TODAY), TODAY).employments;
  if (own === undefined) throw new Error('the sample person has no job');
  const { employments, statements = [], w2s } = await dataOf(username, ['paystub', 'w2'], 2);
  expect(statements.map(printed)).toEqual(own.statements.slice(0, 2).map(printed));
  // A W-2 has no box for gross pay. These people earn less than the wage base, so box 5 has the largest wages.
  const forms = own.w2s
    .slice(0, 2)
    .map(({ id: _id, file_id: _file, md5sum: _md5, ...w2 }) => ({ ...w2, gross_pay: w2.medicare_wages }));
  expect(w2s).toMatchObject(forms);
  const { full_name, home_address } = own.profile;
  expect(employments).toMatchObject([
    {
      company: { ...own.company, phone: null },
      profile: { full_name, home_address, ssn: null },
      pay_frequency: own.pay_frequency,
      is_active: true,
      external_last_updated: own.external_last_updated,
      income: own.income_unit === 'HOURLY' ? own.income : null,
      income_unit: own.income_unit === 'HOURLY' ? 'HOURLY' : null,
    },
  ]);
});

test('tax forms of a sample person yield the same tax documents as the person’s tax account', async () => {
  const { tax_documents = [], identity } = await dataOf('goodlogin', ['f1040', 'f1099', 'w2'], 1);
  const own = taxDocumentsOn(lifeOf('goodlogin', TODAY), TODAY).filter(({ year }) => year === 2025);
  const kinds = (documents: typeof own) =>
    documents.map(({ document_type, document_subtype, year }) => [document_type, document_subtype, year]);
  expect(kinds(tax_documents)).toEqual(kinds(own));
  const [own_return, own_1099] = [own.find(isReturn), own.find(isDividends)];
  // The sample return prints lines 7 and 11. On the form of 2025, these lines are named 7a and 11a, so the document
  // engine does not read them.
  const lines = { total_income: own_return?.fields.total_income, ordinary_dividends: own_1099?.fields.amount };
  expect(tax_documents.find(isReturn)?.fields).toMatchObject(lines);
  const { recipient_tin: _masked, ...dividends } = own_1099?.fields ?? {};
  expect(tax_documents.find(isDividends)?.fields).toMatchObject({ ...dividends, amount: lines.ordinary_dividends });
  expect(identity).toMatchObject([{ last_name: 'Averill' }]);
});

type Form<Type> = Extract<TaxDocument, { document_type: Type }>;
const isReturn = (document: TaxDocument): document is Form<'F1040'> => document.document_type === 'F1040';
const isDividends = (document: TaxDocument): document is Form<'F1099'> => document.document_type === 'F1099';

test('bank statements of a sample person yield the same balances and transactions as the person’s bank account', async () => {
  const { accounts, transactions = [], bank_statements = [] } = await dataOf('checking', ['bank_statement'], 2);
  const life = bankLifeOf('checking', TODAY);
  const own = bankOn(life, TODAY, life.seed, 24);
  const shown = own.bank_statements.slice(0, 2);
  const figures = shown.map(
    ({ id: _id, account_id: _account, file_id: _file, md5sum: _md5, ...statement }) => statement,
  );
  expect(bank_statements).toMatchObject(figures);
  expect(accounts).toMatchObject([
    { type: 'CHECKING', mask: '4721', balances: { balance: shown[0]?.closing_balance } },
  ]);
  const lines = (list: typeof transactions) =>
    list.map(({ posted_at, type, amount, description }) => `${posted_at} ${type} ${amount} ${description}`).toSorted();
  const posted = own.transactions.filter(({ posted_at }) => {
    const day = posted_at?.slice(0, 10) ?? '';
    return day >= (shown[1]?.period_start ?? '') && day <= (shown[0]?.period_end ?? '');
  });
  expect(lines(transactions)).toEqual(lines(posted));
});
