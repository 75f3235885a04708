// Minimal order rows. They are for tests in which only two facts about an order matter: its group, and whether it has
// ended.
import { newId } from '#base/ids.ts';
import { toUuid } from '#base/uuids.ts';
import type { Scope } from '#domain/platform/scope.ts';
import { insertOrders, type OrderRow } from '#storage/orders/orders.ts';
import type { Db } from '#storage/platform/db.ts';

const CREATED = new Date('2026-03-01T12:00:00Z');

export async function insertOrder(tx: Db, scope: Scope, more: Partial<OrderRow> = {}): Promise<OrderRow> {
  const order: OrderRow = {
    id: newId(),
    user_id: newId(),
    order_group_id: toUuid(newId()),
    products: ['income'],
    status: 'pending',
    order_number: null,
    external_user_id: null,
    template_id: null,
    source: 'internal',
    client_name: 'Acme Lending',
    refresh_approved: false,
    suppress_user_notifications: false,
    first_notification_delay_hours: 0,
    sealed: Buffer.alloc(0),
    ssn_hash: null,
    ssn_last4_hash: null,
    share_key_hash: Buffer.from(newId()),
    short_key_hash: Buffer.from(newId()),
    token_sealed: Buffer.alloc(0),
    token_expires_at: CREATED,
    initial_order: null,
    refresh_order: null,
    voie_report_id: null,
    voa_report_id: null,
    created_at: CREATED,
    updated_at: CREATED,
    expires_at: CREATED,
    completed_at: null,
    canceled_at: null,
    finalized_at: null,
    consented_at: null,
    consent_version: null,
    invited_at: null,
    unsubscribed_at: null,
    certified_at: null,
    seen_at: null,
    ...more,
  };
  await insertOrders(tx, scope, [order]);
  return order;
}

export async function endOrder(tx: Db, scope: Scope, id: string): Promise<void> {
  await tx.query('update orders set finalized_at = $4 where client_id = $1 and environment = $2 and id = $3', [
    scope.client_id,
    scope.environment,
    id,
    CREATED,
  ]);
}
