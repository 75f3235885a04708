// A button whose press must be meant. In a frame of somebody's page another thing may lie over it; where the browser can
// tell whether the button has been seen, a press that cannot have been meant is not taken.
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Notice } from '../shared/parts/basics.tsx';
import { useView } from './view.tsx';

/** How long it must have been in sight. */
const SEEN_MS = 400;

export type SafeClick = { onClick(): void; warning: JSX.Element | null };

export function useSafeClick(act: () => void): SafeClick {
  const { words } = useView();
  const [is_covered, setCovered] = useState(false);
  const sight = useRef<Sight>(null);
  useEffect(() => {
    const watched = watchSight();
    sight.current = watched;
    return () => watched?.stop();
  }, []);
  return {
    onClick() {
      const is_meant = sight.current === null || sight.current.isSeen();
      setCovered(!is_meant);
      if (is_meant) act();
    },
    warning: is_covered ? <Notice tone="warn">{words.problem_covered}</Notice> : null,
  };
}

type Sight = { isSeen(): boolean; stop(): void } | null;
type SeenEntry = IntersectionObserverEntry & { readonly isVisible?: boolean };

/** Null where there is nothing to fear (a page of our own) or no way to tell. */
function watchSight(): Sight {
  const target = document.querySelector('.actions');
  if (window.top === window || target === null || !canTell()) return null;
  let seen_since: number | undefined;
  const observer = new IntersectionObserver(
    (entries) => {
      const is_visible = (entries.at(-1) as SeenEntry | undefined)?.isVisible === true;
      seen_since = is_visible ? (seen_since ?? performance.now()) : undefined;
    },
    // Not in every browser's types yet: ask for what is really on the screen, not only for what would be.
    { threshold: [0, 0.5, 1], trackVisibility: true, delay: 100 } as IntersectionObserverInit,
  );
  observer.observe(target);
  return {
    isSeen: () => seen_since !== undefined && performance.now() - seen_since >= SEEN_MS,
    stop: () => observer.disconnect(),
  };
}

const canTell = (): boolean =>
  typeof IntersectionObserverEntry === 'function' && 'isVisible' in IntersectionObserverEntry.prototype;
