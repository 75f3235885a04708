// Tasks that read uploaded documents and imported files. They need no login, so the link is connected when the task is
// created.
import type { KeyObject } from 'node:crypto';
import { notFound } from '#base/errors.ts';
import { DOCUMENTS_PROVIDER_ID } from '#connectors/documents/connector.ts';
import { FILES_PROVIDER_ID } from '#connectors/files/connector.ts';
import type { NewEvent } from '#domain/events/events.ts';
import type { Ctx } from '#services/platform/ctx.ts';
import { findUser } from '#storage/people/users.ts';
import { connectLink } from './links.ts';
import { noteLogin } from './task-logins.ts';
import { beginTask, enqueueTask, eventSubject, type NewTask } from './tasks.ts';

/** Files of any age are used. So this number of months is chosen so large that it excludes no file. */
const HISTORY_MONTHS = 120;

export type NewDocumentTask = Pick<NewTask, 'user_id' | 'product_type'> &
  Partial<
    Pick<
      NewTask,
      | 'allowed_products'
      | 'order_id'
      | 'bridge_token_id'
      | 'template_id'
      | 'use_case'
      | 'tracking_info'
      | 'company_mapping'
    >
  >;

export type NewFileTask = NewDocumentTask & Pick<NewTask, 'data_source'>;

/**
 * Creates the task in the given transaction and enqueues it. All documents of a user belong to one link: the first task
 * creates the link, and later tasks use the same link. Returns the id of the task.
 */
export async function createDocumentTask(ctx: Ctx, input: NewDocumentTask): Promise<string> {
  const user = await findUser(ctx.db, ctx.scope, input.user_id);
  if (user === undefined) throw notFound();
  const key = await ctx.vault.unwrap(ctx.scope, input.user_id, user);
  const source = { data_source: 'docs' as const, provider_id: DOCUMENTS_PROVIDER_ID };
  return (await createConnectedTask(ctx, key, { ...input, ...source })).task_id;
}

/**
 * Creates and enqueues the task of an imported file, in the given transaction. All imported files of a user belong to
 * one link.
 */
export const createFileTask = (
  ctx: Ctx,
  key: KeyObject,
  input: NewFileTask,
): Promise<{ task_id: string; link_id: string }> =>
  createConnectedTask(ctx, key, { ...input, provider_id: FILES_PROVIDER_ID });

async function createConnectedTask(
  ctx: Ctx,
  key: KeyObject,
  input: NewDocumentTask & Pick<NewTask, 'data_source' | 'provider_id'>,
): Promise<{ task_id: string; link_id: string }> {
  const task_id = ctx.newId();
  const about = {
    order_id: null,
    bridge_token_id: null,
    template_id: null,
    use_case: null,
    tracking_info: null,
    company_mapping: null,
    allowed_products: [input.product_type],
    ...input,
    credentials: {},
  };
  const account = { login: input.user_id, can_switch_deposits: null, is_suspicious: false, memory: {} };
  const connection = { ...about, link_id: ctx.newId(), task_id, account, identities: [] };
  const { link_id, is_news } = await connectLink(ctx, key, connection);
  const connected: NewEvent = { event_type: 'link-connected', ...eventSubject({ ...about, link_id }) };
  const { row } = await beginTask(
    ctx,
    key,
    {
      ...about,
      link_id,
      // The value is false even if the link existed before, because `connectLink` has already made this task the last
      // task of the link.
      is_known_link: false,
      is_refresh: false,
      is_suspicious: false,
      history_months: HISTORY_MONTHS,
      code: null,
      is_unattended: about.bridge_token_id === null,
      deposit: null,
    },
    { id: task_id, status: 'parse', connected: is_news ? [connected] : [] },
  );
  if (row.order_id !== null) await ctx.order_hooks.onLink(ctx, row);
  await noteLogin(ctx, row);
  await enqueueTask(ctx, task_id);
  return { task_id, link_id };
}
