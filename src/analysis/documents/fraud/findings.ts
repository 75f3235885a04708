// Types and functions that all checks for fraud use: a finding before it becomes a signal of a document, and functions
// that test words.

import type { FraudSignal } from '#domain/documents/fraud-signals.ts';
import { type Box, centerOf, sharedWidth } from '#domain/documents/pages.ts';
import type { DrawnWord, PageTraces } from '#domain/documents/pdf-traces.ts';
import type { Field, ReadDocument } from '#domain/documents/read-documents.ts';

/**
 * A finding is like a signal, but properties that do not apply may be missing. Findings with the same `cause` and a
 * severity below high become one signal per document: ten stamps on ten pages, for example, are one signal.
 */
export type Finding = Pick<FraudSignal, 'code' | 'severity' | 'message'> & Partial<FraudSignal> & { cause?: string };

/**
 * The cause of findings about sums and rates. One misread figure or row breaks both, so these findings become one
 * signal, unless their severity is high.
 */
export const FIGURES_CAUSE = 'figures';

/**
 * Keeps all findings that have a high severity or no cause. Any other finding is kept only if it is the most severe one
 * of its cause.
 */
export function withoutRepeatedCauses(findings: readonly Finding[]): Finding[] {
  const rank = ({ severity }: Finding) => ['low', 'medium', 'high'].indexOf(severity);
  return findings.filter(
    (one, index) =>
      one.severity === 'high' ||
      one.cause === undefined ||
      !findings.some((other, at) => {
        const is_stronger = rank(other) > rank(one) || (rank(other) === rank(one) && at < index);
        return other.cause === one.cause && is_stronger;
      }),
  );
}

export const signalOf = ({
  page = null,
  box = null,
  expected = null,
  actual = null,
  ...rest
}: Finding): FraudSignal => ({
  code: rest.code,
  severity: rest.severity,
  page,
  box,
  expected,
  actual,
  message: rest.message,
});

const AMOUNT = /^[($+-]*\$?\d{1,3}(?:,?\d{3})*\.\d{2}[)%-]?$/;
const DATE = /^\d{1,4}[/.-]\d{1,2}[/.-]\d{2,4}$/;

export const isAmount = (text: string): boolean => AMOUNT.test(text);

/**
 * Whether the text is an amount, a date or a number of at least four digits. Changing it changes the content of the
 * document.
 */
export const statesFact = (text: string): boolean =>
  isAmount(text) || DATE.test(text) || text.replaceAll(/\D/g, '').length >= 4;

/** Returns all fields of a document with their names: `gross_pay`, `earnings[0].current`. */
export function namedFields({ fields, tables }: Pick<ReadDocument, 'fields' | 'tables'>): [string, Field][] {
  const cells = Object.entries(tables).flatMap(([table, rows]) =>
    rows.flatMap((row, index) =>
      Object.entries(row).map(([name, field]): [string, Field] => [`${table}[${index}].${name}`, field]),
    ),
  );
  return [...Object.entries(fields), ...cells];
}

/** Returns the visible words that belong to the page itself and not to an annotation or a form field. */
export const shownWords = ({ drawn }: Pick<PageTraces, 'drawn'>): DrawnWord[] =>
  drawn.filter((one): one is DrawnWord => one.kind === 'word' && one.visible && one.layer === null);

/** Whether two words overlap: they are on one line and share more than 30 % of the width of the narrower word. */
export const standsOn = (a: { box: Box; size: number }, b: { box: Box; size: number }): boolean =>
  Math.abs(a.box.bottom - b.box.bottom) < 0.6 * Math.max(a.size, b.size) && sharedWidth(a.box, b.box) > 0.3;

export function isInside(inner: Box, outer: Box): boolean {
  const { x, y } = centerOf(inner);
  return x >= outer.left && x <= outer.right && y >= outer.top && y <= outer.bottom;
}

/** Whether the centre of the box lies inside a field that was read from this page. */
export const inFields = (box: Box, page: number, fields: readonly Field[]): boolean =>
  fields.some((field) => field.page === page && isInside(box, field.box));

/** Keeps only the first finding, because all findings in the list are treated as one fact. */
export const firstOf = <T>(findings: readonly T[]): T[] => findings.slice(0, 1);
