// Finds the rows of a pay stub with the federal income tax, the Social Security tax and the Medicare tax.
import type { Fields, ReadDocument } from '#domain/documents/read-documents.ts';

const FEDERAL = /\b(?:federal|fed|fit|fitw|fwt)\b/i;
const OTHER_TAX = /\b(?:med\w*|soc\w*|oasdi|fica|futa|unempl\w*|state|swt|sit)\b/i;
const SOCIAL_SECURITY =
  /\b(?:social security|soc(?:ial)?\.? ?sec\w*|oasdi|fica[ -]?(?:ss|oasdi|soc\w*)|ss tax|fica ee)\b/i;
const MEDICARE = /\b(?:medicare|fica[ -]?med\w*|med tax|medi|fed med\/ee)\b/i;
/**
 * `FICA` means the Social Security tax and the Medicare tax together. On a stub with a row for Medicare, `FICA` means
 * only Social Security.
 */
const FICA = /\bfica\b/i;
const EMPLOYER = /\b(?:employer|er|company|co\.?)\b/i;

/** Whether the row with the given name is a row of this tax. `names` has the names of all tax rows. */
type IsOfTax = (name: string, names: readonly string[]) => boolean;

const TAXES = {
  federal: (name) => FEDERAL.test(name) && !OTHER_TAX.test(name),
  medicare: (name) => MEDICARE.test(name) && !EMPLOYER.test(name),
  social_security: (name, names) =>
    !EMPLOYER.test(name) &&
    (SOCIAL_SECURITY.test(name) ||
      (FICA.test(name) && !MEDICARE.test(name) && names.some((other) => other !== name && MEDICARE.test(other)))),
} satisfies Record<string, IsOfTax>;
export type FederalTax = keyof typeof TAXES;

export const rowName = (row: Fields): string => String(row['description']?.value ?? '');

/** Returns the only row of the tax; undefined if there are several such rows. */
export function taxRow({ tables }: Pick<ReadDocument, 'tables'>, tax: FederalTax): Fields | undefined {
  const names = (tables['taxes'] ?? []).map(rowName);
  const rows = (tables['taxes'] ?? []).filter((row) => TAXES[tax](rowName(row), names));
  return rows.length === 1 ? rows[0] : undefined;
}
