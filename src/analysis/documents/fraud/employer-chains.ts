// Checks the employer identification numbers (EINs) on pay stubs and W-2s. An EIN must begin with two digits that the
// IRS has assigned, and must belong to only one employer.
import { wordsOf } from '#domain/connections/company-names.ts';
import type { ReadDocument } from '#domain/documents/read-documents.ts';
import { type Contradiction, type Placed, textOf } from './contradictions.ts';
import { isFromPicture } from './figures.ts';
import type { Finding } from './findings.ts';

/**
 * Prefixes of two digits that the IRS has not assigned to any office yet. From time to time, the IRS assigns one of
 * them.
 */
const UNASSIGNED: ReadonlySet<string> = new Set('00 07 08 09 17 18 19 28 29 49 69 70 78 79 89 96 97'.split(' '));
const CONFIDENCE_MIN = 0.9;

/** Returns the nine digits of the EIN; undefined if it is masked or was read with low confidence. */
function einOf({ fields }: ReadDocument): string | undefined {
  const field = fields['employer_ein'];
  const digits = String(field?.value ?? '').replaceAll(/\D/g, '');
  return digits.length === 9 && field !== undefined && field.confidence >= CONFIDENCE_MIN ? digits : undefined;
}

/**
 * Finds an EIN with an unassigned prefix. The IRS may have assigned the prefix in the meantime, so this finding alone
 * does not make a document suspicious. In a scan, the severity is low, because a digit may be misread.
 */
export function employerNumberFindings(document: ReadDocument): Finding[] {
  const [ein, field] = [einOf(document), document.fields['employer_ein']];
  if (ein === undefined || field === undefined || !UNASSIGNED.has(ein.slice(0, 2))) return [];
  const { page, box } = field;
  const actual = `${ein.slice(0, 2)}-${ein.slice(2)}`;
  const message = `The number of the employer, ${actual}, begins with two digits that the IRS has not assigned.`;
  const severity = isFromPicture(document, page) ? 'low' : 'medium';
  return [{ code: 'employer_mismatch', severity, page, box, expected: null, actual, message }];
}

/**
 * Finds EINs that belong to two names without a common word. The severity is only medium, because a company may use two
 * names. In a scan it is low, because the name may be misread, or may be another line of the letterhead.
 */
export function employerContradictions(placed: readonly Placed[]): Contradiction[] {
  const named = placed.flatMap((one) => {
    const [ein, words] = [einOf(one.document), wordsOf(textOf(one, 'employer_name'))];
    const is_certain = (one.document.fields['employer_name']?.confidence ?? 0) >= CONFIDENCE_MIN;
    return ein !== undefined && words.length > 0 && is_certain ? [{ one, ein, words }] : [];
  });
  return named.flatMap(({ one, ein, words }, index): Contradiction[] => {
    const other = named
      .slice(0, index)
      .find((earlier) => earlier.ein === ein && !earlier.words.some((word) => words.includes(word)));
    if (other === undefined) return [];
    const [expected, actual] = [textOf(other.one, 'employer_name'), textOf(one, 'employer_name')];
    const { page = null, box = null } = one.document.fields['employer_name'] ?? {};
    const message = `The number of the employer belongs to ${expected} on one document and to ${actual} on another.`;
    const is_scanned = [other.one, one].some(({ document }) =>
      isFromPicture(document, document.fields['employer_name']?.page ?? 1),
    );
    const severity = is_scanned ? 'low' : 'medium';
    return [
      {
        about: [other.one.at, one.at],
        finding: { code: 'employer_mismatch', severity, page, box, expected, actual, message },
      },
    ];
  });
}
