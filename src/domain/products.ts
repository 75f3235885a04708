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
