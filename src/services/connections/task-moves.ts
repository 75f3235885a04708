// Writes the outcome of a step: the task's new status, data and events. Either all of these are written in one
// transaction, or none.

import { inDecimals } from '#base/money.ts';
import type { Account } from '#connectors/contract.ts';
import { isDepositProduct } from '#domain/access/products.ts';
import { BUSY_LOGIN_SECONDS_MAX, BUSY_SECONDS_MAX, nextWait } from '#domain/connections/busy-waits.ts';
import { FAILED, type FailureScope } from '#domain/connections/provider-health.ts';
import {
  canMove,
  ERROR_MESSAGE_LENGTH_MAX,
  endingOf,
  type FailedStatus,
  isDisconnecting,
  isFinal,
  isLoggingIn,
  SECOND_FACTOR_SECONDS,
  shownMissing,
  type TaskStatus,
} from '#domain/connections/tasks.ts';
import { dataEvents } from '#domain/events/data-events.ts';
import type { NewEvent } from '#domain/events/events.ts';
import { contradictEachOther } from '#domain/reports/suspicion.ts';
import { LINK_EXISTS } from '#domain/widget/widget-tasks.ts';
import { recordUsage } from '#services/billing/usage.ts';
import { announce } from '#services/events/events.ts';
import type { Ctx } from '#services/platform/ctx.ts';
import { clearTimer, setTimer } from '#services/platform/timers.ts';
import { hasSection, writeSections } from '#storage/connections/link-sections.ts';
import { disconnectLink, lockLink, updateLinkState } from '#storage/connections/links.ts';
import { stepTask } from '#storage/connections/tasks.ts';
import { findSsnHash } from '#storage/people/users.ts';
import { isBillable } from './import-data.ts';
import { readLinkData, replaceLists, type SectionChanges, sectionsBehind } from './link-data.ts';
import { noteIdentities, noteLinkLogin } from './link-logins.ts';
import { type LinkSecrets, sealLink } from './links.ts';

import { connectAccount, noteLogin } from './task-logins.ts';
import {
  isPersonWaiting,
  type OpenTask,
  openMissing,
  sealMissing,
  sealOutcome,
  sealSecrets,
  type TaskSecrets,
} from './task-secrets.ts';
import type { Outcome } from './task-steps.ts';
import { enqueueTask, eventSubject, statusEvent } from './tasks.ts';

/** Thrown if another worker has written a step of this task first, so that our transaction is rolled back. */
export class Overtaken extends Error {}

/** The outcome of a step before it is written: the task's new state, and the events to announce. */
type Draft = {
  row: OpenTask['row'];
  secrets: TaskSecrets;
  link: LinkSecrets | undefined;
  /** The version of the account that the step used, if the account can be renewed. */
  account_version: number | null;
  events: NewEvent[];
  /** Database writes. They run together with the update of the task's row. */
  writes: (() => Promise<unknown>)[];
};

/**
 * Writes the outcome of a step. If `hand_over` is true, the caller runs only the login steps, and the remaining steps
 * are enqueued for a worker. `step_ms` is how long the step took.
 */
export async function writeStep(
  ctx: Ctx,
  task: OpenTask,
  outcome: Outcome,
  { hand_over, step_ms }: { hand_over: boolean; step_ms: number },
): Promise<OpenTask> {
  const draft: Draft = {
    row: { ...task.row, provider_ms: task.row.provider_ms + step_ms },
    secrets: { ...task.secrets, reply: null, busy: null },
    link: task.link,
    account_version: ('account_version' in outcome ? outcome.account_version : undefined) ?? null,
    events: [],
    writes: [],
  };
  await write(ctx, task, draft, outcome);
  const { id, status } = draft.row;
  if (hand_over && !isLoggingIn(status) && !isFinal(status)) draft.writes.push(() => enqueueTask(ctx, id));
  await save(ctx, task, draft);
  return {
    row: { ...draft.row, version: task.row.version + 1 },
    key: task.key,
    secrets: draft.secrets,
    link: draft.link,
  };
}

function write(ctx: Ctx, task: OpenTask, draft: Draft, outcome: Outcome): Promise<void> | void {
  switch (outcome.kind) {
    case 'connected':
      return writeConnected(ctx, task, draft, outcome);
    case 'asked':
      return writeAsked(ctx, task, draft, outcome);
    case 'sent_away':
      return writeSentAway(ctx, task, draft, outcome);
    case 'fetched':
      return writeFetched(ctx, task, draft, outcome);
    case 'later':
      return writeLater(ctx, task, draft, outcome);
    case 'busy':
      return writeBusy(ctx, task, draft, outcome);
    case 'switched':
      return writeSwitched(ctx, task, draft, outcome);
    case 'failed':
      return fail(ctx, draft, outcome.status, outcome.message, outcome.scope);
  }
}

async function writeConnected(
  ctx: Ctx,
  { key }: OpenTask,
  draft: Draft,
  { account, account_version, identities }: Extract<Outcome, { kind: 'connected' }>,
): Promise<void> {
  const { row } = draft;
  // A refresh renews an existing link; it does not recreate a deleted link.
  if (row.is_refresh && !(await lockLink(ctx.db, ctx.scope, row.link_id))) {
    return fail(ctx, draft, 'error', 'The link was deleted.');
  }
  const connected = await connectAccount(ctx, key, {
    ...row,
    task_id: row.id,
    credentials: draft.secrets.credentials,
    account,
    account_version,
    identities,
  });
  if (connected === undefined) return fail(ctx, draft, 'config_error', LINK_EXISTS);
  const { link_id, secrets, is_news } = connected;
  await noteLinkLogin(ctx, link_id, row.provider_id, account);
  row.link_id = link_id;
  row.is_suspicious ||= account.is_suspicious;
  draft.link = secrets;
  if (is_news) draft.events.push({ event_type: 'link-connected', ...eventSubject(row) });
  if (row.order_id !== null && !row.is_refresh) await ctx.order_hooks.onLink(ctx, row);
  const has_data = isDepositProduct(row.product_type) && (await hasSection(ctx.db, ctx.scope, link_id, 'employments'));
  move(draft, has_data ? 'switch_deposit' : 'parse');
  draft.writes.push(() => noteLogin(ctx, row));
}

/**
 * Lets the task wait for a code from the user. If a code was given in advance, the task uses that code and does not
 * wait. If there is no such code and no user is present, the task fails. The task also fails if a code was already
 * entered, because the provider asks again only if it did not accept that code.
 */
async function writeAsked(ctx: Ctx, _task: OpenTask, draft: Draft, { memory }: Extract<Outcome, { kind: 'asked' }>) {
  const { row, secrets } = draft;
  if (row.status === 'mfa') return fail(ctx, draft, 'mfa_error', 'The code was not accepted.');
  move(draft, 'mfa');
  secrets.memory = memory;
  if (secrets.code !== null) {
    secrets.reply = { kind: 'code', code: secrets.code };
    secrets.code = null;
    return;
  }
  if (secrets.is_unattended)
    return fail(ctx, draft, 'mfa_error', 'A code was requested, but no user was present to enter it.');
  row.waits_for = 'code';
  const due_at = new Date(ctx.now().getTime() + SECOND_FACTOR_SECONDS * 1000);
  await setTimer(ctx, { kind: 'task_second_factor', subject_id: row.id, due_at });
}

function writeSentAway(
  ctx: Ctx,
  _task: OpenTask,
  { row, secrets }: Draft,
  outcome: Extract<Outcome, { kind: 'sent_away' }>,
) {
  secrets.memory = outcome.memory;
  secrets.redirect_url = outcome.url;
  secrets.browser_hash = null;
  row.waits_for = 'redirect';
  row.redirect_hash = ctx.vault.hash('redirect_state', secrets.state);
}

async function writeFetched(
  ctx: Ctx,
  { key }: OpenTask,
  draft: Draft,
  { data, account, history, missing_data, identities }: Extract<Outcome, { kind: 'fetched' }>,
): Promise<void> {
  const { row } = draft;
  if (missing_data.length > 0) {
    const earlier = row.missing_data === null ? [] : openMissing(ctx, key, row.id, row.missing_data);
    row.missing_data = sealMissing(ctx, key, row.id, shownMissing([...earlier, ...missing_data]));
  }
  row.is_suspicious ||= account.is_suspicious;
  const [is_there, before, ssn_hash] = await Promise.all([
    // `keepAccount` locks the link. Without the lock, two concurrent tasks of one link could mix their stored lists.
    keepAccount(ctx, key, draft, account),
    readLinkData(ctx, row.link_id, key, sectionsBehind(data)),
    data.employments || data.identity ? findSsnHash(ctx.db, ctx.scope, row.user_id) : undefined,
  ]);
  if (!is_there) return fail(ctx, draft, 'error', 'The link was deleted.');
  await noteIdentities(ctx, row.link_id, row, identities);
  const { changes, rows } = await replaceLists(ctx, { id: row.link_id, key, before }, data, history);
  if (rows.length > 0) draft.writes.push(() => writeSections(ctx.db, ctx.scope, rows, ctx.now()));
  draft.events.push(...dataEvents(changes, { ...eventSubject(row), task_id: row.id }));
  if (!row.is_suspicious && isSuspicious(ctx, changes, ssn_hash)) {
    row.is_suspicious = true;
    draft.writes.push(() => keepAccount(ctx, key, draft, account));
  }
  move(draft, nextAfterFetch(draft));
}

const nextAfterFetch = ({ row }: Draft): TaskStatus => {
  if (row.status === 'parse') return 'full_parse';
  return isDepositProduct(row.product_type) ? 'switch_deposit' : 'done';
};

/** True if the user's SSN differs from the SSN at the provider, or the statements contradict each other. */
function isSuspicious(ctx: Ctx, changes: SectionChanges, ssn_hash: Buffer | undefined): boolean {
  if (contradictEachOther(changes.statements?.items ?? [])) return true;
  if (ssn_hash === undefined) return false;
  const ssns = [
    ...(changes.employments?.items.map(({ profile }) => profile.ssn) ?? []),
    ...(changes.identity?.items.map(({ ssn }) => ssn) ?? []),
  ];
  return ssns.some((ssn) => ssn?.length === 9 && !ctx.vault.hash('ssn', ctx.scope.client_id, ssn).equals(ssn_hash));
}

async function writeLater(ctx: Ctx, { key }: OpenTask, draft: Draft, outcome: Extract<Outcome, { kind: 'later' }>) {
  const { row } = draft;
  if (!(await keepAccount(ctx, key, draft, outcome.account))) return fail(ctx, draft, 'error', 'The link was deleted.');
  if (outcome.progress > row.progress) {
    row.progress = outcome.progress;
    touch(ctx, draft);
  }
  row.waits_for = 'time';
  const due_at = new Date(ctx.now().getTime() + outcome.seconds * 1000);
  await setTimer(ctx, { kind: 'task_due', subject_id: row.id, due_at });
}

/**
 * Lets the task repeat the step later. If a person is logging in, the task usually waits only for a short time and then
 * fails. If the login has already used a secret that works only once, the task waits longer, because after a failure
 * the person would have to begin again.
 */
async function writeBusy(ctx: Ctx, task: OpenTask, draft: Draft, outcome: Extract<Outcome, { kind: 'busy' }>) {
  const { seconds, message, memory, scope } = outcome;
  const is_short = isPersonWaiting(task) && memory === undefined;
  const next = nextWait(task.secrets.busy ?? null, seconds, {
    now: ctx.now(),
    seconds_max: is_short ? BUSY_LOGIN_SECONDS_MAX : BUSY_SECONDS_MAX,
  });
  if (next === undefined) return fail(ctx, draft, 'unavailable', message, scope);
  const { row, secrets } = draft;
  secrets.busy = next.wait;
  if (memory === undefined) secrets.reply = task.secrets.reply;
  else secrets.memory = memory;
  row.waits_for = 'time';
  const due_at = new Date(ctx.now().getTime() + next.seconds * 1000);
  await setTimer(ctx, { kind: 'task_due', subject_id: row.id, due_at });
}

async function writeSwitched(
  ctx: Ctx,
  { key }: OpenTask,
  draft: Draft,
  outcome: Extract<Outcome, { kind: 'switched' }>,
) {
  const { row, secrets } = draft;
  if (!(await keepAccount(ctx, key, draft, outcome.account))) return fail(ctx, draft, 'error', 'The link was deleted.');
  if (secrets.deposit !== null) {
    row.outcome = sealOutcome(ctx, key, row.id, {
      deposit: secrets.deposit,
      initial_accounts: inDecimals(outcome.initial_accounts),
    });
  }
  move(draft, 'done');
}

/** Stores the account state that the provider returned. Returns false if the link was deleted. */
async function keepAccount(ctx: Ctx, key: OpenTask['key'], draft: Draft, account: Account): Promise<boolean> {
  const { row, link } = draft;
  if (link === undefined) return false;
  draft.link = { ...link, account };
  return updateLinkState(ctx.db, ctx.scope, {
    id: row.link_id,
    sealed: sealLink(ctx, key, row.link_id, draft.link),
    is_suspicious: row.is_suspicious,
    updated_at: ctx.now(),
    account_version: draft.account_version,
  });
}

function move(draft: Draft, to: TaskStatus, error_message: string | null = null): void {
  const { row } = draft;
  if (!canMove(row.status, to)) throw new Error(`a task cannot go from ${row.status} to ${to}`);
  row.status = to;
  row.error_message = error_message;
  draft.events.push(statusEvent(row, to, error_message));
}

/** Ends the task with a failure. Only a failure with the scope `provider` affects the provider's health. */
async function fail(
  ctx: Ctx,
  draft: Draft,
  failure: FailedStatus,
  text: string,
  scope: FailureScope = 'link',
): Promise<void> {
  const { row } = draft;
  // A task may end in `mfa_error` only from the status `mfa`, so a task in `login` moves to `mfa` first.
  if (failure === 'mfa_error' && row.status === 'login') move(draft, 'mfa');
  const is_connected = row.is_refresh || !isLoggingIn(row.status);
  const ending = endingOf(row.status, failure, row.is_refresh);
  move(draft, ending, text.slice(0, ERROR_MESSAGE_LENGTH_MAX));
  row.failure_scope = scope === 'provider' || !FAILED.includes(ending) ? null : scope;
  row.waits_for = null;
  if (is_connected && isDisconnecting(ending) && (await disconnectLink(ctx.db, ctx.scope, row.link_id, ctx.now()))) {
    draft.events.push({ event_type: 'link-disconnected', ...eventSubject(row) });
  }
}

const touch = (ctx: Ctx, { row }: Draft): void => {
  row.progress_at = ctx.now();
  row.progress_real_at = ctx.clock.now();
};

async function save(ctx: Ctx, task: OpenTask, draft: Draft): Promise<void> {
  const { row, secrets } = draft;
  row.updated_at = ctx.now();
  if (row.status !== task.row.status) touch(ctx, draft);
  const ended = isFinal(row.status);
  row.finished_at = ended ? ctx.now() : null;
  row.secrets = ended ? null : sealSecrets(ctx, task.key, row.id, secrets);
  const [stepped] = await Promise.all([
    stepTask(ctx.db, ctx.scope, { ...row, version: task.row.version }, task.row.status),
    announce(ctx, draft.events),
    ...draft.writes.map((write) => write()),
    ended ? clearTimer(ctx, 'task_stalled', row.id) : undefined,
    ended && task.row.status === 'mfa' ? clearTimer(ctx, 'task_second_factor', row.id) : undefined,
  ]);
  if (!stepped) throw new Overtaken();
  // The order is updated after all writes, so that the reports that the order creates include the new rows. It is
  // updated before `recordUsage`, because the order is locked before its invoice, as in all other transactions.
  if (ended && row.order_id !== null) await ctx.order_hooks.onEnd(ctx, row, secrets.is_unattended);
  if (row.status === 'done' && (await isBillable(ctx, row))) await recordUsage(ctx, row);
}

/**
 * Ends a task independently of its steps, because the task made no progress for too long or received no code in time.
 * The provider may have done nothing wrong, so this failure does not affect the provider's health.
 */
export const endTask = (ctx: Ctx, task: OpenTask, status: FailedStatus, message: string): Promise<OpenTask> =>
  writeStep(ctx, task, { kind: 'failed', status, message, scope: 'link' }, { hand_over: false, step_ms: 0 });
