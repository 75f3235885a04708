// Tests the pages for engineers: the home page and the API reference.
import { describe, expect, test } from 'vitest';
import { faultsOf } from './axe.ts';
import { inPage, PATIENT, SIZES, stage } from './stage.ts';

/**
 * The reference page renders all operations in the browser, and axe inspects all of them. This takes 25 seconds on an
 * idle machine with two cores. It took 92 seconds on a machine that was busy with four other programs. So `npm test`
 * inspects the page on one screen size, and `npm run test:browser` on two screen sizes.
 */
const REFERENCE_MS_MAX = 240_000;

export function describeReference(): void {
  describe.each(SIZES)('the home page on %s', (_name, viewport) => {
    test(
      'has no accessibility violations',
      PATIENT,
      inPage(
        async (page) => {
          await page.goto(`${stage().url}/`);
          expect(await faultsOf(page)).toEqual([]);
        },
        { viewport },
      ),
    );
  });

  test(
    'the API reference shows the operations and has no accessibility violations',
    { timeout: REFERENCE_MS_MAX },
    inPage(async (page) => {
      // The script renders before the page's load event. So the test does not wait for this event, but for a heading
      // that shows that rendering has ended.
      await page.goto(`${stage().url}/docs/`, { waitUntil: 'commit' });
      await page.getByRole('heading', { name: 'Create an order' }).waitFor({ timeout: REFERENCE_MS_MAX / 2 });
      expect(await faultsOf(page)).toEqual([]);
    }),
  );
}
