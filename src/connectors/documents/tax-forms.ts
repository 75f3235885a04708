// Turns W-2, 1099 and 1040 forms into tax documents. A form whose year was not read is left out.
import { sum } from '#base/money.ts';
import { objectId } from '#connectors/wire.ts';
import { wordsOf } from '#domain/connections/company-names.ts';
import type { Fields } from '#domain/documents/read-documents.ts';
import type { UploadedDocument } from '#domain/documents/uploaded-documents.ts';
import { byNewestYear, type TaxDocument } from '#domain/reports/tax-documents.ts';
import { amountOf, fileOf, nineDigits, textOf, yearOf } from './fields.ts';
import { w2Boxes } from './w2s.ts';

export const isTaxForm = ({ document_type }: UploadedDocument): boolean =>
  document_type === 'W2' || document_type === 'F1099' || document_type === 'F1040';

type Form = Extract<TaxDocument, { document_type: 'W2' | 'F1099' | 'F1040' }>;
type Content = {
  [Type in Form['document_type']]: Pick<Extract<Form, { document_type: Type }>, 'document_type' | 'fields'>;
}[Form['document_type']];

/** Returns the tax documents, newest year first. The documents must be in the order of their upload. */
export function taxDocumentsOf(documents: readonly UploadedDocument[], link_id: string): TaxDocument[] {
  const seen = new Set<string>();
  const counts = new Map<string, number>();
  return documents
    .flatMap((document): TaxDocument[] => {
      const [content, year] = [contentOf(document), taxYearOf(document, documents)];
      if (content === undefined || year === null) return [];
      const { subtype: document_subtype } = document;
      const issued = JSON.stringify([content.document_type, document_subtype, year, issuerOf(document)]);
      const copy = `${issued} ${Object.values(content.fields).join('\n')}`;
      if (seen.has(copy)) return [];
      seen.add(copy);
      // One issuer may send several forms of one type, for example for two accounts. The number tells these forms
      // apart.
      const number = (counts.get(issued) ?? 0) + 1;
      counts.set(issued, number);
      const id = objectId(link_id, 'tax_document', `${issued} ${number}`);
      return [{ id, document_subtype, year, ...fileOf(document), ...content }];
    })
    .toSorted(byNewestYear);
}

function contentOf(document: UploadedDocument): Content | undefined {
  const { document_type, subtype, fields } = document;
  switch (document_type) {
    case 'W2':
      return { document_type, fields: w2Boxes(document) };
    case 'F1099':
      return { document_type, fields: f1099Fields(fields, subtype) };
    case 'F1040':
      return { document_type, fields: f1040Fields(fields, subtype) };
    default:
      return undefined;
  }
}

/** The income boxes of each form. The amount that a form reports is the sum of its income boxes. */
export const INCOME_BOXES: Partial<Record<NonNullable<UploadedDocument['subtype']>, string[]>> = {
  F1099_NEC: ['nonemployee_compensation'],
  F1099_MISC: ['rents', 'royalties', 'other_income'],
  F1099_INT: ['interest_income'],
  F1099_DIV: ['ordinary_dividends'],
  F1099_G: ['unemployment_compensation', 'state_tax_refund'],
  F1099_R: ['gross_distribution'],
  F1099_K: ['gross_amount'],
  SSA_1099: ['net_benefits'],
};

/** `amount` is the income that the form reports: the sum of its income boxes. */
function f1099Fields(fields: Fields, subtype: UploadedDocument['subtype']) {
  const boxes = (subtype === null ? undefined : INCOME_BOXES[subtype]) ?? [];
  const amounts = boxes.flatMap((name) => amountOf(fields, name) ?? []);
  return {
    full_name: textOf(fields, 'recipient_name'),
    account_number: textOf(fields, 'account_number'),
    payer_name: textOf(fields, 'payer_name'),
    payer_tin: textOf(fields, 'payer_tin'),
    recipient_tin: textOf(fields, 'recipient_tin'),
    amount: amounts.length === 0 ? null : sum(amounts),
    federal_tax: amountOf(fields, 'federal_tax'),
    total_ordinary_dividends: amountOf(fields, 'ordinary_dividends'),
  };
}

/**
 * A schedule has lines with the same numbers as lines of the return itself. To avoid confusion, a schedule gets no
 * fields.
 */
function f1040Fields(fields: Fields, subtype: UploadedDocument['subtype']) {
  const line = (name: string) => (subtype === null ? amountOf(fields, `line_${name}`) : null);
  return {
    total_income: line('9'),
    adjusted_gross_income: line('11'),
    capital_gain: line('7'),
    ordinary_dividends: line('3b'),
    other_income: line('8'),
    pension_and_annuities: null,
    pension_and_annuities_taxable: line('5b'),
    social_security_benefits: null,
    social_security_benefits_taxable: line('6b'),
  };
}

/** Returns the year. If a schedule shows no year, the year of the last return before it in the same file is used. */
function taxYearOf(document: UploadedDocument, documents: readonly UploadedDocument[]): number | null {
  const year = yearOf(document.fields, 'year');
  if (year !== null || document.document_type !== 'F1040' || document.subtype === null) return year;
  const own = documents.filter(
    ({ document_type, subtype, file_id, pages }) =>
      document_type === 'F1040' && subtype === null && file_id === document.file_id && pages[0] <= document.pages[0],
  );
  const last = own.toSorted((a, b) => b.pages[0] - a.pages[0])[0];
  return last === undefined ? null : yearOf(last.fields, 'year');
}

/** Returns the issuer of a W-2 or 1099. A tax return has no issuer, because the person files it. */
function issuerOf({ fields }: UploadedDocument): string {
  const number = nineDigits(fields, 'employer_ein') ?? nineDigits(fields, 'payer_tin');
  const name = textOf(fields, 'employer_name') ?? textOf(fields, 'payer_name') ?? '';
  return number ?? wordsOf(name).join(' ');
}
