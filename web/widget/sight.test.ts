import { describe, expect, test } from 'vitest';
import { type Glance, judge, look, NOT_SEEN_YET, type Sight } from './sight.ts';

const AWAY = { is_in_view: false, is_visible: false };
const HIDDEN = { is_in_view: true, is_visible: false };
const SEEN = { is_in_view: true, is_visible: true };

const after = (...glances: readonly [number, Omit<Glance, 'at_ms'>][]): Sight =>
  glances.reduce((sight, [at_ms, glance]) => look(sight, { at_ms, ...glance }), NOT_SEEN_YET);
const five = (hidden: number, at_ms = 0): Sight[] =>
  Array.from({ length: 5 }, (_, at) => after([at_ms, at < hidden ? HIDDEN : SEEN]));
const judgeOne = (sight: Sight, now_ms: number) => judge([sight], [], now_ms);

describe('a press', () => {
  test('before the browser has looked is undecided', () => {
    expect(judgeOne(NOT_SEEN_YET, 100)).toBe('unknown');
  });

  test('counts once the control was in sight for 400 ms', () => {
    const sight = after([1_000, SEEN]);
    expect(judgeOne(sight, 1_399)).toBe('unknown');
    expect(judgeOne(sight, 1_400)).toBe('seen');
  });

  test('while the screen arrives, or right after scrolling there, is undecided', () => {
    expect(judgeOne(after([100, HIDDEN]), 799)).toBe('unknown');
    expect(judgeOne(after([100, AWAY]), 9_000)).toBe('unknown');
    expect(judgeOne(after([100, AWAY], [5_000, SEEN]), 5_150)).toBe('unknown');
  });

  test('on what has been hidden for longer than a screen takes to arrive is one on something covered', () => {
    expect(judgeOne(after([100, HIDDEN], [400, HIDDEN]), 800)).toBe('covered');
  });

  test('on what was in sight and has just been covered is one on something covered, at once', () => {
    expect(judgeOne(after([100, SEEN], [2_000, HIDDEN]), 2_001)).toBe('covered');
  });

  test('on what was covered and is bare again waits as long as on anything new', () => {
    const sight = after([100, SEEN], [2_000, HIDDEN], [3_000, SEEN]);
    expect(judgeOne(sight, 3_399)).toBe('unknown');
    expect(judgeOne(sight, 3_400)).toBe('seen');
  });
});

describe('of five points', () => {
  test.for([
    [0, 'seen'],
    [2, 'seen'],
    [3, 'covered'],
    [5, 'covered'],
  ] as const)('%i hidden ones on the control: %s', ([hidden, verdict]) => {
    expect(judge(five(hidden), five(0), 1_000)).toBe(verdict);
  });

  test.for([
    [2, 'seen'],
    [3, 'covered'],
  ] as const)('%i hidden ones on the title over a bare control: %s', ([hidden, verdict]) => {
    expect(judge(five(0), five(hidden), 1_000)).toBe(verdict);
  });

  test('a title that was scrolled away, or is not there, says nothing', () => {
    expect(judge(five(0), Array(5).fill(after([0, SEEN], [500, AWAY])), 1_000)).toBe('seen');
    expect(judge(five(0), [], 1_000)).toBe('seen');
  });

  test('without a majority it is undecided', () => {
    const mixed = [...five(0).slice(0, 2), ...five(5).slice(0, 2), NOT_SEEN_YET];
    expect(judge(mixed, [], 1_000)).toBe('unknown');
  });
});
