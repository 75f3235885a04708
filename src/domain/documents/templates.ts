// Finds out whether a document was made from the document of another person. The documents of two colleagues may have
// the same layout, and even the same amounts, without any fraud. But a number that an employer gives to only one person
// or one pay check is never on the documents of two people.
import { wordsOf } from '#domain/connections/company-names.ts';
import { nameOn } from './collection-documents.ts';
import type { Severity } from './fraud-signals.ts';
import type { Field, Reading } from './read-documents.ts';

/** The number of samples that describe a layout. */
export const LAYOUT_SAMPLES = 8;
/** The minimum number of equal samples with which two documents have the same template. */
const SAME_SAMPLES_MIN = 4;

export const isSameLayout = (a: readonly number[] | null, b: readonly number[] | null): boolean =>
  a !== null && b !== null && a.filter((sample, at) => sample === b[at]).length >= SAME_SAMPLES_MIN;

/** The numbers that an employer gives to only one person or document. */
const NUMBERS = ['check_number', 'employee_id', 'control_number'] as const;
const CONFIDENCE_MIN = 0.9;
/**
 * The minimum number of characters of a number. Shorter numbers and numbers such as 0000 are ignored, because they are
 * often the same by chance.
 */
const CHARACTERS_MIN = 4;
const DIGITS_MIN = 3;

/**
 * Returns the numbers that the employer gave to a document or its person. Each number is returned as one text together
 * with the employer.
 */
export function issuedNumbers({ fields }: Pick<Reading, 'fields'>): string[] {
  const employer = employerOf(fields);
  if (employer === '') return [];
  return NUMBERS.flatMap((name) => {
    const field = fields[name];
    if (field === undefined || field.confidence < CONFIDENCE_MIN) return [];
    const number = String(field.value)
      .toUpperCase()
      .replaceAll(/[^A-Z0-9]/g, '');
    const is_issued =
      number.length >= CHARACTERS_MIN && number.replaceAll(/\D/g, '').length >= DIGITS_MIN && new Set(number).size > 1;
    return is_issued ? [`${employer} ${name}=${number}`] : [];
  });
}

function employerOf(fields: Readonly<Record<string, Pick<Field, 'value'>>>): string {
  const ein = String(fields['employer_ein']?.value ?? '').replaceAll(/\D/g, '');
  return ein.length === 9 ? ein : wordsOf(String(fields['employer_name']?.value ?? '')).join(' ');
}

/**
 * Returns the words of the name on a document, without initials and in alphabetical order. Returns undefined if the
 * document has no name.
 */
export function nameKeyOf(document: Parameters<typeof nameOn>[0]): string | undefined {
  const words = wordsOf(nameOn(document) ?? '').filter((word) => word.length > 1);
  return words.length === 0 ? undefined : words.toSorted().join(' ');
}

/**
 * Returns the severity of the sign that the documents of two people have equal numbers or the same layout. OCR may
 * misread a single number in the same way on the documents of colleagues, so one equal number has at most the severity
 * `medium`.
 */
export function reuseSeverity(numbers: number, is_same_layout: boolean): Severity {
  const facts = numbers + (is_same_layout ? 1 : 0);
  return facts >= 3 ? 'high' : facts === 2 ? 'medium' : 'low';
}
