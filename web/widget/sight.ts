// Whether a control has been in sight, judged from what the browser says of a few points on it. Pure, so that every
// order of glances can be tried out without a browser.

/** What the browser said of one point: whether it is on the screen at all, and whether it is seen undistorted. */
export type Glance = { at_ms: number; is_in_view: boolean; is_visible: boolean };

/** Null: not so now. */
export type Sight = { seen_since_ms: number | null; hidden_since_ms: number | null; was_seen: boolean };

export const NOT_SEEN_YET: Sight = { seen_since_ms: null, hidden_since_ms: null, was_seen: false };

export type Verdict = 'seen' | 'covered' | 'unknown';

/** How long a control must have been in sight for a finger or a mouse. */
const SEEN_MS = 400;
/** Longer than a screen takes to arrive: until then nothing is seen undistorted, though nothing lies over it. */
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
 * What to think of a press. Most points of the control decide, so that a decoration across it does no harm; and most
 * points of the title, so that a page cannot hide what is asked and leave the button alone in sight. A title that was
 * scrolled away is not hidden.
 */
export function judge(control: readonly Sight[], title: readonly Sight[], now_ms: number): Verdict {
  const verdict = judgePoints(control, now_ms);
  return verdict === 'seen' && judgePoints(title, now_ms) === 'covered' ? 'covered' : verdict;
}

function judgePoints(points: readonly Sight[], now_ms: number): Verdict {
  const verdicts = points.map((point) => judgePoint(point, now_ms));
  const most = (verdict: Verdict): boolean => verdicts.filter((one) => one === verdict).length * 2 > points.length;
  if (most('seen')) return 'seen';
  return most('covered') ? 'covered' : 'unknown';
}

/** Unknown: the browser has not looked for long enough. */
function judgePoint({ seen_since_ms, hidden_since_ms, was_seen }: Sight, now_ms: number): Verdict {
  if (seen_since_ms !== null) return now_ms - seen_since_ms >= SEEN_MS ? 'seen' : 'unknown';
  // What was in sight and no longer is has been covered, and what never was is no screen that still arrives.
  if (hidden_since_ms !== null && (was_seen || now_ms - hidden_since_ms >= ARRIVES_MS)) return 'covered';
  return 'unknown';
}
