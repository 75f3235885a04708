// Finds figures of one document that contradict each other. A misread figure must not lead to an accusation, so a
// contradiction in a scan never has a high severity. In a document that is not a scan, there are two reasons for a high
// severity. Either the figures were read with certainty and other relations show that the document was understood, or
// several sums show the same wrong figure.
import { parseMoney } from '#base/money.ts';
import type { Severity } from '#domain/documents/fraud-signals.ts';
import type { Page } from '#domain/documents/pages.ts';
import type { Check, Field, ReadDocument } from '#domain/documents/read-documents.ts';
import { figuresByName, isScanned, printedAmounts } from './figures.ts';
import { FIGURES_CAUSE, type Finding, firstOf } from './findings.ts';
import { isDigitSlip } from './misreadings.ts';

const CONFIDENCE_MIN = 0.9;
const SHOWN_MAX = 5;

export function arithmeticFindings(document: ReadDocument, pages: readonly Page[]): Finding[] {
  const fields = figuresByName(document);
  const unread = printedAmounts(document, pages);
  const failed = document.checks.filter(({ holds }) => !holds);
  const strict = failed.filter((check) => !isLoose(check));
  const evidence = { document, pages, fields, unread, failed: strict };
  const graded = failed.map((check) => ({
    check,
    severity: isLoose(check) ? 'low' : severityOf(check, evidence),
  })) satisfies { check: Check; severity: Severity | undefined }[];
  const strong = graded.filter(({ severity }) => severity === 'high');
  // Contradictions of medium or low severity may all be caused by one misread figure, so they become one finding.
  const weak = graded.filter(({ severity }) => severity === 'medium' || severity === 'low');
  const shown = strong.length > 0 ? strong.slice(0, SHOWN_MAX) : firstOf(weak.toSorted((a, b) => rank(b) - rank(a)));
  return shown.map(({ check, severity }) => findingOf(check, severity ?? 'low', fields));
}

/**
 * Whether genuine stubs may fail this check. Shift premiums change the product of hours and rate. Amounts of earlier
 * periods, such as a bonus or the tax of another state, are part of the year-to-date total even if the stub has no row
 * for them.
 */
const isLoose = (check: Check): boolean =>
  check.name === 'hours_times_rate' || (/_ytd_add_up/.test(check.name) && isMore(check));

const rank = ({ severity }: { severity: Severity | undefined }): number => (severity === 'medium' ? 1 : 0);

type Evidence = {
  document: ReadDocument;
  pages: readonly Page[];
  fields: ReadonlyMap<string, Field>;
  unread: readonly bigint[];
  failed: readonly Check[];
};

/** Returns undefined if a misread digit explains the contradiction. */
function severityOf(check: Check, { document, pages, fields, unread, failed }: Evidence): Severity | undefined {
  const inputs = check.inputs.flatMap((name) => fields.get(name) ?? []);
  const certain =
    inputs.length === check.inputs.length && inputs.every(({ confidence }) => confidence >= CONFIDENCE_MIN);
  const scanned = inputs.some(({ page }) => isScanned(pages, page));
  if (scanned) {
    if (isDigitSlip(check, inputs)) return undefined;
    return certain && !isMissedRow(check, unread) ? 'medium' : 'low';
  }
  if (isOneWrongFigure(failed, fields)) return 'high';
  if (isMissedRow(check, unread)) return 'low';
  if (isRepeatedFigure(document, failed)) return 'high';
  if (missingRowsExplain(check) && isPartlyRead(document, fields, unread, failed)) return 'medium';
  if (!certain) return document.checks.some(({ holds, relation }) => holds && relation === 'equal') ? 'medium' : 'low';
  return isSupported(check, document, failed) ? 'high' : 'medium';
}

/**
 * Whether several sums are off by the same amount and share a figure. That figure is then wrong, however confident the
 * reader was. Two figures with the same value are treated as one figure, because in the first pay period the year to
 * date equals the current pay.
 */
function isOneWrongFigure(failed: readonly Check[], fields: ReadonlyMap<string, Field>): boolean {
  const sums = failed.filter(({ relation }) => relation === 'equal');
  const [first] = sums;
  if (first === undefined || sums.length < 2) return false;
  const valueOf = (input: string) => fields.get(input)?.value ?? input;
  const shared = first.inputs.some((input) =>
    sums.every(({ inputs }) => inputs.some((one) => valueOf(one) === valueOf(input))),
  );
  return shared && sums.every((sum) => offBy(sum) === offBy(first));
}

/**
 * Whether rows of a pay stub that were not read can explain the difference. Missing rows make a printed total larger
 * than the sum of the rows, and the printed net pay smaller than gross pay minus everything withheld. Taxes and
 * deductions of the employer may be read as those of the employee, so the totals of taxes and deductions may differ in
 * both directions.
 */
const missingRowsExplain = (check: Check): boolean =>
  /^(?:taxes|deductions)_/.test(check.name) || isMore(check) !== check.name.includes('withheld');

const UNREAD_MIN = 5;
const UNREAD_HUNDREDTHS = 15;

/**
 * Whether a single sum of a pay stub fails while many amounts on its pages are in no field. In this case, rows of an
 * unfamiliar layout are missing from the sum.
 */
function isPartlyRead(
  { document_type }: ReadDocument,
  fields: ReadonlyMap<string, Field>,
  unread: readonly bigint[],
  failed: readonly Check[],
): boolean {
  const read = [...fields.values()].filter(({ value }) => typeof value === 'bigint').length;
  const is_partly = unread.length >= UNREAD_MIN && unread.length * 100 >= UNREAD_HUNDREDTHS * (unread.length + read);
  return document_type === 'PAYSTUB' && is_partly && failed.filter(({ relation }) => relation === 'equal').length === 1;
}

const HELD_BALANCES_MIN = 5;

/**
 * Whether one amount of a statement was changed in several rows. The balances beside these rows are then all off by the
 * same difference, the totals are off by a multiple of it, and all other balances hold.
 */
function isRepeatedFigure({ document_type, checks }: ReadDocument, failed: readonly Check[]): boolean {
  if (document_type !== 'BANK_STATEMENT') return false;
  const rows = failed.filter(({ name }) => name === 'running_balance');
  const totals = failed.filter(({ name, relation }) => name !== 'running_balance' && relation === 'equal');
  const held = checks.filter(({ name, holds }) => name === 'running_balance' && holds);
  const [first] = rows;
  if (first === undefined || totals.length === 0 || held.length < HELD_BALANCES_MIN) return false;
  const off = offBy(first);
  const times = BigInt(rows.length);
  return rows.every((one) => offBy(one) === off) && totals.every((one) => offBy(one) === off * times);
}

function offBy({ expected, actual }: Check): bigint {
  const difference = (parseMoney(actual) ?? 0n) - (parseMoney(expected) ?? 0n);
  return difference < 0n ? -difference : difference;
}

const isMore = ({ expected, actual }: Check): boolean => (parseMoney(actual) ?? 0n) > (parseMoney(expected) ?? 0n);

/**
 * Whether the difference equals an amount on the page that was not read into any field, or the sum of two such amounts.
 */
function isMissedRow(check: Check, unread: readonly bigint[]): boolean {
  if (check.relation !== 'equal') return false;
  const wanted = offBy(check);
  const amounts = new Set(unread);
  return amounts.has(wanted) || unread.some((one) => one !== wanted - one && amounts.has(wanted - one));
}

/** The boxes of a W-2 are at known places, so a wrong figure there is an error on the form and not a misreading. */
const isForm = ({ document_type }: ReadDocument): boolean => document_type === 'W2';

/**
 * Whether the document was read correctly, so that the contradiction is real. A W-2 is assumed to be read correctly.
 * For other documents, the condition depends on `check`. If `check` compares with a bound, at least one sum must hold.
 * If `check` is a sum, one of its figures must be part of every failing sum, and either another sum must hold or
 * several sums must fail. The product of hours and rate is not treated as a sum that holds.
 */
function isSupported(check: Check, document: ReadDocument, failed: readonly Check[]): boolean {
  if (isForm(document)) return true;
  const held = document.checks.filter(
    ({ holds, relation, name }) => holds && relation === 'equal' && name !== 'hours_times_rate',
  );
  const sums = failed.filter(({ relation }) => relation === 'equal');
  if (check.relation !== 'equal') return held.length > 0;
  const shared = check.inputs.filter((input) => sums.every(({ inputs }) => inputs.includes(input)));
  return shared.length > 0 && (held.length > 0 || sums.length > 1);
}

function findingOf(
  { name, expected, actual, inputs, relation }: Check,
  severity: Severity,
  fields: ReadonlyMap<string, Field>,
): Finding {
  const last = fields.get(inputs.at(-1) ?? '');
  const bound = { equal: '', at_least: 'at least ', at_most: 'at most ' }[relation];
  return {
    code: 'arithmetic_mismatch',
    cause: FIGURES_CAUSE,
    severity,
    page: last?.page ?? null,
    box: last?.box ?? null,
    expected: `${bound}${expected}`,
    actual,
    message: `${MESSAGES[name] ?? 'The figures contradict each other'}: expected ${bound}${expected}, found ${actual}.`,
  };
}

const MESSAGES: Record<string, string> = {
  earnings_add_up_to_gross: 'The earnings do not add up to the gross pay',
  earnings_ytd_add_up_to_gross_ytd: 'The earnings of the year do not add up to the gross pay of the year',
  taxes_add_up: 'The taxes do not add up to their total',
  taxes_ytd_add_up: 'The taxes of the year do not add up to their total',
  deductions_add_up: 'The deductions do not add up to their total',
  deductions_ytd_add_up: 'The deductions of the year do not add up to their total',
  distributions_add_up_to_net: 'The deposits do not add up to the net pay',
  gross_minus_withheld_is_net: 'The gross pay minus taxes and deductions is not the net pay',
  gross_ytd_minus_withheld_ytd_is_net_ytd:
    'The gross pay of the year minus taxes and deductions is not the net pay of the year',
  hours_times_rate: 'The hours times the rate are not the amount',
  gross_pay_ytd_at_least_current: 'The gross pay of the year is below the gross pay of this period',
  net_pay_ytd_at_least_current: 'The net pay of the year is below the net pay of this period',
  total_taxes_ytd_at_least_current: 'The taxes of the year are below the taxes of this period',
  social_security_tax_follows_from_wages: 'The Social Security tax is not 6.2 % of the Social Security wages',
  medicare_tax_follows_from_wages: 'The Medicare tax does not follow from the Medicare wages',
  social_security_wages_within_wage_base: 'The Social Security wages exceed the limit of the year',
  medicare_wages_at_least_social_security_wages: 'The Medicare wages are below the Social Security wages',
  federal_tax_at_most_wages: 'The federal tax exceeds the wages',
  no_tax_in_state_without_wage_tax: 'The form shows an income tax of a state that does not tax wages',
  state_tax_at_most_state_wages: 'The state tax exceeds the state wages',
  local_tax_at_most_local_wages: 'The local tax exceeds the local wages',
  benefits_paid_minus_repaid_is_net: 'The benefits paid minus the benefits repaid are not the net benefits',
  months_add_up_to_gross_amount: 'The months do not add up to the gross amount',
  federal_tax_at_most_income: 'The federal tax exceeds the income',
  qualified_dividends_at_most_ordinary: 'The qualified dividends exceed the ordinary dividends',
  taxable_amount_at_most_distribution: 'The taxable amount exceeds the distribution',
  income_adds_up: 'The incomes do not add up to the total income',
  adjusted_gross_income: 'The adjusted gross income does not follow from the total income',
  taxable_income: 'The taxable income does not follow from the adjusted gross income and the deductions',
  deductions_at_least_standard_or_itemized: 'The deductions are below the standard or itemized deduction',
  withheld_at_least_on_w2s: 'The tax withheld is below the tax withheld on W-2s',
  payments_at_least_withheld: 'The payments are below the tax withheld',
  amount_overpaid: 'The overpaid amount does not follow from payments and tax',
  amount_owed: 'The amount owed does not follow from payments and tax',
  opening_balance_plus_transactions_is_closing_balance:
    'The opening balance and the transactions do not give the closing balance',
  deposits_add_up: 'The deposits do not add up to their total',
  withdrawals_add_up: 'The withdrawals do not add up to their total',
  running_balance: 'A balance does not follow from the balance before it',
};
