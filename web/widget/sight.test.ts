import { describe, expect, test } from 'vitest';
import { type Glance, judge, look, NOT_SEEN_YET } from './sight.ts';

const AWAY = { is_in_view: false, is_visible: false };
const HIDDEN = { is_in_view: true, is_visible: false };
const SEEN = { is_in_view: true, is_visible: true };

const after = (...glances: readonly [number, Omit<Glance, 'at_ms'>][]) =>
  glances.reduce((sight, [at_ms, glance]) => look(sight, { at_ms, ...glance }), NOT_SEEN_YET);

describe('a press', () => {
  test('before the browser has looked is neither meant nor feared', () => {
    expect(judge(NOT_SEEN_YET, 100, false)).toBe('unknown');
    expect(judge(NOT_SEEN_YET, 100, true)).toBe('unknown');
  });

  test('counts once the button was in sight for 400 ms, by key at once', () => {
    const sight = after([1_000, SEEN]);
    expect(judge(sight, 1_399, false)).toBe('unknown');
    expect(judge(sight, 1_400, false)).toBe('seen');
    expect(judge(sight, 1_000, true)).toBe('seen');
  });

  test('while the screen arrives, or right after scrolling there, is no alarm', () => {
    expect(judge(after([100, HIDDEN]), 799, false)).toBe('unknown');
    expect(judge(after([100, AWAY]), 9_000, false)).toBe('unknown');
    expect(judge(after([100, AWAY], [5_000, SEEN]), 5_150, false)).toBe('unknown');
  });

  test('on what has been hidden for longer than a screen arrives is an alarm, by key too', () => {
    expect(judge(after([100, HIDDEN], [400, HIDDEN]), 800, false)).toBe('covered');
    expect(judge(after([100, HIDDEN]), 800, true)).toBe('covered');
  });

  test('on what was in sight and has just been covered is an alarm at once', () => {
    expect(judge(after([100, SEEN], [2_000, HIDDEN]), 2_001, false)).toBe('covered');
  });

  test('on what was covered and is bare again has to wait as long as on anything new', () => {
    const sight = after([100, SEEN], [2_000, HIDDEN], [3_000, SEEN]);
    expect(judge(sight, 3_399, false)).toBe('unknown');
    expect(judge(sight, 3_400, false)).toBe('seen');
  });
});
