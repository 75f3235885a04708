// Returns the accessibility violations that axe finds on the current screen, including its frames.
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/**
 * In the light colour scheme, runs all rules. In the dark colour scheme, checks only the contrast, because the two
 * schemes differ only in their colours.
 */
export async function faultsOf(page: Page): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'light' });
  const by_day = await violationsOf(builderFor(page).withTags(RULES));
  await page.emulateMedia({ colorScheme: 'dark' });
  await transitionsEnded(page);
  const at_night = await violationsOf(builderFor(page).withRules(['color-contrast']));
  await page.emulateMedia({ colorScheme: 'light' });
  return [...by_day, ...at_night.map((fault) => `at night: ${fault}`)];
}

/**
 * Removes the frames that run no scripts. axe cannot check them, and would wait for them without end.
 */
export const removeDeadFrames = (page: Page): Promise<void> =>
  page.evaluate(() => {
    for (const frame of document.querySelectorAll('iframe[sandbox=""]')) frame.remove();
  });

/** Waits for colour transitions to end, because contrast cannot be judged while they run. */
async function transitionsEnded(page: Page): Promise<void> {
  const ended = () =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter((animation) => animation instanceof CSSTransition)
        .map(({ finished }) => finished),
    );
  const loaded = page.frames().filter((frame) => frame.url().startsWith('http'));
  await Promise.all(loaded.map((frame) => frame.evaluate(ended)));
}

/**
 * A page without frames is checked in axe's legacy mode, because axe's default mode opens an extra page to merge the
 * results of frames.
 */
const builderFor = (page: Page): AxeBuilder =>
  new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode(page.frames().length === 1);

async function violationsOf(axe: AxeBuilder): Promise<string[]> {
  const { violations } = await axe.analyze();
  return violations.map(({ id, nodes }) => `${id} at ${nodes.map(({ html }) => html).join(' ')}`);
}
