// The jobs of made-up people: the periods of a job, the payer and the payer's names, the accounts that receive the pay,
// and early wage access.
import { addDays } from '#base/calendar.ts';
import type { Ach } from './banks.ts';
import type { Deposit, OpenAccount } from './ledger.ts';
import { cents, dayWithin, type Life, newSender, someBankDays } from './life.ts';
import { newCompany } from './names.ts';
import { type Pay, paidHow, type Span, type Style } from './pays.ts';

/** ACH entry descriptions of wages before 2026-03-20. Since that day, employers must use PAYROLL for wages. */
const ENTRIES: readonly (readonly [number, string])[] = [
  [44, 'PAYROLL'],
  [13, 'DIR DEP'],
  [9, 'DIRECT DEP'],
  [6, 'SALARY'],
  [5, 'REG SALARY'],
  [4, 'PAYCHECK'],
  [4, 'NET PAY'],
  [3, 'PAY'],
  [3, 'DIRDEP'],
  [2, 'WAGES'],
  [2, 'EDI PAYMNT'],
  [2, 'ACH'],
  [3, 'PR PAYMENT'],
];
const PAYROLL_RULE_SINCE = '2026-03-20';

/** Payroll services that send pay under their own name. */
const PROCESSORS: readonly (readonly [number, string, string])[] = [
  [3, 'GUSTO', 'PAY 482113'],
  [2, 'ADP TOTALSOURCE', 'PAYROLL'],
  [2, 'JUSTWORKS', 'PAYROLL'],
  [2, 'RIPPLING PEO', 'PAYROLL'],
  [2, 'TRINET HR', 'PAYROLL'],
  [2, 'INTUIT PAYROLL S', 'QUICKBOOKS'],
];

/**
 * Adds a person's jobs, which may follow each other or overlap. Returns the period in which the person may receive
 * unemployment benefits: a time after the last job, or a long gap between two jobs. Returns null if there is no such
 * period.
 */
export function jobs(life: Life): Span | null {
  const { random, ledger } = life;
  const whole = { from: ledger.from, until: ledger.until };
  const story = random.weighted<'one' | 'new' | 'left' | 'change' | 'two'>([
    [62, 'one'],
    [7, 'new'],
    [7, 'left'],
    [14, 'change'],
    [10, 'two'],
  ]);
  const turn = dayWithin(life, 0.25);
  if (story === 'one') job(life, whole);
  if (story === 'new') job(life, { from: turn, until: ledger.until });
  if (story === 'left') {
    job(life, { from: ledger.from, until: turn });
    return { from: addDays(turn, 21), until: ledger.until };
  }
  if (story === 'two') {
    job(life, whole);
    job(life, random.chance(0.6) ? whole : { from: turn, until: ledger.until }, 'part-time');
  }
  if (story === 'change') {
    const gap = random.weighted([
      [60, random.int(3, 25)],
      [40, random.int(40, 110)],
    ]);
    job(life, { from: ledger.from, until: turn });
    job(life, { from: addDays(turn, gap), until: ledger.until });
    return gap >= 40 ? { from: addDays(turn, 18), until: addDays(turn, gap - 5) } : null;
  }
  return null;
}

export function job(life: Life, span: Span, forced?: Style): void {
  const { random, ledger } = life;
  const style =
    forced ??
    random.weighted<Style>([
      [55, 'salary'],
      [33, 'hourly'],
      [12, 'part-time'],
    ]);
  const { schedule, pays, ...rhythm } = paidHow(life, span, style);
  const company = newCompany(random);
  const sender = senderOf(life, company);
  const ended = span.until < ledger.until ? { ended: span.until } : {};
  const kind = { category: 'PAYCHECK' as const, schedule, ...rhythm, ...ended };
  const name = `${style} ${schedule.frequency} ${sender.company}`;
  const split = splitOf(life, pays[0]?.net_cents ?? 0);
  if (style === 'hourly' && random.chance(0.06)) {
    const stream = ledger.income(
      { ...kind, name: `${name} with wages drawn early`, account: life.main },
      drawnEarly(life, sender, pays),
    );
    if (stream !== null) stream.gross_per_deposit_cents = null;
    return;
  }
  for (const { account, share } of split) {
    const deposits = pays.flatMap((pay) => depositOf(account, sender, pay, share(pay.net_cents)));
    const stream = ledger.income({ ...kind, name: split.length > 1 ? `${name} split` : name, account }, deposits);
    if (stream !== null && random.chance(0.03)) ledger.showPending(stream);
  }
  if (random.chance(0.04)) reimbursements(life, sender);
}

function senderOf(life: Life, company: string): Ach {
  const { random } = life;
  if (!random.chance(0.08)) return newSender(life, company, random.weighted(ENTRIES));
  const [processor, entry] = random.weighted(PROCESSORS.map(([weight, name, text]) => [weight, [name, text]] as const));
  return newSender(life, processor, entry);
}

function depositOf(
  account: OpenAccount,
  sender: Ach,
  { date, net_cents, gross_cents, is_extra }: Pay,
  part: number,
): Deposit[] {
  if (part <= 0 || net_cents <= 0) return [];
  return [
    {
      date,
      cents: part,
      text: account.bank.ach(dated(sender, date), date),
      gross_cents: (gross_cents * part) / net_cents,
      ...(is_extra === true ? { is_extra } : {}),
    },
  ];
}

const dated = (sender: Ach, date: string): Ach =>
  date >= PAYROLL_RULE_SINCE && !sender.entry.startsWith('QUICK') ? { ...sender, entry: 'PAYROLL' } : sender;

/** If a person has a second account or a savings account, one in seven jobs pays part of the pay into that account. */
function splitOf(
  { random, main, savings, second }: Life,
  usual_cents: number,
): { account: OpenAccount; share: (net: number) => number }[] {
  const other = second ?? savings;
  if (other === null || !random.chance(0.14)) return [{ account: main, share: (net) => net }];
  const fixed = cents(random.pick([50, 100, 150, 200, 300]));
  const percent = random.pick([0.1, 0.2, 0.25, 0.4]);
  // A fixed amount that goes to the other account is always less than 40 % of the usual pay.
  const is_fixed = random.chance(0.5) && fixed < usual_cents * 0.4;
  const away = is_fixed ? (net: number) => Math.min(fixed, net) : (net: number) => Math.round(net * percent);
  return [
    { account: main, share: (net) => net - away(net) },
    { account: other, share: away },
  ];
}

/**
 * Deposits of a job with employer-linked wage access. Up to two parts of each pay are paid out before pay day. The rest
 * is paid on pay day.
 */
function drawnEarly({ random, main }: Life, sender: Ach, pays: readonly Pay[]): Deposit[] {
  const app = random.pick([
    { ...sender, company: 'DAILYPAY', entry: 'DAILYPAY', company_id: '1473201234' },
    { ...sender, company: 'PAYACTIV INC', entry: 'PAYACTIV', company_id: '1455501987' },
  ]);
  return pays.flatMap((pay) => {
    const draws = random.weighted([
      [55, 0],
      [30, 1],
      [15, 2],
    ]);
    let left = pay.net_cents;
    const early = Array.from({ length: draws }, () => {
      const part = cents(random.int(20, 80));
      left -= part;
      const date = addDays(pay.date, -random.int(2, 5));
      return { date, cents: part, text: main.bank.ach(app, date) };
    });
    return [...early, ...depositOf(main, sender, pay, left)];
  });
}

/** Adds deposits of reimbursed expenses. They have the same sender as the pay, but they are not pay. */
function reimbursements(life: Life, sender: Ach): void {
  const { random, ledger, main } = life;
  const payer = { ...sender, entry: random.pick(['EXPENSE', 'EXP REIMB', 'REIMBURSE', 'TRAVEL EXP']) };
  for (const date of someBankDays(random, ledger.from, ledger.as_of, 0.6)) {
    ledger.notIncome('expenses paid back', main, date, cents(random.between(18, 640)), main.bank.ach(payer, date));
  }
}
