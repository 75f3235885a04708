// Refreshes a link for a dashboard user. The user has no access token, so the link is found by its id.
import type { Actor } from '#domain/console/audit.ts';
import { getLink } from '#services/connections/links.ts';
import { type Refreshed, refreshLink } from '#services/connections/refresh.ts';
import { type Ctx, inTransaction } from '#services/platform/ctx.ts';
import { recordAudit } from './audit.ts';

/** Starts a refresh. If a refresh of the link is already running, returns that refresh and records nothing. */
export function startLinkRefresh(ctx: Ctx, actor: Actor, link_id: string): Promise<Refreshed> {
  return inTransaction(ctx, async (ctx) => {
    const refreshed = await refreshLink(ctx, await getLink(ctx, link_id));
    if (refreshed.is_new) {
      const after = { task_id: refreshed.task_id };
      await recordAudit(ctx, actor, { action: 'createRefresh', object: `links/${link_id}`, after });
    }
    return refreshed;
  });
}
