// Mails to dashboard users. A mail is enqueued in the transaction of the change that it reports, and a job writes and
// sends it. There is one job per recipient, so a rejected recipient does not delay or repeat the mails to other
// recipients.

import type { WebhookEndpoint } from '#domain/events/webhooks.ts';
import type { JobPayloads } from '#domain/platform/jobs.ts';
import type { MailKind } from '#domain/platform/mails.ts';
import { type FailingEndpoint, type MailText, webhookDisabled, webhookFailing } from '#render/mails.ts';
import { findDashboardUserEmail, listDashboardUserIds } from '#storage/access/dashboard-users.ts';
import { findEndpoint } from '#storage/events/webhook-endpoints.ts';
import type { Ctx } from './ctx.ts';

/**
 * Enqueues a mail to every dashboard user of the client. The mail reports a change, so this function must be called in
 * the transaction that makes the change.
 */
export async function enqueueMail(ctx: Ctx, mail: MailKind, subject_id: string): Promise<void> {
  for (const recipient_id of await listDashboardUserIds(ctx.db, ctx.scope)) {
    await ctx.queue.enqueue(ctx.db, ctx.scope, 'send_mail', { mail, subject_id, recipient_id });
  }
}

/**
 * Writes the mail from the current state. A mail whose content is no longer true, or whose recipient was deleted, is
 * not sent. If a worker crashes between the server's reply and the end of the job, the mail is sent twice. This is only
 * a nuisance. In the reverse order, with the job ended before the mail is sent, a crash could lose the mail.
 */
export async function sendMail(ctx: Ctx, { mail, subject_id, recipient_id }: JobPayloads['send_mail']): Promise<void> {
  const text = await WRITERS[mail](ctx, subject_id);
  const to = await findDashboardUserEmail(ctx.db, ctx.scope, recipient_id);
  if (text === undefined || to === undefined) return;
  if (ctx.scope.environment === 'sandbox' && !ctx.settings.sandbox_notifications) {
    ctx.log.info({ mail }, 'not sent: mail is disabled in the sandbox');
    return;
  }
  const sent = await ctx.mailer.send({ to, ...text });
  ctx.log.info({ mail }, sent ? 'mail sent' : 'not sent: no mail server is configured');
}

/** Writes the text of a mail about the subject with this id; `undefined` if there is nothing to report any more. */
type Writer = (ctx: Ctx, subject_id: string) => Promise<MailText | undefined>;

const WRITERS: Record<MailKind, Writer> = {
  webhook_failing: aboutEndpoint(({ enabled }) => enabled, webhookFailing),
  // An endpoint that a user disabled by hand is not reported, because the user already knows about it.
  webhook_disabled: aboutEndpoint(
    ({ enabled, disabled_reason }) => !enabled && disabled_reason !== null,
    webhookDisabled,
  ),
};

function aboutEndpoint(
  isTrue: (endpoint: WebhookEndpoint) => boolean,
  write: (endpoint: FailingEndpoint) => MailText,
): Writer {
  return async (ctx, subject_id) => {
    const endpoint = await findEndpoint(ctx.db, ctx.scope, subject_id);
    if (endpoint === undefined || endpoint.failing_since === null || !isTrue(endpoint)) return undefined;
    const { environment } = ctx.scope;
    const { base_url } = ctx.settings;
    return write({ ...endpoint, failing_since: endpoint.failing_since, environment, base_url });
  };
}
