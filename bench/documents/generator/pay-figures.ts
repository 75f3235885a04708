// Generates one pay check from a seed. All its amounts are consistent with each other. All pay checks of the year up to
// the pay date are computed, so year-to-date amounts are exact sums. Amounts are cents, hours are hundredths of an
// hour, dates are `YYYY-MM-DD`.

import { type FilingStatus, TAX_YEARS, type TaxKind, type TaxYear, taxesOf } from './pay-taxes.ts';
import { digits, type Sector, type State } from './people.ts';
import type { Random } from './sample.ts';

export const EARNING_KINDS = [
  'salary',
  'regular',
  'overtime',
  'double_time',
  'piece',
  'evening',
  'night',
  'weekend',
  'on_call',
  'charge',
  'holiday',
  'pto',
  'sick',
  'jury',
  'training',
  'card_tips',
  'cash_tips',
  'commission',
  'bonus',
  'retro',
  'longevity',
  'allowance',
  'housing',
] as const;
export type EarningKind = (typeof EARNING_KINDS)[number];

export const PRE_TAX_KINDS = [
  'medical',
  'dental',
  'vision',
  'hsa',
  'fsa',
  'commuter',
  'k401',
  'k403',
  'k457',
  'pension',
] as const;
export const POST_TAX_KINDS = [
  'roth',
  'life',
  'disability_short',
  'disability_long',
  'union',
  'garnishment',
  'support',
  'loan',
  'charity',
  'stock',
  'uniform',
  'meals',
  'tips_paid',
] as const;
export type DeductionKind = (typeof PRE_TAX_KINDS)[number] | (typeof POST_TAX_KINDS)[number];

export const CONTRIBUTION_KINDS = [
  'match',
  'medical',
  'dental',
  'hsa',
  'life',
  'pension',
  'social_security',
  'medicare',
] as const;
export type ContributionKind = (typeof CONTRIBUTION_KINDS)[number];

export type Frequency = 'weekly' | 'biweekly' | 'semimonthly' | 'monthly';

/**
 * `hours` and `rate` are null if the line has no hours or no rate. If the line was paid only earlier in the year,
 * `current` is 0 and `hours` is null.
 */
export type Earning = {
  kind: EarningKind;
  hours: number | null;
  hours_ytd: number | null;
  rate: number | null;
  current: number;
  ytd: number;
};
export type Line<Kind> = { kind: Kind; current: number; ytd: number };
export type Deduction = Line<DeductionKind> & { pre_tax: boolean };
export type Sum = { current: number; ytd: number };
export type Leave = { kind: 'vacation' | 'sick' | 'personal'; accrued: number; used: number; balance: number };
export type Account = { kind: 'checking' | 'savings'; mask: string; current: number };

export type PayCheck = {
  state: State;
  frequency: Frequency;
  filing_status: FilingStatus;
  /** The pay for one hour. Salaried people have this value too. */
  rate: number;
  salaried: boolean;
  pay_date: string;
  period_start: string;
  period_end: string;
  earnings: Earning[];
  taxes: Line<TaxKind>[];
  deductions: Deduction[];
  contributions: Line<ContributionKind>[];
  /** The accounts to which the pay is deposited. Empty if the person is paid by check. */
  accounts: Account[];
  leaves: Leave[];
  gross: Sum;
  total_taxes: Sum;
  total_deductions: Sum;
  net: Sum;
  federal_wages: Sum;
  hours: Sum;
};

export type PayOptions = {
  sector: Sector;
  state: State;
  frequency?: Frequency;
  salaried?: boolean;
  /** The maximum number of deduction lines. */
  deductions_max?: number;
};

type Period = { start: string; end: string; pay: string };
type Paid = {
  earnings: Map<EarningKind, { hours: number | null; rate: number | null; amount: number }>;
  taxes: Map<TaxKind, number>;
  deductions: Map<DeductionKind, number>;
  contributions: Map<ContributionKind, number>;
  federal_wages: number;
};
/** `amount` is a fixed amount per check. `share` is a share of gross pay in hundredths of a percent. */
type Setting<Kind> = { kind: Kind; amount: number } | { kind: Kind; share: number };
type Job = {
  sector: Sector;
  salaried: boolean;
  frequency: Frequency;
  rate: number;
  deductions: Setting<DeductionKind>[];
  contributions: Setting<ContributionKind>[];
  often: ReadonlySet<EarningKind>;
};

export const CHECKS_PER_YEAR: Record<Frequency, number> = { weekly: 52, biweekly: 26, semimonthly: 24, monthly: 12 };
const SECTION_125: ReadonlySet<DeductionKind> = new Set(['medical', 'dental', 'vision', 'hsa', 'fsa', 'commuter']);
const PRE_TAX: ReadonlySet<DeductionKind> = new Set(PRE_TAX_KINDS);

export function newPayCheck(random: Random, options: PayOptions): PayCheck {
  const job = newJob(random, options);
  const year = random.pick(TAX_YEARS);
  const periods = periodsOf(year, job.frequency, random);
  const last = random.chance(0.06) ? 0 : random.integer(0, periods.length - 1);
  const first = random.chance(0.2) ? random.integer(0, last) : 0;
  const raise = random.chance(0.35) ? random.integer(first, last) : last + 1;
  const filing_status = random.pick(['single', 'married', 'head'] as const);
  const raised = { ...job, rate: job.rate + 2 * Math.round(job.rate * 0.015) };
  const checks: Paid[] = [];
  for (let index = first; index <= last; index++) {
    checks.push(pay(random, index >= raise ? raised : job, options.state, year, filing_status, checks));
  }
  return summed(random, checks, {
    state: options.state,
    frequency: job.frequency,
    filing_status,
    rate: last >= raise ? raised.rate : job.rate,
    salaried: job.salaried,
    period: required(periods[last]),
  });
}

function summed(
  random: Random,
  checks: Paid[],
  job: Pick<PayCheck, 'state' | 'frequency' | 'filing_status' | 'rate' | 'salaried'> & { period: Period },
): PayCheck {
  const { period, ...known } = job;
  const now = required(checks.at(-1));
  const earnings = EARNING_KINDS.flatMap((kind): Earning[] => {
    const paid = checks.flatMap((check) => check.earnings.get(kind) ?? []);
    if (paid.length === 0) return [];
    const line = now.earnings.get(kind);
    const timed = paid.some(({ hours }) => hours !== null);
    return [
      {
        kind,
        hours: line ? line.hours : null,
        hours_ytd: timed ? total(paid.map(({ hours }) => hours ?? 0)) : null,
        rate: line ? line.rate : null,
        current: line?.amount ?? 0,
        ytd: total(paid.map(({ amount }) => amount)),
      },
    ];
  });
  const lines = <Kind>(of: (check: Paid) => Map<Kind, number>): Line<Kind>[] => {
    const kinds = new Set(checks.flatMap((check) => [...of(check).keys()]));
    return [...kinds].map((kind) => ({
      kind,
      current: of(now).get(kind) ?? 0,
      ytd: total(checks.map((check) => of(check).get(kind) ?? 0)),
    }));
  };
  const taxes = lines((check) => check.taxes);
  const deductions = lines((check) => check.deductions).map((line) => ({ ...line, pre_tax: PRE_TAX.has(line.kind) }));
  const gross = sumOf(earnings);
  const total_taxes = sumOf(taxes);
  const total_deductions = sumOf(deductions);
  const net = {
    current: gross.current - total_taxes.current - total_deductions.current,
    ytd: gross.ytd - total_taxes.ytd - total_deductions.ytd,
  };
  return {
    ...known,
    pay_date: period.pay,
    period_start: period.start,
    period_end: period.end,
    earnings,
    taxes,
    deductions,
    contributions: lines((check) => check.contributions),
    accounts: newAccounts(random, net.current),
    leaves: newLeaves(random),
    gross,
    total_taxes,
    total_deductions,
    net,
    federal_wages: { current: now.federal_wages, ytd: total(checks.map((check) => check.federal_wages)) },
    hours: {
      current: total(earnings.filter(isWorked).map(({ hours }) => hours ?? 0)),
      ytd: total(earnings.filter(isWorked).map(({ hours_ytd }) => hours_ytd ?? 0)),
    },
  };
}

/**
 * Returns true if the hours of a line count as worked hours. The hours of shift differentials do not count, because
 * another line already contains them.
 */
const isWorked = ({ kind }: Earning) => !['evening', 'night', 'weekend', 'on_call', 'charge'].includes(kind);

function pay(random: Random, job: Job, state: State, year: TaxYear, filing: FilingStatus, before: Paid[]): Paid {
  const earnings = earn(random, job);
  const gross = total([...earnings.values()].map(({ amount }) => amount));
  const amounts = <Kind>(settings: Setting<Kind>[]) =>
    new Map(
      settings.map((line) => [line.kind, 'amount' in line ? line.amount : Math.round((gross * line.share) / 10_000)]),
    );
  const deductions = amounts(job.deductions);
  const tips = earnings.get('cash_tips');
  if (tips) deductions.set('tips_paid', tips.amount);
  const less = (kinds: ReadonlySet<DeductionKind>) =>
    gross - total([...deductions].map(([kind, amount]) => (kinds.has(kind) ? amount : 0)));
  const fica_wages = less(SECTION_125);
  const federal_wages = less(PRE_TAX);
  const taxes = taxesOf({
    state,
    year,
    filing,
    checks_per_year: CHECKS_PER_YEAR[job.frequency],
    fica_wages,
    federal_wages,
    taxed_before: total(before.map((check) => check.taxes.get('social_security') ?? 0)),
  });
  const contributions = amounts(job.contributions);
  for (const kind of ['social_security', 'medicare'] as const) {
    if (contributions.has(kind)) contributions.set(kind, taxes.get(kind) ?? 0);
  }
  return { earnings, taxes, deductions, contributions, federal_wages };
}

function earn(random: Random, job: Job): Paid['earnings'] {
  const lines: Paid['earnings'] = new Map();
  const time = (kind: EarningKind, hours: number, rate: number) => {
    if (hours > 0) lines.set(kind, { hours, rate, amount: Math.round((hours * rate) / 100) });
  };
  const lump = (kind: EarningKind, amount: number) => lines.set(kind, { hours: null, rate: null, amount });
  const often = (kind: EarningKind, otherwise: number, usual: number) =>
    random.chance(job.often.has(kind) ? usual : otherwise);
  const whole = Math.round((2080 * 100) / CHECKS_PER_YEAR[job.frequency]);
  const off = { holiday: often('holiday', 0.1, 0.2) ? 800 : 0, pto: 0, sick: 0, jury: 0 };
  if (often('pto', 0.12, 0.25)) off.pto = 400 * random.integer(1, 4);
  if (random.chance(0.07)) off.sick = random.pick([200, 400, 625, 800]);
  if (random.chance(0.01)) off.jury = 800;
  const away = off.holiday + off.pto + off.sick + off.jury;
  if (job.salaried) {
    const salary = Math.round((job.rate * 2080) / CHECKS_PER_YEAR[job.frequency]);
    lines.set('salary', { hours: whole - away, rate: null, amount: salary - Math.round((away * job.rate) / 100) });
  } else {
    const worked = random.chance(0.5) ? whole : Math.round(whole * (0.8 + 0.2 * random.next()));
    time('regular', Math.max(worked - away, 800), job.rate);
    if (often('overtime', 0.15, 0.6))
      time('overtime', random.pick([50, 125, 200, 375, 412, 650, 800]), (job.rate * 3) / 2);
    if (often('double_time', 0.01, 0.12)) time('double_time', random.pick([100, 250, 400]), job.rate * 2);
  }
  for (const kind of ['holiday', 'pto', 'sick', 'jury'] as const) time(kind, off[kind], job.rate);
  if (job.often.has('evening') && random.chance(0.6)) time('evening', 100 * random.integer(4, 40), 225);
  if (job.often.has('night') && random.chance(0.6)) time('night', 50 * random.integer(8, 60), 450);
  if (job.often.has('weekend') && random.chance(0.7)) time('weekend', 50 * random.integer(8, 48), 300);
  if (job.often.has('on_call') && random.chance(0.5)) time('on_call', 100 * random.integer(8, 48), 400);
  if (job.often.has('charge') && random.chance(0.4)) time('charge', 100 * random.integer(8, 36), 250);
  if (job.often.has('training') && random.chance(0.15)) time('training', 100 * random.integer(1, 8), job.rate);
  if (job.often.has('piece')) lump('piece', random.pick([125, 180, 265]) * random.integer(40, 320));
  if (job.often.has('card_tips')) lump('card_tips', random.integer(9_000, 62_000));
  if (job.often.has('cash_tips')) lump('cash_tips', random.integer(2_000, 14_000));
  if (job.often.has('commission')) lump('commission', random.integer(5_000, 240_000));
  if (often('bonus', 0.03, 0.12)) lump('bonus', 2_500 * Math.ceil((job.rate * random.integer(4, 40)) / 2_500));
  if (random.chance(0.02)) lump('retro', random.integer(1_000, 30_000));
  if (job.often.has('longevity')) lump('longevity', 7_500);
  if (job.often.has('allowance')) lump('allowance', 5_000);
  if (job.often.has('housing')) lump('housing', 90_000);
  return lines;
}

const OFTEN: Record<Sector, readonly EarningKind[]> = {
  office: ['bonus', 'commission', 'pto', 'allowance'],
  trade: ['overtime', 'double_time', 'holiday', 'training', 'allowance'],
  restaurant: ['overtime', 'card_tips', 'cash_tips', 'training'],
  hospital: ['overtime', 'evening', 'night', 'weekend', 'on_call', 'charge', 'pto', 'training'],
  agency: ['overtime', 'holiday', 'pto', 'longevity', 'allowance'],
  shop: ['overtime', 'commission', 'holiday', 'bonus'],
  church: ['holiday', 'pto'],
  farm: ['overtime', 'piece'],
};
/** The lowest and the highest hourly pay of each sector. */
const RATES: Record<Sector, readonly [number, number]> = {
  office: [2400, 7000],
  trade: [1900, 4800],
  restaurant: [900, 1700],
  hospital: [2200, 6400],
  agency: [2000, 5600],
  shop: [1500, 3400],
  church: [1700, 3200],
  farm: [1600, 2400],
};

function newJob(random: Random, { sector, salaried, frequency, deductions_max = 12 }: PayOptions): Job {
  const [low, high] = RATES[sector];
  const usual = {
    office: 0.65,
    church: 0.6,
    agency: 0.4,
    hospital: 0.1,
    shop: 0.2,
    trade: 0.1,
    restaurant: 0,
    farm: 0,
  };
  const rate = 2 * random.integer(low / 2, high / 2);
  const chosen = frequency ?? random.pick(['weekly', 'biweekly', 'biweekly', 'semimonthly', 'monthly'] as const);
  const scale = 26 / CHECKS_PER_YEAR[chosen];
  const deductions = newDeductions(random, sector, scale).slice(0, deductions_max);
  const rich = sector === 'office' || sector === 'hospital' || sector === 'agency';
  return {
    sector,
    salaried: salaried ?? random.chance(usual[sector]),
    frequency: chosen,
    rate,
    deductions,
    contributions: newContributions(random, deductions, scale, rich),
    often: new Set(OFTEN[sector].filter(() => random.chance(0.6))),
  };
}

function newDeductions(random: Random, sector: Sector, scale: number): Setting<DeductionKind>[] {
  const found: Setting<DeductionKind>[] = [];
  const fixed = (chance: number, kind: DeductionKind, from: number, to: number) => {
    if (random.chance(chance)) found.push({ kind, amount: Math.round(random.integer(from, to) * scale) });
  };
  const share = (chance: number, kind: DeductionKind, choices: number[]) => {
    if (random.chance(chance)) found.push({ kind, share: random.pick(choices) });
  };
  const insured = { restaurant: 0.2, farm: 0.15 }[sector as string] ?? 0.75;
  fixed(insured, 'medical', 3_200, 17_900);
  fixed(insured * 0.8, 'dental', 450, 2_600);
  fixed(insured * 0.7, 'vision', 180, 990);
  fixed(insured * 0.3, 'hsa', 1_500, 9_000);
  fixed(insured * 0.15, 'fsa', 1_000, 6_000);
  fixed(sector === 'office' ? 0.25 : 0.03, 'commuter', 2_000, 7_500);
  if (sector === 'agency') {
    share(0.8, 'pension', [500, 650, 775]);
    share(0.4, 'k457', [200, 300, 400]);
  } else if (sector === 'hospital' || sector === 'church') share(0.7, 'k403', [300, 400, 550, 600]);
  else share(insured * 0.8, 'k401', [200, 300, 400, 500, 600, 800]);
  share(insured * 0.2, 'roth', [100, 200, 300]);
  fixed(insured * 0.4, 'life', 120, 1_900);
  fixed(insured * 0.2, 'disability_short', 300, 1_500);
  fixed(insured * 0.25, 'disability_long', 300, 1_800);
  fixed({ agency: 0.7, trade: 0.4, hospital: 0.4 }[sector as string] ?? 0.02, 'union', 900, 4_200);
  share(0.05, 'garnishment', [800, 1000]);
  fixed(0.06, 'support', 5_000, 9_500);
  fixed(insured * 0.1, 'loan', 2_000, 7_000);
  fixed(0.08, 'charity', 500, 2_500);
  share(sector === 'office' ? 0.12 : 0, 'stock', [300, 500]);
  fixed(sector === 'restaurant' || sector === 'trade' ? 0.25 : 0, 'uniform', 300, 900);
  fixed(sector === 'restaurant' ? 0.4 : 0, 'meals', 600, 2_800);
  return found;
}

function newContributions(random: Random, deductions: Setting<DeductionKind>[], scale: number, rich: boolean) {
  const found: Setting<ContributionKind>[] = [];
  const has = (kind: DeductionKind) => deductions.some((line) => line.kind === kind);
  if (has('k401') || has('k403')) found.push({ kind: 'match', share: random.pick([150, 200, 300, 400]) });
  if (has('pension')) found.push({ kind: 'pension', share: random.pick([900, 1150]) });
  if (has('medical')) found.push({ kind: 'medical', amount: Math.round(random.integer(18_000, 52_000) * scale) });
  if (has('dental')) found.push({ kind: 'dental', amount: Math.round(random.integer(900, 2_400) * scale) });
  if (has('hsa')) found.push({ kind: 'hsa', amount: Math.round(random.integer(1_000, 4_000) * scale) });
  if (rich && random.chance(0.5)) found.push({ kind: 'life', amount: Math.round(random.integer(150, 900) * scale) });
  if (random.chance(0.25)) {
    found.push({ kind: 'social_security', amount: 0 }, { kind: 'medicare', amount: 0 });
  }
  return found;
}

function newAccounts(random: Random, net: number): Account[] {
  if (random.chance(0.15)) return [];
  const account = (kind: Account['kind'], current: number): Account => ({ kind, mask: digits(random, 4), current });
  const found: Account[] = [];
  let left = net;
  for (let count = random.pick([0, 0, 0, 1, 1, 2]); count > 0; count--) {
    const part = random.chance(0.6) ? 2_500 * random.integer(1, 12) : Math.round(net * 0.1);
    if (left - part < 10_000) break;
    left -= part;
    found.push(account(random.chance(0.7) ? 'savings' : 'checking', part));
  }
  const main = account('checking', left);
  return random.chance(0.5) ? [main, ...found] : [...found, main];
}

function newLeaves(random: Random): Leave[] {
  return (['vacation', 'sick', 'personal'] as const)
    .filter((kind) => random.chance(kind === 'personal' ? 0.4 : 0.9))
    .map((kind) => {
      const used = 100 * random.pick([0, 0, 0, 4, 8, 16]);
      const accrued = random.integer(154, 615);
      return { kind, accrued, used, balance: accrued + random.integer(0, 16_000) };
    });
}

/** Returns the pay periods of a year. */
function periodsOf(year: number, frequency: Frequency, random: Random): Period[] {
  const found: Period[] = [];
  const add = (start: Date, end: Date, lag: number) => {
    const pay = workday(shifted(end, lag));
    if (pay.getUTCFullYear() === year) found.push({ start: iso(start), end: iso(end), pay: iso(pay) });
  };
  if (frequency === 'weekly' || frequency === 'biweekly') {
    const length = frequency === 'weekly' ? 7 : 14;
    const lag = random.pick([3, 4, 5, 6, 12]);
    let start = shifted(new Date(Date.UTC(year, 0, 1 + random.integer(0, length - 1))), -(2 * length + lag));
    // A pay period starts on a Sunday and ends on a Saturday.
    start = shifted(start, (7 - start.getUTCDay()) % 7);
    for (let count = 0; count < 56; count++, start = shifted(start, length))
      add(start, shifted(start, length - 1), lag);
    return found;
  }
  const lag = random.pick([0, 0, 5, 10]);
  for (let month = -1; month < 12; month++) {
    const day = (number: number) => new Date(Date.UTC(year, month, number));
    const end = new Date(Date.UTC(year, month + 1, 0));
    if (frequency === 'monthly') add(day(1), end, lag);
    else {
      add(day(1), day(15), lag);
      add(day(16), end, lag);
    }
  }
  return found;
}

const shifted = (date: Date, days: number) => new Date(date.getTime() + days * 86_400_000);
/** Returns the date itself if it is a weekday. For a date on a weekend, returns the Friday before. */
const workday = (date: Date) => shifted(date, date.getUTCDay() === 6 ? -1 : date.getUTCDay() === 0 ? -2 : 0);
const iso = (date: Date) => date.toISOString().slice(0, 10);
const total = (values: number[]) => values.reduce((sum, value) => sum + value, 0);
const sumOf = (lines: Sum[]): Sum => ({
  current: total(lines.map(({ current }) => current)),
  ytd: total(lines.map(({ ytd }) => ytd)),
});

function required<T>(value: T | undefined): T {
  if (value === undefined) throw new RangeError('a year has at least one period');
  return value;
}
