// A person at a browser who uses either only the mouse or only the keyboard. Both kinds of person can do the same
// things, so the same story can be tested with each of them.
import type { Locator, Page } from 'playwright-core';
import { vi } from 'vitest';

export type Means = 'mouse' | 'keyboard';

export type Actor = {
  page: Page;
  /** Clicks an element, or moves the focus to it with the Tab key and presses Enter (Space on a checkbox). */
  press(target: Locator): Promise<void>;
  /** Replaces the text of a field. */
  write(target: Locator, text: string): Promise<void>;
  /**
   * Presses a button until `next` is shown. The widget ignores a press in a frame unless the button was visible for a
   * moment before the press.
   */
  pressUntil(target: Locator, next: Locator): Promise<void>;
  /** Opens a page of the console by its name, from the navigation or from the command palette. */
  open(name: string): Promise<void>;
  /** Returns the actor who uses the same input device in another tab of the same browser. */
  in(page: Page): Actor;
};

/** The number of presses of the Tab key with which the focus can reach any element of a page. */
const TABS_MAX = 90;

export function newActor(page: Page, means: Means): Actor {
  const reach = async (target: Locator): Promise<void> => {
    await target.waitFor();
    if (means === 'mouse') return target.click();
    // The element is found by its role once, and again only if the page has replaced it, because finding it takes longer
    // than a press of the Tab key.
    let element = await target.elementHandle();
    for (let tabs = 0; tabs <= TABS_MAX; tabs += 1) {
      const state = await element?.evaluate(focusOf);
      if (state === 'focused') return;
      if (state === 'replaced') element = await target.elementHandle();
      else await page.keyboard.press('Tab');
    }
    throw new Error(`the Tab key does not lead to ${target}`);
  };
  const press = async (target: Locator): Promise<void> => {
    await reach(target);
    if (means === 'keyboard') await page.keyboard.press((await target.evaluate(isCheckbox)) ? 'Space' : 'Enter');
  };
  return {
    page,
    press,
    async write(target, text) {
      await reach(target);
      await page.keyboard.press('Control+a');
      await page.keyboard.insertText(text);
    },
    async pressUntil(target, next) {
      await target.waitFor();
      const tryOnce = async (): Promise<void> => {
        const is_idle = (await target.count()) === 1 && (await target.getAttribute('aria-busy')) !== 'true';
        if (is_idle) await press(target);
        await next.waitFor({ timeout: 1_000 });
      };
      await vi.waitFor(tryOnce, { timeout: 60_000, interval: 1 });
    },
    async open(name) {
      if (means === 'keyboard') {
        await page.keyboard.press('Control+k');
        await page.getByRole('dialog', { name: 'Search and commands' }).getByRole('combobox').waitFor();
        await page.keyboard.insertText(name);
        await page.getByRole('option', { name, selected: true }).waitFor();
        await page.keyboard.press('Enter');
      } else {
        const menu = page.getByRole('button', { name: 'Menu' });
        const is_narrow = await menu.isVisible();
        if (is_narrow) await menu.click();
        const shown = is_narrow ? page.getByRole('dialog', { name: 'Menu' }) : page.locator('body');
        await shown.getByRole('navigation', { name: 'Navigation' }).getByRole('link', { name, exact: true }).click();
      }
    },
    in: (other) => newActor(other, means),
  };
}

/**
 * Returns `focused` if the element has the focus, and the browser shows the focus visibly (`:focus-visible`). Returns
 * `replaced` if the element is no longer on the page.
 */
const focusOf = (element: Element): 'focused' | 'replaced' | 'elsewhere' => {
  if (!element.isConnected) return 'replaced';
  const { ownerDocument } = element;
  const is_focused = ownerDocument.hasFocus() && element === ownerDocument.activeElement;
  return is_focused && element.matches(':focus-visible') ? 'focused' : 'elsewhere';
};

const isCheckbox = (element: Element): boolean => element instanceof HTMLInputElement && element.type === 'checkbox';
