// An income source's next payment date.
import { toDate } from '#base/calendar.ts';
import { anchorOf, CALENDARS, type Calendar, payDays } from './calendars/calendars.ts';
import { frequencyOf } from './calendars/rhythm.ts';
import { type Figure, figure } from './figures.ts';
import { statusOf } from './status.ts';
import type { Stream } from './streams.ts';

/**
 * The date of the next payment: a pay day, shifted by the offset of the recent deposits from their pay days. The pay
 * day is the first one that meets two conditions: it is later than both the last deposit and the pay day of this
 * deposit; and its shifted date is not in the past. The value is null if the stream has no pay-day calendar or no
 * frequency, or is inactive.
 */
export function nextPayment(stream: Stream, as_of: number): Figure<string | null> {
  const status = statusOf(stream, as_of);
  const { fit } = stream.rhythm;
  if (fit === null || frequencyOf(stream.rhythm) === null) return figure(null, 'next.no-rhythm', status);
  if (status.status === 'INACTIVE') return figure(null, 'next.ended', status);
  const { tolerance_days } = CALENDARS[fit.calendar.model];
  const last = stream.days.at(-1) ?? 0;
  // If the last deposit came before its pay day, we treat that pay day as paid. The next payment is then on a later pay
  // day.
  const own = payDays(fit.calendar, last - tolerance_days, last + tolerance_days);
  const nearest = own.toSorted((a, b) => Math.abs(a - last) - Math.abs(b - last))[0] ?? last;
  const after = Math.max(nearest, last);
  const offset_days = lastingOffset(stream, fit.calendar);
  const from = Math.max(after + 1, as_of - offset_days);
  const due = payDays(fit.calendar, from, from + SEARCH_DAYS)[0];
  const next = due === undefined ? undefined : due + offset_days;
  return figure(next === undefined ? null : toDate(next), 'next.by-calendar', {
    ...status,
    last_payment_date: toDate(last),
    as_of: toDate(as_of),
    model: fit.calendar.model,
    anchor: anchorOf(fit.calendar),
    roll: fit.calendar.roll,
    offset_days,
  });
}

/**
 * Some banks post pay a day or two early. If the `LASTING_TIMES` most recent deposits all have the same offset from
 * their pay days, the same offset is expected for the next payment.
 */
const LASTING_TIMES = 4;

function lastingOffset({ days }: Stream, calendar: Calendar): number {
  const recent = days.slice(-LASTING_TIMES);
  const { tolerance_days } = CALENDARS[calendar.model];
  const offsets = recent.map((day) => {
    const near = payDays(calendar, day - tolerance_days, day + tolerance_days);
    const nearest = near.toSorted((a, b) => Math.abs(a - day) - Math.abs(b - day))[0];
    return nearest === undefined ? 0 : day - nearest;
  });
  const [first = 0] = offsets;
  return recent.length === LASTING_TIMES && offsets.every((offset) => offset === first) ? first : 0;
}

/**
 * The number of days in which the next pay day is searched for. It is enough, because in every calendar the next pay
 * day is at most a year and a week away.
 */
const SEARCH_DAYS = 380;
