// Turns W-2s and 1099s of imported files into tax documents.
import type { ImportHead } from '#analysis/imports/merging/import-content.ts';
import { greater, parseMoney, sum } from '#base/money.ts';
import type { W2 } from '#domain/reports/statements.ts';
import { byNewestYear, type TaxDocument, type TaxDocumentSubtype } from '#domain/reports/tax-documents.ts';
import { numbered } from './numbered.ts';

type Form = ImportHead['forms'][number];
type FiledW2 = ImportHead['w2s'][number];

/**
 * The form has no box for gross pay. Gross pay is therefore the largest of the three wages (boxes 1, 3 and 5), which is
 * the closest value.
 */
export function w2Boxes({ boxes }: FiledW2): Omit<W2, 'id' | 'year' | 'file_id' | 'md5sum'> {
  const amounts = {
    wages: parseMoney(boxes['1']) ?? null,
    federal_tax: parseMoney(boxes['2']) ?? null,
    social_security_wages: parseMoney(boxes['3']) ?? null,
    social_security_tax: parseMoney(boxes['4']) ?? null,
    medicare_wages: parseMoney(boxes['5']) ?? null,
    medicare_tax: parseMoney(boxes['6']) ?? null,
  };
  const wages = [amounts.wages, amounts.social_security_wages, amounts.medicare_wages].flatMap((one) => one ?? []);
  return { ...amounts, gross_pay: wages.length === 0 ? null : wages.reduce(greater) };
}

export function w2Documents(w2s: readonly FiledW2[], link_id: string): TaxDocument[] {
  const idOf = numbered(link_id, 'tax_document');
  return w2s
    .map((w2) => ({
      id: idOf(w2),
      document_type: 'W2' as const,
      document_subtype: null,
      year: w2.tax_year,
      file_id: null,
      md5sum: null,
      fields: w2Boxes(w2),
    }))
    .toSorted(byNewestYear);
}

/**
 * The kinds of 1099 that have a name in responses, each with the codes of its income amounts and of the federal tax
 * withheld.
 */
const KINDS: Record<string, { subtype: TaxDocumentSubtype; income: string[]; federal_tax: string }> = {
  NEC: { subtype: 'F1099_NEC', income: ['1'], federal_tax: '4' },
  // Until 2019, code 7 stood for the pay of contractors and other people who are not employees.
  MISC: { subtype: 'F1099_MISC', income: ['1', '2', '3', '7'], federal_tax: '4' },
  INT: { subtype: 'F1099_INT', income: ['1'], federal_tax: '4' },
  DIV: { subtype: 'F1099_DIV', income: ['1'], federal_tax: 'A' },
  R: { subtype: 'F1099_R', income: ['1'], federal_tax: '4' },
  G: { subtype: 'F1099_G', income: ['1', '2'], federal_tax: '4' },
  K: { subtype: 'F1099_K', income: ['1'], federal_tax: '4' },
};

export function formDocuments(forms: readonly Form[], link_id: string): TaxDocument[] {
  const idOf = numbered(link_id, 'tax_document');
  return forms
    .map((form) => {
      const { amounts, payer, recipient, account_number, tax_year } = form;
      const kind = KINDS[form.form];
      const income = (kind?.income ?? []).flatMap((code) => parseMoney(amounts[code]) ?? []);
      return {
        id: idOf(form),
        document_type: 'F1099' as const,
        document_subtype: kind?.subtype ?? null,
        year: tax_year,
        file_id: null,
        md5sum: null,
        fields: {
          full_name: recipient.name,
          account_number,
          payer_name: payer.name,
          payer_tin: payer.tax_id,
          recipient_tin: recipient.tax_id,
          amount: income.length === 0 ? null : sum(income),
          federal_tax: kind === undefined ? null : (parseMoney(amounts[kind.federal_tax]) ?? null),
          total_ordinary_dividends: kind?.subtype === 'F1099_DIV' ? (parseMoney(amounts['1']) ?? null) : null,
        },
      };
    })
    .toSorted(byNewestYear);
}
