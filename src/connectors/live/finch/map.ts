// Pure functions that convert Finch's people and pay statements.
import { NO_ADDRESS } from '#connectors/blanks.ts';
import { deductionCategory, taxCategory } from '#connectors/documents/line-words.ts';
import { orNull } from '#connectors/live/amounts.ts';
import { objectId } from '#connectors/wire.ts';
import type { Address } from '#domain/reports/payroll.ts';
import type { Employee, PayrollEntry } from '#domain/reports/payroll-administration.ts';
import type { Deduction, Earning } from '#domain/reports/statements.ts';
import type { Employment, Individual, Location, Payment, PayStatement, Person } from './wire.ts';

export const employeeId = (link_id: string, id: string): string => objectId(link_id, 'employee', id);

export const fullName = ({ first_name, middle_name, last_name }: Person): string =>
  [first_name, middle_name, last_name].filter((name) => name).join(' ');

type Details = {
  individual: Individual | undefined;
  employment: Employment | undefined;
  manager: Person | undefined;
  is_active: boolean;
};

export function toEmployee(
  person: Person,
  { individual, employment, manager, is_active }: Details,
  link_id: string,
): Employee {
  return {
    id: employeeId(link_id, person.id),
    first_name: person.first_name ?? '',
    last_name: person.last_name ?? '',
    full_name: fullName(person),
    email: contactOf(individual?.emails),
    phone: contactOf(individual?.phone_numbers),
    job_title: employment?.title || null,
    department: person.department?.name || employment?.department?.name || null,
    manager_name: manager === undefined ? null : fullName(manager) || null,
    is_active,
    start_date: employment?.start_date ?? null,
    end_date: employment?.end_date ?? null,
    address: addressOf(individual?.residence),
  };
}

type Contacts = Individual['emails'];
/** Returns the contact of the type `work`. If there is none, returns the first contact. */
function contactOf(contacts: Contacts): string | null {
  const all = contacts?.flatMap((one) => (one?.data ? [{ data: one.data, type: one.type }] : [])) ?? [];
  return (all.find(({ type }) => type === 'work') ?? all[0])?.data ?? null;
}

function addressOf(location: Location | undefined): Address {
  if (!location) return NO_ADDRESS;
  const lines = [location.line1, location.line2].filter((line) => line);
  return {
    street: lines.length === 0 ? null : lines.join(', '),
    city: location.city || null,
    state: location.state || null,
    zip: location.postal_code || null,
    country: location.country || null,
  };
}

/**
 * Converts a pay statement: one person's pay in one payment. An entry must have a pay date, gross pay and net pay, and
 * none of these values is guessed. So a statement that lacks one of them is left out. A statement in another currency
 * is left out too, because an entry has no currency and its amounts are read as dollars.
 */
export function toEntries(
  statement: PayStatement,
  payment: Payment,
  people: ReadonlyMap<string, Person>,
  link_id: string,
): PayrollEntry[] {
  const [gross_pay, net_pay] = [centsOf(statement.gross_pay?.amount), centsOf(statement.net_pay?.amount)];
  if (!payment.pay_date || gross_pay === null || net_pay === null) return [];
  if (!isInDollars(statement.gross_pay) || !isInDollars(statement.net_pay)) return [];
  const person = people.get(statement.individual_id);
  const earnings = earningsOf(statement);
  const total = (...categories: Earning['category'][]): bigint | null => {
    const own = earnings.filter(({ category }) => categories.includes(category));
    return own.length === 0 ? null : own.reduce((sum, { amount }) => sum + amount, 0n);
  };
  return [
    {
      employee_id: employeeId(link_id, statement.individual_id),
      full_name: person === undefined ? '' : fullName(person),
      pay_date: payment.pay_date,
      period_start: payment.pay_period?.start_date ?? null,
      period_end: payment.pay_period?.end_date ?? null,
      gross_pay,
      net_pay,
      regular: total('regular', 'pto'),
      overtime: total('overtime'),
      bonus: total('bonus'),
      commission: total('commission'),
      other_pay: total('tips', 'other'),
      hours: orNull(statement.total_hours),
      earnings,
      deductions: deductionsOf(statement),
    },
  ];
}

/** An amount without a currency is in dollars. */
const isInDollars = (money: PayStatement['net_pay']): boolean => /^usd$/i.test(money?.currency || 'usd');

/** Finch sends whole cents. Some payroll systems have fractions of a cent, which are rounded. */
const centsOf = (amount: number | null | undefined): bigint | null =>
  amount === null || amount === undefined ? null : BigInt(Math.round(amount));

const EARNINGS: Readonly<Record<string, Earning['category']>> = {
  salary: 'regular',
  wage: 'regular',
  overtime: 'overtime',
  double_overtime: 'overtime',
  pto: 'pto',
  sick: 'pto',
  bonus: 'bonus',
  commission: 'commission',
  tips: 'tips',
  reimbursement: 'reimbursement',
};

const earningsOf = ({ earnings }: PayStatement): Earning[] =>
  (earnings ?? []).flatMap((line): Earning[] => {
    const amount = centsOf(line?.amount);
    if (!line || amount === null) return [];
    const category = line.type && Object.hasOwn(EARNINGS, line.type) ? EARNINGS[line.type] : undefined;
    const name = line.name || line.type || 'Pay';
    return [{ name, amount, category: category ?? 'other', rate: null, units: orNull(line.hours) }];
  });

const TAXES: Readonly<Record<string, Deduction['category']>> = { federal: 'federal', state: 'state', local: 'local' };

/** The employer's own taxes are not deducted from the pay, so they are left out. */
function deductionsOf({ taxes, employee_deductions }: PayStatement): Deduction[] {
  const own_taxes = (taxes ?? [])
    .filter((line) => line?.employer !== true)
    .flatMap((line) => {
      const by_type = line?.type && Object.hasOwn(TAXES, line.type) ? TAXES[line.type] : undefined;
      return line ? [{ line, category: by_type ?? taxCategory(line.name ?? '') }] : [];
    });
  const others = (employee_deductions ?? []).flatMap((line) =>
    line ? [{ line, category: deductionCategory(`${line.name ?? ''} ${(line.type ?? '').replaceAll('_', ' ')}`) }] : [],
  );
  return [...own_taxes, ...others].flatMap(({ line, category }): Deduction[] => {
    const amount = centsOf(line.amount);
    if (amount === null) return [];
    return [{ name: line.name || line.type || 'Deduction', amount: amount < 0n ? -amount : amount, category }];
  });
}
