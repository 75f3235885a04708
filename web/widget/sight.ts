// Decides whether a control has been visible. The decision uses what the browser reports about a few points on the
// control. The functions are pure, so that every sequence of observations can be tested without a browser.

/** One observation of one point: whether it is in the viewport, and whether it is visible without distortion. */
export type Glance = { at_ms: number; is_in_view: boolean; is_visible: boolean };

/**
 * `seen_since_ms` is the time since which the point has been visible, or `null` if the point is not visible now.
 * `hidden_since_ms` is the time since which the point has been hidden, or `null` if the point is not hidden now. A
 * point is hidden if it is in the viewport but not visible.
 */
export type Sight = { seen_since_ms: number | null; hidden_since_ms: number | null; was_seen: boolean };

export const NOT_SEEN_YET: Sight = { seen_since_ms: null, hidden_since_ms: null, was_seen: false };

export type Verdict = 'seen' | 'covered' | 'unknown';

/** How long a control must have been visible before a touch or a click on it is accepted. */
const SEEN_MS = 400;
/**
 * How long a point that was never visible must have been hidden before it is treated as covered. This time is longer
 * than the transition to a screen. During the transition, the browser reports all points as not visible.
 */
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
 * Decides whether the user saw the control that they pressed. Each point of the control gets a verdict, and the result
 * is the verdict that more than half of these points share; without such a majority it is `unknown`. So a decoration
 * over a few points does not change the result. If most of the title's points are covered, the control is also treated
 * as covered. Otherwise a page could hide the question and leave only the button visible. A title that was scrolled out
 * of view is not treated as covered.
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

/**
 * Judges one point. The result is `unknown` in three cases: the point has been visible for less than `SEEN_MS`; it was
 * never visible and something has covered it for less than `ARRIVES_MS`; or it is scrolled out of view or not observed
 * yet.
 */
function judgePoint({ seen_since_ms, hidden_since_ms, was_seen }: Sight, now_ms: number): Verdict {
  if (seen_since_ms !== null) return now_ms - seen_since_ms >= SEEN_MS ? 'seen' : 'unknown';
  // A point is covered if it was visible before and is now hidden, or if it has been hidden for longer than a
  // transition takes.
  if (hidden_since_ms !== null && (was_seen || now_ms - hidden_since_ms >= ARRIVES_MS)) return 'covered';
  return 'unknown';
}
