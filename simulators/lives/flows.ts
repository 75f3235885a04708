// The bank rows that each kind of money flow creates on a day.
import { addBusinessDays, businessDayFrom, type Day, dayOfMonth, weekdayOf } from './calendar.ts';
import { chanceOf, numberOf, pickOf } from './dice.ts';
import type { AccountPlan, Amount, Flow, Life, Rhythm } from './life.ts';
import { fallsOn, nominalBetween } from './rhythm.ts';

export type NewRow = {
  account: string;
  transacted_on: Day;
  posted_on: Day;
  cents: number;
  description: string;
  category: string;
  mcc: number | null;
  check_number: number | null;
  cause: string;
};

/** `balances` are the balances at the start of the day. */
type Today = { life: Life; day: Day; seed: number; balances: ReadonlyMap<string, number> };

const STEP_CENTS = 5_000;

export function rowsOfFlow(flow: Flow, today: Today): NewRow[] {
  const { day } = today;
  if ('from' in flow && flow.from !== undefined && day < flow.from) return [];
  if ('until' in flow && flow.until !== undefined && day > flow.until) return [];
  switch (flow.kind) {
    case 'regular':
      return fallsOn(flow.rhythm, day) ? [regular(flow, today)] : [];
    case 'spending':
      return spending(flow, today);
    case 'gig': {
      const key = [today.seed, today.life.id, flow.key, day];
      if (!flow.weekdays.includes(weekdayOf(day)) || chanceOf(...key, 'paid') >= flow.chance) return [];
      const cents = amountOf(flow.amount, key);
      return [row(flow.key, flow.account, day, cents, flow.description, 'gig', businessDayFrom(day))];
    }
    case 'transfer': {
      if (!fallsOn(flow.rhythm, day)) return [];
      return moved(flow, day, amountOf(flow.amount, [today.seed, today.life.id, flow.key, day]));
    }
    case 'sweep': {
      const excess = (today.balances.get(flow.from_account) ?? 0) - flow.keep_cents;
      const cents = Math.floor(excess / STEP_CENTS) * STEP_CENTS;
      return dayOfMonth(day) === flow.on && cents > 0 ? moved(flow, day, cents) : [];
    }
    case 'card_payment':
      return cardPayment(flow, today);
    case 'loan_payment':
      return loanPayment(flow, today);
    case 'once':
      return flow.on === day ? [row(flow.key, flow.account, day, flow.cents, flow.description, flow.category)] : [];
  }
}

type Of<Kind extends Flow['kind']> = Extract<Flow, { kind: Kind }>;

function regular(flow: Of<'regular'>, { life, day, seed }: Today): NewRow {
  const cents = amountOf(flow.amount, [seed, life.id, flow.key, day]) * (flow.direction === 'in' ? 1 : -1);
  const made = row(flow.key, flow.account, day, cents, flow.description, flow.category);
  if (flow.first_check === undefined) return made;
  const check_number = flow.first_check + nominalBetween(flow.rhythm, flow.from ?? life.from, day).length;
  return {
    ...made,
    check_number,
    description: `${flow.description} ${check_number}`,
    posted_on: addBusinessDays(day, 2),
  };
}

/** A purchase is posted one to three business days after the day on which it is made. Until then it is pending. */
function spending(flow: Of<'spending'>, { life, day, seed }: Today): NewRow[] {
  const key = [seed, life.id, flow.key, day];
  const often = flow.per_week / 7;
  const count = Math.floor(often) + (chanceOf(...key, 'count') < often % 1 ? 1 : 0);
  return Array.from({ length: count }, (_, at) => {
    const place = pickOf(flow.places, ...key, at, 'place');
    const cents = -amountOf(place.amount, [...key, at, 'amount']);
    const posted_on = addBusinessDays(day, numberOf(1, 3, ...key, at, 'posting'));
    const store = numberOf(100, 999, life.id, place.name);
    return {
      ...row(
        flow.key,
        flow.account,
        day,
        cents,
        `${place.name} #${store} ${life.person.address.city.toUpperCase()}`,
        place.category,
        posted_on,
      ),
      mcc: place.mcc,
    };
  });
}

function moved(flow: Of<'transfer'> | Of<'sweep'>, day: Day, cents: number): NewRow[] {
  const day_posted = businessDayFrom(day);
  return [
    row(flow.key, flow.from_account, day, -cents, 'ONLINE TRANSFER TO ACCOUNT', 'transfer', day_posted),
    row(flow.key, flow.to_account, day, cents, 'ONLINE TRANSFER FROM ACCOUNT', 'transfer', day_posted),
  ];
}

function cardPayment(flow: Of<'card_payment'>, { life, day, balances }: Today): NewRow[] {
  const plan = planOf(life, flow.card);
  const owed = -(balances.get(flow.card) ?? 0);
  if (!fallsOn(monthlyOn(plan.due_day ?? 1), day) || owed <= 0) return [];
  const cents = flow.pays === 'in_full' ? owed : Math.min(owed, flow.pays.cents);
  const category = cents === owed ? 'paid_in_full' : 'card_payment';
  const name = plan.name.toUpperCase();
  return [
    row(flow.key, flow.from_account, day, -cents, `${name} AUTOPAY`, 'card_payment'),
    row(flow.key, flow.card, day, cents, 'AUTOMATIC PAYMENT - THANK YOU', category),
  ];
}

/** The month's interest is charged together with the instalment. The last instalment is the remaining debt. */
function loanPayment(flow: Of<'loan_payment'>, { life, day, balances }: Today): NewRow[] {
  const { loan, rate_percent = 0 } = planOf(life, flow.loan);
  const owed = -(balances.get(flow.loan) ?? 0);
  if (loan === undefined || !fallsOn(monthlyOn(loan.due_day), day) || owed <= 0) return [];
  const interest = Math.round((owed * rate_percent) / 1200);
  const cents = Math.min(loan.payment_cents, owed + interest);
  return [
    row(flow.key, flow.from_account, day, -(cents + loan.escrow_cents), flow.description, 'loan_payment'),
    row(flow.key, flow.loan, day, -interest, 'INTEREST', 'interest'),
    row(flow.key, flow.loan, day, cents, 'PAYMENT RECEIVED', 'loan_payment'),
  ];
}

const monthly = new Map<number, Rhythm>();
function monthlyOn(on: number): Rhythm {
  const rhythm: Rhythm = monthly.get(on) ?? { every: 'month', on };
  monthly.set(on, rhythm);
  return rhythm;
}

function planOf(life: Life, key: string): AccountPlan {
  const plan = life.accounts.find((account) => account.key === key);
  if (plan === undefined) throw new Error(`${life.id} has no account ${key}.`);
  return plan;
}

function row(
  cause: string,
  account: string,
  day: Day,
  cents: number,
  description: string,
  category: string,
  posted_on: Day = day,
): NewRow {
  return { account, transacted_on: day, posted_on, cents, description, category, mcc: null, check_number: null, cause };
}

const amountOf = (amount: Amount, key: readonly (string | number)[]): number =>
  typeof amount === 'number' ? amount : numberOf(amount[0], amount[1], ...key);
