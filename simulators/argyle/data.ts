// Users, verifications, accounts, identities and deposit destinations in Argyle's shapes.
import { decimal } from '../kit/bank.ts';
import { uuidOf } from '../kit/random.ts';
import type { Job } from '../lives/life.ts';
import { isFullTime, payRateOn } from '../lives/pay-stubs.ts';
import { ROUTING_NUMBER } from '../lives/people/places.ts';
import { type Account, employerOf, payoutsIn, type State, stubsOf, type User, type Verification } from './state.ts';

type Json = Record<string, unknown>;

export const timeOf = (date: string): string => `${date}T00:00:00Z`;
const isoOf = (time: Date): string => time.toISOString();

export const stubId = (account: Account, id: string): string => uuidOf('argyle', account.id, 'paystub', id);
export const documentId = (account: Account, id: string): string => uuidOf('argyle', account.id, 'document', id);
export const identityId = (account: Account): string => uuidOf('argyle', account.id, 'identity');
export const employmentId = (account: Account): string => uuidOf('argyle', account.id, 'employment');

export function toUser(state: State, user: User): Json {
  const mine = [...state.accounts.values()].filter((account) => account.user === user);
  return {
    id: user.id,
    created_at: isoOf(user.created_at),
    items_connected: mine.map(({ item }) => item.id),
    employers_connected: mine.map(employerOf),
    external_metadata: user.fields['external_metadata'] ?? {},
    external_id: user.external_id,
    first_name: user.fields['first_name'] ?? null,
    last_name: user.fields['last_name'] ?? null,
    email: user.fields['email'] ?? null,
    phone_number: user.fields['phone_number'] ?? null,
  };
}

export function toVerification(verification: Verification): Json {
  const { id, user, type, status, loan, billing } = verification;
  return {
    id,
    user: user.id,
    created_at: isoOf(verification.created_at),
    updated_at: isoOf(verification.updated_at),
    channel: 'api',
    status: { ...status, errors: [] },
    report: {
      id: status.state === 'COMPLETED' ? uuidOf('argyle', id, 'report') : null,
      type,
      file_url: null,
      json_url: null,
    },
    employments: [],
    loan,
    billing,
    data_source: 'payroll',
  };
}

export function toAccount(state: State, account: Account): Json {
  const is_there = account.phase !== 'connecting';
  const updated_at = isoOf(account.updated_at);
  const plain = is_there ? { status: 'synced', updated_at } : null;
  const status = account.phase === 'synced' ? 'synced' : 'in_progress';
  const counted = (days: readonly string[]): Json | null =>
    is_there
      ? {
          status,
          updated_at,
          available_count: days.length,
          available_from: days.length === 0 ? null : timeOf(days[0] ?? ''),
          available_to: days.length === 0 ? null : timeOf(days.at(-1) ?? ''),
        }
      : null;
  const payouts = payoutsIn(state, account);
  const days = [...stubsOf(account).map(({ pay_date }) => pay_date), ...payouts.map(({ paid_on }) => paid_on)];
  const trip_days = payouts.flatMap(({ trips }) => trips.map(({ started_at }) => started_at.slice(0, 10)));
  return {
    id: account.id,
    user: account.user.id,
    employers: is_there ? [employerOf(account)] : [],
    item: account.item.id,
    source: 'argyle_sandbox',
    created_at: isoOf(account.created_at),
    updated_at,
    scanned_at: is_there ? updated_at : null,
    connection: {
      status: account.error === null ? (is_there ? 'connected' : 'connecting') : 'error',
      error_code: account.error?.code ?? null,
      error_message: account.error?.message ?? null,
      updated_at: isoOf(account.connection_at),
    },
    direct_deposit_switch: { status: 'idle', error_code: null, error_message: null, updated_at },
    availability: {
      gigs: counted(trip_days),
      shifts: counted([]),
      paystubs: counted(days),
      payroll_documents: plain,
      identities: plain,
      ratings: plain,
      vehicles: plain,
      deposit_destinations: plain,
      user_forms: null,
      user_uploads: null,
    },
    ongoing_refresh: { status: account.error === null ? 'enabled' : 'idle' },
  };
}

const CYCLES: Record<Job['rhythm']['every'], string> = {
  week: 'weekly',
  two_weeks: 'biweekly',
  half_month: 'semimonthly',
  month: 'monthly',
  month_by_weekday: 'monthly',
  year: 'annual',
};

/** The last day of the work, if the work has ended. */
function endOf(account: Account): string | undefined {
  const { work } = account;
  const end = 'job' in work ? work.job.ended_on : work.platform.flow.until;
  return end !== undefined && end <= account.synced_to ? end : undefined;
}

export function toIdentity(account: Account): Json {
  const { person } = account.life;
  const { work } = account;
  const job = 'job' in work ? work.job : undefined;
  const rate = job === undefined ? undefined : payRateOn(job, account.synced_to);
  const started = job?.started_on ?? ('platform' in work ? (work.platform.flow.from ?? account.life.from) : null);
  const end = endOf(account);
  return {
    id: identityId(account),
    account: account.id,
    address: toAddress(person.address),
    first_name: person.first_name,
    last_name: person.last_name,
    full_name: `${person.first_name} ${person.last_name}`,
    birth_date: person.birth_date,
    email: person.email,
    phone_number: person.phone,
    picture_url: null,
    employment_status: end === undefined ? 'active' : 'terminated',
    employment_type: typeOf(job, account.synced_to),
    job_title: job?.title ?? null,
    ssn: person.ssn,
    marital_status: null,
    gender: null,
    hire_date: started,
    original_hire_date: started,
    termination_date: end ?? null,
    termination_reason: null,
    employer: employerOf(account),
    base_pay: {
      amount: rate === undefined ? null : decimal(rate.cents),
      period: rate?.unit ?? null,
      currency: rate === undefined ? null : 'USD',
    },
    pay_cycle: job === undefined ? 'weekly' : CYCLES[job.rhythm.every],
    platform_ids: {
      employee_id: job === undefined ? null : uuidOf(account.life.id, job.key).slice(0, 8),
      position_id: null,
      platform_user_id: null,
    },
    created_at: isoOf(account.created_at),
    updated_at: isoOf(account.updated_at),
    metadata: {},
    employment: employmentId(account),
  };
}

const typeOf = (job: Job | undefined, day: string): string => {
  if (job === undefined) return 'contractor';
  return isFullTime(job, day) ? 'full-time' : 'part-time';
};

export const toEmployment = (account: Account): Json => ({
  id: employmentId(account),
  employer: employerOf(account),
  employment_status: endOf(account) === undefined ? 'active' : 'terminated',
  origin: 'acquired',
  user: account.user.id,
  account: account.id,
  created_at: isoOf(account.created_at),
});

export function toDestinations(account: Account): Json[] {
  const { work } = account;
  const parts = 'job' in work ? work.job.deposits : [{ account: work.platform.flow.account, share: 'rest' as const }];
  return parts.map((part) => ({
    id: uuidOf('argyle', account.id, 'destination', part.account),
    account: account.id,
    employment: employmentId(account),
    employer: employerOf(account),
    destination_type: 'ach_deposit_account',
    status: 'active',
    allocation_type: part.share === 'rest' ? 'amount' : 'percent',
    currency: 'USD',
    allocation_value: part.share === 'rest' ? 'remainder' : String(part.share.percent),
    method: 'Direct deposit',
    ach_deposit_account: depositAccount(account, part.account),
    created_at: isoOf(account.created_at),
    updated_at: isoOf(account.updated_at),
    metadata: {},
  }));
}

/** Payroll systems show only the last four digits of the account number. */
export function depositAccount(account: Account, key: string): Json {
  const plan = account.life.accounts.find((one) => one.key === key);
  return {
    account_number: plan === undefined ? null : `******${plan.number.slice(-4)}`,
    bank_name: 'Harbor Street Bank',
    routing_number: ROUTING_NUMBER,
    account_type: plan?.kind === 'savings' ? 'savings' : 'checking',
  };
}

export const toAddress = (address: { line1: string; city: string; state: string; postal_code: string }): Json => ({
  city: address.city,
  line1: address.line1,
  line2: null,
  state: address.state,
  country: 'US',
  postal_code: address.postal_code,
});
