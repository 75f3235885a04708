// A button whose press must be meant. In a frame of somebody's page another thing may lie over it; where the browser can
// tell whether the button has been seen, a press that cannot have been meant is not taken.
import type { JSX, RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Notice } from '../shared/parts/basics.tsx';
import { judge, look, NOT_SEEN_YET } from './sight.ts';
import { useView } from './view.tsx';

/** How long a press waits for the browser to know; after that it counts as one on something covered. */
const WAIT_MS = 1_500;
const ASK_AGAIN_MS = 50;

export type SafeClick = { onClick(event: MouseEvent): void; warning: JSX.Element | null };

/** `around`: what holds the button, where that is not the foot of the screen. */
export function useSafeClick(act: () => void, around?: RefObject<HTMLElement | null>): SafeClick {
  const { words } = useView();
  const [is_covered, setCovered] = useState(false);
  // Undefined until it is known whether there is anything to watch: a press may come before that.
  const watch = useRef<Watch | undefined>(undefined);
  const waiting = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => {
    const watched = watchSight(around?.current ?? document.querySelector('.actions'));
    watch.current = watched;
    return () => {
      clearTimeout(waiting.current);
      watched?.stop();
    };
  }, []);

  const decide = (is_by_key: boolean, waits_until_ms: number): void => {
    waiting.current = undefined;
    const now_ms = performance.now();
    const verdict = watch.current === undefined ? 'unknown' : (watch.current?.judge(now_ms, is_by_key) ?? 'seen');
    if (verdict === 'unknown' && now_ms < waits_until_ms) {
      waiting.current = setTimeout(() => decide(is_by_key, waits_until_ms), ASK_AGAIN_MS);
      return;
    }
    setCovered(verdict !== 'seen');
    if (verdict === 'seen') act();
  };
  return {
    onClick(event) {
      // One press waits; another one meanwhile adds nothing to it.
      if (waiting.current !== undefined) return;
      // A click without a pointer comes from a key, or from what reads the screen aloud.
      decide(event.detail === 0, performance.now() + WAIT_MS);
    },
    warning: is_covered ? <Notice tone="warn">{words.problem_covered}</Notice> : null,
  };
}

type Watch = { judge(now_ms: number, is_by_key: boolean): ReturnType<typeof judge>; stop(): void } | null;
type SeenEntry = IntersectionObserverEntry & { readonly isVisible?: boolean };

/** Null where there is nothing to fear (a page of our own) or no way to tell. */
function watchSight(target: Element | null): Watch {
  if (window.top === window || target === null || !canTell()) return null;
  let sight = NOT_SEEN_YET;
  const observer = new IntersectionObserver(
    (entries: readonly SeenEntry[]) => {
      for (const { isIntersecting: is_in_view, isVisible } of entries) {
        sight = look(sight, { at_ms: performance.now(), is_in_view, is_visible: isVisible === true });
      }
    },
    // Not in every browser's types yet: ask for what is really on the screen, not only for what would be.
    { threshold: [0, 0.5, 1], trackVisibility: true, delay: 100 } as IntersectionObserverInit,
  );
  observer.observe(target);
  return {
    judge: (now_ms, is_by_key) => judge(sight, now_ms, is_by_key),
    stop: () => observer.disconnect(),
  };
}

const canTell = (): boolean =>
  typeof IntersectionObserverEntry === 'function' && 'isVisible' in IntersectionObserverEntry.prototype;
