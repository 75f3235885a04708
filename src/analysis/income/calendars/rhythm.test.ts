import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toDay } from '#base/calendar.ts';
import { ROLLS } from './business-days.ts';
import { type Calendar, LAST, LAST_DAY, payDays } from './calendars.ts';
import { frequencyOf, rhythmOf } from './rhythm.ts';

const START = toDay('2025-01-01');
const FRIDAY = toDay('2025-01-03');
const days = (calendar: Calendar, count: number, from = START) => payDays(calendar, from, from + 1_200).slice(0, count);
const dates = (...texts: string[]) => texts.map(toDay);

describe('rhythmOf() finds the calendar that produced the pay days', () => {
  test.each<[Calendar, string | null]>([
    [{ model: 'weekly', phase: FRIDAY, roll: 'previous' }, 'W'],
    [{ model: 'weekly', phase: FRIDAY + 3, roll: 'next' }, 'W'],
    [{ model: 'biweekly', phase: FRIDAY, roll: 'previous' }, 'BW'],
    [{ model: 'biweekly', phase: FRIDAY + 3, roll: 'next' }, 'BW'],
    [{ model: 'four_weekly', phase: FRIDAY, roll: 'previous' }, 'M'],
    [{ model: 'semi_monthly', days: [15, LAST_DAY], roll: 'previous' }, 'SM'],
    [{ model: 'semi_monthly', days: [1, 15], roll: 'next' }, 'SM'],
    [{ model: 'semi_monthly', days: [5, 20], roll: 'none' }, 'SM'],
    [{ model: 'monthly', day: LAST_DAY, roll: 'previous' }, 'M'],
    [{ model: 'monthly', day: 1, roll: 'next' }, 'M'],
    [{ model: 'monthly', day: 12, roll: 'none' }, 'M'],
    [{ model: 'monthly_weekday', nth: 2, weekday: 3, roll: 'previous' }, 'M'],
    [{ model: 'monthly_weekday', nth: LAST, weekday: 5, roll: 'previous' }, 'M'],
    [{ model: 'quarterly', month: 2, day: 22, roll: 'none' }, null],
    [{ model: 'semi_annual', month: 5, day: 30, roll: 'none' }, 'SA'],
    [{ model: 'annual', month: 2, day: 21, roll: 'none' }, 'A'],
    [{ model: 'daily', roll: 'none' }, null],
  ])('rhythmOf() finds the calendar %j from its pay days', (calendar, frequency) => {
    const rhythm = rhythmOf(days(calendar, calendar.model === 'annual' ? 3 : 26), 'open');
    expect(rhythm.fit?.calendar.model).toBe(calendar.model);
    expect(rhythm.fit?.residual_days).toBe(0);
    expect(frequencyOf(rhythm)).toBe(frequency);
  });

  const calendar: fc.Arbitrary<Calendar> = fc.oneof(
    fc.record({
      model: fc.constantFrom('weekly' as const, 'biweekly' as const),
      phase: fc.constantFrom(FRIDAY, FRIDAY - 1, FRIDAY - 2, FRIDAY + 3),
      roll: fc.constantFrom(...ROLLS),
    }),
    fc.record({
      model: fc.constant('semi_monthly' as const),
      days: fc.constantFrom<[number, number]>([15, LAST_DAY], [1, 15], [5, 20], [10, 25]),
      roll: fc.constantFrom(...ROLLS),
    }),
    fc.record({
      model: fc.constant('monthly' as const),
      day: fc.constantFrom(1, 15, 25, LAST_DAY),
      roll: fc.constantFrom(...ROLLS),
    }),
  );

  test('after any thirty consecutive pay days, finds the kind of calendar and predicts the next pay day to within four days', () => {
    fc.assert(
      fc.property(calendar, fc.integer({ min: START, max: START + 700 }), (calendar, start) => {
        const [seen, next] = [days(calendar, 30, start), days(calendar, 31, start).at(-1)];
        const { fit } = rhythmOf(seen, 'regular');
        expect(fit?.calendar.model).toBe(calendar.model);
        const after = fit === null ? [] : payDays(fit.calendar, (seen.at(-1) ?? 0) + 1, (seen.at(-1) ?? 0) + 60);
        expect(Math.abs((after[0] ?? 0) - (next ?? 0))).toBeLessThanOrEqual(ROLLED_DAYS_MAX);
      }),
    );
  });
});

/**
 * The maximum error of the prediction, in days, if no pay day fell on a day on which banks are closed. In this case, we
 * do not know whether the payer pays before or after such a day.
 */
const ROLLED_DAYS_MAX = 4;

describe('the roll of a pay-day calendar', () => {
  test.each(ROLLS)('the roll %s of a monthly pay calendar is inferred from the dates of the deposits', (roll) => {
    expect(rhythmOf(days({ model: 'monthly', day: 10, roll }, 24), 'regular').fit?.calendar.roll).toBe(roll);
  });
});

describe('the pay-day calendar of irregular deposits', () => {
  const friday: Calendar = { model: 'biweekly', phase: FRIDAY, roll: 'previous' };

  test('missed pay days count as expected pay days', () => {
    const seen = days(friday, 26).filter((_, at) => at !== 7 && at !== 8);
    expect(rhythmOf(seen, 'regular').fit).toMatchObject({ expected: 26, hits: 24, extras: 0 });
  });

  test('a bonus between pay days counts as an extra deposit', () => {
    const seen = [...days(friday, 26), FRIDAY + 60].toSorted((a, b) => a - b);
    expect(rhythmOf(seen, 'regular').fit).toMatchObject({ expected: 26, hits: 26, extras: 1 });
  });

  test('an early deposit counts as a match that is one day off', () => {
    const seen = days(friday, 26).map((day, at) => (at % 10 === 4 ? day - 1 : day));
    expect(rhythmOf(seen, 'regular').fit).toMatchObject({ hits: 26, residual_days: 3 });
  });

  test('no calendar is found if the days of the deposits are random', () => {
    const scattered = dates(
      '2025-01-04',
      '2025-01-19',
      '2025-02-27',
      '2025-03-06',
      '2025-04-20',
      '2025-05-01',
      '2025-06-12',
    );
    expect(rhythmOf(scattered, 'open')).toMatchObject({ fit: null, best: null });
  });

  test('no calendar is found if there is only one deposit, or none', () => {
    expect(rhythmOf(dates('2025-01-03'), 'regular').fit).toBeNull();
    expect(rhythmOf([], 'regular').fit).toBeNull();
  });
});

describe('deposits that fit both a biweekly and a semi-monthly calendar', () => {
  // The semi-monthly calendar pays on the 15th, moved to a business day, and on the last day of the month. The biweekly
  // calendar pays on every other Friday. From January 31 to March 14, 2025, both calendars have the same pay days.
  const undecided = dates('2025-01-31', '2025-02-14', '2025-02-28');

  test('deposits that fit two calendars get no calendar; the two calendars are returned as best and runner_up', () => {
    const { fit, best, runner_up } = rhythmOf(undecided, 'regular');
    expect(fit).toBeNull();
    expect([best?.calendar.model, runner_up?.calendar.model].toSorted()).toEqual(['biweekly', 'semi_monthly']);
  });

  test('the deposits get a calendar once further deposits fit only one of the two calendars', () => {
    const biweekly = [...undecided, ...dates('2025-03-14', '2025-03-28')];
    const semi_monthly = [...dates('2025-01-15'), ...undecided, ...dates('2025-03-14', '2025-03-31')];
    expect(frequencyOf(rhythmOf([...biweekly, toDay('2025-04-11')], 'regular'))).toBe('BW');
    expect(frequencyOf(rhythmOf(semi_monthly, 'regular'))).toBe('SM');
  });
});

describe('the pay calendar', () => {
  const weekly = days({ model: 'weekly', phase: FRIDAY, roll: 'previous' }, 20);
  const biweekly: Calendar = { model: 'biweekly', phase: FRIDAY, roll: 'previous' };
  const later = (count: number) => Array.from({ length: count }, (_, at) => (weekly.at(-1) ?? 0) + 14 * (at + 1));

  test('changes to a slower calendar after three longer gaps between deposits', () => {
    const changed = rhythmOf([...weekly, ...later(3)], 'regular');
    expect(changed).toMatchObject({ is_changed: true, since: weekly.at(-1) });
    expect(frequencyOf(changed)).toBe('BW');
    expect(frequencyOf(rhythmOf([...weekly, ...later(2)], 'regular'))).toBe('W');
  });

  test('changes to a calendar that is twice as fast, if the last three gaps between deposits are shorter', () => {
    const before = days(biweekly, 12);
    const faster = [7, 14, 21].map((gap) => (before.at(-1) ?? 0) + gap);
    expect(frequencyOf(rhythmOf([...before, ...faster], 'regular'))).toBe('W');
    expect(frequencyOf(rhythmOf([...before, ...faster.slice(0, 2)], 'regular'))).toBe('BW');
  });

  test('changes to another weekday after six deposits on the new weekday', () => {
    const moved = (count: number) => Array.from({ length: count }, (_, at) => (weekly.at(-1) ?? 0) + 4 + at * 7);
    expect(rhythmOf([...weekly, ...moved(6)], 'regular')).toMatchObject({ is_changed: true, since: moved(6)[0] });
    expect(rhythmOf([...weekly, ...moved(4)], 'regular').is_changed).toBe(false);
  });

  test('the pay calendar stays weekly if some weeks have no pay', () => {
    const last = weekly.at(-1) ?? 0;
    for (const gaps of [
      [14, 7, 14],
      [21, 7, 7],
      [14, 14, 7],
    ]) {
      const after = gaps.map((_, at) => last + gaps.slice(0, at + 1).reduce((sum, gap) => sum + gap, 0));
      expect(frequencyOf(rhythmOf([...weekly, ...after], 'regular'))).toBe('W');
    }
  });
});
