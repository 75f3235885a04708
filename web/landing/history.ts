// Handles the browser's Back button on the landing page. The button first goes back through the visited screens, and
// leaves the page only from the first screen.
import { canGoBack } from '../widget/machine/moves.ts';
import type { Runtime } from '../widget/runtime.ts';

export function followHistory(runtime: Runtime, browser: Window = window): void {
  let depth = 0;
  const depthOf = (): number => (canGoBack(runtime.state()) ? runtime.state().trail.length : 0);
  runtime.subscribe(() => {
    const now = depthOf();
    // Each screen adds one history entry; our own Back button does not remove that entry.
    if (now > depth) browser.history.pushState({ depth: now }, '');
    depth = now;
  });
  browser.addEventListener('popstate', () => {
    if (canGoBack(runtime.state())) runtime.dispatch({ type: 'back' });
  });
}
