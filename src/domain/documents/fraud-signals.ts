// Signs that a document was altered or forged. A sign never stops a task. It is shown with the document. One strong
// sign or two medium signs mark the document as suspicious until a person has reviewed it.
import type { Box } from './pages.ts';

export const SIGNAL_CODES = [
  'edited_after_creation',
  'editing_software',
  'font_mismatch',
  'overlay',
  'arithmetic_mismatch',
  'ssn_mismatch',
  'employer_mismatch',
  'template_reused',
  'image_altered',
] as const;
export type SignalCode = (typeof SIGNAL_CODES)[number];

export const SEVERITIES = ['low', 'medium', 'high'] as const;
export type Severity = (typeof SEVERITIES)[number];

export type FraudSignal = {
  code: SignalCode;
  severity: Severity;
  /** The page with the sign, counted from 1; null if the sign concerns the file as a whole. */
  page: number | null;
  box: Box | null;
  /**
   * The value that an unaltered document would show, and the value that this document shows. Both are null if the sign
   * is not a contradiction.
   */
  expected: string | null;
  actual: string | null;
  /** A sentence that explains the sign to the person who reviews the document. */
  message: string;
};

/** One strong sign or two medium signs make a document suspicious. */
export const areSuspicious = (signals: readonly Pick<FraudSignal, 'severity'>[]): boolean =>
  signals.some(({ severity }) => severity === 'high') ||
  signals.filter(({ severity }) => severity === 'medium').length >= 2;
