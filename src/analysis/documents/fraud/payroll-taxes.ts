// Checks the Social Security and Medicare taxes of a pay stub. The rates of these taxes are fixed by law. The check
// therefore finds pay that was raised without raising the taxes. A tax above its rate is impossible.
import { publishedWageBase } from '#analysis/withholding/fica.ts';
import { divideRounded, formatMoney, greater, PPM, sum } from '#base/money.ts';
import type { Page } from '#domain/documents/pages.ts';
import type { Field, ReadDocument } from '#domain/documents/read-documents.ts';
import { isScanned } from './figures.ts';
import { FIGURES_CAUSE, type Finding } from './findings.ts';
import { type FederalTax, rowName, taxRow } from './tax-rows.ts';

const SOCIAL_SECURITY_PPM = 62_000n;
const MEDICARE_PPM = 14_500n;
/** The yearly pay, in cents, above which the additional Medicare tax applies. */
const ADDITIONAL_ABOVE = 20_000_000n;

/**
 * Matches the names of earnings that are always taxed. Reimbursements and allowances may be part of the gross pay
 * without being taxed.
 */
const TAXED =
  /^(?:regular|reg\.?|salary|salaried|hourly|base|overtime|ot|o\/t|double|holiday|vacation|sick|pto|paid time|bonus|commissions?|wages?|personal|retro|tips)\b/i;
/**
 * Matches the names of deductions that never reduce the pay on which Social Security and Medicare taxes are computed.
 */
const AFTER_TAX =
  /\b(?:401|403|457|roth|retirement|pension|ira|loan|garnish\w*|levy|child support|union|dues|life|charity|united way|uniform|advance|tips already)\b/i;

/** The amounts of one pay period, or of the year so far. */
type Span = { column: 'current' | 'ytd'; gross: Amount; words: string };

export function payrollTaxFindings(document: ReadDocument, pages: readonly Page[]): Finding[] {
  if (document.document_type !== 'PAYSTUB') return [];
  const { gross_pay, gross_pay_ytd } = document.fields;
  const spans: Span[] = [
    ...(isCertain(gross_pay) ? [{ column: 'current' as const, gross: gross_pay, words: 'gross pay' }] : []),
    ...(isCertain(gross_pay_ytd)
      ? [{ column: 'ytd' as const, gross: gross_pay_ytd, words: 'gross pay of the year' }]
      : []),
  ];
  const read = spans.filter(({ gross }) => !isScanned(pages, gross.page));
  return read
    .flatMap((span) => [
      ...tooHigh('Social Security', taxAmount(document, 'social_security', span), span, SOCIAL_SECURITY_PPM),
      ...(yearPay(document) < ADDITIONAL_ABOVE
        ? tooHigh('Medicare', taxAmount(document, 'medicare', span), span, MEDICARE_PPM)
        : []),
      ...tooLow(document, span),
    ])
    .concat(disagreeing(document, read))
    .toSorted((a, b) => Number(b.severity === 'high') - Number(a.severity === 'high'))
    .slice(0, 1);
}

type Amount = Field & { value: bigint };
const isCertain = (field: Field | undefined): field is Amount =>
  typeof field?.value === 'bigint' && field.value > 0n && field.confidence >= 0.9;

/** Returns the amount of the only row of the tax. */
function taxAmount(document: ReadDocument, tax: FederalTax, { column }: Span): Amount | undefined {
  const amount = taxRow(document, tax)?.[column];
  return isCertain(amount) ? amount : undefined;
}

/**
 * Returns the gross pay of the year so far. If this pay is unknown, returns an amount that reaches all yearly limits,
 * so that nothing is concluded from rates that change at a limit.
 */
function yearPay({ fields }: ReadDocument): bigint {
  const ytd = fields['gross_pay_ytd']?.value;
  return typeof ytd === 'bigint' ? ytd : ADDITIONAL_ABOVE;
}

const taxOn = (base: bigint, rate_ppm: bigint): bigint => divideRounded(base * rate_ppm, PPM);

/**
 * Benefits that are taxed but not paid out, such as life insurance, raise the taxable base above the gross pay by a few
 * percent.
 */
const BENEFITS_SHARE_HUNDREDTHS = 10n;

function tooHigh(name: string, tax: Amount | undefined, { gross, words }: Span, rate_ppm: bigint): Finding[] {
  if (tax === undefined) return [];
  const limit = taxOn(gross.value, rate_ppm);
  const over = tax.value - limit;
  if (over <= greater(10n, divideRounded(limit * BENEFITS_SHARE_HUNDREDTHS, 100n))) return [];
  const percent = `${Number(rate_ppm) / 10_000} %`;
  return [
    {
      code: 'arithmetic_mismatch',
      severity: 'high',
      page: tax.page,
      box: tax.box,
      expected: `at most ${formatMoney(limit)}`,
      actual: formatMoney(tax.value),
      message: `The ${name} tax of ${formatMoney(tax.value)} is more than ${percent} of the ${words}.`,
    },
  ];
}

/** The share by which allowances that are not taxed may raise the sum of the rows above the taxed pay. */
const ROWS_HUNDREDTHS = 5n;

/**
 * The Social Security tax and the Medicare tax each imply a taxable pay. The two values differ by rounding and by a
 * noise of 0.1 %. A tolerance of two percent leaves room for small benefits.
 */
const closeTo = (amount: bigint): bigint => divideRounded(amount * 2n, 100n);

/**
 * Finds gross pay that was raised after the taxes were computed: both taxes imply the same pay, and that pay is lower
 * than the gross pay minus all deductions before tax.
 */
function tooLow(document: ReadDocument, span: Span): Finding[] {
  const [social, medicare] = [taxAmount(document, 'social_security', span), taxAmount(document, 'medicare', span)];
  if (social === undefined || medicare === undefined || isNearLimit(document)) return [];
  const base = divideRounded(social.value * PPM, SOCIAL_SECURITY_PPM);
  const other = divideRounded(medicare.value * PPM, MEDICARE_PPM);
  // One cent of Medicare tax corresponds to 69 cents of pay, so rounding alone may make the two taxes imply different
  // pay.
  if (distance(base, other) > greater(100n, closeTo(base))) return [];
  const { gross, column, words } = span;
  const before_tax = totalOf(document, 'deductions', column, (name) => !AFTER_TAX.test(name));
  const least = gross.value - before_tax;
  if (least - base <= greater(200n, closeTo(least))) return [];
  const taxed = totalOf(document, 'earnings', column, (name) => TAXED.test(name)) - before_tax;
  const earnings = document.tables['earnings'] ?? [];
  const rows = totalOf(document, 'earnings', column, () => true);
  // True if the rows of the table agree with the taxes, and only the printed total does not.
  const is_only_total =
    distance(rows - before_tax, base) <= greater(200n, divideRounded(base * ROWS_HUNDREDTHS, 100n)) &&
    least - base > distance(rows - before_tax, base) * 3n;
  const is_taxed =
    is_only_total ||
    taxed - base > greater(200n, closeTo(taxed)) ||
    (earnings.length > 0 && earnings.every((row) => TAXED.test(rowName(row))));
  return [
    {
      code: 'arithmetic_mismatch',
      cause: FIGURES_CAUSE,
      severity: is_taxed && !isNetBroken(document) ? 'high' : 'medium',
      page: gross.page,
      box: gross.box,
      expected: formatMoney(base),
      actual: formatMoney(gross.value),
      message:
        `The Social Security and Medicare taxes belong to a pay of about ${formatMoney(base)}, ` +
        `too little for a ${words} of ${formatMoney(gross.value)}.`,
    },
  ];
}

const NET_CHECKS: ReadonlySet<string> = new Set([
  'gross_minus_withheld_is_net',
  'gross_ytd_minus_withheld_ytd_is_net_ytd',
]);

/**
 * Whether the net pay does not follow from the rows. Rows of deductions that reduce the taxable pay may then be
 * missing.
 */
const isNetBroken = ({ checks }: ReadDocument): boolean =>
  checks.some(({ name, holds }) => NET_CHECKS.has(name) && !holds);

/**
 * The maximum difference, as a share, between the pay implied by the Social Security tax and the pay implied by the
 * Medicare tax. The two differ because of rounding and small benefits.
 */
const APART_HUNDREDTHS = 4n;

/**
 * Finds a Social Security tax and a Medicare tax that imply different pay. Below the wage base, both are computed from
 * the same pay, so one of them has a wrong rate. One period may contain a correction of only one tax, so the
 * year-to-date taxes must disagree in the same way. If the year-to-date taxes are unknown, the severity is medium.
 */
function disagreeing(document: ReadDocument, spans: readonly Span[]): Finding[] {
  if (isNearLimit(document)) return [];
  const pairs = spans.flatMap((span) => {
    const [social, medicare] = [taxAmount(document, 'social_security', span), taxAmount(document, 'medicare', span)];
    if (social === undefined || medicare === undefined) return [];
    const base = divideRounded(social.value * PPM, SOCIAL_SECURITY_PPM);
    const other = divideRounded(medicare.value * PPM, MEDICARE_PPM);
    const is_apart = distance(base, other) > greater(200n, divideRounded(base * APART_HUNDREDTHS, 100n));
    return [{ column: span.column, social, base, other, sign: is_apart ? Math.sign(Number(base - other)) : 0 }];
  });
  const [first] = pairs;
  if (first?.column !== 'current' || pairs.some(({ sign }) => sign === 0 || sign !== first.sign)) return [];
  const [expected, actual] = [formatMoney(first.other), formatMoney(first.base)];
  return [
    {
      code: 'arithmetic_mismatch',
      severity: pairs.length > 1 ? 'high' : 'medium',
      page: first.social.page,
      box: first.social.box,
      expected,
      actual,
      message: `The Social Security tax belongs to a pay of ${actual}, the Medicare tax to a pay of ${expected}.`,
    },
  ];
}

/** Returns the sum of those rows of a table that have a wanted name. */
function totalOf(
  { tables }: ReadDocument,
  table: 'earnings' | 'deductions',
  column: Span['column'],
  isWanted: (name: string) => boolean,
): bigint {
  const values = (tables[table] ?? []).filter((row) => isWanted(rowName(row))).map((row) => row[column]?.value);
  return sum(values.filter((value) => typeof value === 'bigint'));
}

const distance = (a: bigint, b: bigint): bigint => (a > b ? a - b : b - a);

/**
 * Whether the pay of the year has reached the wage base, where the Social Security tax ends. The rate of the Medicare
 * tax is higher for pay above 200,000 dollars. The wage base is lower than 200,000 dollars, so pay above 200,000
 * dollars has reached the wage base too, and this check covers both limits.
 */
function isNearLimit(document: ReadDocument): boolean {
  const year = Number(String(document.fields['pay_date']?.value ?? '').slice(0, 4));
  const limit = publishedWageBase(year) ?? publishedWageBase(2018) ?? 0n;
  return yearPay(document) >= limit;
}
