// Records in the audit log that a user has viewed a person's data.
import type { Actor, NewAuditEntry } from '#domain/console/audit.ts';
import type { Ctx } from '#services/platform/ctx.ts';
import { recordAudit } from './audit.ts';

/** A page that stays open reads the same object repeatedly. All reads within this time count as one view. */
const VIEW_MS = 60_000;
const RECENT_MAX = 10_000;

/** When a view was last recorded, by session, action and object. */
const recent = new Map<string, number>();

export async function recordView(ctx: Ctx, actor: Actor, session_id: string, view: NewAuditEntry): Promise<void> {
  const name = `${session_id} ${ctx.scope.client_id} ${ctx.scope.environment} ${view.action} ${view.object}`;
  const now_ms = ctx.clock.now().getTime();
  const seen_ms = recent.get(name);
  if (seen_ms !== undefined && Math.abs(now_ms - seen_ms) < VIEW_MS) return;
  await recordAudit(ctx, actor, view);
  if (recent.size >= RECENT_MAX) recent.clear();
  recent.set(name, now_ms);
}
