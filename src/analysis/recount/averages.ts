// Recomputes an income source's averages and forecast by the rules that its explanation names.
import { addDays, daysBetween, yearOf } from '#base/calendar.ts';
import { divideRounded } from '#base/money.ts';
import type { ExplainedFigure } from '#domain/reports/income-explanations.ts';
import {
  centsIn,
  type Deposit,
  type Evidence,
  idListsIn,
  idsIn,
  monthNumber,
  numberIn,
  textIn,
  totalOf,
  Unexplained,
} from './evidence.ts';
import { payDaysOf } from './pay-days.ts';
import { fenceOf, medianOf, weightedMeanOf } from './spread.ts';

const PERIODS_PER_YEAR = new Map([
  ['daily', 260n],
  ['weekly', 52n],
  ['biweekly', 26n],
  ['four_weekly', 13n],
  ['semi_monthly', 24n],
  ['monthly', 12n],
  ['monthly_weekday', 12n],
  ['quarterly', 4n],
  ['semi_annual', 2n],
  ['annual', 1n],
]);

function periodsOf({ explained: { calendar } }: Evidence): bigint {
  const periods = PERIODS_PER_YEAR.get(calendar.model);
  if (periods === undefined) throw new Unexplained(`no such calendar: ${calendar.model}`);
  return periods;
}

const DROPPED_SHARE_MAX = 0.2;

/**
 * Deposits that were left out of the average must lie outside the outlier fence, and kept deposits must lie inside. A
 * kept deposit may lie outside only if a fifth of all deposits is already left out. Such a kept deposit must not be
 * farther from the median than any deposit that was left out.
 */
export function averageDeposit({ deposits, depositsNamed }: Evidence, { rule, inputs }: ExplainedFigure): bigint {
  const [kept, dropped] = [depositsNamed(idsIn(inputs, 'transactions')), depositsNamed(idsIn(inputs, 'left_out'))];
  if (!rule.startsWith('deposit.mean-within-')) throw new Unexplained(`no such rule: ${rule}`);
  if (new Set([...kept, ...dropped]).size !== deposits.length || kept.length + dropped.length !== deposits.length) {
    throw new Unexplained('the averaged deposits and those left out do not add up to all deposits');
  }
  const amounts = deposits.map(({ cents }) => Number(cents));
  const [low, high] = fenceOf(amounts);
  const isOutside = ({ cents }: Deposit): boolean => Number(cents) < low || Number(cents) > high;
  const dropped_max = Math.floor(deposits.length * DROPPED_SHARE_MAX);
  const spared = kept.filter(isOutside);
  if (!dropped.every(isOutside) || dropped.length > dropped_max)
    throw new Unexplained('too many deposits were left out');
  if (spared.length > 0 && dropped.length < dropped_max)
    throw new Unexplained('an outlier was included in the average');
  const far = ({ cents }: Deposit): number => Math.abs(Number(cents) - medianOf(amounts));
  if (spared.some((one) => dropped.some((other) => far(one) > far(other)))) {
    throw new Unexplained('a farther outlier was included in the average and a nearer one was left out');
  }
  return divideRounded(totalOf(kept), BigInt(kept.length));
}

export function monthlyAverage(evidence: Evidence, { rule, inputs }: ExplainedFigure): bigint {
  const { deposits, first, last } = evidence;
  const total = totalOf(deposits);
  switch (rule) {
    case 'average.by-pay-days':
      return divideRounded(total * periodsOf(evidence), BigInt(payDaysCounted(evidence, inputs)) * 12n);
    case 'average.by-full-months': {
      const [from, until] = [monthNumber(dayBefore(first)) + 1, monthNumber(dayAfter(last)) - 1];
      const within = deposits.filter(({ date }) => monthNumber(date) >= from && monthNumber(date) <= until);
      return divideRounded(totalOf(within), BigInt(until - from + 1));
    }
    case 'average.by-days': {
      const half_days = Math.round(2 * numberIn(inputs, 'days'));
      if (half_days <= 2 * daysBetween(first, last))
        throw new Unexplained('the number of days is too small to cover the deposits');
      return divideRounded(total * 2n * 304_375n, BigInt(half_days) * 10_000n);
    }
    case 'average.one-month':
      if (daysBetween(first, last) >= 31) throw new Unexplained('the deposits are more than a month apart');
      return total;
    case 'average.by-years':
      return divideRounded(total, BigInt(new Set(deposits.map(({ date }) => yearOf(date))).size) * 12n);
    default:
      throw new Unexplained(`no such rule: ${rule}`);
  }
}

/**
 * Counts the pay days of a range. The explanation names the first and the last pay day of the range. Throws an error if
 * a pay day between the first and the last deposit is not counted.
 */
function payDaysCounted({ explained: { calendar, figures }, deposits }: Evidence, inputs: Inputs): number {
  const [from, until] = [textIn(inputs, 'first_pay_day'), textIn(inputs, 'last_pay_day')];
  const pay_days = payDaysOf(calendar, from, until);
  if (pay_days[0] !== from || pay_days.at(-1) !== until) throw new Unexplained('these are no pay days');
  // Only `deposit_days` are used to find the pay days. The other deposits are wages paid out before pay day, so no pay
  // day is expected for them.
  const days = idsIn(figures['pay_frequency']?.inputs ?? {}, 'deposit_days');
  const dates = new Set(deposits.map(({ date }) => date));
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined || !days.every((day) => dates.has(day))) {
    throw new Unexplained('the deposit days are missing or are not dates of deposits');
  }
  const missed = [
    ...payDaysOf(calendar, dayAfter(first), dayBefore(from)),
    ...payDaysOf(calendar, dayAfter(until), dayBefore(last)),
  ];
  if (missed.length > 0) throw new Unexplained(`${missed[0]} is a pay day that was not counted`);
  return pay_days.length;
}

const dayBefore = (date: string): string => addDays(date, -1);
const dayAfter = (date: string): string => addDays(date, 1);

export function monthlyForecast(evidence: Evidence, { rule, inputs }: ExplainedFigure, average: bigint): bigint {
  if (rule === 'forecast.ended') {
    if (!isEnded(evidence, inputs)) throw new Unexplained('the income source has not ended');
    return 0n;
  }
  if (rule === 'forecast.one-off') return 0n;
  if (isEnded(evidence, inputs)) throw new Unexplained('the income source has ended');
  switch (rule) {
    case 'forecast.average':
      return average;
    case 'forecast.level-after-step':
    case 'forecast.level-weighted': {
      const level = levelOf(evidence, rule, inputs);
      if (level !== centsIn(inputs, 'level')) throw new Unexplained(`the recomputed level is ${level} cents`);
      return divideRounded(level * periodsOf(evidence), 12n);
    }
    case 'forecast.recent-and-year':
      return recentAndYear(evidence);
    default:
      throw new Unexplained(`no such rule: ${rule}`);
  }
}

type Inputs = ExplainedFigure['inputs'];

export const isEnded = ({ last, window }: Evidence, inputs: Inputs): boolean =>
  daysBetween(last, window.last) > numberIn(inputs, 'current_days_max');

function levelOf({ depositsNamed }: Evidence, rule: string, inputs: Inputs): bigint {
  const amounts = idListsIn(inputs, 'pay_days').map((ids) => Number(totalOf(depositsNamed(ids))));
  if (amounts.length === 0) throw new Unexplained('no pay days');
  if (rule === 'forecast.level-after-step') return BigInt(Math.round(medianOf(amounts)));
  const [half_life, deviations_max] = [numberIn(inputs, 'half_life_pay_days'), numberIn(inputs, 'deviations_max')];
  return BigInt(weightedMeanOf(amounts, { half_life, deviations_max }));
}

/**
 * The mean of two monthly averages: the average of the last three full months, and the average of the last twelve full
 * months. If there are fewer full months, the averages cover only those months.
 */
function recentAndYear({ deposits, first, window }: Evidence): bigint {
  const last_month = monthNumber(dayAfter(window.last)) - 1;
  const available = last_month - monthNumber(dayBefore(first));
  const within = (months: number): bigint =>
    totalOf(deposits.filter(({ date }) => monthNumber(date) > last_month - months && monthNumber(date) <= last_month));
  const [recent, long] = [Math.min(3, available), Math.min(12, available)];
  if (recent < 1) throw new Unexplained('there is no full month');
  return divideRounded(within(recent) * BigInt(long) + within(long) * BigInt(recent), BigInt(2 * recent * long));
}
