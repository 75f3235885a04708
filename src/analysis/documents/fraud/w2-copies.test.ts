import { expect, test } from 'vitest';
import { documentOf, pageWith } from '#test/read-documents.ts';
import { copyFindings } from './w2-copies.ts';

const AMOUNTS = ['50,000.00', '6,100.00', '52,000.00', '3,224.00', '754.00'];
const W2 = documentOf('W2', {});
/** Returns the findings for a page with several copies of the form; the last copy has a changed amount. */
const found = (copies: number, changed: string, more: readonly string[] = [], source: 'text' | 'ocr' = 'text') => {
  const whole = Array.from({ length: copies - 1 }, () => AMOUNTS).flat();
  const last = AMOUNTS.map((amount, index) => (index === 0 ? changed : amount));
  return copyFindings(W2, [pageWith([...whole, ...last, ...more], source)]);
};

test('the finding names no expected amount if two copies of a W-2 differ, because either amount may be the altered one', () => {
  expect(found(2, '80,000.00')).toMatchObject([
    {
      severity: 'high',
      page: 1,
      expected: null,
      actual: null,
      message: 'One copy of the form shows 50,000.00, and the other copy shows 80,000.00.',
    },
  ]);
});

test.each([3, 4])(
  'the fraud finding has high severity if one of %d copies of a W-2 has a different amount',
  (copies) => {
    expect(found(copies, '80,000.00')).toMatchObject([
      { severity: 'high', expected: '50,000.00', actual: '80,000.00', page: 1 },
    ]);
  },
);

test('there is no finding if the copies of a W-2 agree in every box that they share, even if one copy has state wages that the other copies lack', () => {
  expect(found(4, '50,000.00')).toEqual([]);
  expect(found(4, '50,000.00', ['2,310.00'])).toEqual([]);
});

test('there is no finding for a W-2 that is printed once or scanned', () => {
  expect(found(1, '80,000.00')).toEqual([]);
  expect(found(4, '80,000.00', [], 'ocr')).toEqual([]);
});
