// Finds Social Security numbers (SSNs) that the Social Security Administration never assigns: for example, no SSN
// begins with 000 or 666.
import type { ReadDocument } from '#domain/documents/read-documents.ts';
import { isFromPicture } from './figures.ts';
import type { Finding } from './findings.ts';

/**
 * A field that contains an SSN, the pattern of a complete SSN in this field, and the first digits that the SSN cannot
 * have.
 */
type NumberField = { name: string; written: RegExp; unassigned: RegExp };

/**
 * An employee always has an SSN, so the number of an employee must not begin with 9. On other forms, a number that
 * begins with 9 may belong to a taxpayer who cannot get an SSN. The number of a recipient may be that of a company.
 * Such a number is not checked; its dash is at another position.
 */
const NUMBER_FIELDS: readonly NumberField[] = [
  { name: 'employee_ssn', written: /^\d{3}-?\d{2}-?\d{4}$/, unassigned: /^(?:000|666|9)/ },
  { name: 'ssn', written: /^\d{3}[- ]?\d{2}[- ]?\d{4}$/, unassigned: /^(?:000|666)/ },
  { name: 'recipient_tin', written: /^\d{3}-\d{2}-\d{4}$/, unassigned: /^(?:000|666)/ },
];
/** Employers print zeros while the employee is waiting for a number. */
const PLACEHOLDER = /^0{9}$/;
const CONFIDENCE_MIN = 0.9;

/**
 * Finds an SSN that is never assigned. The number may be mistyped, so this finding alone does not make a document
 * suspicious. In a scan, the severity is low, because a digit may be misread. The finding does not contain the digits,
 * because signals are published.
 */
export function ssnAreaFindings(document: ReadDocument): Finding[] {
  return NUMBER_FIELDS.flatMap(({ name, written, unassigned }): Finding[] => {
    const field = document.fields[name];
    const text = String(field?.value ?? '').trim();
    const digits = text.replaceAll(/\D/g, '');
    if (field === undefined || field.confidence < CONFIDENCE_MIN || !written.test(text)) return [];
    if (!unassigned.test(digits) || PLACEHOLDER.test(digits)) return [];
    const { page, box } = field;
    const severity = isFromPicture(document, page) ? 'low' : 'medium';
    const message = 'The Social Security number begins with three digits that are never assigned.';
    return [{ code: 'ssn_mismatch', severity, page, box, message }];
  });
}
