// The operator's price list, the same for all clients.
import type { DecimalText } from '#base/money.ts';
import type { ProductType } from '#domain/access/products.ts';
import type { Db } from '#storage/platform/db.ts';

export type Price = { product_type: ProductType; unit_price: DecimalText };

export async function listPrices(db: Db): Promise<Price[]> {
  const { rows } = await db.query<Price>('select product_type, unit_price from prices');
  return rows;
}

/** Inserts or updates the prices. Each product may occur only once. */
export async function upsertPrices(db: Db, prices: readonly Price[]): Promise<void> {
  await db.query(
    `insert into prices (product_type, unit_price)
     select product_type, unit_price from unnest($1::text[], $2::numeric[]) as given (product_type, unit_price)
     on conflict (product_type) do update set unit_price = excluded.unit_price`,
    [prices.map(({ product_type }) => product_type), prices.map(({ unit_price }) => unit_price)],
  );
}

/**
 * Locks the price of a product until the transaction ends, and returns it. A price that was never set is stored as zero
 * first, because a row that does not exist cannot be locked.
 */
export async function lockPrice(tx: Db, product_type: ProductType): Promise<DecimalText> {
  const { rows } = await tx.query<Price>(
    `insert into prices as p (product_type, unit_price) values ($1, 0)
     on conflict (product_type) do update set unit_price = p.unit_price returning product_type, unit_price`,
    [product_type],
  );
  const [price] = rows;
  if (price === undefined) throw new Error('the price was not stored');
  return price.unit_price;
}
