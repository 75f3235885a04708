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

describe('judge() with one observed point of the element', () => {
  test('judge() returns "unknown" before the first observation', () => {
    expect(judgeOne(NOT_SEEN_YET, 100)).toBe('unknown');
  });

  test('judge() returns "seen" once the control has been visible for 400 ms', () => {
    const sight = after([1_000, SEEN]);
    expect(judgeOne(sight, 1_399)).toBe('unknown');
    expect(judgeOne(sight, 1_400)).toBe('seen');
  });

  test('judge() returns "unknown" during the transition to a screen, while the control is out of view, and right after it is scrolled into view', () => {
    expect(judgeOne(after([100, HIDDEN]), 799)).toBe('unknown');
    expect(judgeOne(after([100, AWAY]), 9_000)).toBe('unknown');
    expect(judgeOne(after([100, AWAY], [5_000, SEEN]), 5_150)).toBe('unknown');
  });

  test('judge() returns "covered" if something hides the control for longer than a transition takes', () => {
    expect(judgeOne(after([100, HIDDEN], [400, HIDDEN]), 800)).toBe('covered');
  });

  test('judge() returns "covered" immediately if the control was visible and something now hides it', () => {
    expect(judgeOne(after([100, SEEN], [2_000, HIDDEN]), 2_001)).toBe('covered');
  });

  test('judge() returns "seen" 400 ms after a hidden control becomes visible again', () => {
    const sight = after([100, SEEN], [2_000, HIDDEN], [3_000, SEEN]);
    expect(judgeOne(sight, 3_399)).toBe('unknown');
    expect(judgeOne(sight, 3_400)).toBe('seen');
  });
});

describe('judge() with five observed points per element', () => {
  test.for([
    [0, 'seen'],
    [2, 'seen'],
    [3, 'covered'],
    [5, 'covered'],
  ] as const)('if %i of five observed points of the control are hidden, judge() returns "%s"', ([hidden, verdict]) => {
    expect(judge(five(hidden), five(0), 1_000)).toBe(verdict);
  });

  test.for([
    [2, 'seen'],
    [3, 'covered'],
  ] as const)(
    'if %i of five observed points of the title and none of the control are hidden, judge() returns "%s"',
    ([hidden, verdict]) => {
      expect(judge(five(0), five(hidden), 1_000)).toBe(verdict);
    },
  );

  test('judge() ignores a title that is missing or scrolled out of view', () => {
    expect(judge(five(0), Array(5).fill(after([0, SEEN], [500, AWAY])), 1_000)).toBe('seen');
    expect(judge(five(0), [], 1_000)).toBe('seen');
  });

  test('judge() returns "unknown" if no verdict applies to a majority of the points', () => {
    const mixed = [...five(0).slice(0, 2), ...five(5).slice(0, 2), NOT_SEEN_YET];
    expect(judge(mixed, [], 1_000)).toBe('unknown');
  });
});
