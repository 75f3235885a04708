// Compares tax returns with the forms they are made from. The W-2s state the wages and the withheld tax; the 1099s
// state the dividends and the interest.

import {
  amountOf,
  type Contradiction,
  ofType,
  type Placed,
  type Source,
  severityFor,
  textOf,
  withoutRepeats,
} from '#analysis/documents/fraud/contradictions.ts';
import { formatMoney, sum } from '#base/money.ts';
import { printedYear } from '#domain/documents/read-documents.ts';

/** The lines of a return are rounded to whole dollars. */
const RETURN_TOLERANCE = 500n;
const ROUND_HUNDRED = 10_000n;
/** A line of a return is found by its number, which is safer than a label, so a lower confidence is enough. */
const CONFIDENCE_MIN = 0.8;

export function returnContradictions(placed: readonly Placed[]): Contradiction[] {
  const returns = ofType(placed, 'F1040').filter(({ document }) => document.subtype === null);
  return returns.flatMap((one) => [...w2SumContradictions(one, placed), ...dividendContradiction(one, placed)]);
}

const sameYear = ({ document: a }: Placed, { document: b }: Placed): boolean =>
  printedYear(a) !== '' && printedYear(a) === printedYear(b);

/**
 * Lines of a return that are the sum of a box over all W-2s. `lines` are alternatives: the first one that has an amount
 * is used.
 */
const W2_SUMS: readonly { lines: readonly string[]; box: string; words: string }[] = [
  { lines: ['line_1a', 'line_1z'], box: 'wages', words: 'wages' },
  { lines: ['line_25a'], box: 'federal_tax', words: 'a tax withheld on W-2s' },
];

/**
 * Compares the wages and the tax withheld. A higher amount on the return may come from a second employer whose W-2 is
 * missing. If the difference is a round amount, a missing W-2 is not accepted as the explanation.
 */
function w2SumContradictions(one: Placed, placed: readonly Placed[]): Contradiction[] {
  const w2s = withoutRepeats(
    ofType(placed, 'W2').filter((w2) => sameYear(one, w2)),
    ['employer_ein', 'wages', 'federal_tax'],
  );
  const is_joint = /married_joint/.test(textOf(one, 'filing_status'));
  return W2_SUMS.flatMap(({ lines, box, words }): Contradiction[] => {
    const line = lines.find((name) => amountOf(one, name) !== undefined) ?? '';
    const amount = amountOf(one, line);
    const stated = w2s.map((w2) => amountOf(w2, box));
    if (amount === undefined || w2s.length === 0 || stated.includes(undefined)) return [];
    const total = sum(stated.map((value) => value ?? 0n));
    const over = amount - total;
    if (over <= RETURN_TOLERANCE && -over <= RETURN_TOLERANCE) return [];
    const is_strong = over > 0n && over % ROUND_HUNDRED === 0n && !is_joint;
    const severity = is_strong || over < 0n ? severityFor([[one, line]], CONFIDENCE_MIN) : 'low';
    const [expected, actual] = [formatMoney(total), formatMoney(amount)];
    const message = `The tax return states ${words} of ${actual}, the W-2s of the same year ${expected}.`;
    const finding = { code: 'arithmetic_mismatch', severity, expected, actual, message } as const;
    return [{ about: [one.at, ...w2s.map(({ at }) => at)], finding }];
  });
}

/**
 * Compares the dividends and, separately, the interest. All dividends and all interest must be on the return, so the
 * sum on the 1099s cannot be higher than the amount on the return.
 */
function dividendContradiction(one: Placed, placed: readonly Placed[]): Contradiction[] {
  const pairs = [
    ['F1099_DIV', 'ordinary_dividends', 'line_3b', 'dividends'],
    ['F1099_INT', 'interest_income', 'line_2b', 'interest'],
  ] as const;
  return pairs.flatMap(([subtype, box, line, words]): Contradiction[] => {
    const forms = withoutRepeats(
      placed.filter((form) => form.document.subtype === subtype && sameYear(one, form)),
      ['payer_tin', 'account_number', box],
    );
    const stated = amountOf(one, line);
    const total = sum(forms.map((form) => amountOf(form, box) ?? 0n));
    if (stated === undefined || forms.length === 0 || total - stated <= RETURN_TOLERANCE) return [];
    const [expected, actual] = [formatMoney(stated), formatMoney(total)];
    const sources = [one, ...forms].map((form): Source => [form, form === one ? line : box]);
    const message = `The 1099s state ${words} of ${actual}, the tax return of the same year ${expected}.`;
    return [
      {
        about: [one.at, ...forms.map(({ at }) => at)],
        finding: {
          code: 'arithmetic_mismatch',
          severity: severityFor(sources, CONFIDENCE_MIN),
          expected,
          actual,
          message,
        },
      },
    ];
  });
}
