// Statements, W-2s and annual incomes that a client declares as parts of a sandbox employment.
import { type Static, Type } from 'typebox';
import {
  decimal,
  optionalChoice,
  optionalDate,
  optionalDecimal,
  optionalList,
  optionalText,
  requiredText,
  shape,
} from '#base/schema.ts';
import {
  type AnnualIncome,
  BASES_OF_PAY,
  DEDUCTION_CATEGORIES,
  type Deduction,
  EARNING_CATEGORIES,
  type Earning,
  type Statement,
  type W2,
} from '#domain/reports/statements.ts';
import { chosen, given, toHundredths } from './sandbox-injection.ts';

const LINES_MAX = 100;

const NewEarning = shape('DeclaredEarning', 'An earnings line on a statement to declare.', {
  name: requiredText(128),
  amount: decimal(),
  category: optionalChoice(EARNING_CATEGORIES),
  rate: optionalDecimal(),
  units: optionalDecimal(),
});
const NewDeduction = shape('DeclaredDeduction', 'A deduction line on a statement to declare.', {
  name: requiredText(128),
  amount: decimal(),
  category: optionalChoice(DEDUCTION_CATEGORIES),
});

export const NewStatement = shape('DeclaredStatement', 'A pay statement to declare.', {
  check_number: optionalText(64),
  pay_date: optionalDate(),
  period_start: optionalDate(),
  period_end: optionalDate(),
  gross_pay: optionalDecimal(),
  gross_pay_ytd: optionalDecimal(),
  net_pay: optionalDecimal(),
  net_pay_ytd: optionalDecimal(),
  regular: optionalDecimal(),
  regular_ytd: optionalDecimal(),
  overtime: optionalDecimal(),
  overtime_ytd: optionalDecimal(),
  bonus: optionalDecimal(),
  bonus_ytd: optionalDecimal(),
  commission: optionalDecimal(),
  commission_ytd: optionalDecimal(),
  other_pay: optionalDecimal(),
  other_pay_ytd: optionalDecimal(),
  hours: optionalDecimal(),
  basis_of_pay: optionalChoice(BASES_OF_PAY),
  earnings: optionalList(NewEarning, LINES_MAX),
  earnings_ytd: optionalList(NewEarning, LINES_MAX),
  deductions: optionalList(NewDeduction, LINES_MAX),
  deductions_ytd: optionalList(NewDeduction, LINES_MAX),
  derived_fields: optionalList(requiredText(128), LINES_MAX),
  missing_data_fields: optionalList(requiredText(128), LINES_MAX),
});
type NewStatement = Static<typeof NewStatement>;

export const NewW2 = shape('DeclaredW2', 'A W-2 to declare.', {
  year: Type.Integer({ minimum: 1900, maximum: 2200 }),
  wages: optionalDecimal(),
  gross_pay: optionalDecimal(),
  federal_tax: optionalDecimal(),
  social_security_wages: optionalDecimal(),
  social_security_tax: optionalDecimal(),
  medicare_wages: optionalDecimal(),
  medicare_tax: optionalDecimal(),
});

export const NewAnnualIncome = shape('DeclaredAnnualIncome', 'The pay for one year, to declare.', {
  year: Type.Integer({ minimum: 1900, maximum: 2200 }),
  gross_pay: optionalDecimal(),
  net_pay: optionalDecimal(),
  bonus: optionalDecimal(),
  commission: optionalDecimal(),
  overtime: optionalDecimal(),
  regular: optionalDecimal(),
  other_pay: optionalDecimal(),
});

export const toAnnualIncome = (input: Static<typeof NewAnnualIncome>): AnnualIncome => ({
  year: input.year,
  gross_pay: toHundredths(input.gross_pay),
  net_pay: toHundredths(input.net_pay),
  bonus: toHundredths(input.bonus),
  commission: toHundredths(input.commission),
  overtime: toHundredths(input.overtime),
  regular: toHundredths(input.regular),
  other_pay: toHundredths(input.other_pay),
});

const LISTS = ['earnings', 'earnings_ytd', 'deductions', 'deductions_ytd'] as const;

export function toStatement(input: NewStatement, id: string): Statement {
  const fields = {
    check_number: given(input.check_number),
    pay_date: input.pay_date ?? null,
    period_start: input.period_start ?? null,
    period_end: input.period_end ?? null,
    gross_pay: toHundredths(input.gross_pay),
    gross_pay_ytd: toHundredths(input.gross_pay_ytd),
    net_pay: toHundredths(input.net_pay),
    net_pay_ytd: toHundredths(input.net_pay_ytd),
    regular: toHundredths(input.regular),
    regular_ytd: toHundredths(input.regular_ytd),
    overtime: toHundredths(input.overtime),
    overtime_ytd: toHundredths(input.overtime_ytd),
    bonus: toHundredths(input.bonus),
    bonus_ytd: toHundredths(input.bonus_ytd),
    commission: toHundredths(input.commission),
    commission_ytd: toHundredths(input.commission_ytd),
    other_pay: toHundredths(input.other_pay),
    other_pay_ytd: toHundredths(input.other_pay_ytd),
    hours: toHundredths(input.hours),
    basis_of_pay: chosen(input.basis_of_pay),
  };
  const missing = [
    ...Object.entries(fields).flatMap(([field, value]) => (value === null ? [field] : [])),
    ...LISTS.filter((list) => input[list] === undefined),
  ];
  return {
    id,
    ...fields,
    earnings: (input.earnings ?? []).map(toEarning),
    earnings_ytd: (input.earnings_ytd ?? []).map(toEarning),
    deductions: (input.deductions ?? []).map(toDeduction),
    deductions_ytd: (input.deductions_ytd ?? []).map(toDeduction),
    file_id: null,
    md5sum: null,
    derived_fields: input.derived_fields ?? [],
    missing_data_fields: [...new Set([...(input.missing_data_fields ?? []), ...missing])],
  };
}

export const toW2 = (input: Static<typeof NewW2>, id: string): W2 => ({
  id,
  year: input.year,
  wages: toHundredths(input.wages),
  gross_pay: toHundredths(input.gross_pay),
  federal_tax: toHundredths(input.federal_tax),
  social_security_wages: toHundredths(input.social_security_wages),
  social_security_tax: toHundredths(input.social_security_tax),
  medicare_wages: toHundredths(input.medicare_wages),
  medicare_tax: toHundredths(input.medicare_tax),
  file_id: null,
  md5sum: null,
});

const toEarning = (line: Static<typeof NewEarning>): Earning => ({
  name: line.name,
  amount: toHundredths(line.amount) ?? 0n,
  category: chosen(line.category) ?? 'other',
  rate: toHundredths(line.rate),
  units: toHundredths(line.units),
});

const toDeduction = (line: Static<typeof NewDeduction>): Deduction => ({
  name: line.name,
  amount: toHundredths(line.amount) ?? 0n,
  category: chosen(line.category) ?? 'other',
});
