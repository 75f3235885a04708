// Rows of order messages, and the columns of an order that decide whether a message is still sent.
import type { MessageChannel, MessageOutcome, OrderMessageKind } from '#domain/orders/order-messages.ts';
import type { Scope } from '#domain/platform/scope.ts';
import type { WrappedKey } from '#storage/platform/data-keys.ts';
import type { Db } from '#storage/platform/db.ts';

export type OrderMessageRow = {
  id: string;
  order_id: string;
  user_id: string;
  kind: OrderMessageKind;
  channel: MessageChannel;
  sealed: Buffer;
  created_at: Date;
};

/**
 * Inserts messages to a person. Returns false if the person was erased. The insert locks the person's row, so a
 * concurrent erasure happens either before or after the insert.
 */
export async function insertOrderMessages(
  tx: Db,
  scope: Scope,
  user_id: string,
  messages: readonly Omit<OrderMessageRow, 'user_id'>[],
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `insert into order_messages (client_id, environment, id, order_id, user_id, kind, channel, sealed, created_at)
     select $1, $2, m.id, m.order_id, u.id, m.kind, m.channel, m.sealed, m.created_at
     from users u
     cross join unnest($4::text[], $5::text[], $6::text[], $7::text[], $8::bytea[], $9::timestamptz[])
       as m (id, order_id, kind, channel, sealed, created_at)
     where u.client_id = $1 and u.environment = $2 and u.id = $3 for key share of u`,
    [
      scope.client_id,
      scope.environment,
      user_id,
      messages.map(({ id }) => id),
      messages.map(({ order_id }) => order_id),
      messages.map(({ kind }) => kind),
      messages.map(({ channel }) => channel),
      messages.map(({ sealed }) => sealed),
      messages.map(({ created_at }) => created_at),
    ],
  );
  return rowCount > 0;
}

/** A message to a person, with the person's encryption key and with the state of the person's order. */
export type WaitingMessage = OrderMessageRow &
  WrappedKey & {
    sent_at: Date | null;
    finalized_at: Date | null;
    canceled_at: Date | null;
    unsubscribed_at: Date | null;
  };

/**
 * Finds a message. Returns undefined if the message does not exist, or if the person was erased, because the person's
 * key is then deleted.
 */
export async function findWaitingMessage(db: Db, scope: Scope, id: string): Promise<WaitingMessage | undefined> {
  const { rows } = await db.query<WaitingMessage>(
    `select m.id, m.order_id, m.user_id, m.kind, m.channel, m.sealed, m.created_at, m.sent_at,
       o.finalized_at, o.canceled_at, o.unsubscribed_at, k.master_key_id, k.wrapped_key
     from order_messages m
     join orders o on o.client_id = $1 and o.environment = $2 and o.id = m.order_id
     join data_keys k on k.client_id = $1 and k.environment = $2 and k.owner_id = m.user_id
     where m.client_id = $1 and m.environment = $2 and m.id = $3`,
    [scope.client_id, scope.environment, id],
  );
  return rows[0];
}

export async function setMessageSent(db: Db, scope: Scope, id: string, sent_at: Date): Promise<void> {
  await db.query('update order_messages set sent_at = $4 where client_id = $1 and environment = $2 and id = $3', [
    scope.client_id,
    scope.environment,
    id,
    sent_at,
  ]);
}

/** Records why a message was not sent. */
export async function setMessageOutcome(db: Db, scope: Scope, id: string, outcome: MessageOutcome): Promise<void> {
  await db.query('update order_messages set outcome = $4 where client_id = $1 and environment = $2 and id = $3', [
    scope.client_id,
    scope.environment,
    id,
    outcome,
  ]);
}

export type StoredMessage = Omit<OrderMessageRow, 'order_id' | 'user_id'> & {
  sent_at: Date | null;
  outcome: MessageOutcome | null;
};

/** Returns the messages of an order, oldest first. The user is given because the index is on the user. */
export async function listMessagesOfOrder(
  db: Db,
  scope: Scope,
  { id, user_id }: { id: string; user_id: string },
  limit: number,
): Promise<StoredMessage[]> {
  const { rows } = await db.query<StoredMessage>(
    `select id, kind, channel, sealed, created_at, sent_at, outcome from order_messages
     where client_id = $1 and environment = $2 and user_id = $3 and order_id = $4
     order by created_at, id limit $5`,
    [scope.client_id, scope.environment, user_id, id, limit],
  );
  return rows;
}

export async function listOrderMessages(
  db: Db,
  scope: Scope,
  ids: readonly string[],
): Promise<Pick<OrderMessageRow, 'id' | 'channel' | 'sealed'>[]> {
  const { rows } = await db.query<Pick<OrderMessageRow, 'id' | 'channel' | 'sealed'>>(
    `select id, channel, sealed from order_messages where client_id = $1 and environment = $2 and id = any($3)`,
    [scope.client_id, scope.environment, ids],
  );
  return rows;
}

export async function deleteOrderMessagesOf(tx: Db, scope: Scope, user_id: string): Promise<void> {
  await tx.query('delete from order_messages where client_id = $1 and environment = $2 and user_id = $3', [
    scope.client_id,
    scope.environment,
    user_id,
  ]);
}

/** Searches the orders of all clients, because the link in an e-mail contains only the share key and no client. */
export async function findSubscription(
  db: Db,
  share_key_hash: Buffer,
): Promise<(Scope & { order_id: string; unsubscribed_at: Date | null }) | undefined> {
  const { rows } = await db.query<Scope & { order_id: string; unsubscribed_at: Date | null }>(
    'select client_id, environment, id as order_id, unsubscribed_at from orders where share_key_hash = $1',
    [share_key_hash],
  );
  return rows[0];
}

/** Records the time at which the person unsubscribed. If a time is already recorded, that time is kept. */
export async function setUnsubscribed(db: Db, scope: Scope, order_id: string, now: Date): Promise<void> {
  await db.query(
    `update orders set unsubscribed_at = $4
     where client_id = $1 and environment = $2 and id = $3 and unsubscribed_at is null`,
    [scope.client_id, scope.environment, order_id, now],
  );
}
