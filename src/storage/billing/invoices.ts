// Rows of invoices, one per order group. A function that changes an invoice's orders or usage locks the invoice first.
// So if two transactions change the same invoice, the second transaction sees the changes of the first.
import type { InvoiceLine, InvoiceStatus } from '#domain/billing/invoices.ts';
import type { Scope } from '#domain/platform/scope.ts';
import type { Db } from '#storage/platform/db.ts';

export type Invoice = {
  id: string;
  order_group_id: string;
  status: InvoiceStatus;
  attempts: number;
  lines: InvoiceLine[] | null;
  failed_at: Date | null;
  created_at: Date;
  updated_at: Date;
  position: number;
};

const COLUMNS = `i.id, i.order_group_id, i.status, i.attempts, i.lines, i.failed_at, i.created_at, i.updated_at, i.position`;
const SELECT = `select ${COLUMNS} from invoices i where i.client_id = $1 and i.environment = $2`;

/**
 * Called for new orders. Creates the invoice of each order group. If a group already has an invoice, resets that
 * invoice to `pending`.
 */
export async function openInvoices(
  tx: Db,
  scope: Scope,
  groups: readonly { id: string; order_group_id: string }[],
  now: Date,
): Promise<void> {
  await tx.query(
    `insert into invoices (client_id, environment, id, order_group_id, status, attempts, created_at, updated_at)
     select $1, $2, id, order_group_id, 'pending', 0, $5::timestamptz, $5::timestamptz
     from unnest($3::text[], $4::text[]) as given (id, order_group_id)
     on conflict on constraint invoices_group do update
       set status = 'pending', attempts = 0, lines = null, failed_at = null, updated_at = excluded.updated_at
       where invoices.status <> 'pending'`,
    [
      scope.client_id,
      scope.environment,
      groups.map(({ id }) => id),
      groups.map(({ order_group_id }) => order_group_id),
      now,
    ],
  );
}

/** Finds an invoice by its own id or by its order group's id. */
export async function findInvoice(db: Db, scope: Scope, id: string): Promise<Invoice | undefined> {
  const { rows } = await db.query<Invoice>(`${SELECT} and (i.id = $3 or i.order_group_id = $3)`, [
    scope.client_id,
    scope.environment,
    id,
  ]);
  return rows[0];
}

export async function findInvoiceOfOrder(db: Db, scope: Scope, order_id: string): Promise<Invoice | undefined> {
  const { rows } = await db.query<Invoice>(
    `${SELECT} and i.order_group_id = (
       select order_group_id from orders where client_id = $1 and environment = $2 and id = $3)`,
    [scope.client_id, scope.environment, order_id],
  );
  return rows[0];
}

/** A position that is newer than every invoice. A list starts here if no position is given. */
const NEWEST = { created_at: 'infinity', id: '' };

/** Returns the invoices that are older than `before`, newest first. */
export async function listInvoices(
  db: Db,
  scope: Scope,
  before: Invoice | undefined,
  limit: number,
): Promise<Invoice[]> {
  const from = before ?? NEWEST;
  const { rows } = await db.query<Invoice>(
    `${SELECT} and (i.created_at, i.id) < ($3, $4) order by i.created_at desc, i.id desc limit $5`,
    [scope.client_id, scope.environment, from.created_at, from.id, limit],
  );
  return rows;
}

/** Finds the scope (client and environment) to which an invoice belongs. The query itself needs the system scope. */
export async function findInvoiceScope(db: Db, id: string): Promise<Scope | undefined> {
  const { rows } = await db.lookup<Scope>('select client_id, environment from invoices where id = $1', [id]);
  return rows[0];
}

/**
 * Locks the invoice until the transaction ends. Reads after this call see all changes that earlier holders of the lock
 * committed.
 */
export async function lockInvoice(tx: Db, scope: Scope, order_group_id: string): Promise<Invoice | undefined> {
  const { rows } = await tx.query<Invoice>(`${SELECT} and i.order_group_id = $3 for no key update`, [
    scope.client_id,
    scope.environment,
    order_group_id,
  ]);
  return rows[0];
}

/** Counts one more attempt to create the invoice. Returns undefined if the invoice is not pending. */
export async function countAttempt(db: Db, scope: Scope, order_group_id: string): Promise<number | undefined> {
  const { rows } = await db.query<{ attempts: number }>(
    `update invoices set attempts = attempts + 1
     where client_id = $1 and environment = $2 and order_group_id = $3 and status = 'pending' returning attempts`,
    [scope.client_id, scope.environment, order_group_id],
  );
  return rows[0]?.attempts;
}

export async function updateInvoice(
  tx: Db,
  scope: Scope,
  invoice: Pick<Invoice, 'id' | 'status' | 'attempts' | 'lines' | 'failed_at' | 'updated_at'>,
): Promise<void> {
  await tx.query(
    `update invoices set status = $4, attempts = $5, lines = $6, failed_at = $7, updated_at = $8
     where client_id = $1 and environment = $2 and id = $3`,
    [
      scope.client_id,
      scope.environment,
      invoice.id,
      invoice.status,
      invoice.attempts,
      invoice.lines && JSON.stringify(invoice.lines),
      invoice.failed_at,
      invoice.updated_at,
    ],
  );
}

/** Whether the order group has an order that is not final. */
export async function hasOpenOrders(db: Db, scope: Scope, order_group_id: string): Promise<boolean> {
  const { rowCount } = await db.query(
    `select 1 from orders where client_id = $1 and environment = $2 and order_group_id = $3 and finalized_at is null
     limit 1`,
    [scope.client_id, scope.environment, order_group_id],
  );
  return rowCount > 0;
}

export type InvoicedOrder = { id: string; order_number: string | null; created_at: Date; finalized_at: Date | null };

/** Returns the order group's orders, oldest first. */
export async function listInvoicedOrders(db: Db, scope: Scope, order_group_id: string): Promise<InvoicedOrder[]> {
  const { rows } = await db.query<InvoicedOrder>(
    `select id, order_number, created_at, finalized_at from orders
     where client_id = $1 and environment = $2 and order_group_id = $3 order by inserted_at, id`,
    [scope.client_id, scope.environment, order_group_id],
  );
  return rows;
}

export async function findOrderGroup(db: Db, scope: Scope, order_id: string): Promise<string | undefined> {
  const { rows } = await db.query<{ order_group_id: string }>(
    'select order_group_id from orders where client_id = $1 and environment = $2 and id = $3',
    [scope.client_id, scope.environment, order_id],
  );
  return rows[0]?.order_group_id;
}
