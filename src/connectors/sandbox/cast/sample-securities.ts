// Invented securities that the sample people hold. Their CUSIPs begin with 990, because issuer numbers from 990 on are
// reserved for private use.
import type { Position } from '#connectors/sandbox/lives/bank-life.ts';

const position = (
  given: Partial<Position> & Pick<Position, 'name' | 'quantity' | 'price' | 'cost_basis'>,
): Position => ({
  symbol: null,
  cusip: null,
  security_type: 'EQUITY',
  swing_ppm: 30_000,
  growth_ppm: 60_000,
  ...given,
});

export const MARKET_FUND = (quantity: bigint): Position =>
  position({
    symbol: 'MLTM',
    cusip: '990011204',
    name: 'Meadowlark Total Market ETF',
    security_type: 'ETF',
    quantity,
    price: 11_000n,
    cost_basis: (quantity * 9_420n) / 100n,
  });
export const BALANCED_FUND = (quantity: bigint): Position =>
  position({
    symbol: 'MLBAX',
    cusip: '990011303',
    name: 'Meadowlark Balanced Fund',
    security_type: 'MUTUAL_FUND',
    quantity,
    price: 2_485n,
    cost_basis: (quantity * 2_210n) / 100n,
    swing_ppm: 15_000,
    growth_ppm: 40_000,
  });
export const FREIGHT_SHARES = (quantity: bigint): Position =>
  position({
    symbol: 'FBLF',
    cusip: '990022104',
    name: 'Fable Freight',
    quantity,
    price: 8_333n,
    cost_basis: (quantity * 7_190n) / 100n,
    swing_ppm: 80_000,
  });
export const QUILL_SHARES = (quantity: bigint): Position =>
  position({
    symbol: 'QUIL',
    cusip: '990022203',
    name: 'Quill & Co',
    quantity,
    price: 4_126n,
    cost_basis: (quantity * 4_480n) / 100n,
    swing_ppm: 90_000,
  });
/** A bond position; the quantity is in units of 100 dollars of face value. */
export const RIVER_BOND = (quantity: bigint): Position =>
  position({
    cusip: '990033AB5',
    name: 'River County Water 3.75% 2039',
    security_type: 'BOND',
    quantity,
    price: 9_842n,
    cost_basis: (quantity * 10_010n) / 100n,
    swing_ppm: 6_000,
    growth_ppm: 0,
  });
