// Pay stubs and gigs in Argyle's shapes.
import { decimal } from '../kit/bank.ts';
import { uuidOf } from '../kit/random.ts';
import type { Payout, Trip } from '../lives/gig-trips.ts';
import type { Job } from '../lives/life.ts';
import type { PayStub } from '../lives/pay-stubs.ts';
import { depositAccount, documentId, employmentId, stubId, timeOf, toAddress } from './data.ts';
import { type Account, employerOf } from './state.ts';

type Json = Record<string, unknown>;

const EARNING_TYPES: Readonly<Record<string, string>> = {
  Salary: 'base',
  Regular: 'base',
  Overtime: 'overtime',
  Bonus: 'bonus',
};
const TAX_TYPES: Readonly<Record<string, string>> = {
  'Federal income tax': 'federal',
  'State income tax': 'state',
  'Social Security': 'fica',
  Medicare: 'fica',
};

/** A scheduled stub is not paid yet and has no document. */
export function toPaystub(account: Account, job: Job, stub: PayStub, status: 'completed' | 'scheduled'): Json {
  const gross_pay_list = stub.earnings.map((line) => ({
    name: line.name,
    type: EARNING_TYPES[line.name] ?? 'other',
    start_date: line.cents === 0 ? null : stub.period_start,
    end_date: line.cents === 0 ? null : stub.period_end,
    rate: line.rate_cents === null || line.cents === 0 ? null : `${decimal(line.rate_cents)}00`,
    hours: line.hours === null || line.cents === 0 ? null : line.hours.toFixed(4),
    amount: line.cents === 0 ? null : decimal(line.cents),
    hours_ytd: line.year_hours === null ? null : line.year_hours.toFixed(4),
    amount_ytd: decimal(line.year_cents),
  }));
  return {
    id: stubId(account, stub.id),
    account: account.id,
    employment: employmentId(account),
    payroll_document: status === 'completed' ? documentId(account, stub.id) : null,
    status,
    paystub_date: timeOf(stub.pay_date),
    paystub_period: { start_date: timeOf(stub.period_start), end_date: timeOf(stub.period_end) },
    currency: 'USD',
    employer: job.employer.name,
    employer_address: toAddress(job.employer.address),
    gross_pay: decimal(stub.gross_cents),
    gross_pay_ytd: decimal(stub.year_to_date.gross_cents),
    net_pay: decimal(stub.net_cents),
    net_pay_ytd: decimal(stub.year_to_date.net_cents),
    taxes: decimal(stub.taxes.reduce((sum, { cents }) => sum + cents, 0)),
    taxes_ytd: decimal(stub.year_to_date.taxes_cents),
    deductions: decimal(stub.deductions.reduce((sum, { cents }) => sum + cents, 0)),
    deductions_ytd: decimal(stub.year_to_date.deductions_cents),
    reimbursements: '0.00',
    fees: null,
    hours: stub.hours === null ? null : stub.hours.toFixed(2),
    hours_ytd: stub.year_hours === null ? null : stub.year_hours.toFixed(2),
    gross_pay_list,
    gross_pay_list_totals: totalsOf(stub),
    tax_list: stub.taxes.map((line) => ({
      name: line.name,
      type: TAX_TYPES[line.name] ?? 'other',
      amount: decimal(line.cents),
      amount_ytd: decimal(line.year_cents),
    })),
    deduction_list: stub.deductions.map((line) => ({
      name: line.name,
      tax_classification: line.is_pre_tax ? 'pre_tax' : 'post_tax',
      amount: decimal(line.cents),
      amount_ytd: decimal(line.year_cents),
    })),
    filing_status: [{ type: 'federal', location: null, status: 'single' }],
    destinations: stub.deposits.map((deposit) => {
      const { account_type, ...ach_deposit_account } = depositAccount(account, deposit.account);
      return {
        reference: `${String(account_type).toUpperCase()} ${String(ach_deposit_account['account_number'])}`,
        amount: decimal(deposit.cents),
        method: 'direct deposit',
        ach_deposit_account,
        card: null,
      };
    }),
    created_at: timeOf(stub.pay_date),
    updated_at: timeOf(stub.pay_date),
    metadata: {},
  };
}

function totalsOf(stub: PayStub): Json {
  const of = (type: string): Json | null => {
    const lines = stub.earnings.filter(({ name }) => (EARNING_TYPES[name] ?? 'other') === type);
    if (lines.length === 0) return null;
    const sum = (pick: (line: (typeof lines)[number]) => number): number =>
      lines.reduce((total, line) => total + pick(line), 0);
    const has_hours = lines.some(({ hours }) => hours !== null);
    const rate = (cents: number, hours: number): string | null =>
      hours === 0 ? null : `${decimal(Math.round(cents / hours))}00`;
    return {
      amount: decimal(sum(({ cents }) => cents)),
      amount_ytd: decimal(sum(({ year_cents }) => year_cents)),
      hours: has_hours ? sum(({ hours }) => hours ?? 0).toFixed(4) : null,
      hours_ytd: has_hours ? sum(({ year_hours }) => year_hours ?? 0).toFixed(4) : null,
      rate_implied: rate(
        sum(({ cents }) => cents),
        sum(({ hours }) => hours ?? 0),
      ),
      rate_implied_ytd: rate(
        sum(({ year_cents }) => year_cents),
        sum(({ year_hours }) => year_hours ?? 0),
      ),
    };
  };
  return { base: of('base'), overtime: of('overtime'), commission: null, bonus: of('bonus'), other: of('other') };
}

/** A platform's payout has no taxes and no deductions. */
export const toPayoutStub = (account: Account, payout: Payout): Json => ({
  id: stubId(account, payout.id),
  account: account.id,
  employment: employmentId(account),
  payroll_document: null,
  status: 'completed',
  paystub_date: timeOf(payout.paid_on),
  paystub_period: { start_date: timeOf(payout.from), end_date: timeOf(payout.to) },
  currency: 'USD',
  employer: employerOf(account),
  employer_address: { city: null, line1: null, line2: null, state: null, country: null, postal_code: null },
  gross_pay: decimal(payout.cents),
  gross_pay_ytd: null,
  net_pay: decimal(payout.cents),
  net_pay_ytd: null,
  taxes: '0.00',
  taxes_ytd: null,
  deductions: '0.00',
  deductions_ytd: null,
  reimbursements: '0.00',
  fees: null,
  hours: (payout.trips.reduce((sum, trip) => sum + trip.duration_seconds, 0) / 3600).toFixed(2),
  hours_ytd: null,
  gross_pay_list: [],
  gross_pay_list_totals: { base: null, overtime: null, commission: null, bonus: null, other: null },
  tax_list: [],
  deduction_list: [],
  filing_status: [],
  destinations: [],
  created_at: timeOf(payout.paid_on),
  updated_at: timeOf(payout.paid_on),
  metadata: { raw_type: 'REGULAR' },
});

export function toGig(account: Account, trip: Trip): Json {
  const is_ride = 'platform' in account.work && account.work.platform.kind === 'rideshare';
  const per = (units: number): string | null => (units === 0 ? null : decimal(Math.round(trip.total_cents / units)));
  return {
    id: uuidOf('argyle', account.id, 'gig', trip.id),
    account: account.id,
    employment: employmentId(account),
    employer: employerOf(account),
    created_at: trip.ended_at,
    updated_at: trip.ended_at,
    status: trip.status,
    type: is_ride ? 'rideshare' : 'delivery',
    task_count: 1,
    start_datetime: trip.started_at,
    end_datetime: trip.ended_at,
    all_datetimes: {
      request_at: trip.started_at,
      accept_at: trip.started_at,
      pickup_at: trip.status === 'completed' ? trip.started_at : null,
      dropoff_at: trip.status === 'completed' ? trip.ended_at : null,
      cancel_at: trip.status === 'cancelled' ? trip.ended_at : null,
      shift_start: null,
      shift_end: null,
      breaks: [],
    },
    duration: trip.duration_seconds,
    timezone: 'America/New_York',
    earning_type: 'work',
    start_location: { lat: null, lng: null, formatted_address: null },
    end_location: { lat: null, lng: null, formatted_address: null },
    distance: decimal(trip.distance_hundredths),
    distance_unit: 'miles',
    metadata: {},
    circumstances: {
      is_pool: false,
      is_rush: false,
      is_surge: trip.bonus_cents > 0,
      service_type: null,
      position: null,
    },
    income: {
      currency: 'USD',
      total_charge: decimal(trip.total_cents),
      fees: decimal(0),
      total: decimal(trip.total_cents),
      pay: decimal(trip.pay_cents),
      tips: decimal(trip.tips_cents),
      bonus: decimal(trip.bonus_cents),
      other: decimal(0),
      customer_price: decimal(trip.total_cents + trip.fee_cents),
    },
    income_rates: { hour: per(trip.duration_seconds / 3600), mile: per(trip.distance_hundredths / 100) },
    task_details: { events: [], orders: [] },
  };
}
