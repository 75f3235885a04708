// A button whose press must be meant. A page can put something over the widget's frame, or make it nearly transparent, so
// that a person presses what they do not see. Where the browser can tell, such a press is reported to the server and
// explained; the next one counts, because a browser is as wary of honest pages: one that scales the frame, for instance.
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { CoveredPress } from '../shared/api.ts';
import { Notice, Points } from '../shared/parts/basics.tsx';
import { fill } from '../shared/words.ts';
import { judge, look, NOT_SEEN_YET, type Sight, type Verdict } from './sight.ts';
import { useView } from './view.tsx';

/** How long a press waits for the browser to know; after that it is in doubt. */
const WAIT_MS = 1_500;
const ASK_AGAIN_MS = 50;
/** An explanation takes a moment to read: a double click is no answer to it. */
const READ_MS = 800;

export type SafeClick = {
  onClick(event: MouseEvent): void;
  /** Goes into the button's label: the points by which it is judged whether the label is in sight. */
  mark: JSX.Element;
  /** Goes before the button. */
  warning: JSX.Element | null;
};

/** `label`: what the button says, for the explanation. */
export function useSafeClick(act: () => void, control: CoveredPress['control'], label: string): SafeClick {
  const { words, runtime } = useView();
  const [doubted_at_ms, setDoubted] = useState<number | null>(null);
  const marks = useRef<HTMLSpanElement>(null);
  // Undefined until it is known whether there is anything to watch: a press may come before that.
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

  // The explanation takes room, and must not push the button out of the frame.
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
      // One press waits; another one meanwhile adds nothing to it.
      if (waiting.current !== undefined) return;
      const now_ms = performance.now();
      // A click without a pointer comes from a key or from assistive technology. It is never refused: the person has led
      // the focus to this button, and may not look at the screen at all.
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
 * Null where there is nothing to fear (a page of our own) or no way to tell. Inside one process the browser looks at each
 * point; of a frame in a process of its own it only says whether anything at all lies over it.
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
    // Not in every browser's types yet: ask for what is really on the screen, not only for what would be.
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
