// Decides whether a stream is still active on the report's day.
import { CALENDARS } from './calendars/calendars.ts';
import type { Stream } from './streams.ts';

/** The number of days after its last deposit for which an irregular stream is treated as active. */
const CURRENT_DAYS_IRREGULAR = 62;

export type Status = { status: 'ACTIVE' | 'INACTIVE'; days_since_last: number; current_days_max: number };

export function statusOf({ credits, rhythm: { fit } }: Stream, as_of: number): Status {
  const days_since_last = as_of - (credits.at(-1)?.day ?? as_of);
  const current_days_max = fit === null ? CURRENT_DAYS_IRREGULAR : CALENDARS[fit.calendar.model].current_days;
  return { status: days_since_last <= current_days_max ? 'ACTIVE' : 'INACTIVE', days_since_last, current_days_max };
}
