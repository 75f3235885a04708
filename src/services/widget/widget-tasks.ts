// Starts the widget's tasks with a login or through an existing link. Passes the user's input to these tasks, and waits
// until a task changes.
import type { KeyObject } from 'node:crypto';
import { elapsedMs } from '#base/clock.ts';
import { consentMissing, type InvalidParam, incorrect, notFound, throttled } from '#base/errors.ts';
import { isId } from '#base/ids.ts';
import { BUDGETS } from '#domain/access/limits.ts';
import type { EmployerRef } from '#domain/connections/links.ts';
import { isFinal, isLoggingIn } from '#domain/connections/tasks.ts';
import { isOpen } from '#domain/orders/order-status.ts';
import { historyMonths } from '#domain/reports/link-history.ts';
import { type NewWidgetTask, type TaskView, WIDGET_TASKS_MAX } from '#domain/widget/widget.ts';
import { credentialFaults, isNews, successAt, toCredentials } from '#domain/widget/widget-tasks.ts';
import { take } from '#services/access/limits.ts';
import { findCompany } from '#services/connections/companies.ts';
import { knownLinkId, openLink } from '#services/connections/links.ts';
import { momentOf } from '#services/connections/task-logins.ts';
import type { TaskWatch } from '#services/connections/task-watch.ts';
import { answerTask, createTask, enqueueTask, type NewTask } from '#services/connections/tasks.ts';
import { holdOrder, markSent, statusOf } from '#services/orders/order-moves.ts';
import { historyMonthsOf } from '#services/orders/order-reports.ts';
import { type Ctx, ctxFor, inTransaction } from '#services/platform/ctx.ts';
import { countTaskOf } from '#storage/connections/bridge-tokens.ts';
import type { StoredLink } from '#storage/connections/links.ts';
import { findWidgetTask, type WidgetTask } from '#storage/connections/tasks.ts';
import type { SuborderRow } from '#storage/orders/suborders.ts';
import { type ConnectionRequest, requestOfSuborder, requestOfToken } from './connection-requests.ts';
import { findConnector, offeredLinks } from './widget-choices.ts';
import { seenLinks, seesTask } from './widget-sight.ts';
import { consentedAt, type Visitor, type WidgetToken } from './widget-tokens.ts';
import { viewTask } from './widget-views.ts';

export type TaskRequest = ConnectionRequest & { history_months: number };

/** Creates and enqueues the task in one transaction, so that the task runs even if this process crashes. */
export async function startTask({ ctx, token }: Visitor, input: NewWidgetTask): Promise<string> {
  if (consentedAt(token) === null) throw consentMissing();
  return inTransaction(ctx, async (ctx) => {
    const key = await ctx.vault.unwrap(ctx.scope, token.user_id, token);
    const request = await requestFor(ctx, key, token, input.suborder_id || null);
    const task = input.link_id
      ? await throughLink(ctx, key, request, token, input)
      : await byLogin(ctx, request, token, input);
    await countStart(ctx, token, request.order_id);
    const task_id = await createTask(ctx, key, task);
    await enqueueTask(ctx, task_id);
    return task_id;
  });
}

/** Counts a task that is about to start. Throws if the token or its order has had too many tasks. */
export async function countStart(ctx: Ctx, token: WidgetToken, order_id: string | null): Promise<void> {
  if (order_id !== null) await countLogin(ctx, order_id);
  if (!(await countTaskOf(ctx.db, ctx.scope, token.id, WIDGET_TASKS_MAX))) {
    throw throttled(Math.ceil((token.expires_at.getTime() - ctx.now().getTime()) / 1000));
  }
}

/** Logins are counted per order, not per token, because each visit to the landing page gets a new token. */
async function countLogin(ctx: Ctx, order_id: string): Promise<void> {
  const draw = { budget: 'logins', subject_id: order_id, n: 1, limit: BUDGETS.logins.size, now: ctx.now() } as const;
  const { admitted, retry_after_seconds } = await take(ctx.db, ctx.scope, draw);
  if (!admitted) throw throttled(retry_after_seconds);
}

/**
 * What the task has to obtain. If the token has an order, this is one of the order's suborders, and the order is
 * locked. If the token has no order, this is the token's request.
 */
export async function requestFor(
  ctx: Ctx,
  key: KeyObject,
  token: WidgetToken,
  suborder_id: string | null,
): Promise<TaskRequest> {
  if (token.order_id === null) {
    if (suborder_id !== null) throw incorrect({ field: 'suborder_id', message: 'Object not found.' });
    const history_months = historyMonths(token.request_extended_history);
    return { ...(await requestOfToken(ctx, key, token)), history_months };
  }
  const held = await holdOrder(ctx, token.order_id);
  if (held === undefined) throw new Error('a token refers to an order that never existed');
  if (held.order.finalized_at !== null) {
    throw incorrect({ field: 'status', message: `Order is already ${statusOf(held)}.` });
  }
  const suborder =
    suborder_id === null ? onlyOpen(held.suborders) : held.suborders.find(({ id }) => id === suborder_id);
  if (suborder === undefined) throw incorrect({ field: 'suborder_id', message: 'Object not found.' });
  if (!isOpen(suborder.status)) {
    throw incorrect({ field: 'suborder_id', message: `Suborder is already ${suborder.status}.` });
  }
  await markSent(ctx, held, { seen_at: ctx.now() });
  const request = await requestOfSuborder(ctx, key, held.order, suborder, held.suborders);
  return { ...request, history_months: await historyMonthsOf(ctx, held.order) };
}

/** The only open suborder, for a request that names no suborder; 400 if several or no suborders are open. */
function onlyOpen(suborders: readonly SuborderRow[]): SuborderRow {
  const [first, ...others] = suborders.filter(({ status }) => isOpen(status));
  if (first === undefined || others.length > 0) {
    throw incorrect({ field: 'suborder_id', message: 'This field is required.' });
  }
  return first;
}

async function byLogin(ctx: Ctx, request: TaskRequest, token: WidgetToken, input: NewWidgetTask): Promise<NewTask> {
  const { provider_id, credentials: sent } = input;
  const connector = provider_id ? findConnector(ctx, request, provider_id) : undefined;
  // A provider of files has no login; widget-files.ts starts its tasks.
  if (connector === undefined || connector.manifest.is_file === true) {
    throw incorrect({ field: 'provider_id', message: provider_id ? 'Object not found.' : 'This field is required.' });
  }
  const { manifest, loginOf } = connector;
  const fields = manifest.login.kind === 'form' ? manifest.login.fields : [];
  const faults: InvalidParam[] = credentialFaults(fields, sent ?? {});
  if (faults.length > 0) throw incorrect(...faults);
  const credentials = toCredentials(fields, sent ?? {});
  const login = loginOf(credentials);
  const known = login === undefined ? undefined : await knownLinkId(ctx, token.user_id, manifest.id, login);
  const link_id = request.renewed === undefined ? known : renewedId(request.renewed, manifest.id, login, known);
  const is_payroll = manifest.data_source === 'payroll';
  return {
    ...taskOf(token, request),
    link_id: link_id ?? ctx.newId(),
    // A person who logs in on the provider's own page may use another account. In that case the link must stay
    // unchanged.
    is_known_link: link_id !== undefined && link_id === known,
    data_source: manifest.data_source,
    provider_id: manifest.id,
    company_mapping: (await companyOf(ctx, input.company_mapping_id)) ?? (is_payroll ? request.company : null),
    is_refresh: false,
    credentials,
  };
}

/**
 * In update mode the task may refer only to the link that is being renewed, because no other link may change. If the
 * person identifies themselves on the provider's own page, the task refers to this link from the start. The provider
 * then renews its existing connection and does not create a second connection.
 */
function renewedId(
  renewed: Pick<StoredLink, 'id' | 'provider_id'>,
  provider_id: string,
  login: string | undefined,
  known: string | undefined,
): string | undefined {
  const is_meant = login === undefined ? renewed.provider_id === provider_id : known === renewed.id;
  return is_meant ? renewed.id : undefined;
}

/** The company is only a hint, so an unknown id is ignored and not rejected. */
async function companyOf(ctx: Ctx, id: string | null | undefined): Promise<EmployerRef | null> {
  return id ? ((await findCompany(ctx, id)) ?? null) : null;
}

/**
 * A refresh of an existing link. It does not count towards the link's four refreshes a day, because the user requests
 * it and is present to answer the provider.
 */
async function throughLink(
  ctx: Ctx,
  key: KeyObject,
  request: TaskRequest,
  token: WidgetToken,
  { link_id, confirm }: NewWidgetTask,
): Promise<NewTask> {
  if (confirm !== true) throw incorrect({ field: 'confirm', message: 'This field is required.' });
  const links = offeredLinks(ctx, request, await seenLinks({ ctx, token }));
  const link = links.find(({ id }) => id === link_id);
  if (link === undefined) throw incorrect({ field: 'link_id', message: 'Object not found.' });
  return {
    ...taskOf(token, request),
    link_id: link.id,
    is_known_link: true,
    data_source: link.data_source,
    provider_id: link.provider_id,
    company_mapping: link.company_mapping ?? request.company,
    is_refresh: true,
    credentials: openLink(ctx, key, link.id, link.sealed).credentials,
  };
}

export const taskOf = (token: WidgetToken, request: TaskRequest) => ({
  user_id: token.user_id,
  order_id: request.order_id,
  bridge_token_id: token.id,
  product_type: request.product_type,
  allowed_products: request.allowed_products,
  template_id: request.template_id,
  use_case: token.use_case,
  tracking_info: request.tracking_info,
  is_suspicious: false,
  history_months: request.history_months,
  code: null,
  is_unattended: false,
  deposit: request.deposit,
});

/** A task that this token may see; 404 for any other task. */
export async function getWidgetTask({ ctx, token }: Visitor, id: string): Promise<WidgetTask> {
  const task = isId(id) ? await findWidgetTask(ctx.db, ctx.scope, id) : undefined;
  if (task === undefined || !seesTask(ctx, token, task)) throw notFound();
  return task;
}

/** Passes the user's code to the task, which a worker then continues. */
export async function submitCode({ ctx }: Visitor, task_id: string, code: string): Promise<void> {
  if (!(await answerTask(ctx, task_id, 'code', { kind: 'code', code }))) {
    throw incorrect({ field: 'code', message: 'The task is not waiting for a code.' });
  }
}

export type Waiting = { watch: TaskWatch; ms: number; signal?: AbortSignal | undefined };

/** Waits until the task differs from the state in `since`, or until the time is up. */
export const awaitNews = (
  visitor: Visitor,
  task_id: string,
  since: string | undefined,
  waiting: Waiting,
): Promise<TaskView> => awaitTask(visitor, task_id, (view) => isNews(view, since), waiting);

/**
 * Waits until the user has something to do or see (a question, a redirect, a successful login, or the end of the task),
 * or until the time is up.
 */
export const awaitLogin = (visitor: Visitor, task_id: string, waiting: Waiting): Promise<TaskView> =>
  awaitTask(visitor, task_id, ({ status, step }) => !isLoggingIn(status) || step !== 'working', waiting);

async function awaitTask(
  { ctx, token }: Visitor,
  task_id: string,
  isEnough: (view: TaskView) => boolean,
  { watch, ms, signal }: Waiting,
): Promise<TaskView> {
  const began_ms = elapsedMs();
  let now = { ctx, token };
  for (;;) {
    const task = await getWidgetTask(now, task_id);
    const view = await viewTask(now.ctx, task);
    const left_ms = ms - (elapsedMs() - began_ms);
    if (isEnough(view) || isFinal(view.status) || left_ms <= 0) return view;
    const mark = { version: task.version, clock_offset_seconds: now.token.clock_offset_seconds };
    const woken = await watch.wait(token.id, { ...ctx.scope, id: task_id }, mark, {
      ms: Math.min(left_ms, untilSuccess(now.ctx, task)),
      signal,
    });
    if (woken === undefined) return view;
    if (woken !== 'time') now = movedTo(now, woken.mark.clock_offset_seconds);
  }
}

/**
 * The number of milliseconds until a running task is treated as successful. A waiting caller must check the task again
 * at that time, because the task then becomes successful only by the passage of time, without a change of its row.
 */
function untilSuccess(ctx: Ctx, task: WidgetTask): number {
  const at = task.public_token_sealed === null ? successAt(task) : undefined;
  const left_ms = at === undefined ? 0 : at.getTime() - momentOf(ctx).getTime();
  return left_ms > 0 ? left_ms : Number.POSITIVE_INFINITY;
}

/** A copy of the visitor with the new offset of the owner's clock, because the clock may be moved during the wait. */
const movedTo = ({ ctx, token }: Visitor, clock_offset_seconds: number): Visitor => ({
  ctx: ctxFor(ctx, ctx.scope, clock_offset_seconds),
  token: { ...token, clock_offset_seconds },
});
