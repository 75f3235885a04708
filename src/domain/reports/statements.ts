// What an employer paid: statements (pay stubs), W-2s, and the annual sums that are derived from statements. The
// schemas follow the tables in the contract. In the internal form, amounts are in hundredths, and a file is represented
// by its id (see `InHundredths`).
import { hash } from 'node:crypto';
import { type Static, Type } from 'typebox';
import { CalendarDate, yearOf } from '#base/calendar.ts';
import {
  type DecimalText,
  formatMoney,
  type InDecimals,
  type InHundredths,
  Money,
  parseMoney,
  sum,
} from '#base/money.ts';
import { choice, Id, nullable, sensitive, shape } from '#base/schema.ts';
import { fileNameOf } from './file-names.ts';

export const BASES_OF_PAY = ['S', 'H', 'D', 'W', 'M', 'C'] as const;
export const EARNING_CATEGORIES = [
  'regular',
  'overtime',
  'bonus',
  'commission',
  'tips',
  'pto',
  'reimbursement',
  'other',
] as const;
export type EarningCategory = (typeof EARNING_CATEGORIES)[number];
export const DEDUCTION_CATEGORIES = [
  'federal',
  'state',
  'local',
  'socialsec',
  'medicare',
  'retirement',
  'benefits',
  'garnishment',
  'other',
] as const;

/** The schema of a response field whose value is one of `values` or `null`. */
export const nullableChoice = <const Values extends readonly string[]>(values: Values) =>
  Type.Unsafe<Values[number] | null>({ type: ['string', 'null'], enum: [...values, null] });

export const EarningAnswer = shape('Earning', 'An earnings line on a pay statement.', {
  name: Type.String(),
  amount: Money,
  category: choice(EARNING_CATEGORIES),
  rate: nullable(Money),
  units: nullable(Money),
});
export const DeductionAnswer = shape('Deduction', 'A deduction line on a pay statement.', {
  name: Type.String(),
  amount: Money,
  category: choice(DEDUCTION_CATEGORIES),
});

const FILE = {
  file: sensitive('file', nullable(Type.String({ format: 'uri', description: 'A signed URL, valid for 15 minutes.' }))),
  md5sum: nullable(Type.String({ pattern: '^[0-9a-f]{32}$' })),
};

export const StatementAnswer = shape('Statement', 'A pay statement.', {
  id: Id,
  check_number: nullable(Type.String()),
  pay_date: nullable(CalendarDate),
  period_start: nullable(CalendarDate),
  period_end: nullable(CalendarDate),
  gross_pay: nullable(Money),
  gross_pay_ytd: nullable(Money),
  net_pay: nullable(Money),
  net_pay_ytd: nullable(Money),
  regular: nullable(Money),
  regular_ytd: nullable(Money),
  overtime: nullable(Money),
  overtime_ytd: nullable(Money),
  bonus: nullable(Money),
  bonus_ytd: nullable(Money),
  commission: nullable(Money),
  commission_ytd: nullable(Money),
  other_pay: nullable(Money),
  other_pay_ytd: nullable(Money),
  hours: nullable(Money),
  basis_of_pay: nullableChoice(BASES_OF_PAY),
  earnings: Type.Array(EarningAnswer),
  earnings_ytd: Type.Array(EarningAnswer),
  deductions: Type.Array(DeductionAnswer),
  deductions_ytd: Type.Array(DeductionAnswer),
  ...FILE,
  derived_fields: Type.Array(Type.String()),
  missing_data_fields: Type.Array(Type.String()),
});
export type StatementAnswer = Static<typeof StatementAnswer>;

export const W2Answer = shape('W2', 'A W-2: the wages and taxes for one year.', {
  id: Id,
  year: Type.Integer(),
  wages: nullable(Money),
  gross_pay: nullable(Money),
  federal_tax: nullable(Money),
  social_security_wages: nullable(Money),
  social_security_tax: nullable(Money),
  medicare_wages: nullable(Money),
  medicare_tax: nullable(Money),
  ...FILE,
});
export type W2Answer = Static<typeof W2Answer>;

export const AnnualIncomeAnswer = shape('AnnualIncome', 'The pay for one year.', {
  id: Id,
  year: Type.Integer(),
  gross_pay: nullable(Money),
  net_pay: nullable(Money),
  bonus: nullable(Money),
  commission: nullable(Money),
  overtime: nullable(Money),
  regular: nullable(Money),
  other_pay: nullable(Money),
});
export type AnnualIncomeAnswer = Static<typeof AnnualIncomeAnswer>;

/**
 * The internal form of a response that contains a file. It has amounts in hundredths, and the file's id instead of its
 * URL.
 */
type Kept<Answer> = InHundredths<Omit<Answer, 'file'>> & { file_id: string | null };

export type Earning = InHundredths<Static<typeof EarningAnswer>>;
export type Deduction = InHundredths<Static<typeof DeductionAnswer>>;
export type Statement = Kept<StatementAnswer>;
export type W2 = Kept<W2Answer>;

/**
 * The stored forms of a statement and a W-2. Amounts are stored as decimals, so that no conversion is needed when they
 * are read.
 */
export type KeptStatement = InDecimals<Statement>;
export type KeptW2 = InDecimals<W2>;

/**
 * Creates the signed URL of a file. Callers provide this function, because only they have the server's address and
 * secret.
 */
export type FileUrl = (name: string) => string;

/**
 * Copies the fields one by one, because an object with so many fields takes three times as long to build and serialise
 * if it is made with the spread syntax.
 */
export const presentStatement = (kept: KeptStatement, fileUrl: FileUrl): StatementAnswer => ({
  id: kept.id,
  check_number: kept.check_number,
  pay_date: kept.pay_date,
  period_start: kept.period_start,
  period_end: kept.period_end,
  gross_pay: kept.gross_pay,
  gross_pay_ytd: kept.gross_pay_ytd,
  net_pay: kept.net_pay,
  net_pay_ytd: kept.net_pay_ytd,
  regular: kept.regular,
  regular_ytd: kept.regular_ytd,
  overtime: kept.overtime,
  overtime_ytd: kept.overtime_ytd,
  bonus: kept.bonus,
  bonus_ytd: kept.bonus_ytd,
  commission: kept.commission,
  commission_ytd: kept.commission_ytd,
  other_pay: kept.other_pay,
  other_pay_ytd: kept.other_pay_ytd,
  hours: kept.hours,
  basis_of_pay: kept.basis_of_pay,
  earnings: kept.earnings,
  earnings_ytd: kept.earnings_ytd,
  deductions: kept.deductions,
  deductions_ytd: kept.deductions_ytd,
  file: kept.file_id === null ? null : fileUrl(fileNameOf('statement', kept.id, kept.file_id)),
  md5sum: kept.md5sum,
  derived_fields: kept.derived_fields,
  missing_data_fields: kept.missing_data_fields,
});

export const presentW2 = ({ file_id, ...w2 }: KeptW2, fileUrl: FileUrl): W2Answer => ({
  ...w2,
  file: file_id === null ? null : fileUrl(fileNameOf('w2', w2.id, file_id)),
});

/** Sorts statements by `pay_date`, newest first. Statements without a date come last. */
export const byNewestPayDate = (a: { pay_date: string | null }, b: { pay_date: string | null }): number =>
  (b.pay_date ?? '').localeCompare(a.pay_date ?? '');

const SUMMED = ['gross_pay', 'net_pay', 'bonus', 'commission', 'overtime', 'regular', 'other_pay'] as const;

/** The sums of one year. They are provided by the source or derived from statements. */
export type AnnualIncome = InHundredths<Omit<AnnualIncomeAnswer, 'id'>>;

/**
 * The annual sums of an employment, newest year first. If the source provides the sums of a year, these sums are used.
 * The sums of the other years are derived from the statements.
 */
export function annualIncomeOf(
  employment: { id: string; annual_income_summary?: readonly InDecimals<AnnualIncome>[] },
  statements: readonly KeptStatement[],
): AnnualIncomeAnswer[] {
  const from_source = employment.annual_income_summary ?? [];
  const derived = yearsOf(statements).filter(({ year }) => from_source.every((other) => other.year !== year));
  return [...from_source, ...derived]
    .toSorted((a, b) => b.year - a.year)
    .map((year) => ({
      id: hash('sha256', `${employment.id}/annual_income_summary/${year.year}`).slice(0, 32),
      ...year,
    }));
}

/**
 * Derives annual sums from the statements, which may be in any order. The last year-to-date amount of a year is
 * preferred. A sum over the statements is less reliable, because sources do not always return all statements of the
 * year.
 */
function yearsOf(statements: readonly KeptStatement[]): InDecimals<AnnualIncome>[] {
  const years = new Map<number, KeptStatement[]>();
  for (const statement of statements.toSorted(byNewestPayDate)) {
    if (statement.pay_date === null) continue;
    const year = yearOf(statement.pay_date);
    const of_year = years.get(year);
    if (of_year === undefined) years.set(year, [statement]);
    else of_year.push(statement);
  }
  return [...years].map(([year, newestFirst]) => {
    const amount = (field: (typeof SUMMED)[number]) => yearAmount(newestFirst, field);
    return {
      year,
      gross_pay: amount('gross_pay'),
      net_pay: amount('net_pay'),
      bonus: amount('bonus'),
      commission: amount('commission'),
      overtime: amount('overtime'),
      regular: amount('regular'),
      other_pay: amount('other_pay'),
    };
  });
}

function yearAmount(newestFirst: readonly KeptStatement[], field: (typeof SUMMED)[number]): DecimalText | null {
  const to_date = newestFirst[0]?.[`${field}_ytd`];
  if (to_date !== null && to_date !== undefined) return to_date;
  const known = newestFirst.map((statement) => parseMoney(statement[field])).filter((amount) => amount !== undefined);
  return known.length === 0 ? null : formatMoney(sum(known));
}
