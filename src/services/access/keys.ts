// Creates and deactivates access keys. A secret is shown only when its key is created.
import { randomBytes } from 'node:crypto';
import { incorrect, ServiceError } from '#base/errors.ts';
import { seal } from '#base/sealing.ts';
import { ACTIVE_KEYS_MAX, environmentOf, type Key, type KeyToDeactivate } from '#domain/access/keys.ts';
import type { Environment } from '#domain/platform/scope.ts';
import { type Ctx, inTransaction } from '#services/platform/ctx.ts';
import { place } from '#services/platform/vault.ts';
import {
  deactivateKey as deactivateRow,
  findKey,
  findKeyBySecret,
  insertKey,
  listKeys as listRows,
  lockActiveKeys,
} from '#storage/access/keys.ts';
import { announceClientChange } from '#storage/platform/notices.ts';

/**
 * The keys of the environment. Active keys come before deactivated keys; within each group, the newest key comes first.
 */
export async function listKeys(ctx: Ctx): Promise<Key[]> {
  const rows = await listRows(ctx.db, ctx.scope.client_id);
  return rows
    .filter(({ environment }) => environment === ctx.scope.environment)
    .toSorted(
      (a, b) =>
        Number(a.deactivated_at !== null) - Number(b.deactivated_at !== null) ||
        b.created_at.getTime() - a.created_at.getTime(),
    );
}

export async function createKey(ctx: Ctx, env_type?: Environment): Promise<{ key: Key; access_secret: string }> {
  if (env_type !== undefined && env_type !== ctx.scope.environment) {
    throw new ServiceError('not_authenticated', 'Authentication credentials were not provided.');
  }
  return inTransaction(ctx, async (ctx) => {
    const active = await lockActiveKeys(ctx.db, ctx.scope);
    if (active.length >= ACTIVE_KEYS_MAX) {
      throw incorrect({ field: 'env_type', message: 'Only two active keys are allowed.' });
    }
    const access_secret = `${ctx.scope.environment}-${randomBytes(20).toString('hex')}`;
    const key: Key = {
      id: ctx.newId(),
      ...ctx.scope,
      secret_last4: access_secret.slice(-4),
      created_at: ctx.now(),
      last_used_at: null,
      deactivated_at: null,
    };
    await insertKey(ctx.db, {
      ...key,
      secret_hash: ctx.vault.hash('access_secret', access_secret),
      secret_sealed: seal(
        await ctx.vault.clientKey(ctx.db, ctx.scope),
        access_secret,
        place(ctx.scope, 'api_keys', 'secret_sealed', key.id),
      ),
    });
    return { key, access_secret };
  });
}

/**
 * Deactivating a key again changes nothing. Deactivating the last active key is rejected, except when an operator's
 * command or the console sets `even_the_last`.
 */
export async function deactivateKey(ctx: Ctx, which: KeyToDeactivate, even_the_last = false): Promise<Key> {
  return inTransaction(ctx, async (ctx) => {
    const active = await lockActiveKeys(ctx.db, ctx.scope);
    const key = await namedKey(ctx, which);
    if (key.deactivated_at !== null) return key;
    if (active.length === 1 && !even_the_last) {
      throw incorrect({ field: 'id', message: 'The last active key cannot be deactivated.' });
    }
    const deactivated_at = ctx.now();
    await deactivateRow(ctx.db, ctx.scope, key.id, deactivated_at);
    await announceClientChange(ctx.db, ctx.scope.client_id);
    return { ...key, deactivated_at };
  });
}

/** Finds the key by its `id` or by its `access_secret`. An empty string is treated as absent. */
async function namedKey(ctx: Ctx, { id, access_secret }: KeyToDeactivate): Promise<Key> {
  if (!id && !access_secret) throw incorrect({ field: 'id', message: 'This field is required.' });
  const key = id ? await findKey(ctx.db, ctx.scope, id) : await bySecret(ctx, access_secret ?? '');
  if (key === undefined) throw incorrect({ field: id ? 'id' : 'access_secret', message: 'Object not found.' });
  return key;
}

async function bySecret(ctx: Ctx, secret: string): Promise<Key | undefined> {
  if (environmentOf(secret) !== ctx.scope.environment) return undefined;
  return findKeyBySecret(ctx.db, ctx.scope, ctx.vault.hash('access_secret', secret));
}
