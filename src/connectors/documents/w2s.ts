// Builds the W-2s of one employer. There is one W-2 for each year and each set of amounts. A corrected form (W-2c)
// replaces the boxes that it shows.
import { groupBy } from '#base/lists.ts';
import { objectId } from '#connectors/wire.ts';
import type { UploadedDocument } from '#domain/documents/uploaded-documents.ts';
import type { LinkData } from '#domain/reports/link-data.ts';
import type { W2 } from '#domain/reports/statements.ts';
import { amountOf, fileOf, yearOf } from './fields.ts';

type W2Boxes = Omit<W2, 'id' | 'year' | 'file_id' | 'md5sum'>;

export const w2Boxes = ({ fields }: UploadedDocument): W2Boxes =>
  withGrossPay({
    wages: amountOf(fields, 'wages'),
    federal_tax: amountOf(fields, 'federal_tax'),
    social_security_wages: amountOf(fields, 'social_security_wages'),
    social_security_tax: amountOf(fields, 'social_security_tax'),
    medicare_wages: amountOf(fields, 'medicare_wages'),
    medicare_tax: amountOf(fields, 'medicare_tax'),
  });

/**
 * The form has no box for gross pay. Gross pay is therefore the largest of the three wages (boxes 1, 3 and 5), which is
 * the closest value: Medicare wages have no upper limit and include payments into a retirement plan. Only one part of
 * the pay is missing from all three wages: the benefits that were paid before all taxes.
 */
function withGrossPay(boxes: Omit<W2Boxes, 'gross_pay'>): W2Boxes {
  return { ...boxes, gross_pay: largestWages([boxes.wages, boxes.social_security_wages, boxes.medicare_wages]) };
}

export const largestWages = (wages: readonly (bigint | null)[]): bigint | null =>
  wages
    .flatMap((amount) => amount ?? [])
    .reduce<bigint | null>((most, amount) => (most === null || amount > most ? amount : most), null);

/** Returns the W-2s, newest year first. A form is left out if its year was not read or if it has no amount. */
export function w2sOf(documents: readonly UploadedDocument[], employment_id: string, link_id: string): LinkData['w2s'] {
  const forms = documents.filter((document) => document.document_type === 'W2' && hasAmount(document));
  const years = [...groupBy(forms, ({ fields }) => yearOf(fields, 'year'))];
  return years
    .flatMap(([year, of_year]) => (year === null ? [] : w2sOfYear(of_year).map((form) => ({ year, ...form }))))
    .toSorted((a, b) => b.year - a.year)
    .map(({ number, year, ...form }) => {
      const id = objectId(link_id, 'w2', JSON.stringify([employment_id, year, number]));
      return { id, year, ...form, employment_id };
    });
}

const hasAmount = (document: UploadedDocument): boolean =>
  Object.values(w2Boxes(document)).some((amount) => amount !== null);

type NumberedForm = W2Boxes & Pick<W2, 'file_id' | 'md5sum'> & { number: number };

function w2sOfYear(forms: readonly UploadedDocument[]): NumberedForm[] {
  const corrections = forms.filter(({ subtype }) => subtype === 'W2C');
  const originals = distinctForms(forms.filter(({ subtype }) => subtype !== 'W2C'));
  // If there are several W-2s, a W-2c cannot be assigned to one of them, because it does not say which W-2 it
  // corrects.
  const [only] = originals.length === 0 ? corrections : originals;
  const is_clear = originals.length <= 1;
  const shown = is_clear && only !== undefined ? [only] : originals;
  return shown.map((form, at) => {
    const boxes = is_clear ? corrections.map(w2Boxes).reduce(corrected, w2Boxes(form)) : w2Boxes(form);
    return { ...boxes, ...fileOf(form), number: at + 1 };
  });
}

const corrected = (boxes: W2Boxes, correction: W2Boxes): W2Boxes =>
  withGrossPay({
    wages: correction.wages ?? boxes.wages,
    federal_tax: correction.federal_tax ?? boxes.federal_tax,
    social_security_wages: correction.social_security_wages ?? boxes.social_security_wages,
    social_security_tax: correction.social_security_tax ?? boxes.social_security_tax,
    medicare_wages: correction.medicare_wages ?? boxes.medicare_wages,
    medicare_tax: correction.medicare_tax ?? boxes.medicare_tax,
  });

/**
 * Removes copies, which have equal boxes. An employer may issue several forms with different amounts, for example for
 * two states.
 */
function distinctForms(forms: readonly UploadedDocument[]): UploadedDocument[] {
  return [...groupBy(forms, (form) => Object.values(w2Boxes(form)).join(' ')).values()].flatMap((copies) =>
    copies.slice(0, 1),
  );
}
