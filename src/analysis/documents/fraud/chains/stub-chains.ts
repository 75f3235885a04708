// Compares pay stubs of one employer in one year: each stub must add its pay to the year to date, and the last stub
// must agree with the W-2.

import {
  amountOf,
  atMostMedium,
  type Contradiction,
  daysBetween,
  ofType,
  type Placed,
  type Source,
  severityFor,
  textOf,
  withoutRepeats,
} from '#analysis/documents/fraud/contradictions.ts';
import { isFromPicture } from '#analysis/documents/fraud/figures.ts';
import { type FederalTax, taxRow } from '#analysis/documents/fraud/tax-rows.ts';
import { formatMoney, greater } from '#base/money.ts';
import { printedYear } from '#domain/documents/read-documents.ts';

const CONFIDENCE_MIN = 0.9;
/** Printed totals differ from exact totals by rounding. */
const TOLERANCE = 2n;

export function stubContradictions(placed: readonly Placed[]): Contradiction[] {
  const stubs = withoutRepeats(ofType(placed, 'PAYSTUB'), ['employer_name', 'pay_date', 'check_number', 'gross_pay'])
    .filter((stub) => textOf(stub, 'pay_date') !== '')
    .toSorted((a, b) => textOf(a, 'pay_date').localeCompare(textOf(b, 'pay_date')));
  return stubs.flatMap((later, index) => {
    const earlier = stubs.slice(0, index).findLast((one) => employerOf(one) === employerOf(later));
    if (earlier === undefined || yearOf(earlier) !== yearOf(later)) return [];
    // If two pay checks have the same date, their order is unknown.
    if (textOf(earlier, 'pay_date') === textOf(later, 'pay_date')) return [];
    return chainContradiction(earlier, later, 'gross_pay') ?? chainContradiction(earlier, later, 'net_pay') ?? [];
  });
}

const yearOf = (stub: Placed): string => textOf(stub, 'pay_date').slice(0, 4);

/** Keeps only letters and digits, so that `Quill Harbor, LLC` and `QUILL HARBOR LLC` are one employer. */
const employerOf = (one: Placed): string =>
  textOf(one, 'employer_name')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '');

/**
 * Compares the year to date of two stubs. Stubs between them may be missing, and a bonus may be paid in between, so the
 * year to date may grow by more than the pay on the later stub. It cannot grow by less.
 */
function chainContradiction(
  earlier: Placed,
  later: Placed,
  name: 'gross_pay' | 'net_pay',
): [Contradiction] | undefined {
  const [before, after] = [amountOf(earlier, `${name}_ytd`), amountOf(later, `${name}_ytd`)];
  const current = amountOf(later, name);
  if (before === undefined || after === undefined || current === undefined) return undefined;
  const missing = current - (after - before);
  if (missing <= TOLERANCE && (-missing <= TOLERANCE || !isNext(earlier, later))) return undefined;
  const severity = severityFor([
    [earlier, `${name}_ytd`],
    [later, `${name}_ytd`],
    [later, name],
  ]);
  const [expected, actual] = [formatMoney(before + current), formatMoney(after)];
  const words = name === 'gross_pay' ? 'gross pay' : 'net pay';
  const is_strong = missing > TOLERANCE || isNextCheck(earlier, later);
  return [
    {
      about: [earlier.at, later.at],
      finding: {
        code: 'arithmetic_mismatch',
        severity: is_strong ? severity : atMostMedium(severity),
        expected,
        actual,
        message:
          `The ${words} of the year was ${formatMoney(before)} on ${textOf(earlier, 'pay_date')} and is ${actual} on ` +
          `${textOf(later, 'pay_date')}, but the pay in between is ${formatMoney(current)}.`,
      },
    },
  ];
}

/** Whether the period of the later stub begins on the day after the end of the earlier stub's period. */
const isNext = (earlier: Placed, later: Placed): boolean =>
  daysBetween(textOf(earlier, 'period_end'), textOf(later, 'period_start')) === 1;

function isNextCheck(earlier: Placed, later: Placed): boolean {
  const [a, b] = [earlier, later].map((stub) =>
    Number(textOf(stub, 'check_number').replaceAll(/\D/g, '') || Number.NaN),
  );
  return a !== undefined && b !== undefined && b - a === 1;
}

/**
 * The maximum share by which taxed benefits that are not part of the pay may raise the wages on a W-2 above the gross
 * pay of the year.
 */
const BENEFITS_SHARE_HUNDREDTHS = 5n;

/**
 * Compares a W-2 with the last stub of its year: the wages on the W-2 must not be above the pay, and the taxes on the
 * W-2 must be those that were withheld.
 */
export function w2Contradictions(placed: readonly Placed[]): Contradiction[] {
  return ofType(placed, 'W2').flatMap((w2) => {
    const last = ofType(placed, 'PAYSTUB')
      .filter(
        (stub) =>
          yearOf(stub) === printedYear(w2.document) &&
          employerOf(stub) === employerOf(w2) &&
          isLastOfYear(datesOf(stub)),
      )
      .toSorted((a, b) => textOf(b, 'pay_date').localeCompare(textOf(a, 'pay_date')))[0];
    if (last === undefined) return [];
    return wagesContradiction(last, w2) ?? taxContradiction(last, w2) ?? [];
  });
}

function wagesContradiction(last: Placed, w2: Placed): [Contradiction] | undefined {
  const paid = amountOf(last, 'gross_pay_ytd');
  const wages = amountOf(w2, 'medicare_wages') ?? amountOf(w2, 'wages');
  if (paid === undefined || wages === undefined) return undefined;
  if (!isMoreThanPaid(wages, paid)) return undefined;
  const [expected, actual] = [formatMoney(paid), formatMoney(wages)];
  const message = `The W-2 states wages of ${actual}, the last pay stub of the year a gross pay of ${expected}.`;
  const sources: Source[] = [
    [last, 'gross_pay_ytd'],
    [w2, 'medicare_wages'],
  ];
  const values = { expected: `at most ${expected}`, actual, message };
  return [
    { about: [last.at, w2.at], finding: { code: 'arithmetic_mismatch', severity: severityFor(sources), ...values } },
  ];
}

/** The boxes of the W-2 that state the taxes withheld by the employer. */
const TAX_BOXES: readonly { tax: FederalTax; box: string; words: string }[] = [
  { tax: 'federal', box: 'federal_tax', words: 'federal income tax' },
  { tax: 'social_security', box: 'social_security_tax', words: 'Social Security tax' },
  { tax: 'medicare', box: 'medicare_tax', words: 'Medicare tax' },
];
/** Amounts on a W-2 may be rounded to whole dollars. */
const W2_TOLERANCE = 100n;

/**
 * Compares the taxes. An employer may correct taxes after the last pay date, so the severity is medium at most. A bonus
 * that is paid after the last stub raises all taxes, so the severity is low if the taxes on the W-2 are higher.
 */
function taxContradiction(last: Placed, w2: Placed): [Contradiction] | undefined {
  const differing = TAX_BOXES.flatMap(({ tax, box, words }) => {
    const [withheld, stated] = [taxRow(last.document, tax)?.['ytd'], amountOf(w2, box)];
    if (typeof withheld?.value !== 'bigint' || stated === undefined) return [];
    const over = stated - withheld.value;
    if (over <= W2_TOLERANCE && -over <= W2_TOLERANCE) return [];
    const is_sure = withheld.confidence >= CONFIDENCE_MIN && !isFromPicture(last.document, withheld.page);
    return [{ withheld: withheld.value, stated, box, words, is_strong: is_sure && over < 0n }];
  });
  const one = differing.find(({ is_strong }) => is_strong) ?? differing[0];
  if (one === undefined) return undefined;
  const [expected, actual] = [formatMoney(one.withheld), formatMoney(one.stated)];
  const message = `The W-2 states a ${one.words} of ${actual}, the last pay stub of the year ${expected}.`;
  const severity = one.is_strong ? atMostMedium(severityFor([[w2, one.box]])) : 'low';
  return [{ about: [last.at, w2.at], finding: { code: 'arithmetic_mismatch', severity, expected, actual, message } }];
}

/** Whether the wages on a W-2 exceed the gross pay of the year by more than benefits explain. */
export const isMoreThanPaid = (wages: bigint, paid: bigint): boolean =>
  wages - paid > greater(100n, (paid * BENEFITS_SHARE_HUNDREDTHS) / 100n);

type PayDates = { pay_date: string; period_start: string; period_end: string };

const datesOf = (stub: Placed): PayDates => ({
  pay_date: textOf(stub, 'pay_date'),
  period_start: textOf(stub, 'period_start'),
  period_end: textOf(stub, 'period_end'),
});

/** Whether the next pay date, one pay period later, is in the next year. */
export function isLastOfYear({ pay_date, period_start, period_end }: PayDates): boolean {
  const days = daysBetween(period_start, period_end) + 1;
  return days > 0 && daysBetween(pay_date, `${pay_date.slice(0, 4)}-12-31`) < days;
}
