// A button protected against clickjacking. A page can cover the widget's frame, or make it nearly transparent, so that
// people press a button that they do not see. If the browser detects this, the press is reported to the server and an
// explanation is shown. The next press is accepted, because browsers also report harmless pages, for instance a page
// that scales the frame.
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { CoveredPress } from '../shared/api.ts';
import { Notice, Points } from '../shared/parts/basics.tsx';
import { fill } from '../shared/words.ts';
import { judge, look, NOT_SEEN_YET, type Sight, type Verdict } from './sight.ts';
import { useView } from './view.tsx';

/**
 * The maximum time that the widget waits, after a press, for the browser to report whether the button is visible. After
 * this time, the press is treated as doubtful.
 */
const WAIT_MS = 1_500;
const ASK_AGAIN_MS = 50;
/**
 * A press within this time after the explanation appears is ignored, so that a double click is not treated as a
 * confirmation.
 */
const READ_MS = 800;

export type SafeClick = {
  onClick(event: MouseEvent): void;
  /** The points at which the code checks whether the button's label is visible. Put this element into the label. */
  mark: JSX.Element;
  /** The explanation that is shown after a doubtful press. Put it before the button. */
  warning: JSX.Element | null;
};

/** `label` is the button's text. It is quoted in the explanation that is shown after a doubtful press. */
export function useSafeClick(act: () => void, control: CoveredPress['control'], label: string): SafeClick {
  const { words, runtime } = useView();
  const [doubted_at_ms, setDoubted] = useState<number | null>(null);
  const marks = useRef<HTMLSpanElement>(null);
  // `undefined` until it is known whether visibility can be observed. The applicant may press the button before that.
  const watch = useRef<Watch | undefined>(undefined);
  const waiting = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => {
    const watched = watchSight(marks.current);
    watch.current = watched;
    return () => {
      clearTimeout(waiting.current);
      watched?.stop();
    };
  }, []);

  // The explanation takes up space, so the button is scrolled back into the frame.
  useEffect(() => {
    if (doubted_at_ms !== null) marks.current?.scrollIntoView({ block: 'center' });
  }, [doubted_at_ms]);

  const verdictAt = (now_ms: number): Verdict =>
    watch.current === undefined ? 'unknown' : (watch.current?.judge(now_ms) ?? 'seen');

  const decide = (waits_until_ms: number): void => {
    waiting.current = undefined;
    const now_ms = performance.now();
    const verdict = verdictAt(now_ms);
    if (verdict === 'seen') {
      setDoubted(null);
      return act();
    }
    if (verdict === 'unknown' && now_ms < waits_until_ms) {
      waiting.current = setTimeout(() => decide(waits_until_ms), ASK_AGAIN_MS);
      return;
    }
    runtime.reportCovered({ control, outcome: 'doubted' });
    setDoubted(now_ms);
  };
  return {
    onClick(event) {
      // Further presses are ignored while the visibility check for an earlier press is pending.
      if (waiting.current !== undefined) return;
      const now_ms = performance.now();
      // A click without a pointer comes from a key or from assistive technology. It is never rejected, because the
      // applicant has moved the focus to this button, and might not be looking at the screen at all.
      if (event.detail === 0) {
        if (verdictAt(now_ms) === 'covered') runtime.reportCovered({ control, outcome: 'by_key' });
        return act();
      }
      if (doubted_at_ms === null) return decide(now_ms + WAIT_MS);
      if (now_ms - doubted_at_ms < READ_MS) return;
      runtime.reportCovered({ control, outcome: 'confirmed' });
      setDoubted(null);
      act();
    },
    mark: <Points holder={marks} />,
    warning: doubted_at_ms === null ? null : <Notice tone="warn">{fill(words.problem_covered, { label })}</Notice>,
  };
}

type Watch = { judge(now_ms: number): Verdict; stop(): void } | null;
type SeenEntry = IntersectionObserverEntry & { readonly isVisible?: boolean };

/**
 * Returns `null` in two cases. The first case is our own page, on which nothing can cover a control. The second case is
 * a browser that cannot detect covered elements. If the widget's frame runs in the page's process, the browser checks
 * each point. If the frame runs in its own process, the browser only reports whether anything covers the frame.
 */
function watchSight(marks: HTMLElement | null): Watch {
  if (window.top === window || marks === null || !canTell()) return null;
  const control = [...marks.children];
  const title = [...document.querySelectorAll('h1 > .points > i')];
  const sights = new Map<Element, Sight>();
  const observer = new IntersectionObserver(
    (entries: readonly SeenEntry[]) => {
      for (const { target, isIntersecting: is_in_view, isVisible } of entries) {
        const glance = { at_ms: performance.now(), is_in_view, is_visible: isVisible === true };
        sights.set(target, look(sightOf(target), glance));
      }
    },
    // These options are not in the type definitions yet. They track actual visibility on the screen, not only
    // intersection.
    { trackVisibility: true, delay: 100 } as IntersectionObserverInit,
  );
  const sightOf = (point: Element): Sight => sights.get(point) ?? NOT_SEEN_YET;
  for (const point of [...control, ...title]) observer.observe(point);
  return {
    judge: (now_ms) => judge(control.map(sightOf), title.map(sightOf), now_ms),
    stop: () => observer.disconnect(),
  };
}

const canTell = (): boolean =>
  typeof IntersectionObserverEntry === 'function' && 'isVisible' in IntersectionObserverEntry.prototype;
