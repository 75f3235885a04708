// A link's tax documents. A tax document is a form with the values of its boxes. The contract lists the boxes of each
// form.
import { type Static, Type } from 'typebox';
import { type InDecimals, type InHundredths, Money } from '#base/money.ts';
import { choice, Id, nullable, sensitive, shape } from '#base/schema.ts';
import { fileNameOf } from './file-names.ts';
import { type FileUrl, nullableChoice } from './statements.ts';

export const TAX_DOCUMENT_TYPES = ['W2', 'F1040', 'F1099', 'SUMMARY', 'OTHER'] as const;
export const TAX_DOCUMENT_SUBTYPES = [
  'F1099_NEC',
  'F1099_MISC',
  'F1099_INT',
  'F1099_DIV',
  'F1099_R',
  'F1099_G',
  'F1099_K',
  'SSA_1099',
  'SCHEDULE_C',
  'SCHEDULE_E',
  'W2C',
] as const;
export type TaxDocumentSubtype = (typeof TAX_DOCUMENT_SUBTYPES)[number];

const amount = nullable(Money);
const text = nullable(Type.String());

export const W2Fields = Type.Object({
  wages: amount,
  gross_pay: amount,
  federal_tax: amount,
  social_security_wages: amount,
  social_security_tax: amount,
  medicare_wages: amount,
  medicare_tax: amount,
});
export const F1040Fields = Type.Object({
  total_income: amount,
  adjusted_gross_income: amount,
  capital_gain: amount,
  ordinary_dividends: amount,
  other_income: amount,
  pension_and_annuities: amount,
  pension_and_annuities_taxable: amount,
  social_security_benefits: amount,
  social_security_benefits_taxable: amount,
});
export const F1099Fields = Type.Object({
  full_name: text,
  account_number: sensitive('number', text),
  payer_name: text,
  payer_tin: sensitive('number', text),
  recipient_tin: sensitive('number', text),
  amount,
  federal_tax: amount,
  total_ordinary_dividends: amount,
});

export const TaxDocumentAnswer = shape('TaxDocument', 'A tax document.', {
  id: Id,
  document_type: choice(TAX_DOCUMENT_TYPES),
  document_subtype: nullableChoice(TAX_DOCUMENT_SUBTYPES),
  year: Type.Integer(),
  file: sensitive('file', nullable(Type.String({ format: 'uri', description: 'A signed URL, valid for 15 minutes.' }))),
  md5sum: nullable(Type.String({ pattern: '^[0-9a-f]{32}$' })),
  // All forms share one schema: the keys depend on `document_type`, and every value is a string or null.
  fields: Type.Record(Type.String(), text, { description: 'The boxes of the form; keys depend on document_type.' }),
});
export type TaxDocumentAnswer = Static<typeof TaxDocumentAnswer>;

/** The boxes of each tax form, as a connector returns them, with amounts in hundredths and full TINs. */
type FormFields = {
  W2: InHundredths<Static<typeof W2Fields>>;
  F1040: InHundredths<Static<typeof F1040Fields>>;
  F1099: InHundredths<Static<typeof F1099Fields>>;
  SUMMARY: Record<string, never>;
  OTHER: Record<string, never>;
};

export type TaxDocument = {
  [Type in keyof FormFields]: {
    id: string;
    document_type: Type;
    document_subtype: TaxDocumentSubtype | null;
    year: number;
    file_id: string | null;
    md5sum: string | null;
    fields: FormFields[Type];
  };
}[keyof FormFields];

export type KeptTaxDocument = InDecimals<TaxDocument>;

export function presentTaxDocument(document: KeptTaxDocument, fileUrl: FileUrl): TaxDocumentAnswer {
  const { id, document_type, document_subtype, year, file_id, md5sum } = document;
  return {
    id,
    document_type,
    document_subtype,
    year,
    file: file_id === null ? null : fileUrl(fileNameOf('tax', id, file_id)),
    md5sum,
    fields: document.document_type === 'F1099' ? masked(document.fields) : document.fields,
  };
}

/**
 * Sorts tax documents by year, newest year first. Documents of the same year are in the order of `TAX_DOCUMENT_TYPES`.
 */
type Ranked = Pick<TaxDocument, 'year' | 'document_type'>;
export const byNewestYear = (a: Ranked, b: Ranked): number =>
  b.year - a.year || TAX_DOCUMENT_TYPES.indexOf(a.document_type) - TAX_DOCUMENT_TYPES.indexOf(b.document_type);

const masked = (fields: Static<typeof F1099Fields>): Static<typeof F1099Fields> => ({
  ...fields,
  payer_tin: maskTin(fields.payer_tin),
  recipient_tin: maskTin(fields.recipient_tin),
});

/** A TIN is masked like an SSN: stars and the last four digits. */
const maskTin = (tin: string | null): string | null =>
  tin === null ? null : `*****${tin.replaceAll('-', '').slice(-4)}`;
