// Makes the payments of one job: pay frequency, wage, raises, bonuses, missed payments and corrections.
import { addDays, nextBusinessDay, toDay, yearOf } from '#base/calendar.ts';
import type { Kind } from './ledger.ts';
import { around, cents, dayWithin, type Life } from './life.ts';
import type { Random } from './random.ts';
import { payDates, payrollSchedule, type Schedule, shaken } from './schedules.ts';
import { deductionsOf, netOfPay } from './taxes.ts';

export type Span = { from: string; until: string };
export type Pay = { date: string; net_cents: number; gross_cents: number; is_extra?: boolean };
export type Style = 'salary' | 'hourly' | 'part-time';

type Paid = Pick<Kind, 'frequency' | 'is_unaveraged'> & { schedule: Schedule; pays: Pay[] };

/**
 * Returns the job's schedule and pay. In some jobs, the payroll changes on a certain day: from then on, the pay arrives
 * earlier, more often or less often.
 */
export function paidHow(life: Life, span: Span, style: Style): Paid {
  const { random, ledger } = life;
  const schedule = payrollSchedule(random, span.from);
  const turn = dayWithin(life, 0.3);
  const change = random.weighted<'none' | 'earlier' | 'other'>([
    [94, 'none'],
    [4, 'earlier'],
    [2, 'other'],
  ]);
  if (change === 'earlier') {
    const moved = { ...schedule, early_days: random.int(1, 2), early_since: turn };
    return { schedule: moved, pays: paysOf(life, moved, span, style) };
  }
  const later = payrollSchedule(random, turn);
  if (change === 'none' || later.frequency === schedule.frequency || turn <= span.from || turn >= span.until) {
    return { schedule, pays: paysOf(life, schedule, span, style) };
  }
  const before = paysOf(life, schedule, { from: span.from, until: turn }, style);
  const after = paysOf(life, later, { from: addDays(turn, 8), until: span.until }, style);
  // A new frequency cannot be judged from fewer than six payments.
  const is_young = after.filter(({ date }) => date <= ledger.as_of).length < 6;
  return {
    schedule: later,
    pays: [...before, ...after],
    is_unaveraged: true,
    ...(is_young ? { frequency: 'open' } : {}),
  };
}

function paysOf(life: Life, schedule: Schedule, span: Span, style: Style): Pay[] {
  const { random, ledger, state, filing_status } = life;
  const yearly = cents(
    style === 'part-time'
      ? random.between(7_000, 22_000)
      : style === 'hourly'
        ? random.between(24_000, 68_000)
        : Math.min(58_000 * Math.exp(0.5 * random.normal()) + 12_000, 320_000),
  );
  const deductions = deductionsOf(random, yearly);
  const wobble =
    style === 'salary'
      ? random.chance(0.15)
        ? 0.01
        : 0
      : style === 'hourly'
        ? random.between(0.03, 0.1)
        : random.between(0.08, 0.22);
  const raise = random.chance(0.45) ? { on: dayWithin(life, 0.1), by: 1 + random.between(0.02, 0.09) } : null;
  const miss = random.weighted([
    [80, 0],
    [14, 0.05],
    [6, 0.12],
  ]);
  const corrected = random.chance(0.06) ? 0.05 : 0;
  const bonuses = bonusDays(life, span);
  const { periods_per_year } = schedule;
  const shake = random.weighted([
    [70, 0.003],
    [20, 0.03],
    [10, 0.15],
  ]);
  const pays: Pay[] = [];
  const netOf = (gross_cents: number, date: string) =>
    netOfPay({ gross_cents, year: yearOf(date), periods_per_year, state, filing_status, deductions });
  for (const date of payDates(schedule, span.from < ledger.from ? ledger.from : span.from, span.until)) {
    const rate = raise !== null && date >= raise.on ? raise.by : 1;
    const usual = around(random, (yearly * rate) / periods_per_year, wobble);
    const bonus = bonuses.find((one) => Math.abs(toDay(one.near) - toDay(date)) <= 183 / periods_per_year);
    const extra = bonus === undefined ? 0 : Math.round(yearly * bonus.share);
    if (random.chance(miss)) continue;
    const day = shaken(date, random, shake);
    if (bonus?.is_inside === true) {
      pays.push({
        date: day,
        net_cents: netOf(usual, date) + Math.round(extra * 0.66),
        gross_cents: usual + extra,
        is_extra: true,
      });
    } else {
      pays.push({ date: day, net_cents: netOf(usual, date), gross_cents: usual });
      if (random.chance(corrected)) pays.push(correction(random, day, usual));
      // The employer withholds 22 % federal tax, Social Security, Medicare and state tax from supplemental wages. About
      // 66 % of these wages remain.
      if (extra > 0)
        pays.push({
          date: addDays(day, random.pick([0, 0, 4, 6])),
          net_cents: Math.round(extra * 0.66),
          gross_cents: extra,
          is_extra: true,
        });
    }
  }
  return pays;
}

/** Pay for hours that were forgotten in a pay run, paid a few days later. */
function correction(random: Random, day: string, usual: number): Pay {
  const gross_cents = Math.round(usual * random.between(0.05, 0.3));
  const date = nextBusinessDay(addDays(day, random.int(2, 4)));
  return { date, net_cents: Math.round(gross_cents * 0.85), gross_cents, is_extra: true };
}

function bonusDays(life: Life, { from, until }: Span): { near: string; share: number; is_inside: boolean }[] {
  const { random } = life;
  if (!random.chance(0.2)) return [];
  const share = random.between(0.02, 0.12);
  const is_inside = random.chance(0.5);
  const month = random.pick(['03-10', '12-15', '02-20', '06-28']);
  return [yearOf(from), yearOf(from) + 1, yearOf(from) + 2]
    .map((year) => ({ near: `${year}-${month}`, share, is_inside }))
    .filter(({ near }) => near >= from && near <= until);
}
