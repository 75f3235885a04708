// Maps FDX tax forms to our tax documents: W-2 and 1099. Other forms are left out.
import { objectId } from '#connectors/wire.ts';
import type { TaxDocument, TaxDocumentSubtype } from '#domain/reports/tax-documents.ts';
import { type FdxRow, hundredthsAt, integerAt, rowAt, rowsAt, textAt } from './wire.ts';

/** For each 1099 form, our name for the form, and the box whose value is the amount of the form. */
const FORMS_1099 = {
  tax1099Nec: ['F1099_NEC', 'nonEmployeeCompensation'],
  tax1099Misc: ['F1099_MISC', 'otherIncome'],
  tax1099Int: ['F1099_INT', 'interestIncome'],
  tax1099Div: ['F1099_DIV', 'ordinaryDividends'],
  tax1099R: ['F1099_R', 'grossDistribution'],
  tax1099G: ['F1099_G', 'unemploymentCompensation'],
  tax1099K: ['F1099_K', 'grossAmount'],
} as const satisfies Record<string, readonly [TaxDocumentSubtype, string]>;

/** The boxes of a 1099-MISC that may contain its amount. The first of these boxes that is not empty is used. */
const MISC_BOXES = ['otherIncome', 'rents', 'royalties'] as const;

/**
 * Returns the forms. A list of tax forms contains statements with forms in them (FDX 5.1 and later), or only forms
 * (earlier versions).
 */
export function toTaxDocuments(statements: readonly FdxRow[], link_id: string): TaxDocument[] {
  const documents = new Map<string, TaxDocument>();
  for (const [at, statement] of statements.entries()) {
    const forms = rowsAt(statement, 'forms');
    for (const [part, form] of (forms.length === 0 ? [statement] : forms).entries()) {
      const usual_key = `${textAt(statement, 'taxStatementId') ?? at}/${part}`;
      for (const name of Object.keys(form)) {
        const document = toTaxDocument(name, rowAt(form, name), { statement, usual_key, link_id });
        if (document !== undefined) documents.set(document.id, document);
      }
    }
  }
  return [...documents.values()];
}

type Around = { statement: FdxRow; usual_key: string; link_id: string };

function toTaxDocument(name: string, row: FdxRow, { statement, usual_key, link_id }: Around): TaxDocument | undefined {
  const kind = Object.entries(FORMS_1099).find(([form_name]) => form_name === name)?.[1];
  const year = integerAt(row, 'taxYear') ?? integerAt(statement, 'taxYear');
  if ((kind === undefined && name !== 'taxW2') || year === null) return undefined;
  const key = `${name}/${year}/${textAt(row, 'taxFormId') ?? usual_key}`;
  const shared = { id: objectId(link_id, 'tax_document', key), year, file_id: null, md5sum: null };
  if (kind === undefined) return { ...shared, document_type: 'W2', document_subtype: null, fields: w2FieldsOf(row) };
  const [document_subtype, box] = kind;
  return { ...shared, document_type: 'F1099', document_subtype, fields: fields1099Of(row, statement, box) };
}

const w2FieldsOf = (row: FdxRow) => ({
  wages: hundredthsAt(row, 'wages'),
  // The W-2 has no box for gross pay, so gross pay is null.
  gross_pay: null,
  federal_tax: hundredthsAt(row, 'federalTaxWithheld'),
  social_security_wages: hundredthsAt(row, 'socialSecurityWages'),
  social_security_tax: hundredthsAt(row, 'socialSecurityTaxWithheld'),
  medicare_wages: hundredthsAt(row, 'medicareWages'),
  medicare_tax: hundredthsAt(row, 'medicareTaxWithheld'),
});

function fields1099Of(row: FdxRow, statement: FdxRow, box: string) {
  const boxes: readonly string[] = box === 'otherIncome' ? MISC_BOXES : [box];
  const amount = boxes.map((name) => hundredthsAt(row, name)).find((value) => value !== null) ?? null;
  return {
    full_name: partyName(row, statement, 'recipient'),
    account_number: textAt(row, 'accountNumber'),
    payer_name: partyName(row, statement, 'issuer') ?? textAt(rowAt(row, 'payerNameAddress'), 'name1'),
    payer_tin: partyTin(row, statement, 'issuer') ?? textAt(row, 'payerTin'),
    recipient_tin: partyTin(row, statement, 'recipient') ?? textAt(row, 'recipientTin'),
    amount,
    federal_tax: hundredthsAt(row, 'federalTaxWithheld'),
    total_ordinary_dividends: hundredthsAt(row, 'ordinaryDividends'),
  };
}

type Party = 'issuer' | 'recipient';

/**
 * Returns the two places where the issuer or the recipient may be: the form itself, and its statement. An issuer or
 * recipient that is the same on all forms is on the statement.
 */
const partiesOf = (row: FdxRow, statement: FdxRow, party: Party): FdxRow[] => [
  rowAt(row, party),
  rowAt(statement, party),
];

function partyName(row: FdxRow, statement: FdxRow, party: Party): string | null {
  for (const own of partiesOf(row, statement, party)) {
    const business = textAt(rowAt(own, 'businessName'), 'name1');
    const person = rowAt(own, 'individualName');
    const names = ['first', 'middle', 'last'].flatMap((part) => textAt(person, part) ?? []);
    const name = business ?? (names.length === 0 ? null : names.join(' '));
    if (name !== null) return name;
  }
  return null;
}

const partyTin = (row: FdxRow, statement: FdxRow, party: Party): string | null =>
  partiesOf(row, statement, party)
    .map((own) => textAt(own, 'tin'))
    .find((tin) => tin !== null) ?? null;
