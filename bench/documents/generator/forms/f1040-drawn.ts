// Draws tax returns: Form 1040 alone, Form 1040 followed by Schedules C and E, and the schedules alone.
import type { Layout } from '../sample.ts';
import { newCanvas, randomFor, sampleOf } from './canvas.ts';
import {
  nameOnSchedule,
  newReturn,
  type ReturnOptions,
  truthOf1040,
  truthOfScheduleC,
  truthOfScheduleE,
} from './f1040-data.ts';
import { drawFirstPage, drawSecondPage } from './f1040-pages.ts';
import { drawScheduleC } from './schedule-c.ts';
import { drawScheduleE } from './schedule-e.ts';
import { typingOf } from './typing.ts';

export const drawn1040: Layout = (seed) => drawReturn('f1040_drawn', seed, {});

/** A return as a person prints it from a tax program: first the form, then its schedules. */
export const returnWithSchedules: Layout = (seed) => {
  const kinds = [{ schedule_c: true }, { schedule_e: true }, { schedule_c: true, schedule_e: true }];
  return drawReturn('f1040_with_schedules', seed, kinds[seed % kinds.length] ?? {});
};

export const scheduleCAlone: Layout = (seed) => drawReturn('schedule_c_drawn', seed, { schedule_c: true }, false);
export const scheduleEAlone: Layout = (seed) => drawReturn('schedule_e_drawn', seed, { schedule_e: true }, false);

async function drawReturn(layout: string, seed: number, options: ReturnOptions, withForm = true) {
  const random = randomFor(layout, seed);
  const filed = newReturn(random, options);
  const typing = typingOf(random);
  const canvas = newCanvas({
    seed,
    year: filed.year,
    title: `${filed.year} Form 1040`,
    producer: random.pick(['Tax Program 23.1', 'PDF Writer']),
  });
  const documents = [];
  let page = 0;
  if (withForm) {
    drawFirstPage(canvas, filed, typing);
    canvas.newPage();
    drawSecondPage(canvas, filed, typing);
    documents.push(truthOf1040(filed, typing.ssn(filed.ssn), [1, 2]));
    page = 2;
  }
  if (filed.schedule_c !== null) {
    if (page > 0) canvas.newPage();
    const name = nameOnSchedule(filed, false);
    const count = drawScheduleC(canvas, filed, filed.schedule_c, name, typing);
    documents.push(truthOfScheduleC(name, filed.schedule_c, [page + 1, page + count]));
    page += count;
  }
  if (filed.schedule_e !== null) {
    if (page > 0) canvas.newPage();
    const name = nameOnSchedule(filed, true);
    drawScheduleE(canvas, filed, filed.schedule_e, name, typing);
    documents.push(truthOfScheduleE(name, filed.schedule_e, [page + 1, page + 1]));
  }
  return sampleOf(layout, seed, canvas, documents);
}
