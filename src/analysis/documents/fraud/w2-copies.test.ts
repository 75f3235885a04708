import { expect, test } from 'vitest';
import { documentOf, pageWith } from '#test/read-documents.ts';
import { copyFindings } from './w2-copies.ts';

const AMOUNTS = ['50,000.00', '6,100.00', '52,000.00', '3,224.00', '754.00'];
const W2 = documentOf('W2', {});
/** The findings on a page with copies of a W-2. In the last copy, the first amount is `changed`. */
const found = (copies: number, changed: string, more: readonly string[] = [], source: 'text' | 'ocr' = 'text') => {
  const whole = Array.from({ length: copies - 1 }, () => AMOUNTS).flat();
  const last = AMOUNTS.map((amount, index) => (index === 0 ? changed : amount));
  return copyFindings(W2, [pageWith([...whole, ...last, ...more], source)]);
};

test.each([2, 3, 4])('a strong sign is returned if one of %d copies of a W-2 has another amount', (copies) => {
  expect(found(copies, '80,000.00')).toMatchObject([
    { severity: 'high', expected: '50,000.00', actual: '80,000.00', page: 1 },
  ]);
});

test('no sign is returned if the copies of a W-2 agree, even if only one of them has state wages', () => {
  expect(found(4, '50,000.00')).toEqual([]);
  expect(found(4, '50,000.00', ['2,310.00'])).toEqual([]);
});

test('no sign is returned for a single W-2 or for a scan', () => {
  expect(found(1, '80,000.00')).toEqual([]);
  expect(found(4, '80,000.00', [], 'ocr')).toEqual([]);
});
