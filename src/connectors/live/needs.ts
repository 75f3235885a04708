// The data that each product needs from a bank. A connector requests this data from its provider, and no other data.
// Every product needs the transactions, and the accounts with their balances and owners.
import type { ProductType } from '#domain/access/products.ts';

/** `numbers`: account and routing numbers. `debts`: the terms of cards and loans. `statements`: monthly statements. */
type BankData = 'numbers' | 'holdings' | 'debts' | 'statements' | 'tax_forms';

const NEEDS: Readonly<Partial<Record<ProductType, readonly BankData[]>>> = {
  transactions: [],
  income: ['tax_forms'],
  assets: ['numbers', 'holdings', 'debts', 'statements'],
};

/** True if one of the products needs the data. */
export const needsAny = (products: readonly ProductType[], data: BankData): boolean =>
  products.some((product) => needs(product, data));

export const needs = (product: ProductType, data: BankData): boolean => NEEDS[product]?.includes(data) === true;

/**
 * The number of days to request for a history in months. Counts 366 days for each year, so that the days cover the
 * months even in a leap year.
 */
export const historyDays = (months: number): number => Math.ceil(months / 12) * 366;
