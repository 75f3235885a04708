// A payroll system's data about a person: shifts, and employments, each with its profile, statements, W-2s and deposit
// accounts. The schemas come first in this file. The functions that present and sort the data follow.
import { type Static, Type } from 'typebox';
import { CalendarDate } from '#base/calendar.ts';
import { maskSsn } from '#base/mask.ts';
import { type InDecimals, type InHundredths, Money } from '#base/money.ts';
import { choice, Id, nullable, sensitive, shape, Timestamp } from '#base/schema.ts';
import type { Timed } from '#domain/platform/list-changes.ts';
import {
  type AnnualIncome,
  AnnualIncomeAnswer,
  annualIncomeOf,
  byNewestPayDate,
  type FileUrl,
  type KeptStatement,
  type KeptW2,
  nullableChoice,
  presentStatement,
  presentW2,
  type Statement,
  StatementAnswer,
  type W2,
  W2Answer,
} from './statements.ts';

export const INCOME_UNITS = ['YEARLY', 'MONTHLY', 'WEEKLY', 'DAILY', 'HOURLY'] as const;
export const PAY_FREQUENCIES = ['M', 'SM', 'W', 'BW', 'A', 'SA', 'C'] as const;
export const JOB_TYPES = ['F', 'P', 'S', 'D', 'C', 'V'] as const;
export type JobType = (typeof JOB_TYPES)[number];
export const SHIFT_STATUSES = ['scheduled', 'worked', 'canceled'] as const;

const text = nullable(Type.String());
const date = nullable(CalendarDate);
const amount = nullable(Money);

export const AddressAnswer = shape('Address', 'An address.', {
  street: text,
  city: text,
  state: text,
  zip: text,
  country: nullable(Type.String({ description: 'Two letters.', examples: ['US'] })),
});
export type Address = Static<typeof AddressAnswer>;

export const CompanyAnswer = shape('EmploymentCompany', 'The employer as named by the payroll system.', {
  name: text,
  address: AddressAnswer,
  phone: text,
  ein: text,
});

export const ProfileAnswer = shape('Profile', 'A person as recorded by the provider.', {
  id: Id,
  created_at: Timestamp,
  updated_at: Timestamp,
  first_name: text,
  last_name: text,
  full_name: text,
  middle_initials: text,
  email: text,
  phone: text,
  ssn: sensitive('number', nullable(Type.String({ description: 'Masked.', examples: ['*****9991'] }))),
  date_of_birth: date,
  home_address: AddressAnswer,
});
export type ProfileAnswer = Static<typeof ProfileAnswer>;

export const PayrollAccountAnswer = shape('PayrollAccount', 'An account that pay is deposited to.', {
  id: Id,
  bank_name: text,
  account_name: text,
  account_number: sensitive('number', text),
  routing_number: sensitive('secret', text),
  account_type: nullableChoice(['C', 'S']),
  deposit_type: nullableChoice(['E', 'P', 'A']),
  deposit_value: amount,
});
export type PayrollAccountAnswer = Static<typeof PayrollAccountAnswer>;

export const ShiftAnswer = shape('Shift', 'A shift.', {
  id: Id,
  employment_id: Id,
  date: CalendarDate,
  started_at: nullable(Timestamp),
  ended_at: nullable(Timestamp),
  hours: amount,
  break_hours: amount,
  status: choice(SHIFT_STATUSES),
  location: text,
  pay_rate: amount,
  amount,
  created_at: Timestamp,
  updated_at: Timestamp,
});
export type ShiftAnswer = Static<typeof ShiftAnswer>;

/** The response of `employment/`. It has exactly the fields that the specification's table lists. */
export const EmploymentSummaryAnswer = shape('EmploymentSummary', 'An employment without its lists.', {
  id: Id,
  start_date: date,
  company: CompanyAnswer,
  income: amount,
  income_unit: nullableChoice(INCOME_UNITS),
  pay_rate: amount,
  pay_frequency: nullableChoice(PAY_FREQUENCIES),
  is_active: Type.Boolean(),
  job_title: text,
  job_type: nullableChoice(JOB_TYPES),
  original_hire_date: date,
  end_date: date,
  external_last_updated: date,
  derived_fields: Type.Array(Type.String()),
  missing_data_fields: Type.Array(Type.String()),
  manager_name: text,
});
export type EmploymentSummaryAnswer = Static<typeof EmploymentSummaryAnswer>;

export const EmploymentAnswer = shape('Employment', 'An employment with profile, statements and W-2s.', {
  ...EmploymentSummaryAnswer.properties,
  created_at: Timestamp,
  updated_at: Timestamp,
  dates_from_statements: Type.Boolean({ description: 'Whether start_date or end_date was taken from statements.' }),
  profile: ProfileAnswer,
  statements: Type.Array(StatementAnswer),
  annual_income_summary: Type.Array(AnnualIncomeAnswer),
  bank_accounts: Type.Array(PayrollAccountAnswer),
  w2s: Type.Array(W2Answer),
});
export type EmploymentAnswer = Static<typeof EmploymentAnswer>;

/**
 * The times when we first wrote a row and when we last wrote it. They are stored beside the data, because they do not
 * come from the source.
 */
export type RowTimes = { created_at: Date; updated_at: Date };
type Timeless<Answer> = Omit<InHundredths<Answer>, keyof RowTimes>;

/** The SSN is stored in full (encrypted) and masked in responses. */
export type Profile = Timeless<ProfileAnswer>;
export type PayrollAccount = InHundredths<PayrollAccountAnswer>;
export type Shift = Timeless<ShiftAnswer>;
export type EmploymentSummary = InHundredths<EmploymentSummaryAnswer>;
export type Employment = EmploymentSummary & {
  dates_from_statements: boolean;
  profile: Profile;
  statements: Statement[];
  /** Annual sums that the source itself provides; sums of other years are derived from the statements. */
  annual_income_summary?: AnnualIncome[];
  bank_accounts: PayrollAccount[];
  w2s: W2[];
};

/**
 * The types of a profile and of an employment in their stored form. Amounts are decimals. A stored employment also has
 * the times when we first saw it and when we last saw it change.
 */
type KeptProfile = InDecimals<Profile>;
export type KeptEmployment = Timed<InDecimals<Omit<Employment, 'statements' | 'w2s'>>>;

export const presentProfile = (profile: Timed<KeptProfile>): ProfileAnswer => ({
  ...profile,
  ssn: profile.ssn === null ? null : maskSsn(profile.ssn),
});

export function presentEmploymentSummary(employment: InDecimals<EmploymentSummary>): EmploymentSummaryAnswer {
  const { id, start_date, company, is_active, job_title, job_type, manager_name } = employment;
  const { income, income_unit, pay_rate, pay_frequency, original_hire_date, end_date } = employment;
  const { external_last_updated, derived_fields, missing_data_fields } = employment;
  return {
    id,
    start_date,
    company,
    income,
    income_unit,
    pay_rate,
    pay_frequency,
    is_active,
    job_title,
    job_type,
    original_hire_date,
    end_date,
    external_last_updated,
    derived_fields,
    missing_data_fields,
    manager_name,
  };
}

/** Parts of an employment that are stored in separate lists. */
export type EmploymentLists = { statements: readonly KeptStatement[]; w2s: readonly KeptW2[] };

export function presentEmployment(
  employment: KeptEmployment,
  { statements, w2s }: EmploymentLists,
  fileUrl: FileUrl,
): EmploymentAnswer {
  const { created_at, updated_at, profile, bank_accounts, dates_from_statements } = employment;
  return {
    ...presentEmploymentSummary(employment),
    created_at,
    updated_at,
    dates_from_statements,
    profile: presentProfile({ ...profile, created_at, updated_at }),
    statements: statements.toSorted(byNewestPayDate).map((statement) => presentStatement(statement, fileUrl)),
    annual_income_summary: annualIncomeOf(employment, statements),
    bank_accounts,
    w2s: w2s.toSorted((a, b) => b.year - a.year).map((w2) => presentW2(w2, fileUrl)),
  };
}

/**
 * Removes all data about pay from the employment, because a verification of employment must not show pay. The caller
 * omits statements and W-2s.
 */
export const withoutPay = ({ annual_income_summary: _years, ...employment }: KeptEmployment): KeptEmployment => ({
  ...employment,
  income: null,
  income_unit: null,
  pay_rate: null,
  pay_frequency: null,
  bank_accounts: [],
  derived_fields: employment.derived_fields.filter((name) => name !== 'annual_income_summary'),
});

/** Sorts active employments before ended employments, then by start date, latest first. */
type Ranked = Pick<EmploymentSummary, 'is_active' | 'start_date'>;
export const byRelevance = (a: Ranked, b: Ranked): number =>
  Number(b.is_active) - Number(a.is_active) || (b.start_date ?? '').localeCompare(a.start_date ?? '');
