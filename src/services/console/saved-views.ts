// Saved views of a dashboard user. Only this user can see them.
import { incorrect, notFound } from '#base/errors.ts';
import { toTimestamp } from '#base/timestamps.ts';
import { type NewView, VIEWS_MAX, type ViewAnswer } from '#domain/console/saved-views.ts';
import type { Ctx } from '#services/platform/ctx.ts';
import { deleteView, insertView, listViews, type ViewRow } from '#storage/console/saved-views.ts';

export const readViews = async (ctx: Ctx, user_id: string): Promise<ViewAnswer[]> =>
  (await listViews(ctx.db, ctx.scope, user_id)).map(present);

export async function saveView(ctx: Ctx, user_id: string, input: NewView): Promise<ViewAnswer> {
  const view = { id: ctx.newId(), ...input, created_at: ctx.now() };
  if (!(await insertView(ctx.db, ctx.scope, user_id, view, VIEWS_MAX))) {
    throw incorrect({ field: 'name', message: `Only ${VIEWS_MAX} saved views are allowed.` });
  }
  return present(view);
}

export async function removeView(ctx: Ctx, user_id: string, id: string): Promise<void> {
  if (!(await deleteView(ctx.db, ctx.scope, user_id, id))) throw notFound();
}

const present = ({ created_at, ...view }: ViewRow): ViewAnswer => ({ ...view, created_at: toTimestamp(created_at) });
