// Handles the files of banks and payroll programs that a person sends in the widget. These files are imported in the
// same way as files from a client: the same kind of task reads them into the one link that holds all imported files of
// the person.
import { consentMissing, incorrect } from '#base/errors.ts';
import { isFinal } from '#domain/connections/tasks.ts';
import { type FileQuestion, isAcceptedFormat } from '#domain/widget/widget-files.ts';
import { findKnown, type ImportPurpose, importFile, readImportAgain } from '#services/connections/imports.ts';
import { type Ctx, inTransaction } from '#services/platform/ctx.ts';
import type { SentForm } from '#services/platform/import-work.ts';
import { findWidgetTask } from '#storage/connections/tasks.ts';
import { fileSourcesOf } from './widget-choices.ts';
import { seesTask } from './widget-sight.ts';
import { countStart, requestFor, type TaskRequest, taskOf } from './widget-tasks.ts';
import { consentedAt, type Visitor, type WidgetToken } from './widget-tokens.ts';

/** The time limit for parsing a form. A form of 32 MiB takes a second, and several times as long on a busy machine. */
const FORM_MS_MAX = 30_000;

export type FileResult = { question: FileQuestion; task_id?: undefined } | { question?: undefined; task_id: string };

/**
 * Imports the file in the form and returns the id of its task. If the applicant has not yet confirmed how a CSV file is
 * read, returns how the file would be read, and stores nothing.
 */
export async function takeFile(visitor: Visitor, body: { bytes: Uint8Array; type: string }): Promise<FileResult> {
  const { ctx, token } = visitor;
  if (consentedAt(token) === null) throw consentMissing();
  const { suborder_id, sent, format, question } = await ctx.compute.run('read_import_form', body, {
    client_id: ctx.scope.client_id,
    bytes: body.bytes.length,
    run_ms_max: FORM_MS_MAX,
  });
  const request = await inTransaction(ctx, (ctx) => allowed(ctx, token, suborder_id));
  if (!isAcceptedFormat(format, fileSourcesOf(request))) {
    throw incorrect({ field: 'content', message: 'This kind of file is not accepted for this request.' });
  }
  if (question !== null) return { question };
  return { task_id: await importFor(visitor, request, { ...sent, user_id: token.user_id }) };
}

/** Returns the request for which a file is sent. Throws if the request does not accept files. */
async function allowed(ctx: Ctx, token: WidgetToken, suborder_id: string | null): Promise<TaskRequest> {
  const key = await ctx.vault.unwrap(ctx.scope, token.user_id, token);
  const request = await requestFor(ctx, key, token, suborder_id);
  if (fileSourcesOf(request).length === 0) {
    throw incorrect({ field: 'content', message: 'Files are not accepted for this request.' });
  }
  return request;
}

/**
 * Returns the id of the file's task. Before a file is read, it is counted like a login. If the same file was already
 * sent for the same request, the task of that file is returned and nothing changes. If the file was imported for
 * another request, a new task reads the stored data.
 */
async function importFor(
  visitor: Visitor,
  request: TaskRequest,
  sent: SentForm['sent'] & { user_id: string },
): Promise<string> {
  const { ctx, token } = visitor;
  const suborder_id = request.order_id === null ? null : request.tracking_info;
  const purpose: ImportPurpose = async (ctx, { data_source }) => {
    const request = await allowed(ctx, token, suborder_id);
    const company_mapping = data_source === 'financial_accounts' ? null : request.company;
    return { ...taskOf(token, request), company_mapping, data_source };
  };
  const begun = await taskOfSameFile(visitor, request, sent);
  if (begun !== undefined) return begun;
  await inTransaction(ctx, (ctx) => countStart(ctx, token, request.order_id));
  const { answer, is_new } = await importFile(ctx, sent, purpose);
  if (is_new) return answer.task_id;
  const begun_meanwhile = await taskOfSameFile(visitor, request, sent);
  if (begun_meanwhile !== undefined) return begun_meanwhile;
  const known = await findKnown(ctx, sent);
  if (known === undefined) throw new Error('an import disappeared while it was being used');
  return readImportAgain(ctx, known, purpose);
}

/**
 * If the applicant sent this file before, in the same order and with the same `tracking_info`, returns the task that
 * imported it. A task that failed does not count.
 */
async function taskOfSameFile(
  { ctx, token }: Visitor,
  { order_id, tracking_info }: TaskRequest,
  sent: Parameters<typeof findKnown>[1],
): Promise<string | undefined> {
  const known = await findKnown(ctx, sent);
  const task = known === undefined ? undefined : await findWidgetTask(ctx.db, ctx.scope, known.task_id);
  if (task === undefined || !seesTask(ctx, token, task) || (isFinal(task.status) && task.status !== 'done')) {
    return undefined;
  }
  const is_same = task.order_id === order_id && (order_id === null || task.tracking_info === tracking_info);
  return is_same ? task.id : undefined;
}
