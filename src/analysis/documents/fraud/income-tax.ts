// Checks the federal income tax of a pay stub. Credits may lower the tax to zero, so there is no lower bound. The upper
// bound is the tax in the highest table of Publication 15-T. A higher tax is possible only if the person asked for it.
import { highestFederalWithholding } from '#analysis/withholding/federal.ts';
import { divideRounded, formatMoney, greater, sum } from '#base/money.ts';
import type { Page } from '#domain/documents/pages.ts';
import type { Field, ReadDocument } from '#domain/documents/read-documents.ts';
import { isScanned } from './figures.ts';
import type { Finding } from './findings.ts';
import { taxRow } from './tax-rows.ts';

/** Pay in addition to the salary. An employer may withhold a fixed share of it instead of the share in the table. */
const SUPPLEMENTAL =
  /\b(?:bonus|commissions?|retro\w*|award|severance|tips|overtime|ot|vacation|pto|stock|rsu|vest\w*)\b/i;
/**
 * The first percentage is the fixed share that is withheld from supplemental pay below a million dollars. The second
 * percentage is the highest rate in the tables.
 */
const SUPPLEMENTAL_HUNDREDTHS = 22n;
const TOP_RATE_HUNDREDTHS = 37n;
/**
 * The maximum percentage by which an accepted tax exceeds the upper bound. Benefits that are taxed but not paid raise
 * the tax by a few percent.
 */
const ROOM_HUNDREDTHS = 15n;

type Amount = Field & { value: bigint };

export function incomeTaxFindings(document: ReadDocument, pages: readonly Page[]): Finding[] {
  if (document.document_type !== 'PAYSTUB') return [];
  const [tax, gross] = [certain(taxRow(document, 'federal')?.['current']), certain(document.fields['gross_pay'])];
  const [periods, year] = [periodsPerYear(document), Number(textOf(document, 'pay_date').slice(0, 4))];
  if (tax === undefined || gross === undefined || periods === undefined || !(year > 0)) return [];
  if (isScanned(pages, tax.page)) return [];
  const table = highestFederalWithholding({ year, periods_per_year: periods, wages: gross.value });
  const limit = table + divideRounded(supplementalOf(document) * SUPPLEMENTAL_HUNDREDTHS, 100n);
  if (tax.value - limit <= greater(500n, divideRounded(limit * ROOM_HUNDREDTHS, 100n))) return [];
  // A person may ask the employer to withhold more, but hardly more than the highest rate on all of the pay.
  const severity = tax.value * 100n > gross.value * TOP_RATE_HUNDREDTHS ? 'medium' : 'low';
  const [expected, actual] = [`at most ${formatMoney(limit)}`, formatMoney(tax.value)];
  const message = `The federal income tax of ${actual} is more than any filing status gives for a pay of ${formatMoney(gross.value)}.`;
  return [{ code: 'arithmetic_mismatch', severity, page: tax.page, box: tax.box, expected, actual, message }];
}

const textOf = ({ fields }: ReadDocument, name: string): string => String(fields[name]?.value ?? '');
const certain = (field: Field | undefined): Amount | undefined =>
  typeof field?.value === 'bigint' && field.value > 0n && field.confidence >= 0.9
    ? { ...field, value: field.value }
    : undefined;

const supplementalOf = ({ tables }: ReadDocument): bigint =>
  sum(
    (tables['earnings'] ?? []).flatMap((row) => {
      const value = row['current']?.value;
      const is_supplemental = SUPPLEMENTAL.test(String(row['description']?.value ?? ''));
      return is_supplemental && typeof value === 'bigint' ? [value] : [];
    }),
  );

const DAY_MS = 24 * 60 * 60 * 1000;

function periodsPerYear(document: ReadDocument): number | undefined {
  const [from, to] = [textOf(document, 'period_start'), textOf(document, 'period_end')];
  const days = Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1;
  if (days >= 5 && days <= 7) return 52;
  if (days >= 12 && days <= 14) return 26;
  if (days >= 15 && days <= 16) return 24;
  return days >= 28 && days <= 31 ? 12 : undefined;
}
