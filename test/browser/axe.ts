// Returns the accessibility violations that axe finds on the current screen, including its frames.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type axe from 'axe-core';
import type { Frame, Page } from 'playwright-core';

declare global {
  interface Window {
    axe?: typeof axe;
  }
}

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** axe exchanges results with the frames of the page only if their origins are allowed. */
const SCRIPT = `${readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')};
  axe.configure({ allowedOrigins: ['<unsafe_all_origins>'] });`;

/**
 * In the light colour scheme, runs all rules. In the dark colour scheme, checks only the contrast, because the two
 * schemes differ only in their colours.
 */
export async function faultsOf(page: Page): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'light' });
  const by_day = await violationsOf(page, { type: 'tag', values: RULES });
  await page.emulateMedia({ colorScheme: 'dark' });
  await transitionsEnded(page);
  const at_night = await violationsOf(page, { type: 'rule', values: ['color-contrast'] });
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
  await Promise.all(loadedFrames(page).map((frame) => frame.evaluate(ended)));
}

async function violationsOf(page: Page, runOnly: axe.RunOnly): Promise<string[]> {
  await Promise.all(loadedFrames(page).map(insertAxe));
  return page.evaluate(async (rules) => {
    const results = await window.axe?.run(document, { resultTypes: ['violations'], runOnly: rules });
    if (results === undefined) throw new Error('the page was replaced');
    return results.violations.map(({ id, nodes }) => `${id} at ${nodes.map(({ html }) => html).join(' ')}`);
  }, runOnly);
}

/**
 * Runs the script of axe in a frame, but only once in each document, because this takes longer than most checks.
 */
async function insertAxe(frame: Frame): Promise<void> {
  if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(SCRIPT);
}

const loadedFrames = (page: Page): Frame[] => page.frames().filter((frame) => frame.url().startsWith('http'));
