// A task as the widget sees it. The first read after a task's success issues its public token, and every later read
// returns the same token.
import { isFinal } from '#domain/connections/tasks.ts';
import type { TaskView } from '#domain/widget/widget.ts';
import { errorOf, isSuccess, stepOf } from '#domain/widget/widget-tasks.ts';
import { providerRefOf } from '#services/connections/links.ts';
import { issuePublicToken } from '#services/connections/public-tokens.ts';
import { departureUrl } from '#services/connections/redirects.ts';
import { momentOf } from '#services/connections/task-logins.ts';
import { openSecretsOf } from '#services/connections/task-secrets.ts';
import { type Ctx, inTransaction } from '#services/platform/ctx.ts';
import { sealJson, unsealJson } from '#services/platform/sealed-json.ts';
import { place } from '#services/platform/vault.ts';
import { findTask, lockPublicToken, setPublicToken, type WidgetTask } from '#storage/connections/tasks.ts';

export async function viewTask(ctx: Ctx, task: WidgetTask): Promise<TaskView> {
  const { status, waits_for } = task;
  return {
    task_id: task.id,
    suborder_id: task.order_id === null ? null : task.tracking_info,
    status,
    is_final: isFinal(status),
    step: stepOf(waits_for),
    redirect_url: waits_for === 'redirect' ? await redirectUrlOf(ctx, task.id) : null,
    provider: providerRefOf(ctx, task.provider_id),
    employer: { name: task.company_mapping?.name ?? '' },
    error: errorOf(task),
    is_logged_in: task.logged_in_at !== null || status === 'done',
    public_token: await publicTokenOf(ctx, task),
  };
}

async function redirectUrlOf(ctx: Ctx, task_id: string): Promise<string | null> {
  const row = await findTask(ctx.db, ctx.scope, task_id);
  if (row === undefined || row.waits_for !== 'redirect') return null;
  return departureUrl(ctx, row.provider_id, (await openSecretsOf(ctx, row)).secrets.state);
}

type Kept = { public_token: string };

const tokenPlace = (ctx: Ctx, task_id: string): string => place(ctx.scope, 'tasks', 'public_token_sealed', task_id);

/**
 * A public token is issued only for tasks started in the widget, because no widget waits for the success of any other
 * task.
 */
async function publicTokenOf(ctx: Ctx, task: WidgetTask): Promise<string | null> {
  if (task.bridge_token_id === null) return null;
  const open = async (sealed: Buffer) =>
    unsealJson<Kept>(await ctx.vault.unwrap(ctx.scope, task.user_id, task), sealed, tokenPlace(ctx, task.id))
      .public_token;
  if (task.public_token_sealed !== null) return open(task.public_token_sealed);
  if (!isSuccess(task, momentOf(ctx))) return null;
  return inTransaction(ctx, async (ctx) => {
    const issued = await lockPublicToken(ctx.db, ctx.scope, task.id);
    if (issued !== null) return open(issued);
    const key = await ctx.vault.unwrap(ctx.scope, task.user_id, task);
    const public_token = await issuePublicToken(ctx, task.link_id, task.id);
    const sealed = sealJson(key, { public_token } satisfies Kept, tokenPlace(ctx, task.id));
    await setPublicToken(ctx.db, ctx.scope, task.id, sealed);
    return public_token;
  });
}
