// The products that can be verified, and the data sources of each product.

export const PRODUCT_TYPES = [
  'income',
  'employment',
  'deposit_switch',
  'pll',
  'insurance',
  'transactions',
  'assets',
  'admin',
] as const;
export type ProductType = (typeof PRODUCT_TYPES)[number];

export const DATA_SOURCES = [
  'payroll',
  'docs',
  'financial_accounts',
  'insurance',
  'tax',
  'scoring_attributes',
] as const;
export type DataSource = (typeof DATA_SOURCES)[number];

/** For each product, the data sources that the widget offers, in the order in which the widget offers them. */
export const SOURCES_OF: Record<ProductType, readonly DataSource[]> = {
  income: ['payroll', 'docs', 'tax', 'financial_accounts'],
  employment: ['payroll', 'docs'],
  deposit_switch: ['payroll'],
  pll: ['payroll'],
  admin: ['payroll'],
  insurance: ['insurance', 'docs'],
  assets: ['financial_accounts', 'docs', 'scoring_attributes'],
  transactions: ['financial_accounts', 'docs', 'scoring_attributes'],
};

/**
 * Returns the order's first product. Events about the whole order contain this product. An order always has at least
 * one product.
 */
export function firstProduct([first]: readonly ProductType[]): ProductType {
  if (first === undefined) throw new Error('an order must have at least one product');
  return first;
}

/** Whether the product changes the account into which pay is deposited. Such a product needs a target account. */
export const isDepositProduct = (product: ProductType): boolean => product === 'deposit_switch' || product === 'pll';
