// Response schemas of a link's tax documents: contract, section 13. Each tax form has its own fields (boxes).
import { W2_AMOUNTS } from './payroll.ts';
import {
  choice,
  each,
  fileUrl,
  id,
  list,
  masked,
  md5sum,
  money,
  type ObjectShape,
  object,
  orNull,
  type Shape,
  text,
  year,
} from './words.ts';

const amounts = (...names: readonly string[]) => each(orNull(money), ...names);

const F1040_FIELDS = object(
  amounts(
    'total_income',
    'adjusted_gross_income',
    'capital_gain',
    'ordinary_dividends',
    'other_income',
    'pension_and_annuities',
    'pension_and_annuities_taxable',
    'social_security_benefits',
    'social_security_benefits_taxable',
  ),
);
const F1099_FIELDS = object({
  ...each(orNull(text()), 'full_name', 'account_number', 'payer_name'),
  ...each(orNull(masked), 'payer_tin', 'recipient_tin'),
  ...amounts('amount', 'federal_tax', 'total_ordinary_dividends'),
});
/** The fields of the tax forms whose boxes the contract does not list. */
const OTHER_FIELDS: Shape = { type: 'object', additionalProperties: orNull(text()) };

const form = (document_type: Shape, fields: Shape): ObjectShape =>
  object({
    id,
    document_type,
    document_subtype: orNull(
      choice(
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
      ),
    ),
    year,
    file: orNull(fileUrl),
    md5sum: orNull(md5sum),
    fields,
  });

export const taxDocument: Shape = {
  type: 'object',
  discriminator: { propertyName: 'document_type' },
  required: ['document_type'],
  oneOf: [
    form(choice('W2'), object(W2_AMOUNTS)),
    form(choice('F1040'), F1040_FIELDS),
    form(choice('F1099'), F1099_FIELDS),
    form(choice('SUMMARY', 'OTHER'), OTHER_FIELDS),
  ],
};

/** The response of `tax/` is a plain array. */
export const taxDocuments = list(taxDocument);
