// What can be verified, and from which kinds of source.

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

/** By which methods the widget may serve a product, in the order it offers them. */
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

/** What events of an order as a whole name. An order always asks for something. */
export function firstProduct([first]: readonly ProductType[]): ProductType {
  if (first === undefined) throw new Error('an order asks for something');
  return first;
}

/** Products that write where pay goes, so they need an account to write. */
export const isDepositProduct = (product: ProductType): boolean => product === 'deposit_switch' || product === 'pll';
