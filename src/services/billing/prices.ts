// The price of a successful task, by product. The operator's prices apply to all clients; a change applies to later
// usage only.
import { type DecimalText, formatMoney } from '#base/money.ts';
import { PRODUCT_TYPES, type ProductType } from '#domain/access/products.ts';
import type { CtxParts } from '#services/platform/ctx.ts';
import { listPrices as listRows, type Price, upsertPrices } from '#storage/billing/prices.ts';
import { SYSTEM } from '#storage/platform/db.ts';

/** The prices of all products, including products that cost nothing. */
export async function listPrices(parts: CtxParts): Promise<Price[]> {
  const set = new Map<ProductType, DecimalText>();
  for (const { product_type, unit_price } of await listRows(parts.database.scoped(SYSTEM))) {
    set.set(product_type, unit_price);
  }
  return PRODUCT_TYPES.map((product_type) => ({ product_type, unit_price: set.get(product_type) ?? formatMoney(0n) }));
}

export async function setPrices(
  parts: CtxParts,
  prices: ReadonlyMap<ProductType, bigint>,
  db = parts.database.scoped(SYSTEM),
): Promise<Price[]> {
  const rows = [...prices].map(([product_type, cents]) => ({ product_type, unit_price: formatMoney(cents) }));
  await upsertPrices(db, rows);
  return rows;
}
