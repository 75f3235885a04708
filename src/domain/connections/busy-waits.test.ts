import { expect, test } from 'vitest';
import { type BusyWait, nextWait } from './busy-waits.ts';

const NOON_MS = Date.parse('2026-03-01T12:00:00Z');

/** Returns the waits of a task whose provider always asks it to wait for `asked` seconds. */
function waitsOf(asked: number, seconds_max: number): number[] {
  const waits: number[] = [];
  let [before, now_ms]: [BusyWait | null, number] = [null, NOON_MS];
  for (;;) {
    const next = nextWait(before, asked, { now: new Date(now_ms), seconds_max });
    if (next === undefined) return waits;
    waits.push(next.seconds);
    now_ms += next.seconds * 1000;
    before = next.wait;
  }
}

test.each([
  [240, 600, [240, 240]],
  [600, 600, [600]],
  [601, 600, []],
  [30, 30, [30]],
  [31, 30, []],
])(
  'if a provider always asks for a wait of %i seconds, a task that may wait for %i seconds in total has these waits: %j',
  (...row) => {
    const [asked, seconds_max, waits] = row;
    expect(waitsOf(asked, seconds_max)).toEqual(waits);
  },
);

test('if a provider repeatedly asks for a wait of 0 seconds, each wait is twice the previous wait, up to a minute', () => {
  expect(waitsOf(0, 600)).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60, 60, 60, 60, 60, 60]);
});
