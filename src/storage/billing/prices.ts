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
