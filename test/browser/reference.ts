// The pages for engineers: the home page and the API reference.
import { describe, expect, test } from 'vitest';
import { faultsOf } from './axe.ts';
import { inPage, PATIENT, SIZES, stage } from './stage.ts';

export function describeReference(): void {
  describe.each(SIZES)('the pages for engineers on %s', (_name, viewport) => {
    test(
      'the home page has no accessibility violations',
      PATIENT,
      inPage(
        async (page) => {
          await page.goto(`${stage().url}/`);
          expect(await faultsOf(page)).toEqual([]);
        },
        { viewport },
      ),
    );

    test(
      'the API reference shows the operations and has no accessibility violations',
      PATIENT,
      inPage(
        async (page) => {
          await page.goto(`${stage().url}/docs/`);
          await page.getByRole('heading', { name: 'Create an order' }).waitFor();
          expect(await faultsOf(page)).toEqual([]);
        },
        { viewport },
      ),
    );
  });
}
