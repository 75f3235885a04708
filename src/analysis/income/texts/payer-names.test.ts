import { describe, expect, test } from 'vitest';
import { SAME_NAME, similarity } from './payer-names.ts';

const alike = (a: string, b: string) => similarity(a.split(' '), b.split(' '));

describe('similar names', () => {
  test.each([
    ['NORTHWIND LOGISTICS', 'NORTHWIND LOGISTICS'],
    ['NORTHWIND LOGISTICS', 'NORTHWIND LOGIS'],
    ['NORTHWIND LOGISTICS', 'NORTHWND LOGISTICS'],
    ['NORTHWIND LOGISTICS', 'NORTHWIND LOGSITICS'],
    ['OAKS MARKET', 'OAS MARKET'],
    ['LOGISTICS NORTHWIND', 'NORTHWIND LOGISTICS'],
    ['NORTHWIND LOGISTICS QWERT', 'NORTHWIND LOGISTICS ZXCVB'],
  ])('similar names are treated as the same payer: %s and %s', (a, b) =>
    expect(alike(a, b)).toBeGreaterThanOrEqual(SAME_NAME),
  );
});

describe('different names', () => {
  test.each([
    ['NORTHWIND LOGISTICS', 'SOUTHWIND LOGISTICS'],
    ['NORTHWIND LOGISTICS', 'NORTHWIND BAKERY'],
    ['CITY DENVER', 'CITY BOULDER'],
    ['OAKS BAR', 'OAS BAR'],
    ['NORT', 'NORTHWIND'],
    ['', 'NORTHWIND'],
  ])('different names mean different payers: %s and %s', (a, b) => expect(alike(a, b)).toBeLessThan(SAME_NAME));
});
