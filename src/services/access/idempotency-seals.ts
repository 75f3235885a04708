// Seals a stored response with the client's key, and then with the key of every person the response is about. The
// caller does not name these people; we seal for everyone whose key the request used. When one of these people is
// erased, the response cannot be unsealed any more.
import type { KeyObject } from 'node:crypto';
import { notFound } from '#base/errors.ts';
import { seal, unseal } from '#base/sealing.ts';
import type { Scope } from '#domain/platform/scope.ts';
import type { Ctx } from '#services/platform/ctx.ts';
import type { Vault } from '#services/platform/vault.ts';
import { listDataKeys, type WrappedKey } from '#storage/platform/data-keys.ts';

/** Maps a person's id to the person's wrapped data key, as it is stored. */
export type Subjects = Map<string, WrappedKey>;

/**
 * Returns a vault that works like `vault`. When the returned vault uses the key of a person who belongs to the client
 * and environment of the scope, it also adds that person to `subjects`.
 */
export function noting(vault: Vault, { client_id, environment }: Scope, subjects: Subjects): Vault {
  const noteSubject = (scope: Scope, owner_id: string, row: WrappedKey): void => {
    const is_ours = scope.client_id === client_id && scope.environment === environment;
    if (is_ours && owner_id !== client_id) subjects.set(owner_id, row);
  };
  return {
    ...vault,
    newDataKey(scope, owner_id) {
      const made = vault.newDataKey(scope, owner_id);
      noteSubject(scope, owner_id, made.row);
      return made;
    },
    unwrap(scope, owner_id, row) {
      noteSubject(scope, owner_id, row);
      return vault.unwrap(scope, owner_id, row);
    },
    readRecord(scope, owner_id, row, sealed, where) {
      noteSubject(scope, owner_id, row);
      return vault.readRecord(scope, owner_id, row, sealed, where);
    },
  };
}

export async function sealAnswer(
  ctx: Ctx,
  subjects: Subjects,
  body: string,
  where: string,
): Promise<{ answer_sealed: Buffer; subject_ids: string[] }> {
  let answer_sealed = seal(await ctx.vault.clientKey(ctx.db, ctx.scope), body, where);
  for (const [id, row] of subjects)
    answer_sealed = seal(await ctx.vault.unwrap(ctx.scope, id, row), answer_sealed, where);
  return { answer_sealed, subject_ids: [...subjects.keys()] };
}

/** Unseals a stored response; 404 if one of the people that the response is about was erased. */
export async function openAnswer(
  ctx: Ctx,
  { answer_sealed, subject_ids }: { answer_sealed: Buffer; subject_ids: readonly string[] },
  where: string,
): Promise<string> {
  const keys = await keysOf(ctx, subject_ids);
  const client_key = await ctx.vault.clientKey(ctx.db, ctx.scope);
  return [client_key, ...keys].reduceRight((sealed, key) => unseal(key, sealed, where), answer_sealed).toString('utf8');
}

async function keysOf(ctx: Ctx, ids: readonly string[]): Promise<KeyObject[]> {
  if (ids.length === 0) return [];
  const rows = new Map((await listDataKeys(ctx.db, ctx.scope, ids)).map((row) => [row.owner_id, row]));
  const keys: KeyObject[] = [];
  for (const id of ids) {
    const row = rows.get(id);
    if (row === undefined) throw notFound();
    keys.push(await ctx.vault.unwrap(ctx.scope, id, row));
  }
  return keys;
}
