// Pure functions that convert Argyle's identities and gigs.
import { parseTimestamp, toTimestamp } from '#base/timestamps.ts';
import { NO_ADDRESS, UNKNOWN_EMPLOYMENT, UNKNOWN_PROFILE } from '#connectors/blanks.ts';
import { missingFields } from '#connectors/documents/missing-fields.ts';
import { orNull } from '#connectors/live/amounts.ts';
import { objectId } from '#connectors/wire.ts';
import type { EmploymentCore } from '#domain/reports/link-data.ts';
import type { Address, Shift } from '#domain/reports/payroll.ts';
import type { Gig, Identity, WireAddress } from './wire.ts';

export const employmentId = (link_id: string, id: string): string => objectId(link_id, 'employment', id);
export const keyOf = ({ employment, id }: Pick<Identity, 'employment' | 'id'>): string => employment || id;

const JOB_TYPES: Readonly<Record<string, EmploymentCore['job_type']>> = {
  'full-time': 'F',
  'part-time': 'P',
  seasonal: 'S',
  contractor: 'C',
};
const FREQUENCIES: Readonly<Record<string, EmploymentCore['pay_frequency']>> = {
  weekly: 'W',
  biweekly: 'BW',
  semimonthly: 'SM',
  monthly: 'M',
};
const UNITS: Readonly<Record<string, EmploymentCore['income_unit']>> = {
  annual: 'YEARLY',
  monthly: 'MONTHLY',
  weekly: 'WEEKLY',
  daily: 'DAILY',
  hourly: 'HOURLY',
};
const from = <T>(table: Readonly<Record<string, T | null>>, word: string | null | undefined): T | null =>
  word && Object.hasOwn(table, word) ? (table[word] ?? null) : null;

export function toEmployment(identity: Identity, link_id: string): EmploymentCore {
  const end_date = dateOf(identity.termination_date);
  const income_unit = from(UNITS, identity.base_pay?.period);
  const employment: EmploymentCore = {
    ...UNKNOWN_EMPLOYMENT,
    id: employmentId(link_id, keyOf(identity)),
    company: { name: identity.employer || null, address: NO_ADDRESS, phone: null, ein: null },
    start_date: dateOf(identity.hire_date),
    original_hire_date: dateOf(identity.original_hire_date),
    end_date,
    is_active: identity.employment_status ? identity.employment_status === 'active' : end_date === null,
    // The amount is left out if its unit is unknown, because it could be the pay for an hour or for a year.
    income: income_unit === null ? null : orNull(identity.base_pay?.amount),
    income_unit,
    pay_frequency: from(FREQUENCIES, identity.pay_cycle),
    job_title: identity.job_title || null,
    job_type: from(JOB_TYPES, identity.employment_type),
    external_last_updated: dateOf(identity.updated_at),
    derived_fields: identity.employment_status ? [] : ['is_active'],
    profile: {
      ...UNKNOWN_PROFILE,
      id: objectId(link_id, 'profile', identity.id),
      first_name: identity.first_name || null,
      last_name: identity.last_name || null,
      full_name: identity.full_name || null,
      email: identity.email || null,
      phone: identity.phone_number || null,
      ssn: ssnOf(identity.ssn),
      date_of_birth: dateOf(identity.birth_date),
      home_address: addressOf(identity.address),
    },
  };
  return { ...employment, missing_data_fields: missingFields(employment) };
}

/** Returns the SSN only if all its digits are shown; some payroll systems show only the last digits. */
export function ssnOf(written: string | null | undefined): string | null {
  const digits = written?.replaceAll(/[\s-]/g, '') ?? '';
  return /^\d{9}$/.test(digits) ? digits : null;
}

export function addressOf(address: WireAddress | undefined): Address {
  if (!address) return NO_ADDRESS;
  const lines = [address.line1, address.line2].filter((line) => line);
  return {
    street: lines.length === 0 ? null : lines.join(', '),
    city: address.city || null,
    state: address.state || null,
    zip: address.postal_code || null,
    country: address.country || null,
  };
}

/** Returns the day of a date or timestamp. */
export function dateOf(written: string | null | undefined): string | null {
  const moment = written ? parseTimestamp(written) : undefined;
  return moment === undefined ? null : toTimestamp(moment).slice(0, 10);
}

const momentOf = (written: string | null | undefined): string | null => {
  const moment = written ? parseTimestamp(written) : undefined;
  return moment === undefined ? null : toTimestamp(moment);
};

const GIG_STATUSES: Readonly<Record<string, Shift['status']>> = {
  scheduled: 'scheduled',
  in_progress: 'scheduled',
  completed: 'worked',
  cancelled: 'canceled',
};

/** Converts a gig into a shift of its employment. A gig without a start or with an unknown status is left out. */
export function toShifts(gig: Gig, employment_id: string, link_id: string): Shift[] {
  const started_at = momentOf(gig.start_datetime);
  const status = from(GIG_STATUSES, gig.status);
  if (started_at === null || status === null) return [];
  return [
    {
      id: objectId(link_id, 'shift', gig.id),
      employment_id,
      date: started_at.slice(0, 10),
      started_at,
      ended_at: momentOf(gig.end_datetime),
      hours: typeof gig.duration === 'number' ? orNull(gig.duration / 3600) : null,
      break_hours: null,
      status,
      location: gig.start_location?.formatted_address || null,
      pay_rate: null,
      amount: orNull(gig.income?.total),
    },
  ];
}
