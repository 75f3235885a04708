import { expect, test } from 'vitest';
import type { Page } from '#domain/documents/pages.ts';
import { isSameLayout } from '#domain/documents/templates.ts';
import { documentOf, pageWith } from '#test/read-documents.ts';
import { layoutOf } from './layout.ts';

const STUB = documentOf('PAYSTUB', {});
const LABELS =
  'Employee Name Pay Date Period Beginning Ending Earnings Rate Hours Current YTD Regular Gross Taxes Net'.split(' ');

/** A page with 17 labels, one below the other, and the given words. */
const pageOf = (labels: readonly string[], source: 'text' | 'ocr' = 'text'): Page => pageWith(labels, source);
const layout = (labels: readonly string[], source?: 'text' | 'ocr') => layoutOf(STUB, [pageOf(labels, source)]);

test('the layout stays the same if the values change or one label changes', () => {
  const one = layout([...LABELS, '2,000.00']);
  expect(one).toHaveLength(8);
  expect(layout([...LABELS, '3,100.00'])).toEqual(one);
  expect(isSameLayout(one, layout([...LABELS.slice(0, -1), 'Total', '2,000.00']))).toBe(true);
});

test('isSameLayout returns false if the same labels are at other places on the page', () => {
  expect(isSameLayout(layout(LABELS), layout(['Company', ...LABELS]))).toBe(false);
});

test('a page with fewer than 15 labels has no layout, and neither has a scan', () => {
  expect(layout(LABELS.slice(0, 14))).not.toBeNull();
  expect(layout(LABELS.slice(0, 13))).toBeNull();
  expect(layout(LABELS, 'ocr')).toBeNull();
});
