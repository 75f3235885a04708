// Turns the payments and W-2s of an employer into an employment with statements and W-2s.
import { daysBetween } from '#base/calendar.ts';
import { parseMoney } from '#base/money.ts';
import { NO_ADDRESS, UNKNOWN_EMPLOYMENT, UNKNOWN_PROFILE } from '#connectors/blanks.ts';
import { toAddress } from '#connectors/documents/addresses.ts';
import { missingFields } from '#connectors/documents/missing-fields.ts';
import { namePartsOf } from '#connectors/documents/people-names.ts';
import { objectId } from '#connectors/wire.ts';
import type { EmploymentCore, LinkData } from '#domain/reports/link-data.ts';
import type { Address, PayrollAccount, Profile } from '#domain/reports/payroll.ts';
import { byNewestPayDate, type Statement } from '#domain/reports/statements.ts';
import type { Employer } from './employers.ts';
import { numbered } from './numbered.ts';
import { w2Boxes } from './tax-forms.ts';

/**
 * The maximum age of the last payment, in days. A person with an older last payment is not treated as employed. The
 * number allows for a month between two payments and for a month until the file is imported.
 */
const ACTIVE_DAYS = 60;

const employmentIdOf = ({ key }: Employer, link_id: string): string => objectId(link_id, 'employment', key);

export function employmentOf(employer: Employer, link_id: string, today: string): EmploymentCore {
  const { payments, w2s, ein } = employer;
  const newest = w2s.toSorted((a, b) => b.tax_year - a.tax_year)[0];
  const paid_on = payments.map(({ effective_date }) => effective_date).toSorted();
  const last_paid_on = paid_on.findLast((day) => day <= today) ?? paid_on.at(-1) ?? null;
  const employment: EmploymentCore = {
    ...UNKNOWN_EMPLOYMENT,
    id: employmentIdOf(employer, link_id),
    company: {
      name: newest?.employer.name ?? payments[0]?.company_name ?? null,
      address: addressOf(newest?.employer.address),
      phone: null,
      ein: ein === null ? null : `${ein.slice(0, 2)}-${ein.slice(2)}`,
    },
    is_active: last_paid_on !== null && daysBetween(last_paid_on, today) <= ACTIVE_DAYS,
    external_last_updated: last_paid_on,
    profile: profileOf(employer, link_id),
    bank_accounts: accountsOf(employer, link_id),
  };
  return {
    ...employment,
    derived_fields: [
      'is_active',
      ...(last_paid_on === null ? [] : ['external_last_updated', 'annual_income_summary']),
      ...(w2s.length === 0 ? [] : ['w2s.gross_pay']),
    ],
    missing_data_fields: [
      ...missingFields(employment),
      ...(payments.length === 0 ? ['statements'] : []),
      ...(w2s.length === 0 ? ['w2s'] : []),
    ],
  };
}

function profileOf({ key, payments, w2s }: Employer, link_id: string): Profile {
  const id = objectId(link_id, 'profile', key);
  const newest = w2s.toSorted((a, b) => b.tax_year - a.tax_year)[0]?.employee;
  if (newest === undefined) {
    const name = payments[0]?.receiver_name;
    return { ...UNKNOWN_PROFILE, id, ...(name === undefined ? {} : namePartsOf(name)) };
  }
  const { first_name, middle_name, last_name, tax_id, address } = newest;
  return {
    ...UNKNOWN_PROFILE,
    id,
    first_name: first_name || null,
    last_name: last_name || null,
    full_name: [first_name, middle_name, last_name].filter((name) => name !== '').join(' ') || null,
    middle_initials: middle_name.slice(0, 1).toUpperCase() || null,
    ssn: tax_id,
    home_address: addressOf(address),
  };
}

const addressOf = (lines: readonly string[] | undefined): Address =>
  lines === undefined || lines.length === 0 ? NO_ADDRESS : toAddress(lines.join(', '));

/** The accounts to which the employer paid. */
function accountsOf({ key, payments }: Employer, link_id: string): PayrollAccount[] {
  const accounts = new Map<string, PayrollAccount>();
  for (const { routing_number, account_number, account_type } of payments) {
    const number = `${routing_number} ${account_number}`;
    accounts.set(number, {
      id: objectId(link_id, 'payroll_account', JSON.stringify([key, number])),
      bank_name: null,
      account_name: null,
      account_number,
      routing_number,
      account_type: account_type === 'CHECKING' ? 'C' : 'S',
      deposit_type: null,
      deposit_value: null,
    });
  }
  return [...accounts.values()];
}

const NO_PAY: Omit<Statement, 'id' | 'pay_date' | 'net_pay' | 'missing_data_fields'> = {
  check_number: null,
  period_start: null,
  period_end: null,
  gross_pay: null,
  gross_pay_ytd: null,
  net_pay_ytd: null,
  regular: null,
  regular_ytd: null,
  overtime: null,
  overtime_ytd: null,
  bonus: null,
  bonus_ytd: null,
  commission: null,
  commission_ytd: null,
  other_pay: null,
  other_pay_ytd: null,
  hours: null,
  basis_of_pay: null,
  earnings: [],
  earnings_ytd: [],
  deductions: [],
  deductions_ytd: [],
  file_id: null,
  md5sum: null,
  derived_fields: [],
};

/** Each credit becomes a statement. A file contains only the amount and the date of a payment. */
export function statementsOf(employer: Employer, link_id: string): LinkData['statements'] {
  const employment_id = employmentIdOf(employer, link_id);
  const idOf = numbered(link_id, 'statement');
  return employer.payments
    .map((payment) => {
      const known = { ...NO_PAY, pay_date: payment.effective_date, net_pay: parseMoney(payment.amount) ?? null };
      const missing_data_fields = missingFields(known);
      return { id: idOf([employment_id, payment]), ...known, missing_data_fields, employment_id };
    })
    .toSorted(byNewestPayDate);
}

export function w2sOf(employer: Employer, link_id: string): LinkData['w2s'] {
  const employment_id = employmentIdOf(employer, link_id);
  const idOf = numbered(link_id, 'w2');
  return employer.w2s
    .map((w2) => ({
      id: idOf([employment_id, w2]),
      year: w2.tax_year,
      ...w2Boxes(w2),
      file_id: null,
      md5sum: null,
      employment_id,
    }))
    .toSorted((a, b) => b.year - a.year);
}
