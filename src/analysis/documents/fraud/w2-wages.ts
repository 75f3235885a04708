// Compares the boxes of a W-2 that state the wages. Box 1 is the Medicare wages of box 5 without the contributions to
// retirement plans in box 12. If the form names only one state, that state taxes the same wages.
import { formatMoney, sum } from '#base/money.ts';
import type { Page } from '#domain/documents/pages.ts';
import type { Field, ReadDocument } from '#domain/documents/read-documents.ts';
import { isScanned } from './figures.ts';
import type { Finding } from './findings.ts';

/** Contributions to retirement plans that are exempt from income tax, but not from Medicare tax. */
const DEFERRALS: ReadonlySet<string> = new Set(['D', 'E', 'F', 'G', 'H', 'S']);
/** Amounts on forms may be rounded to whole dollars. */
const TOLERANCE = 100n;
/** The maximum difference that exempt pay can explain, as a share of the Medicare wages. */
const LARGE_HUNDREDTHS = 15n;

type Amount = Field & { value: bigint };

export function w2WageFindings(document: ReadDocument, pages: readonly Page[]): Finding[] {
  if (document.document_type !== 'W2' || document.subtype !== null) return [];
  const [wages, medicare] = [amount(document.fields['wages']), amount(document.fields['medicare_wages'])];
  if (wages === undefined || medicare === undefined || isScanned(pages, wages.page)) return [];
  // When deferred pay of earlier years is paid out, it is in box 1, but not in box 5.
  if ((amount(document.fields['nonqualified_plans'])?.value ?? 0n) > 0n) return [];
  const implied = medicare.value - deferralsOf(document);
  if (isClose(wages.value, implied)) return [];
  const state = stateWagesOf(document);
  // The state wages agree with the other boxes and contradict box 1.
  if (state !== undefined && isClose(state, implied)) {
    return [findingOf(wages, implied, 'high', 'The Medicare wages, box 12 and the wages of the state')];
  }
  if (wages.value <= medicare.value + TOLERANCE) return [];
  // Box 14 may explain pay that is exempt from Medicare tax, such as the health insurance of an owner.
  const is_explained = document.fields['other'] !== undefined;
  const is_large = (wages.value - medicare.value) * 100n > medicare.value * LARGE_HUNDREDTHS;
  const severity = is_large && !is_explained ? 'high' : 'medium';
  return [findingOf(wages, implied, severity, 'The Medicare wages and box 12')];
}

const amount = (field: Field | undefined): Amount | undefined =>
  typeof field?.value === 'bigint' && field.value > 0n && field.confidence >= 0.9
    ? { ...field, value: field.value }
    : undefined;

const isClose = (a: bigint, b: bigint): boolean => a - b <= TOLERANCE && b - a <= TOLERANCE;

const deferralsOf = ({ tables }: ReadDocument): bigint =>
  sum(
    (tables['box_12'] ?? []).flatMap((row) => {
      const value = row['amount']?.value;
      return DEFERRALS.has(String(row['code']?.value ?? '')) && typeof value === 'bigint' ? [value] : [];
    }),
  );

/**
 * Returns the wages of the only state; undefined if the form names several states, each of which taxes a part of the
 * wages.
 */
function stateWagesOf({ tables }: ReadDocument): bigint | undefined {
  const stated = (tables['states'] ?? []).flatMap((row) => amount(row['state_wages'])?.value ?? []);
  return stated.length === 1 ? stated[0] : undefined;
}

const findingOf = (
  { page, box, value }: Amount,
  implied: bigint,
  severity: 'high' | 'medium',
  names: string,
): Finding => ({
  code: 'arithmetic_mismatch',
  severity,
  page,
  box,
  expected: formatMoney(implied),
  actual: formatMoney(value),
  message: `${names} belong to wages of ${formatMoney(implied)}, but box 1 shows ${formatMoney(value)}.`,
});
