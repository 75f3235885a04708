// Companies, people, payments and pay statements in Finch's shapes. Amounts are cents.

import type { Address, Job } from '../lives/life.ts';
import { isFullTime, type PayStub, payRateOn } from '../lives/pay-stubs.ts';
import type { Company, Employee, Payment } from './companies.ts';

type Json = Record<string, unknown>;

const money = (amount: number): Json => ({ amount, currency: 'usd' });
const orNull = (text: string): string | null => (text === '' ? null : text);

const toLocation = (address: Address): Json => ({
  line1: address.line1,
  line2: null,
  city: address.city,
  state: address.state,
  postal_code: address.postal_code,
  country: 'US',
});

export const toCompany = (company: Company): Json => ({
  id: company.id,
  legal_name: company.employer.name,
  entity: { type: 'corporation', subtype: null },
  primary_email: null,
  primary_phone_number: company.employer.phone,
  departments: [...new Set(company.employees.map(({ job }) => job.department))].map((name) => ({ name, parent: null })),
  ein: company.employer.ein.replaceAll('-', ''),
  locations: [toLocation(company.employer.address)],
  accounts: [],
});

const isActive = ({ job }: Employee, today: string): boolean => job.ended_on === undefined || job.ended_on > today;

/** `states_activity` is false if the payroll system does not state whether the person still works at the company. */
export const toDirectoryEntry = (employee: Employee, today: string, states_activity: boolean): Json => ({
  id: employee.id,
  first_name: employee.life.person.first_name,
  middle_name: null,
  last_name: employee.life.person.last_name,
  department: { name: employee.job.department },
  manager: employee.manager === null ? null : { id: employee.manager },
  is_active: states_activity ? isActive(employee, today) : null,
});

export function toIndividual(employee: Employee, with_ssn: boolean): Json {
  const { person } = employee.life;
  return {
    id: employee.id,
    first_name: person.first_name,
    middle_name: null,
    last_name: person.last_name,
    preferred_name: null,
    emails: [{ data: person.email, type: 'personal' }],
    phone_numbers: person.phone === '' ? [] : [{ data: person.phone, type: 'personal' }],
    gender: null,
    ethnicity: null,
    dob: orNull(person.birth_date),
    residence: employee.is_declared ? toLocation(person.address) : null,
    ...(with_ssn ? { ssn: orNull(person.ssn.replaceAll('-', '')), encrypted_ssn: null } : {}),
  };
}

export function toEmploymentData(employee: Employee, today: string, states_activity: boolean): Json {
  const { job, life } = employee;
  const incomes = job.pay.filter(({ from }) => from <= today).map(({ from }) => toIncome(job, from));
  return {
    id: employee.id,
    first_name: life.person.first_name,
    middle_name: null,
    last_name: life.person.last_name,
    title: job.title,
    manager: employee.manager === null ? null : { id: employee.manager },
    department: { name: job.department },
    employment: { type: 'employee', subtype: isFullTime(job, today) ? 'full_time' : 'part_time' },
    employment_status: states_activity ? (isActive(employee, today) ? 'active' : 'terminated') : null,
    start_date: job.started_on,
    end_date: isActive(employee, today) || !states_activity ? null : (job.ended_on ?? null),
    latest_rehire_date: null,
    is_active: states_activity ? isActive(employee, today) : null,
    class_code: null,
    location: toLocation(job.employer.address),
    income: incomes.at(-1) ?? null,
    income_history: incomes.slice(0, -1).toReversed(),
    custom_fields: [],
    source_id: employee.id.slice(0, 8),
    work_id: null,
  };
}

function toIncome(job: Job, day: string): Json {
  const { unit, cents } = payRateOn(job, day);
  return { amount: cents, currency: 'usd', effective_date: day, unit: unit === 'hourly' ? 'hourly' : 'yearly' };
}

const FREQUENCIES: Record<Job['rhythm']['every'], string> = {
  week: 'weekly',
  two_weeks: 'bi_weekly',
  half_month: 'semi_monthly',
  month: 'monthly',
  month_by_weekday: 'monthly',
  year: 'annually',
};

/** Returns the employer's taxes: the same amount of FICA tax (Social Security and Medicare) as the employee pays. */
const employerTaxes = (stub: PayStub): number =>
  stub.taxes.filter(({ name }) => FICA.has(name)).reduce((sum, { cents }) => sum + cents, 0);
const FICA: ReadonlySet<string> = new Set(['Social Security', 'Medicare']);

export function toPayment(payment: Payment): Json {
  const sum = (pick: (stub: PayStub) => number): number =>
    payment.stubs.reduce((total, { stub }) => total + pick(stub), 0);
  const gross = sum((stub) => stub.gross_cents);
  const employer_taxes = sum(employerTaxes);
  const [first] = payment.stubs;
  return {
    id: payment.id,
    company_debit: money(gross + employer_taxes),
    debit_date: payment.pay_date,
    employee_taxes: money(sum(({ taxes }) => taxes.reduce((total, { cents }) => total + cents, 0))),
    employer_taxes: money(employer_taxes),
    gross_pay: money(gross),
    individual_ids: payment.stubs.map(({ employee }) => employee.id),
    net_pay: money(sum((stub) => stub.net_cents)),
    pay_date: payment.pay_date,
    pay_frequencies: [...new Set(payment.stubs.map(({ employee }) => FREQUENCIES[employee.job.rhythm.every]))],
    pay_group_ids: [],
    pay_period: { start_date: first?.stub.period_start ?? null, end_date: first?.stub.period_end ?? null },
  };
}

const EARNINGS: Readonly<Record<string, string>> = {
  Salary: 'salary',
  Regular: 'wage',
  Overtime: 'overtime',
  Bonus: 'bonus',
};

/** Deductions for which Finch has a type. All other deductions are `custom`. */
const DEDUCTIONS: readonly (readonly [RegExp, string])[] = [
  [/401\(k\)|retirement/i, '401k'],
  [/medical/i, 's125_medical'],
  [/dental/i, 's125_dental'],
];

export function toPayStatement(employee: Employee, stub: PayStub): Json {
  const currency = 'usd';
  const taxType = (name: string): string => (FICA.has(name) ? 'fica' : name.startsWith('State') ? 'state' : 'federal');
  return {
    individual_id: employee.id,
    type: 'regular_payroll',
    payment_method: 'direct_deposit',
    total_hours: stub.hours,
    gross_pay: money(stub.gross_cents),
    net_pay: money(stub.net_cents),
    earnings: stub.earnings
      .filter(({ cents }) => cents > 0)
      .map((line) => ({
        type: EARNINGS[line.name] ?? 'other',
        name: line.name,
        amount: line.cents,
        currency,
        hours: line.hours,
        attributes: null,
      })),
    taxes: [
      ...stub.taxes.map(({ name, cents }) => ({ type: taxType(name), name, employer: false, amount: cents, currency })),
      ...stub.taxes
        .filter(({ name }) => FICA.has(name))
        .map(({ name, cents }) => ({
          type: 'fica',
          name: `${name} (employer)`,
          employer: true,
          amount: cents,
          currency,
        })),
    ],
    employee_deductions: stub.deductions.map(({ name, is_pre_tax, cents }) => ({
      name,
      amount: cents,
      currency,
      pre_tax: is_pre_tax,
      type:
        DEDUCTIONS.find(([pattern]) => pattern.test(name))?.[1] ?? (is_pre_tax ? 'custom_pre_tax' : 'custom_post_tax'),
    })),
    employer_contributions: [],
  };
}
