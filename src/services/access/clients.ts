// The operator's actions on clients: creating them and managing their keys, dashboard users, features and limits.
import { randomBytes } from 'node:crypto';
import { ownerNow } from '#base/clock.ts';
import { newId } from '#base/ids.ts';
import { isEmail } from '#base/text.ts';
import { type LimitChanges, SETTABLE_LIMITS, type SettableLimit } from '#domain/access/callers.ts';
import { FEATURE_NAMES, type Feature, type FeatureChoices, isEnabled } from '#domain/access/features.ts';
import type { Key } from '#domain/access/keys.ts';
import { BUDGETS } from '#domain/access/limits.ts';
import type { Role } from '#domain/console/roles.ts';
import { ENVIRONMENTS, type Environment, type Scope } from '#domain/platform/scope.ts';
import { type Ctx, type CtxParts, ctxFor } from '#services/platform/ctx.ts';
import {
  type Client,
  type EnvironmentRow,
  findEnvironment,
  findOldestClientId,
  hasClients,
  insertClient,
  insertEnvironment,
  listClients as listRows,
  lockClients,
  mergeFeatures,
  mergeLimits,
  renameClient as renameRow,
  setWidgetOrigins as setOriginsOfRow,
} from '#storage/access/clients.ts';
import { insertMember } from '#storage/access/dashboard-members.ts';
import { EMAIL_TAKEN, insertDashboardUser } from '#storage/access/dashboard-users.ts';
import { listKeys as listKeyRows } from '#storage/access/keys.ts';
import { insertDataKey } from '#storage/platform/data-keys.ts';
import { type Db, isUniqueViolation, SYSTEM } from '#storage/platform/db.ts';
import { announceClientChange } from '#storage/platform/notices.ts';
import { createKey, deactivateKey } from './keys.ts';

/** Thrown if an operator's command cannot be carried out. The message says why. */
export class OperatorError extends Error {}

export type { Client } from '#storage/access/clients.ts';

export type Credentials = {
  client_id: string;
  sandbox_secret: string;
  prod_secret: string;
  dashboard: { url: string; email: string; password: string };
};

/**
 * On the very first start, creates one client, one key for each environment, and one dashboard user. Before the
 * transaction commits, `keep` stores the credentials, which are shown only once. If the process crashes between `keep`
 * and the commit, the next start creates a new client and calls `keep` again.
 */
export async function createFirstClient(
  parts: CtxParts,
  public_url: string,
  keep: (credentials: Credentials) => Promise<void>,
): Promise<Credentials | undefined> {
  return parts.database.scoped(SYSTEM).transaction(async (tx) => {
    if (await hasClients(tx)) return undefined;
    await lockClients(tx);
    if (await hasClients(tx)) return undefined;
    const { id: client_id } = await insertWithEnvironments(parts, tx, 'My company');
    const [sandbox, prod] = [
      await createKey(operatorCtx(parts, { client_id, environment: 'sandbox' }, tx)),
      await createKey(operatorCtx(parts, { client_id, environment: 'prod' }, tx)),
    ];
    const email = 'admin@example.com';
    const { password } = await insertDashboard(parts, tx, client_id, {
      email,
      role: 'owner',
      environments: ENVIRONMENTS,
    });
    const credentials = {
      client_id,
      sandbox_secret: sandbox.access_secret,
      prod_secret: prod.access_secret,
      dashboard: { url: `${public_url}/console/`, email, password },
    };
    await keep(credentials);
    return credentials;
  });
}

export const createClient = (parts: CtxParts, name: string): Promise<Client> =>
  parts.database.scoped(SYSTEM).transaction((tx) => insertWithEnvironments(parts, tx, name));

export const listClients = (parts: CtxParts): Promise<Client[]> => listRows(parts.database.scoped(SYSTEM));

/**
 * Whether the client is the operator's own client. The operator's own client is the oldest client, because the first
 * start of the service creates this client and gives its credentials to the operator.
 */
export const isOperator = async (parts: CtxParts, client_id: string): Promise<boolean> =>
  (await findOldestClientId(parts.database.scoped(SYSTEM))) === client_id;

export async function setWidgetOrigins(
  parts: CtxParts,
  client_id: string,
  origins: string[],
  db = parts.database.scoped(SYSTEM),
): Promise<Client> {
  const client = await setOriginsOfRow(db, client_id, origins);
  if (client === undefined) throw new OperatorError(`there is no client ${client_id}`);
  return client;
}

/**
 * Renames a client. New orders, tokens, invoices and printed reports show the new name. Existing orders and tokens keep
 * the old name.
 */
export async function renameClient(
  parts: CtxParts,
  client_id: string,
  name: string,
  db = parts.database.scoped(SYSTEM),
): Promise<Client> {
  return db.transaction(async (tx) => {
    const client = await renameRow(tx, client_id, name);
    if (client === undefined) throw new OperatorError(`there is no client ${client_id}`);
    await announceClientChange(tx, client_id);
    return client;
  });
}

export async function createClientKey(parts: CtxParts, scope: Scope): Promise<{ key: Key; access_secret: string }> {
  return createKey(await clientCtx(parts, scope));
}

export const listClientKeys = (parts: CtxParts, client_id: string): Promise<Key[]> =>
  listKeyRows(parts.database.scoped(SYSTEM), client_id);

/** Deactivates a key for an operator. An operator may deactivate the last active key; a client must not. */
export async function deleteClientKey(parts: CtxParts, client_id: string, id: string): Promise<Key> {
  const key = (await listClientKeys(parts, client_id)).find((one) => one.id === id);
  if (key === undefined) throw new OperatorError(`there is no key ${id} for client ${client_id}`);
  const { environment } = key;
  return deactivateKey(await clientCtx(parts, { client_id, environment }), { id }, true);
}

/** The data of a new dashboard user: the sign-in name, and the role in each environment. */
export type NewDashboardUser = { email: string; role: Role; environments: readonly Environment[] };

export async function createDashboardUser(parts: CtxParts, user: NewDashboardUser, client_id?: string) {
  if (!isEmail(user.email)) throw new OperatorError(`"${user.email}" is not an e-mail address`);
  const owner = client_id ?? (await listClients(parts))[0]?.id;
  if (owner === undefined) throw new OperatorError('there is no client yet');
  return parts.database.scoped(SYSTEM).transaction((tx) => insertDashboard(parts, tx, owner, user));
}

export const setFeatures = (
  parts: CtxParts,
  scope: Scope,
  features: FeatureChoices,
  db = parts.database.scoped(SYSTEM),
): Promise<void> => change(db, scope, (tx) => mergeFeatures(tx, scope, features));

/** Sets limits of a client. The value null clears a limit, so that its default applies again. */
export async function setLimits(
  parts: CtxParts,
  client_id: string,
  environments: readonly Environment[],
  limits: LimitChanges,
  db = parts.database.scoped(SYSTEM),
) {
  for (const environment of environments) {
    const scope = { client_id, environment };
    await change(db, scope, (tx) => mergeLimits(tx, scope, limits));
  }
}

/** The state of every feature: the value that the operator set, otherwise the default of the environment. */
export async function listFeatures(parts: CtxParts, scope: Scope): Promise<Record<Feature, boolean>> {
  const { features } = await getEnvironment(parts, scope);
  return byName(FEATURE_NAMES, (name) => isEnabled(name, scope.environment, features));
}

/** The value of every limit that can be set: the value that the operator set, otherwise the default. */
export async function listLimits(parts: CtxParts, scope: Scope): Promise<Record<SettableLimit, number>> {
  const { limits } = await getEnvironment(parts, scope);
  return byName(SETTABLE_LIMITS, (name) => limits[name] ?? defaultLimit(parts, name));
}

export const defaultLimit = ({ settings }: CtxParts, name: SettableLimit): number =>
  name === 'requests' ? settings.requests_limit : BUDGETS[name].size;

async function change(db: Db, scope: Scope, write: (tx: Db) => Promise<boolean>): Promise<void> {
  await db.transaction(async (tx) => {
    if (!(await write(tx))) throw new OperatorError(`there is no client ${scope.client_id}`);
    await announceClientChange(tx, scope.client_id);
  });
}

async function insertWithEnvironments(parts: CtxParts, tx: Db, name: string): Promise<Client> {
  const client = { id: newId(), name, widget_origins: [], created_at: ownerNow(parts.clock, 0) };
  await insertClient(tx, client);
  for (const environment of ENVIRONMENTS) {
    const scope = { client_id: client.id, environment };
    await insertEnvironment(tx, scope);
    await insertDataKey(tx, scope, client.id, parts.vault.newDataKey(scope, client.id).row);
  }
  return client;
}

async function insertDashboard(
  parts: CtxParts,
  tx: Db,
  client_id: string,
  { email, role, environments }: NewDashboardUser,
) {
  const password = randomBytes(15).toString('base64url');
  const user = { id: newId(), client_id, email: email.toLowerCase(), name: '', created_at: ownerNow(parts.clock, 0) };
  try {
    await insertDashboardUser(tx, { ...user, password_hash: await parts.passwords.hash(user.id, password) });
  } catch (error) {
    if (isUniqueViolation(error, EMAIL_TAKEN)) throw new OperatorError(`${email} is already a dashboard user`);
    throw error;
  }
  for (const environment of environments) {
    const member = { dashboard_user_id: user.id, home_client_id: client_id, role, created_at: user.created_at };
    await insertMember(tx, { client_id, environment }, member);
  }
  return { ...user, password };
}

const operatorCtx = (parts: CtxParts, scope: Scope, db: Db) => ({ ...ctxFor(parts, scope, 0), db });

/** The context of a client's environment, with the clock offset of that environment. */
export async function clientCtx(parts: CtxParts, scope: Scope): Promise<Ctx> {
  const { clock_offset_seconds } = await getEnvironment(parts, scope);
  return ctxFor(parts, scope, clock_offset_seconds);
}

async function getEnvironment(parts: CtxParts, scope: Scope): Promise<EnvironmentRow> {
  const environment = await findEnvironment(parts.database.scoped(scope), scope);
  if (environment === undefined) throw new OperatorError(`there is no client ${scope.client_id}`);
  return environment;
}

const byName = <Name extends string, Value>(names: readonly Name[], valueOf: (name: Name) => Value) =>
  Object.fromEntries(names.map((name) => [name, valueOf(name)])) as Record<Name, Value>;
