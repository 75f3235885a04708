// Clients and their environments.
import type { LimitChanges, LimitChoices } from '#domain/access/callers.ts';
import type { FeatureChoices } from '#domain/access/features.ts';
import type { Scope } from '#domain/platform/scope.ts';
import type { Db } from '#storage/platform/db.ts';

/**
 * `widget_origins` lists the origins of the pages that may open the client's widget. If it is empty, any page may open
 * the widget.
 */
export type Client = { id: string; name: string; widget_origins: string[]; created_at: Date };
export type EnvironmentRow = Scope & {
  clock_offset_seconds: number;
  clock_moved_at: Date | null;
  features: FeatureChoices;
  limits: LimitChoices;
};

export async function insertClient(db: Db, client: Omit<Client, 'widget_origins'>): Promise<void> {
  await db.query('insert into clients (id, name, created_at) values ($1, $2, $3)', [
    client.id,
    client.name,
    client.created_at,
  ]);
}

export async function listClients(db: Db): Promise<Client[]> {
  const { rows } = await db.query<Client>(
    'select id, name, widget_origins, created_at from clients order by created_at, id',
  );
  return rows;
}

/**
 * Replaces the origins of the pages that may open the client's widget. Returns undefined if the client does not exist.
 */
export async function setWidgetOrigins(db: Db, client_id: string, origins: string[]): Promise<Client | undefined> {
  const { rows } = await db.query<Client>(
    'update clients set widget_origins = $2 where id = $1 returning id, name, widget_origins, created_at',
    [client_id, origins],
  );
  return rows[0];
}

/** Returns undefined if there is no client yet. */
export async function findOldestClientId(db: Db): Promise<string | undefined> {
  const { rows } = await db.query<{ id: string }>('select id from clients order by created_at, id limit 1');
  return rows[0]?.id;
}

/** Locks the client's row until the transaction ends. Returns undefined if the client does not exist. */
export async function lockClient(tx: Db, client_id: string): Promise<Client | undefined> {
  const { rows } = await tx.query<Client>(
    'select id, name, widget_origins, created_at from clients where id = $1 for update',
    [client_id],
  );
  return rows[0];
}

export async function findClient(db: Db, client_id: string): Promise<Client | undefined> {
  const { rows } = await db.query<Client>('select id, name, widget_origins, created_at from clients where id = $1', [
    client_id,
  ]);
  return rows[0];
}

/** Renames a client. Returns undefined if the client does not exist. */
export async function renameClient(tx: Db, client_id: string, name: string): Promise<Client | undefined> {
  const { rows } = await tx.query<Client>(
    'update clients set name = $2 where id = $1 returning id, name, widget_origins, created_at',
    [client_id, name],
  );
  return rows[0];
}

export async function findClientName(db: Db, client_id: string): Promise<string> {
  const { rows } = await db.query<{ name: string }>('select name from clients where id = $1', [client_id]);
  const [client] = rows;
  if (client === undefined) throw new Error('there is no such client');
  return client.name;
}

export async function hasClients(db: Db): Promise<boolean> {
  return (await db.query('select 1 from clients limit 1')).rowCount > 0;
}

/**
 * Lets only one process at a time create the first client. Other processes wait here until that process has committed.
 */
export async function lockClients(tx: Db): Promise<void> {
  await tx.query(`select 1 from migrations where id = 'lock' for update`);
}

export async function insertEnvironment(db: Db, scope: Scope): Promise<void> {
  await db.query('insert into environments (client_id, environment) values ($1, $2)', [
    scope.client_id,
    scope.environment,
  ]);
}

const COLUMNS = 'client_id, environment, clock_offset_seconds, clock_moved_at, features, limits';

export async function findEnvironment(db: Db, scope: Scope): Promise<EnvironmentRow | undefined> {
  const { rows } = await db.lookup<EnvironmentRow>(
    `select ${COLUMNS} from environments where client_id = $1 and environment = $2`,
    [scope.client_id, scope.environment],
  );
  return rows[0];
}

export async function listEnvironments(db: Db): Promise<Scope[]> {
  const { rows } = await db.query<Scope>(
    'select client_id, environment from environments order by client_id, environment',
  );
  return rows;
}

export async function lockEnvironment(tx: Db, scope: Scope): Promise<EnvironmentRow | undefined> {
  const { rows } = await tx.query<EnvironmentRow>(
    `select ${COLUMNS} from environments where client_id = $1 and environment = $2 for update`,
    [scope.client_id, scope.environment],
  );
  return rows[0];
}

export async function moveClock(tx: Db, scope: Scope, clock_offset_seconds: number, moved_at: Date): Promise<void> {
  await tx.query(
    `update environments set clock_offset_seconds = $3, clock_moved_at = $4 where client_id = $1 and environment = $2`,
    [scope.client_id, scope.environment, clock_offset_seconds, moved_at],
  );
}

/** Changes the given features and keeps all other features. Returns false if the client does not exist. */
export async function mergeFeatures(db: Db, scope: Scope, features: FeatureChoices): Promise<boolean> {
  const { rowCount } = await db.query(
    `update environments set features = features || $3::jsonb where client_id = $1 and environment = $2`,
    [scope.client_id, scope.environment, JSON.stringify(features)],
  );
  return rowCount > 0;
}

/** Changes the given limits, removes those that are null, and keeps all other limits. */
export async function mergeLimits(db: Db, scope: Scope, limits: LimitChanges): Promise<boolean> {
  const { rowCount } = await db.query(
    `update environments set limits = jsonb_strip_nulls(limits || $3::jsonb) where client_id = $1 and environment = $2`,
    [scope.client_id, scope.environment, JSON.stringify(limits)],
  );
  return rowCount > 0;
}
