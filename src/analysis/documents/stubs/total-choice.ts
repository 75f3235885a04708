// Chooses gross pay, net pay and the other totals among all amounts that may be one of them. Candidates are ordered by
// how reliable their source is. If the most reliable candidates do not fit together, a combination that fits is chosen.

import type { Page, Word } from '#domain/documents/pages.ts';
import type { Fields } from '#domain/documents/read-documents.ts';
import { fieldOf } from './fields.ts';
import { parseQuantity } from './quantities.ts';
import type { Row } from './rows.ts';
import { isEmployerPaid, isTax, isYearLabel } from './section-words.ts';
import { totalsInSentences } from './sentences.ts';
import { TOTALS, type Total, totalsOf } from './totals.ts';

export type Candidate = { name: Total; year: boolean; word: Word; page: number; certainty: number };

/** The total that a row named `Total` states, keyed by the section of this row. */
const SECTION_TOTALS: Partial<Record<NonNullable<Row['section']>, Total>> = {
  earnings: 'gross_pay',
  taxes: 'total_taxes',
  deductions: 'total_deductions',
};

export function totalFields(
  pages: readonly Page[],
  rows: readonly Row[],
  list_rows: readonly Row[],
  used: ReadonlySet<Word>,
): Fields {
  const listed = new Set(list_rows.flatMap(({ numbers }) => Object.values(numbers)));
  const loose = pages.flatMap((page) => totalsOf(page, used));
  const found: Candidate[] = [
    ...namedTotals(rows, 1),
    ...loose.filter(({ certainty }) => certainty === 1),
    ...namedTotals(list_rows, 0.9),
    ...loose.filter(({ certainty, word }) => certainty < 1 && !listed.has(word)),
    ...sectionTotals(rows),
    ...sectionTotals(list_rows),
    ...pages.flatMap(totalsInSentences),
  ];
  const all_rows = [...rows, ...list_rows].filter(({ total }) => total === undefined);
  return { ...chosen(found, all_rows, false), ...chosen(found, all_rows, true) };
}

const isTotal = (name: Row['total']): name is Total => TOTALS.some((total) => total === name);

function namedTotals(rows: readonly Row[], certainty: number): Candidate[] {
  return rows.flatMap(({ total, description, numbers: { current, ytd }, page }) => {
    if (!isTotal(total)) return [];
    const common = { name: total, page, certainty };
    // In a table without a year-to-date column, the row `YTD gross` has the year-to-date amount in the column of the
    // pay period.
    const is_year = ytd === undefined && isYearLabel(description?.text ?? '');
    return [
      ...(current === undefined ? [] : [{ ...common, year: is_year, word: current }]),
      ...(ytd === undefined ? [] : [{ ...common, year: true, word: ytd }]),
    ];
  });
}

/** Returns the totals in rows named `Total`. A section with several such rows is left out. */
function sectionTotals(rows: readonly Row[]): Candidate[] {
  const sections = rows.filter(({ total }) => total === 'section');
  return sections.flatMap((row) => {
    const { section, mixed } = row;
    const name = section === undefined || mixed ? mixedTotal(row, rows) : SECTION_TOTALS[section];
    if (name === undefined || sections.filter((other) => other.section === section).length > 1) return [];
    return namedTotals([{ ...row, total: name }], 0.9);
  });
}

/**
 * Returns which total is meant by a total row below a heading such as `Withholding`. The row is total taxes if all rows
 * that it sums are taxes, and total deductions if none of them is a tax.
 */
function mixedTotal({ section, mixed, numbers }: Row, rows: readonly Row[]): Total | undefined {
  const parts = rows.filter((row) => row.total === undefined && row.section === section && row.mixed === mixed);
  const cents = (word: Word | undefined) => size(parseQuantity(word?.text ?? '') ?? 0n);
  const sum = parts.reduce((all, part) => all + cents(part.numbers.current), 0n);
  if (parts.length === 0 || sum !== cents(numbers.current)) return undefined;
  const taxes = parts.filter(({ description }) => isTax(description?.text ?? ''));
  if (taxes.length === parts.length) return 'total_taxes';
  return taxes.length === 0 ? 'total_deductions' : undefined;
}

/** The maximum number of candidates of each total that are tried in combinations. */
const TRIED_MAX = 4;

function chosen(found: readonly Candidate[], rows: readonly Row[], year: boolean): Fields {
  const own = found.filter((one) => one.year === year && !(year && isOfPeriod(one, found)));
  // The amount of the check is zero if all pay is deposited, so an amount of zero is tried last.
  const of = (name: Total): Candidate[] =>
    distinct(own.filter((one) => one.name === name))
      .toSorted((a, b) => Number(centsOf(a) === 0n) - Number(centsOf(b) === 0n))
      .slice(0, TRIED_MAX);
  const [grosses, nets] = [of('gross_pay'), of('net_pay')];
  const [taxes, deductions] = [of('total_taxes'), of('total_deductions')];
  const withheld = withheldIn(rows, year);
  const fits = (gross: Candidate | undefined, net: Candidate | undefined): boolean =>
    gross !== undefined &&
    net !== undefined &&
    withheldSums(taxes, deductions, withheld).some((sum) => near(centsOf(gross) - sum, centsOf(net)));
  const pairs = grosses.flatMap((gross) => nets.map((net) => ({ gross, net })));
  const pair = pairs.find(({ gross, net }) => fits(gross, net));
  const [gross, net] = [pair?.gross ?? grosses[0], pair?.net ?? nets[0]];
  return {
    ...totalField('gross_pay', gross, year),
    ...totalField('net_pay', net, year),
    ...totalField('total_taxes', confirmed(taxes, withheld?.taxes, withheld), year),
    ...totalField('total_deductions', confirmed(deductions, withheld?.deductions, withheld), year),
  };
}

/**
 * Whether an amount in the year-to-date column is the amount of the pay period. Some summaries print net pay only once,
 * at the right edge below the year-to-date column. This amount is the net pay of the period under two conditions: the
 * same net pay is printed elsewhere for the period, and the year-to-date gross pay differs from the gross pay of the
 * period.
 */
function isOfPeriod({ name, word }: Candidate, found: readonly Candidate[]): boolean {
  if (name !== 'net_pay') return false;
  const cents = centsOf({ word });
  const is_repeated = found.some(
    (one) => one.name === name && !one.year && one.word !== word && centsOf(one) === cents,
  );
  const grosses = (year: boolean) => found.filter((one) => one.name === 'gross_pay' && one.year === year).map(centsOf);
  const [now, then] = [grosses(false), grosses(true)];
  return is_repeated && now.length > 0 && then.length > 0 && !then.some((gross) => now.includes(gross));
}

const centsOf = ({ word }: Pick<Candidate, 'word'>): bigint => size(parseQuantity(word.text) ?? 0n);
const size = (value: bigint): bigint => (value < 0n ? -value : value);
/** Whether two sums differ by at most two cents, because printed sums are rounded. */
const near = (a: bigint, b: bigint): boolean => size(a - b) <= 2n;

function distinct(candidates: readonly Candidate[]): Candidate[] {
  const seen = new Set<bigint>();
  return candidates.filter((one) => {
    const cents = centsOf(one);
    return seen.has(cents) ? false : seen.add(cents);
  });
}

type Withheld = { taxes: bigint; deductions: bigint };

/** Returns the sums of the rows; undefined if nothing was withheld. */
function withheldIn(rows: readonly Row[], year: boolean): Withheld | undefined {
  const has_taxes = rows.some(({ section }) => section === 'taxes');
  const kindOf = ({ section, mixed, description }: Row): Row['section'] => {
    const is_open = mixed || section === undefined || (section === 'deductions' && !has_taxes);
    if (!is_open) return section;
    return isTax(description?.text ?? '') ? 'taxes' : 'deductions';
  };
  const sumOf = (section: Row['section']) =>
    rows
      .filter((row) => kindOf(row) === section && !isEmployerPaid(row.description?.text ?? ''))
      .reduce((sum, { numbers }) => {
        const word = year ? numbers.ytd : numbers.current;
        return sum + size(word === undefined ? 0n : (parseQuantity(word.text) ?? 0n));
      }, 0n);
  const sums = { taxes: sumOf('taxes'), deductions: sumOf('deductions') };
  return sums.taxes + sums.deductions === 0n ? undefined : sums;
}

/**
 * Returns the amounts that may be the sum of everything withheld: the sum of the rows, each printed total of taxes or
 * of deductions, and each sum of a total of taxes and a total of deductions.
 */
function withheldSums(
  taxes: readonly Candidate[],
  deductions: readonly Candidate[],
  withheld: Withheld | undefined,
): bigint[] {
  const rows = withheld === undefined ? [] : [withheld.taxes + withheld.deductions];
  const [first, second] = [taxes.map(centsOf), deductions.map(centsOf)];
  const printed = first.flatMap((tax) => second.map((deduction) => tax + deduction));
  return [...rows, ...printed, ...first, ...second];
}

/**
 * Returns the candidate that equals the sum of the rows. If there is none, returns the first candidate. The sum of
 * taxes and deductions together is not a candidate, because it is neither total taxes nor total deductions.
 */
function confirmed(
  candidates: readonly Candidate[],
  sum: bigint | undefined,
  withheld: Withheld | undefined,
): Candidate | undefined {
  if (sum === undefined || withheld === undefined) return candidates[0];
  const both = withheld.taxes + withheld.deductions;
  return (
    candidates.find((one) => near(centsOf(one), sum)) ??
    candidates.find((one) => sum === both || !near(centsOf(one), both))
  );
}

function totalField(name: Total, found: Candidate | undefined, year: boolean): Fields {
  const value = found === undefined ? undefined : parseQuantity(found.word.text);
  if (found === undefined || value === undefined) return {};
  const { word, page, certainty } = found;
  return {
    [year ? `${name}_ytd` : name]: fieldOf(size(value), [word], page, certainty === 1 ? 'table' : 'label', certainty),
  };
}
