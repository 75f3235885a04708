// Rows of webhook endpoints. A unique key makes sure that a URL is registered only once per environment.

import type { WebhookEndpoint } from '#domain/events/webhooks.ts';
import type { Scope } from '#domain/platform/scope.ts';
import type { Db } from '#storage/platform/db.ts';

export type WebhookEndpointRow = WebhookEndpoint & {
  /** The access key with which the endpoint was created; null if it was created in the dashboard. */
  key_id: string | null;
  secret_sealed: Buffer;
};

export const WEBHOOK_URL_TAKEN = 'webhook_endpoints_url';

const COLUMNS = `id, name, webhook_url, events, enabled, disabled_reason, key_id, secret_sealed, failing_since,
  created_at, updated_at`;
const ONE = 'client_id = $1 and environment = $2 and id = $3';

export async function insertEndpoint(tx: Db, scope: Scope, endpoint: WebhookEndpointRow): Promise<void> {
  await tx.query(
    `insert into webhook_endpoints (client_id, environment, ${COLUMNS})
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
    [
      scope.client_id,
      scope.environment,
      endpoint.id,
      endpoint.name,
      endpoint.webhook_url,
      endpoint.events,
      endpoint.enabled,
      endpoint.disabled_reason,
      endpoint.key_id,
      endpoint.secret_sealed,
      endpoint.failing_since,
      endpoint.created_at,
      endpoint.updated_at,
    ],
  );
}

export async function findEndpoint(db: Db, scope: Scope, id: string): Promise<WebhookEndpointRow | undefined> {
  const { rows } = await db.lookup<WebhookEndpointRow>(`select ${COLUMNS} from webhook_endpoints where ${ONE}`, [
    scope.client_id,
    scope.environment,
    id,
  ]);
  return rows[0];
}

export async function lockEndpoint(tx: Db, scope: Scope, id: string): Promise<WebhookEndpointRow | undefined> {
  const { rows } = await tx.query<WebhookEndpointRow>(
    `select ${COLUMNS} from webhook_endpoints where ${ONE} for update`,
    [scope.client_id, scope.environment, id],
  );
  return rows[0];
}

/** Returns all endpoints, newest first. There are too few to need pages. */
export async function listEndpoints(db: Db, scope: Scope): Promise<WebhookEndpointRow[]> {
  const { rows } = await db.query<WebhookEndpointRow>(
    `select ${COLUMNS} from webhook_endpoints where client_id = $1 and environment = $2
     order by created_at desc, id desc`,
    [scope.client_id, scope.environment],
  );
  return rows;
}

/** Counts the endpoints. The count is exact only while the caller holds a lock on the environment's row. */
export async function countEndpoints(tx: Db, scope: Scope): Promise<number> {
  const { rows } = await tx.query<{ count: number }>(
    'select count(*) as count from webhook_endpoints where client_id = $1 and environment = $2',
    [scope.client_id, scope.environment],
  );
  return rows[0]?.count ?? 0;
}

export async function updateEndpoint(tx: Db, scope: Scope, endpoint: WebhookEndpoint): Promise<void> {
  await tx.query(
    `update webhook_endpoints set name = $4, webhook_url = $5, events = $6, enabled = $7, disabled_reason = $8,
       failing_since = $9, updated_at = $10
     where ${ONE}`,
    [
      scope.client_id,
      scope.environment,
      endpoint.id,
      endpoint.name,
      endpoint.webhook_url,
      endpoint.events,
      endpoint.enabled,
      endpoint.disabled_reason,
      endpoint.failing_since,
      endpoint.updated_at,
    ],
  );
}

/** Deletes the endpoint. Returns false if the endpoint no longer exists. */
export async function deleteEndpoint(tx: Db, scope: Scope, id: string): Promise<boolean> {
  const { rowCount } = await tx.query(`delete from webhook_endpoints where ${ONE}`, [
    scope.client_id,
    scope.environment,
    id,
  ]);
  return rowCount > 0;
}
