// The figures of a document: its amounts, dates and numbers (such as the SSN), without the texts, such as names and
// addresses. The figures of two documents are compared to find out whether two people sent the same document.
import type { Fields, ReadDocument, Reading } from './read-documents.ts';

const fieldsOf = ({ fields, tables }: Reading): Fields[] => [fields, ...Object.values(tables).flat()];

/** Whether anything was read from the document. */
export const hasContent = (document: Reading): boolean =>
  fieldsOf(document).some((fields) => Object.keys(fields).length > 0);

/**
 * The minimum number of different amounts. With fewer different amounts, two people may have the same figures by
 * chance.
 */
const DIFFERENT_AMOUNTS_MIN = 6;

/** The fields with a number that belongs to only one document, person or account. */
const NUMBERS: ReadonlySet<string> = new Set([
  'check_number',
  'employee_id',
  'control_number',
  'policy_number',
  'employee_ssn',
  'ssn',
  'recipient_tin',
  'account_mask',
  'account_number',
]);
/** Matches text that names two account holders. A statement of a shared account belongs to both holders. */
const SHARED = /&|\b(?:and|or)\b/i;
const DATE = /^\d{4}-\d{2}-\d{2}$/;

/**
 * All amounts, dates and numbers of a document as one text. `is_numbered` is true if the text contains a number that is
 * unique to one person or document. Without such a number, two colleagues with the same salary may have the same
 * figures. The result is undefined if there are too few amounts to recognise a copy.
 */
export function figuresOf(
  document: Pick<ReadDocument, 'document_type' | 'fields' | 'tables'>,
): { text: string; is_numbered: boolean } | undefined {
  const values = fieldsOf(document).flatMap((fields) =>
    Object.entries(fields).map(([name, { value }]) => ({ name, value })),
  );
  const amounts = values.filter((entry) => typeof entry.value === 'bigint' && entry.value !== 0n);
  if (new Set(amounts.map(({ value }) => value)).size < DIFFERENT_AMOUNTS_MIN) return undefined;
  const dates = values.filter(({ value }) => typeof value === 'string' && DATE.test(value));
  const numbers = values.filter(({ name }) => NUMBERS.has(name));
  const is_shared = SHARED.test(String(document.fields['holder_name']?.value ?? ''));
  const lines = [...amounts, ...dates, ...numbers].map(({ name, value }) => `${name}=${String(value)}`);
  return {
    text: [document.document_type, ...lines.toSorted()].join('\n'),
    is_numbered: numbers.length > 0 && !is_shared,
  };
}
