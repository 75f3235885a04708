// Compares the SSN on a document with the SSN of the user.
import type { User } from '#domain/people/users.ts';
import type { FraudSignal } from './fraud-signals.ts';
import type { Field, Reading } from './read-documents.ts';

const SSN_FIELDS = ['employee_ssn', 'ssn', 'recipient_tin'] as const;

/**
 * Compares the SSNs only if the user's SSN is complete. The document may show all digits or only the last four digits.
 */
export function ssnSignals({ fields }: Pick<Reading, 'fields'>, user: Pick<User, 'ssn'> | undefined): FraudSignal[] {
  const ssn = user?.ssn ?? '';
  if (ssn.length !== 9) return [];
  return SSN_FIELDS.flatMap((name) => {
    const field = fields[name];
    const is_other = field !== undefined && isCertain(field) && !ssn.endsWith(digitsOf(field));
    return is_other && !isMisread(field, ssn) ? [mismatch(field)] : [];
  });
}

/** The minimum confidence with which an SSN must be read. With a lower confidence, OCR may have misread a digit. */
const SURE_FROM = 0.9;
const digitsOf = ({ value }: Field): string => String(value).replace(/\D/g, '');
const isCertain = (field: Field): boolean => [4, 9].includes(digitsOf(field).length) && field.confidence >= SURE_FROM;

/**
 * Whether OCR may have misread one digit. OCR is never fully certain of a word, and often confuses one digit with
 * another.
 */
function isMisread(field: Field, ssn: string): boolean {
  const digits = digitsOf(field);
  const own = ssn.slice(-digits.length);
  return field.confidence < 1 && [...digits].filter((digit, at) => digit !== own[at]).length === 1;
}

/** The signal does not contain the digits, because signals are published. */
const mismatch = ({ page, box }: Field): FraudSignal => ({
  code: 'ssn_mismatch',
  severity: 'high',
  page,
  box,
  expected: null,
  actual: null,
  message: 'The Social Security number on the document is not the number of the user.',
});
