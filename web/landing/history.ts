// The browser's Back button on the landing page: it leads through the screens before it leads away.
import { canGoBack } from '../widget/machine/moves.ts';
import type { Runtime } from '../widget/runtime.ts';

export function followHistory(runtime: Runtime, browser: Window = window): void {
  let depth = 0;
  const depthOf = (): number => (canGoBack(runtime.state()) ? runtime.state().trail.length : 0);
  runtime.subscribe(() => {
    const now = depthOf();
    // One step of ours is one step of the browser's; going back by our own button leaves its step to be taken.
    if (now > depth) browser.history.pushState({ depth: now }, '');
    depth = now;
  });
  browser.addEventListener('popstate', () => {
    if (canGoBack(runtime.state())) runtime.dispatch({ type: 'back' });
  });
}
