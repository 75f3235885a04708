// Employments that a client declares for a sandbox user. The client may declare any field that a payroll system could
// return. A field that the client does not declare is treated as missing in the payroll data.

import { type Static, Type } from 'typebox';
import { yearOf } from '#base/calendar.ts';
import { type InvalidParam, incorrect } from '#base/errors.ts';
import {
  optionalBoolean,
  optionalChoice,
  optionalDate,
  optionalDecimal,
  optionalList,
  optionalMoment,
  optionalObject,
  optionalText,
  requiredText,
  shape,
} from '#base/schema.ts';
import { toSsn } from '#domain/platform/people.ts';
import {
  type Employment,
  INCOME_UNITS,
  JOB_TYPES,
  PAY_FREQUENCIES,
  type PayrollAccount,
  type Profile,
  SHIFT_STATUSES,
  type Shift,
} from '#domain/reports/payroll.ts';
import { missingFields } from './sandbox-gaps.ts';
import {
  chosen,
  derivedId,
  given,
  InjectionMode,
  NewAddress,
  onceEach,
  toAddress,
  toHundredths,
  toMoment,
  tooMany,
  toPhone,
} from './sandbox-injection.ts';
import { NewAnnualIncome, NewStatement, NewW2, toAnnualIncome, toStatement, toW2 } from './sandbox-statements.ts';

export const INJECTED_EMPLOYMENTS_MAX = 20;
export const INJECTED_STATEMENTS_MAX = 500;
const W2S_MAX = 50;
const YEARS_MAX = 50;
const BANK_ACCOUNTS_MAX = 20;
const SHIFTS_MAX = 2_000;
const NAMES_MAX = 100;

const NewProfile = shape('DeclaredProfile', 'Personal data to declare with an employment.', {
  first_name: optionalText(128),
  last_name: optionalText(128),
  full_name: optionalText(256),
  middle_initials: optionalText(16),
  email: optionalText(254, { format: 'email' }),
  phone: optionalText(128, { format: 'phone' }),
  ssn: optionalText(128, { format: 'ssn' }),
  date_of_birth: optionalDate(),
  home_address: optionalObject(NewAddress),
});

const NewPayrollAccount = shape('DeclaredPayrollAccount', 'An account that pay is deposited to, to declare.', {
  bank_name: optionalText(128),
  account_name: optionalText(128),
  account_number: optionalText(34),
  routing_number: optionalText(34),
  account_type: optionalChoice(['C', 'S']),
  deposit_type: optionalChoice(['E', 'P', 'A']),
  deposit_value: optionalDecimal(),
});

const NewShift = shape('DeclaredShift', 'A shift to declare.', {
  date: Type.String({ format: 'date' }),
  started_at: optionalMoment(),
  ended_at: optionalMoment(),
  hours: optionalDecimal(),
  break_hours: optionalDecimal(),
  status: optionalChoice(SHIFT_STATUSES),
  location: optionalText(256),
  pay_rate: optionalDecimal(),
  amount: optionalDecimal(),
});

const NewEmployment = shape('DeclaredEmployment', 'An employment to declare; absent fields are listed as missing.', {
  start_date: optionalDate(),
  company: shape('DeclaredCompany', 'The employer to declare.', {
    name: requiredText(256),
    address: optionalObject(NewAddress),
    phone: optionalText(64),
    ein: optionalText(32),
  }),
  income: optionalDecimal(),
  income_unit: optionalChoice(INCOME_UNITS),
  pay_rate: optionalDecimal(),
  pay_frequency: optionalChoice(PAY_FREQUENCIES),
  is_active: optionalBoolean(),
  job_title: requiredText(128),
  job_type: optionalChoice(JOB_TYPES),
  original_hire_date: optionalDate(),
  end_date: optionalDate(),
  external_last_updated: optionalDate(),
  derived_fields: optionalList(requiredText(128), NAMES_MAX),
  missing_data_fields: optionalList(requiredText(128), NAMES_MAX),
  manager_name: optionalText(128),
  dates_from_statements: optionalBoolean(),
  profile: optionalObject(NewProfile),
  statements: optionalList(NewStatement, INJECTED_STATEMENTS_MAX),
  bank_accounts: optionalList(NewPayrollAccount, BANK_ACCOUNTS_MAX),
  w2s: optionalList(NewW2, W2S_MAX),
  annual_income_summary: optionalList(NewAnnualIncome, YEARS_MAX),
  shifts: optionalList(NewShift, SHIFTS_MAX),
});
type NewEmployment = Static<typeof NewEmployment>;

export const PayrollInjection = shape('PayrollDeclaration', 'Employments to declare for a sandbox user.', {
  mode: InjectionMode,
  employments: Type.Array(NewEmployment, { maxItems: INJECTED_EMPLOYMENTS_MAX }),
});
export type PayrollInjection = Static<typeof PayrollInjection>;

export const InjectedPayrollAnswer = shape('DeclaredPayroll', 'What is now declared for the user.', {
  employments_count: Type.Integer({ minimum: 0 }),
  statements_count: Type.Integer({ minimum: 0 }),
});
export type InjectedPayrollAnswer = Static<typeof InjectedPayrollAnswer>;

export type InjectedPayroll = { employments: Employment[]; shifts: Shift[] };

/**
 * Returns the user's data after a declaration; `null` if the sample data is used again. An employment is identified by
 * its position in the list. Its parts are identified by their day, year or number. `today` determines whether an
 * employment is active.
 */
export function toInjectedPayroll(
  body: PayrollInjection,
  previous: InjectedPayroll | null,
  id_seed: string,
  today: string,
): InjectedPayroll | null {
  const before = body.mode === 'replace' ? null : previous;
  const [employments, shifts] = [[...(before?.employments ?? [])], [...(before?.shifts ?? [])]];
  const faults: InvalidParam[] = [];
  for (const [at, employment] of body.employments.entries()) {
    const seed = derivedId(id_seed, 'employment', employments.length);
    const shift_name = onceEach();
    for (const [place, shift] of (employment.shifts ?? []).entries()) {
      const id = derivedId(seed, 'shift', shift_name(shift.date));
      shifts.push(toShift(shift, id, seed, `employments.${at}.shifts.${place}`, faults));
    }
    employments.push(toEmployment(employment, seed, today));
  }
  if (employments.length > INJECTED_EMPLOYMENTS_MAX) faults.push(tooMany('employments', INJECTED_EMPLOYMENTS_MAX));
  if (faults.length > 0) throw incorrect(...faults);
  return employments.length === 0 ? null : { employments, shifts };
}

function toEmployment(input: NewEmployment, id: string, today: string): Employment {
  const end_date = input.end_date ?? null;
  const [statement_name, w2_name, account_name] = [onceEach(), onceEach(), onceEach()];
  const statements = (input.statements ?? []).map((statement) =>
    toStatement(statement, derivedId(id, 'statement', statement_name(statement.pay_date ?? ''))),
  );
  const employment: Employment = {
    id,
    start_date: input.start_date ?? null,
    company: {
      name: input.company.name,
      address: toAddress(input.company.address),
      phone: given(input.company.phone),
      ein: given(input.company.ein),
    },
    income: toHundredths(input.income),
    income_unit: chosen(input.income_unit),
    pay_rate: toHundredths(input.pay_rate),
    pay_frequency: chosen(input.pay_frequency),
    // On the last day of work the employment is still active.
    is_active: input.is_active ?? (end_date === null || end_date >= today),
    job_title: input.job_title,
    job_type: chosen(input.job_type),
    original_hire_date: input.original_hire_date ?? null,
    end_date,
    external_last_updated: input.external_last_updated ?? null,
    derived_fields: [],
    missing_data_fields: [],
    manager_name: given(input.manager_name),
    dates_from_statements: input.dates_from_statements ?? false,
    profile: toProfile(input.profile ?? {}, derivedId(id, 'profile')),
    statements,
    bank_accounts: (input.bank_accounts ?? []).map((account) =>
      toPayrollAccount(account, derivedId(id, 'bank_account', account_name(account.account_number ?? ''))),
    ),
    w2s: (input.w2s ?? []).map((w2) => toW2(w2, derivedId(id, 'w2', w2_name(String(w2.year))))),
    ...(input.annual_income_summary && { annual_income_summary: input.annual_income_summary.map(toAnnualIncome) }),
  };
  return {
    ...employment,
    derived_fields: distinct([...(input.derived_fields ?? []), ...derivedFields(input, employment)]),
    missing_data_fields: distinct([...(input.missing_data_fields ?? []), ...missingFields(input, employment)]),
  };
}

const distinct = (names: readonly string[]): string[] => [...new Set(names)];

const derivedFields = (
  { is_active }: NewEmployment,
  { statements, annual_income_summary = [] }: Employment,
): string[] => [
  ...(is_active === undefined || is_active === null ? ['is_active'] : []),
  ...(statements.some(({ pay_date }) => pay_date !== null && !hasYear(annual_income_summary, yearOf(pay_date)))
    ? ['annual_income_summary']
    : []),
];

const hasYear = (years: readonly { year: number }[], year: number): boolean => years.some((one) => one.year === year);

const toProfile = (profile: Static<typeof NewProfile>, id: string): Profile => ({
  id,
  first_name: given(profile.first_name),
  last_name: given(profile.last_name),
  full_name: given(profile.full_name),
  middle_initials: given(profile.middle_initials),
  email: given(profile.email),
  phone: toPhone(profile.phone),
  ssn: toSsn(profile.ssn ?? '') ?? null,
  date_of_birth: profile.date_of_birth ?? null,
  home_address: toAddress(profile.home_address),
});

const toPayrollAccount = (account: Static<typeof NewPayrollAccount>, id: string): PayrollAccount => ({
  id,
  bank_name: given(account.bank_name),
  account_name: given(account.account_name),
  account_number: given(account.account_number),
  routing_number: given(account.routing_number),
  account_type: chosen(account.account_type),
  deposit_type: chosen(account.deposit_type),
  deposit_value: toHundredths(account.deposit_value),
});

function toShift(
  shift: Static<typeof NewShift>,
  id: string,
  employment_id: string,
  field: string,
  faults: InvalidParam[],
): Shift {
  const moment = (name: 'started_at' | 'ended_at'): string | null => {
    const text = shift[name] ?? null;
    return text === null ? null : toMoment(text, `${field}.${name}`, faults);
  };
  return {
    id,
    employment_id,
    date: shift.date,
    started_at: moment('started_at'),
    ended_at: moment('ended_at'),
    hours: toHundredths(shift.hours),
    break_hours: toHundredths(shift.break_hours),
    status: chosen(shift.status) ?? 'worked',
    location: given(shift.location),
    pay_rate: toHundredths(shift.pay_rate),
    amount: toHundredths(shift.amount),
  };
}
