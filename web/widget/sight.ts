// Whether a button has been in sight, judged from what the browser tells of it, glance by glance. Pure, so that every
// order of glances can be tried out without a browser.

/** What the browser said at one moment: whether the place is on the screen at all, and whether nothing lies over it. */
export type Glance = { at_ms: number; is_in_view: boolean; is_visible: boolean };

/** Null: not so now. */
export type Sight = { seen_since_ms: number | null; hidden_since_ms: number | null; was_seen: boolean };

export const NOT_SEEN_YET: Sight = { seen_since_ms: null, hidden_since_ms: null, was_seen: false };

/** How long it must have been in sight for a finger or a mouse. */
const SEEN_MS = 400;
/** Longer than a screen takes to arrive: until then it is not plain to see, though nothing lies over it. */
const ARRIVES_MS = 700;

export function look({ seen_since_ms, hidden_since_ms, was_seen }: Sight, glance: Glance): Sight {
  const is_hidden = glance.is_in_view && !glance.is_visible;
  return {
    seen_since_ms: glance.is_visible ? (seen_since_ms ?? glance.at_ms) : null,
    hidden_since_ms: is_hidden ? (hidden_since_ms ?? glance.at_ms) : null,
    was_seen: was_seen || glance.is_visible,
  };
}

/**
 * What to think of a press. Unknown: the browser has not looked for long enough. Whoever had the focus on the button
 * and presses a key has found it, so being visible is enough.
 */
export function judge(sight: Sight, now_ms: number, is_by_key: boolean): 'seen' | 'covered' | 'unknown' {
  const { seen_since_ms, hidden_since_ms, was_seen } = sight;
  if (seen_since_ms !== null) return is_by_key || now_ms - seen_since_ms >= SEEN_MS ? 'seen' : 'unknown';
  // What was plain to see and no longer is has been covered, and what never was is no screen that still arrives.
  if (hidden_since_ms !== null && (was_seen || now_ms - hidden_since_ms >= ARRIVES_MS)) return 'covered';
  return 'unknown';
}
