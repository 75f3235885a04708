// Faults that axe finds on the screen as it is, in frames too.
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** By day everything is looked at; at night nothing but the colours is another. */
export async function faultsOf(page: Page): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'light' });
  const by_day = await violationsOf(builderFor(page).withTags(RULES));
  await page.emulateMedia({ colorScheme: 'dark' });
  const at_night = await violationsOf(builderFor(page).withRules(['color-contrast']));
  await page.emulateMedia({ colorScheme: 'light' });
  return [...by_day, ...at_night.map((fault) => `at night: ${fault}`)];
}

const builderFor = (page: Page): AxeBuilder => new AxeBuilder({ page }).options({ resultTypes: ['violations'] });

async function violationsOf(axe: AxeBuilder): Promise<string[]> {
  const { violations } = await axe.analyze();
  return violations.map(({ id, nodes }) => `${id} at ${nodes.map(({ html }) => html).join(' ')}`);
}
