// Deactivates access keys in the console. A request with an access key cannot deactivate the last active key of an
// environment. A dashboard user can deactivate this key, but only with `even_the_last` in the request.
import { notFound } from '#base/errors.ts';
import type { Key } from '#domain/access/keys.ts';
import type { Actor } from '#domain/console/audit.ts';
import { deactivateKey } from '#services/access/keys.ts';
import { type Ctx, inTransaction } from '#services/platform/ctx.ts';
import { findKey, lockActiveKeys } from '#storage/access/keys.ts';
import { recordAudit } from './audit.ts';

export function endKey(ctx: Ctx, actor: Actor, id: string, even_the_last: boolean): Promise<Key> {
  return inTransaction(ctx, async (ctx) => {
    const active = await lockActiveKeys(ctx.db, ctx.scope);
    const key = await findKey(ctx.db, ctx.scope, id);
    if (key === undefined) throw notFound();
    if (key.deactivated_at !== null) return key;
    const ended = await deactivateKey(ctx, { id }, even_the_last);
    await recordAudit(ctx, actor, {
      action: 'deactivateKey',
      object: `keys/${id}`,
      before: { is_active: true, active_keys: active.length },
      after: { is_active: false, active_keys: active.length - 1 },
    });
    return ended;
  });
}
