// Builds one employment for each employer on pay stubs and W-2s. The documents contain no start date, end date or job
// title.
import { daysBetween } from '#base/calendar.ts';
import { UNKNOWN_EMPLOYMENT, UNKNOWN_PROFILE } from '#connectors/blanks.ts';
import { objectId } from '#connectors/wire.ts';
import type { UploadedDocument } from '#domain/documents/uploaded-documents.ts';
import type { EmploymentCore } from '#domain/reports/link-data.ts';
import type { Profile } from '#domain/reports/payroll.ts';
import { toAddress } from './addresses.ts';
import { depositAccountsOf } from './deposit-accounts.ts';
import { hourlyRateOf, salaryOf } from './earnings.ts';
import type { Employer } from './employers.ts';
import { dateOf, firstOf, nineDigits, textOf, yearOf } from './fields.ts';
import { missingFields } from './missing-fields.ts';
import { payFrequencyOf, printedFrequencyOf } from './pay-frequency.ts';
import { namePartsOf } from './people-names.ts';
import type { PaidStatement } from './statements.ts';

/**
 * The maximum number of days since the last pay date for which a person is treated as employed: one monthly pay period,
 * plus one month for uploading the stub.
 */
const ACTIVE_DAYS = 60;

export const employmentIdOf = ({ key }: Employer, link_id: string): string => objectId(link_id, 'employment', key);

/** Whether the documents name the employer. */
export const isNamed = ({ key }: Employer): boolean => key !== '';

/** `statements` must be the statements of this employer, newest first. */
export function employmentOf(
  employer: Employer,
  statements: readonly PaidStatement[],
  link_id: string,
  today: string,
): EmploymentCore {
  const documents = employer.documents.toSorted((a, b) => dayOf(b).localeCompare(dayOf(a)));
  const text = (name: string) => firstOf(documents, ({ fields }) => textOf(fields, name));
  const last_paid_on = statements.flatMap(({ pay_date }) => pay_date ?? [])[0] ?? null;
  const pay = basePayOf(statements);
  // The frequency that the dates show is preferred, because the dates belong to these stubs. The printed frequency may
  // be the frequency of the whole company.
  const dated_frequency = payFrequencyOf(statements);
  const pay_frequency = dated_frequency ?? printedFrequencyOf(documents);
  const employment: EmploymentCore = {
    ...UNKNOWN_EMPLOYMENT,
    id: employmentIdOf(employer, link_id),
    company: {
      name: text('employer_name'),
      address: toAddress(text('employer_address')),
      phone: null,
      ein: employer.ein === null ? null : `${employer.ein.slice(0, 2)}-${employer.ein.slice(2)}`,
    },
    ...pay,
    pay_frequency,
    is_active: last_paid_on !== null && daysBetween(last_paid_on, today) <= ACTIVE_DAYS,
    external_last_updated: last_paid_on,
    profile: profileOf(documents, employer, link_id),
    bank_accounts: depositAccountsOf(documents, employer.key, link_id),
  };
  return {
    ...employment,
    derived_fields: [
      ...derivedFields({ ...employment, pay_frequency: dated_frequency }, statements),
      // W-2s are stored separately from the employment. Their gross pay is a derived value, because a W-2 has no box
      // for it.
      ...(documents.some(({ document_type }) => document_type === 'W2') ? ['w2s.gross_pay'] : []),
    ],
    missing_data_fields: gapsOf(employment, employer),
  };
}

/** Returns the day that is used to sort documents. The W-2 of a year comes after the stubs of that year. */
function dayOf({ document_type, fields }: UploadedDocument): string {
  if (document_type === 'W2') return `${yearOf(fields, 'year') ?? ''}-12-31`;
  return dateOf(fields, 'pay_date') ?? dateOf(fields, 'period_end') ?? '';
}

/** Returns the pay on the newest statement that shows regular pay: an hourly rate, or the salary of one pay period. */
function basePayOf(statements: readonly PaidStatement[]): Pick<EmploymentCore, 'income' | 'income_unit' | 'pay_rate'> {
  const newest = statements.find(({ basis_of_pay }) => basis_of_pay !== null);
  if (newest?.basis_of_pay === 'S') return { income: null, income_unit: null, pay_rate: salaryOf(newest.earnings) };
  const income = newest === undefined ? null : hourlyRateOf(newest.earnings);
  return { income, income_unit: income === null ? null : 'HOURLY', pay_rate: null };
}

function profileOf(newest_first: readonly UploadedDocument[], { key }: Employer, link_id: string): Profile {
  const name = firstOf(newest_first, ({ fields }) => textOf(fields, 'employee_name'));
  return {
    ...UNKNOWN_PROFILE,
    id: objectId(link_id, 'profile', key),
    ...(name === null ? {} : namePartsOf(name)),
    ssn: firstOf(newest_first, ({ fields }) => nineDigits(fields, 'employee_ssn')),
    home_address: toAddress(firstOf(newest_first, ({ fields }) => textOf(fields, 'employee_address'))),
  };
}

function derivedFields(employment: EmploymentCore, statements: readonly PaidStatement[]): string[] {
  const computed = ['income', 'income_unit', 'pay_rate', 'pay_frequency', 'external_last_updated'] as const;
  return [
    'is_active',
    ...computed.filter((name) => employment[name] !== null),
    ...(statements.length === 0 ? [] : ['annual_income_summary']),
  ];
}

/** Lists the missing fields, including the lists that are stored separately from the employment. */
function gapsOf(employment: EmploymentCore, { documents }: Employer): string[] {
  const isThere = (type: UploadedDocument['document_type']) =>
    documents.some(({ document_type }) => document_type === type);
  return [
    ...missingFields(employment),
    ...(isThere('PAYSTUB') ? [] : ['statements']),
    ...(isThere('W2') ? [] : ['w2s']),
  ];
}
