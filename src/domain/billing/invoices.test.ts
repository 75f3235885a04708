import { describe, expect, test } from 'vitest';
import { amountOf, inOrder, mayBeTriedAgain, totalOf } from './invoices.ts';

const LINES = [
  { product_type: 'assets', count: 3, unit_price: '0.00' },
  { product_type: 'income', count: 2, unit_price: '112.50' },
  { product_type: 'income', count: 1, unit_price: '9.99' },
] as const;

describe('an invoice', () => {
  test('an invoice bills each line as count times price, and sums the lines', () => {
    expect(LINES.map(amountOf)).toEqual([0n, 22_500n, 999n]);
    expect(totalOf(LINES)).toBe(23_499n);
    expect(totalOf([])).toBe(0n);
  });

  test('lists the products in the order of PRODUCT_TYPES, and lists the lines of each product by price, lowest price first', () => {
    expect(inOrder(LINES).map(({ unit_price }) => unit_price)).toEqual(['9.99', '112.50', '0.00']);
  });
});

describe('mayBeTriedAgain', () => {
  const failed_at = new Date('2026-03-01T12:00:00Z');
  const after = (seconds: number) => new Date(failed_at.getTime() + seconds * 1000);

  test('mayBeTriedAgain() is true for a failed invoice from 60 seconds after the failure on', () => {
    expect(mayBeTriedAgain({ status: 'error', failed_at }, after(59))).toBe(false);
    expect(mayBeTriedAgain({ status: 'error', failed_at }, after(60))).toBe(true);
  });

  test('mayBeTriedAgain() is false for every invoice that did not fail', () => {
    expect(mayBeTriedAgain({ status: 'pending', failed_at: null }, after(60))).toBe(false);
    expect(mayBeTriedAgain({ status: 'success', failed_at: null }, after(60))).toBe(false);
  });
});
