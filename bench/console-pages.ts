// Measures how long the main pages of the console take to open in a browser: from the navigation until nothing on the
// page is being loaded. A page's files come from the browser's cache, as for a user who comes back; only the first
// opening of the page loads them from the server. The baseline is the page of the user's own account.
import type { Page } from 'playwright-core';
import { launchChromium } from '#test/chromium.ts';
import type { ConsoleData } from './console-data.ts';
import { signIn } from './console-data.ts';
import type { Service } from './service.ts';
import { type Figure, median } from './table.ts';

const BOUND_MS = 1_000;
const OPENINGS = 7;
const PAGES: Readonly<Record<string, string>> = {
  home: '',
  orders: 'orders',
  people: 'people',
  events: 'events',
  'request log': 'requests',
  'audit log': 'audit',
  webhooks: 'webhooks',
};

export async function benchConsolePages(
  service: Service,
  data: ConsoleData,
  order: { id: string; user_id: string },
): Promise<Figure[]> {
  const { client_id, environment } = data.scope;
  const browser = await launchChromium();
  try {
    const [name = '', value = ''] = (await signIn(service, data, 'owner'))['cookie']?.split('=', 2) ?? [];
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    await context.addCookies([{ name, value, url: service.url }]);
    const page = await context.newPage();
    const pages = { ...PAGES, 'an order': `orders/${order.id}`, 'a person': `people/${order.user_id}` };
    const baseline_ms = await openingMs(page, `${service.url}/console/account`);
    const figures: Figure[] = [];
    for (const [what, path] of Object.entries(pages)) {
      const ours_ms = await openingMs(page, `${service.url}/console/${client_id}/${environment}/${path}`);
      figures.push({
        name: `console: opening ${what} in a browser`,
        ours: `${ours_ms.toFixed(0)} ms`,
        baseline: `${baseline_ms.toFixed(0)} ms`,
        ratio: (ours_ms / baseline_ms).toFixed(2),
        bound: `≤ ${BOUND_MS} ms`,
        holds: ours_ms <= BOUND_MS,
      });
    }
    return figures;
  } finally {
    await browser.close();
  }
}

async function openingMs(page: Page, url: string): Promise<number> {
  const readings: number[] = [];
  for (let opening = 0; opening < OPENINGS; opening++) {
    const started = performance.now();
    await page.goto(url, { waitUntil: 'domcontentloaded' });
    await page.locator('h1').first().waitFor();
    await page.locator('.skeleton').first().waitFor({ state: 'detached' });
    readings.push(performance.now() - started);
  }
  return median(readings);
}
