// Payments from public agencies and insurers, which follow their own calendars.
import { addDays, weekdayOnOrBefore, yearOf } from '#base/calendar.ts';
import { achDeposits, around, cents, type Life, newSender, someDays } from './life.ts';
import { everyDays, onBusinessDay, onDays, onNthWeekday, payDates, type Schedule, shaken } from './schedules.ts';
import type { Category } from './truth.ts';

type Span = { from: string; until: string };
type Benefit = {
  company: string;
  entry: string;
  category: Category;
  also_right?: readonly Category[];
  schedule: Schedule;
  dollars: number;
  span?: Span;
  /** The probability that a payment is posted one day earlier or later than scheduled. */
  shake?: number;
  is_unpunctual?: boolean;
  deviation?: number;
  /** The share by which the amount rises each January, as a cost-of-living adjustment. */
  yearly_rise?: number;
};

function benefit(life: Life, what: Benefit): void {
  const { random, ledger, main } = life;
  const { company, entry, category, schedule, dollars, shake = 0, deviation = 0, yearly_rise = 0 } = what;
  const span = what.span ?? { from: ledger.from, until: ledger.until };
  const first_year = yearOf(ledger.from);
  const paid = payDates(schedule, span.from, span.until).map((date) => ({
    date: shaken(date, random, shake),
    cents: around(random, Math.round(cents(dollars) * (1 + yearly_rise) ** (yearOf(date) - first_year)), deviation),
  }));
  ledger.income(
    {
      name: `${company} ${entry} ${schedule.frequency}`,
      account: main,
      category,
      schedule,
      ...(what.also_right === undefined ? {} : { also_right: what.also_right }),
      ...(what.is_unpunctual === true ? { is_unpunctual: true } : {}),
      ...(span.until < ledger.until ? { ended: span.until } : {}),
    },
    achDeposits(main, newSender(life, company, entry), paid),
  );
}

const WEDNESDAY = 3;

/**
 * Social Security is paid on the 2nd, 3rd or 4th Wednesday of the month, depending on the day of birth. People who were
 * already beneficiaries before May 1997 are paid on the 3rd day of the month.
 */
export function socialSecurity(life: Life): void {
  const { random } = life;
  const schedule = random.chance(0.2) ? onDays([3]) : onNthWeekday(WEDNESDAY, random.int(2, 4));
  const dollars = random.between(900, 3_100);
  benefit(life, {
    company: 'SSA  TREAS 310',
    entry: 'XXSOC SEC',
    category: 'SOCIAL_SECURITY',
    schedule,
    dollars,
    yearly_rise: 0.026,
  });
}

export function veteran(life: Life): void {
  const dollars = life.random.pick([175.51, 346.95, 537.42, 1_075.16, 1_759.19, 2_044.89, 3_831.3]);
  benefit(life, {
    company: 'VACP TREAS 310',
    entry: 'XXVA BENEF',
    category: 'VETERAN',
    schedule: onDays([1]),
    dollars,
    yearly_rise: 0.025,
  });
}

/** Soldiers on active duty are paid on the 1st and the 15th of the month. Retired soldiers are paid on the 1st only. */
export function soldier(life: Life): void {
  const company = life.random.pick(['DFAS-IN IND, IN', 'DFAS-CLEVELAND']);
  const entry = life.random.pick(['ARMY ACT', 'AF SALARY', 'NAVY ACT', 'USMC ACT']);
  const dollars = life.random.between(1_150, 2_700);
  benefit(life, {
    company,
    entry,
    category: 'PAYCHECK',
    also_right: ['MILITARY'],
    schedule: onDays([1, 15]),
    dollars,
    yearly_rise: 0.045,
  });
}

export function retiredSoldier(life: Life): void {
  const dollars = life.random.between(1_300, 3_900);
  benefit(life, {
    company: 'DFAS-CLEVELAND',
    entry: 'RET NET',
    category: 'RETIREMENT',
    also_right: ['MILITARY'],
    schedule: onDays([1]),
    dollars,
  });
}

const UNEMPLOYMENT: Record<string, readonly [string, string]> = {
  CA: ['CA EDD', 'UI BENEFIT'],
  NY: ['NYS DOL UI', 'UI DD'],
  TX: ['TWC-BENEFITS', 'UI BENEFIT'],
  FL: ['FLORIDA COMMERCE', 'REEMP ASST'],
  OH: ['OHIO DEPT JFS', 'UNEMP COMP'],
  PA: ['COMMWLTH OF PA', 'UCBENEFITS'],
  IL: ['IL DEPT EMP SEC', 'IDES UI'],
  WA: ['WA ST EMPLOY SEC', 'UI BENEFIT'],
  NJ: ['STATE OF NJ DOL', 'UI PAYMENT'],
  MA: ['MA DUA', 'UNEMP BEN'],
  GA: ['GA DEPT OF LABOR', 'UI PAYMENT'],
};

export function unemployment(life: Life, span: Span): void {
  const { random, state } = life;
  const [company, entry] = UNEMPLOYMENT[state] ?? ['STATE UNEMP INS', 'UI BENEFIT'];
  // A person with unemployment benefits certifies the claim every week or every other week, on a fixed weekday, for at
  // most half a year.
  const weekday = random.int(1, 4);
  const schedule = everyDays(random.chance(0.6) ? 7 : 14, weekdayOnOrBefore(span.from, weekday), 'next');
  const end = addDays(span.from, 182);
  const until = end < span.until ? end : span.until;
  const dollars = random.between(220, 640) * (schedule.frequency === 'W' ? 1 : 2);
  benefit(life, {
    company,
    entry,
    category: 'UNEMPLOYMENT',
    schedule,
    dollars,
    span: { from: span.from, until },
    shake: 0.05,
  });
}

export function disability(life: Life): void {
  const [company, entry] = life.random.pick([
    ['UNUM LIFE INS CO', 'DISABILITY'],
    ['THE HARTFORD', 'LTD BENEF'],
    ['LINCOLN NATL LIF', 'DISAB PMT'],
    ['STANDARD INSURAN', 'DISABILITY'],
    ['CA EDD', 'DI BENEFIT'],
  ] as const);
  const is_state = company === 'CA EDD';
  const schedule = is_state
    ? everyDays(14, weekdayOnOrBefore(life.ledger.from, 2), 'next')
    : life.random.pick([onDays([1]), onDays([25]), onBusinessDay('last')]);
  const dollars = is_state ? life.random.between(700, 2_200) : life.random.between(900, 4_200);
  benefit(life, { company, entry, category: 'DISABILITY', schedule, dollars });
}

const CHILD_SUPPORT: Record<string, readonly [string, string]> = {
  CA: ['CA STATE DISB UN', 'CHILD SUPP'],
  NY: ['NYS CHILD SUPP', 'CHILD SUPP'],
  TX: ['TEXAS SDU', 'CHILD SUPP'],
  FL: ['FL DEPT REVENUE', 'CHILD SUPP'],
  OH: ['OHIO CSPC', 'CHILD SUPP'],
  MI: ['MISDU', 'CHILDSUPRT'],
  PA: ['PA SCDU', 'CHILDSUPRT'],
};

/**
 * Child support is withheld from the other parent's pay, so it is paid as often as the other parent is paid. A payment
 * of child support may be posted one day late or early.
 */
export function childSupport(life: Life): void {
  const { random, ledger, state } = life;
  const [company, entry] = CHILD_SUPPORT[state] ?? [`${state} SDU`, 'CHILD SUPP'];
  const near = weekdayOnOrBefore(ledger.from, random.int(1, 4));
  const schedule = random.weighted([
    [40, everyDays(14, near, 'next')],
    [30, everyDays(7, near, 'next')],
    [30, onDays([random.int(3, 12)], 'next')],
  ]);
  const dollars = (random.between(180, 900) * 12) / schedule.periods_per_year;
  benefit(life, { company, entry, category: 'CHILD_SUPPORT', schedule, dollars, shake: 0.08 });
}

export function pension(life: Life): void {
  const [company, entry] = life.random.pick([
    ['CALPERS', 'RETIREMENT'],
    ['NYSLRS', 'PENSION'],
    ['OPM1 TREAS 310', 'XXCIV SERV'],
    ['TRS OF TEXAS', 'ANNUITY'],
    ['FIDELITY FBO', 'PENSION'],
    ['TIAA', 'ANNUITY'],
    ['PRUDENTIAL RETIR', 'PENSION'],
    ['RAILROAD RET BD', 'XXRR RET'],
    ['PBGC', 'BENEFIT PY'],
  ] as const);
  const dollars = life.random.between(420, 3_900);
  const schedule = life.random.pick([onDays([1]), onDays([1], 'next'), onBusinessDay('last'), onDays([15])]);
  benefit(life, { company, entry, category: 'RETIREMENT', schedule, dollars });
}

export function familyAid(life: Life): void {
  const [company, entry] = life.random.pick([
    [`STATE OF ${life.state}`, 'TANF'],
    ['COUNTY WELFARE', 'CASH AID'],
    ['DEPT HUMAN SVCS', 'TANF BENE'],
  ] as const);
  benefit(life, {
    company,
    entry,
    category: 'GOVERNMENT_BENEFIT',
    schedule: onDays([life.random.int(1, 10)], 'next'),
    dollars: life.random.between(230, 820),
  });
}

const STATE_REFUNDS: Record<string, readonly [string, string]> = {
  CA: ['FRANCHISE TAX BD', 'CASTTAXRFD'],
  NY: ['NEW YORK STATE', 'NYSTTAXRFD'],
  NJ: ['STATE OF N.J.', 'NJSTTAXRFD'],
  GA: ['STATE OF GEORGIA', 'GASTTAXRFD'],
  OH: ['OHIO DEPT OF TAX', 'OHSTTAXRFD'],
  NC: ['NC DEPT REVENUE', 'NCSTTAXRFD'],
  CO: ['CO DEPT REVENUE', 'COSTTAXRFD'],
  VA: ['VA DEPT TAXATION', 'VASTTAXRFD'],
};

/**
 * Adds the person's tax refunds: at most one per payer and year, between February and May. The Treasury always pays a
 * refund, and the state often pays one too.
 */
export function taxRefunds(life: Life): void {
  const { random, ledger, main, state } = life;
  const of_state = STATE_REFUNDS[state];
  const payers = [
    { company: 'IRS  TREAS 310', entry: 'TAX REF', dollars: random.between(300, 5_200) },
    ...(of_state !== undefined && random.chance(0.6)
      ? [{ company: of_state[0], entry: of_state[1], dollars: random.between(60, 900) }]
      : []),
  ];
  for (const { company, entry, dollars } of payers) {
    const paid = [yearOf(ledger.from), yearOf(ledger.from) + 1, yearOf(ledger.from) + 2].flatMap((year) =>
      someDays(random, `${year}-02-12`, `${year}-05-10`, 1.5)
        .slice(0, 1)
        .map((date) => ({ date, cents: around(random, cents(dollars), 0.2) })),
    );
    const deposits = achDeposits(main, newSender(life, company, entry), paid);
    ledger.income(
      { name: `${company} ${entry}`, account: main, category: 'TAX_REFUND', schedule: null, frequency: 'open' },
      deposits,
    );
  }
}
