import { describe, expect, test } from 'vitest';
import { ServiceError } from '#base/errors.ts';
import type { ProductType } from '#domain/access/products.ts';
import { type NewRefreshOrder, planRefresh } from './order-refresh.ts';
import type { Suborder } from './suborders.ts';

const MOMENT = new Date('2026-03-01T12:00:00Z');

const suborder = (id: string, product_type: ProductType, more: Partial<Suborder> = {}): Suborder => ({
  id,
  order_id: 'order',
  user_id: 'user',
  kind: product_type === 'assets' || product_type === 'transactions' ? 'financial_account' : 'employer',
  position: 0,
  product_type,
  status: 'completed',
  suborder_number: null,
  company_mapping_id: null,
  provider_id: null,
  data_sources: ['payroll'],
  link_id: `link of ${id}`,
  data_source: 'payroll',
  created_at: MOMENT,
  updated_at: MOMENT,
  ...more,
});

const ONE = suborder('one', 'income', { suborder_number: 'S-1' });
const TWO = suborder('two', 'income');
const BANK = suborder('bank', 'assets', { suborder_number: 'S-1' });

/** Returns the product that will be refreshed, followed by the ids of the suborders that will be refreshed. */
function planned(
  body: NewRefreshOrder,
  products: ProductType[],
  suborders: Suborder[],
  isLive: (ordered: Suborder) => boolean = () => true,
): string[] {
  const { product, picked } = planRefresh(body, products, suborders, isLive);
  return [product, ...picked.map(({ id }) => id)];
}

function refusal(...args: Parameters<typeof planned>): unknown {
  try {
    return planned(...args);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return error.invalid_params;
  }
}
const NOTHING = [
  { field: 'employers', message: 'There is nothing to refresh: no completed suborder has a live link.' },
];

describe('the product that is refreshed', () => {
  test('the product that is refreshed is by default the first product in the order that can be refreshed', () => {
    expect(planned({}, ['income', 'assets'], [ONE, BANK])).toEqual(['income', 'one']);
    expect(planned({}, ['assets', 'income'], [ONE, BANK])).toEqual(['assets', 'bank']);
    expect(planned({}, ['pll', 'income'], [suborder('x', 'pll'), ONE])).toEqual(['income', 'one']);
  });

  test('a product is not refreshed if its suborders failed or have no live link', () => {
    const failed = suborder('x', 'income', { status: 'error' });
    expect(planned({}, ['income', 'assets'], [failed, BANK])).toEqual(['assets', 'bank']);
    expect(planned({}, ['income', 'assets'], [ONE, BANK], ({ id }) => id === 'bank')).toEqual(['assets', 'bank']);
  });

  test('if one product includes another, as income includes employment, the larger product is refreshed by default', () => {
    expect(planned({}, ['employment', 'income'], [ONE])).toEqual(['income', 'one']);
    expect(planned({}, ['transactions', 'assets'], [BANK])).toEqual(['assets', 'bank']);
  });

  test('an income order may refresh employment or income; any other order can refresh only its own product', () => {
    expect(planned({ products: ['employment'] }, ['income'], [ONE])).toEqual(['employment', 'one']);
    const invalid = (product: string) => [{ field: 'products', message: `"${product}" is not a valid choice.` }];
    expect(refusal({ products: ['income'] }, ['employment'], [suborder('x', 'employment')])).toEqual(invalid('income'));
    expect(refusal({ products: ['transactions'] }, ['assets'], [BANK])).toEqual(invalid('transactions'));
    expect(refusal({ products: ['insurance'] }, ['income'], [ONE])).toEqual(invalid('insurance'));
  });
});

describe('the suborders that are refreshed', () => {
  test('all completed suborders are refreshed, unless the request selects some of them', () => {
    const open = suborder('open', 'income', { status: 'sent' });
    expect(planned({}, ['income'], [ONE, open, TWO])).toEqual(['income', 'one', 'two']);
    expect(planned({ employers: [] }, ['income'], [ONE, TWO])).toEqual(['income', 'one', 'two']);
    expect(planned({ employers: [{ id: 'two' }] }, ['income'], [ONE, TWO])).toEqual(['income', 'two']);
    expect(planned({ employers: [{ suborder_number: 'S-1' }] }, ['income'], [ONE, TWO])).toEqual(['income', 'one']);
  });

  test('if the request selects suborders, the selected suborders determine which product is refreshed', () => {
    expect(planned({ financial_accounts: [{ id: 'bank' }] }, ['income', 'assets'], [ONE, BANK])).toEqual([
      'assets',
      'bank',
    ]);
  });

  test('an entry of the request selects a suborder by kind and by id or number; if no suborder matches, the error has the entry’s index', () => {
    const body = { employers: [{ id: 'one' }, { id: 'bank' }, {}], financial_accounts: [{ suborder_number: 'S-2' }] };
    expect(refusal(body, ['income', 'assets'], [ONE, BANK])).toEqual([
      { field: 'employers.1.id', message: 'Object not found.' },
      { field: 'employers.2.id', message: 'This field is required.' },
      { field: 'financial_accounts.0.suborder_number', message: 'Object not found.' },
    ]);
  });

  test('at least one suborder must be refreshed; a request with nothing to refresh is rejected', () => {
    expect(refusal({}, ['income'], [suborder('x', 'income', { status: 'sent' })])).toEqual(NOTHING);
    expect(refusal({}, ['income'], [ONE], () => false)).toEqual(NOTHING);
    expect(refusal({}, ['pll'], [suborder('x', 'pll')])).toEqual(NOTHING);
    const picked = { employers: [{ id: 'x' }] };
    expect(refusal(picked, ['income'], [ONE, suborder('x', 'income', { status: 'error' })])).toEqual(NOTHING);
  });
});
