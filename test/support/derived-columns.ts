// Lists are filtered by denormalised columns. This check compares these columns with the rows from which they are
// derived. Every test that opens the service (`TestHouse`) runs this check when it closes the service.
import { orderStatus, type SuborderStatus } from '#domain/orders/order-status.ts';
import { type Database, SYSTEM } from '#storage/platform/db.ts';

/** The rows whose denormalised column has a wrong value; empty if all values are correct. */
export async function wrongColumns(database: Database): Promise<{ id: string; is: unknown; should_be: unknown }[]> {
  const db = database.scoped(SYSTEM);
  const { rows: orders } = await db.query<{
    id: string;
    status: string;
    canceled_at: Date | null;
    suborders: SuborderStatus[];
  }>(
    `select o.id, o.status, o.canceled_at, array(
       select s.status from suborders s
       where s.client_id = o.client_id and s.environment = o.environment and s.order_id = o.id
     ) as suborders from orders o`,
  );
  const { rows: people } = await db.query<{ id: string; products: string[]; of_links: string[] }>(
    `select u.id, array(select product from unnest(u.products) as product order by 1) as products, array(
       select distinct product from links l cross join unnest(l.allowed_products) as product
       where l.client_id = u.client_id and l.environment = u.environment and l.user_id = u.id order by 1
     ) as of_links from users u`,
  );
  return [
    // Orders without suborders are not checked. The service never creates such orders, but some tests insert them.
    ...orders
      .filter(({ suborders }) => suborders.length > 0)
      .map(({ id, status, canceled_at, suborders }) => ({
        id,
        is: status,
        should_be: orderStatus(canceled_at, suborders),
      })),
    ...people.map(({ id, products, of_links }) => ({ id, is: String(products), should_be: String(of_links) })),
  ].filter(({ is, should_be }) => is !== should_be);
}
