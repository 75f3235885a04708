// Previews the messages of a template that is being written. The previews are made by the same functions as the real
// messages, but with the data of an invented applicant. Nothing is stored or sent.
import { incorrect } from '#base/errors.ts';
import { changeTemplate, checkTemplate, newTemplate, TemplateChanges } from '#domain/access/templates.ts';
import type { OrderMessageFacts } from '#domain/orders/order-messages.ts';
import { compileCheck } from '#domain/platform/validation.ts';
import { orderMail, orderTextMessage } from '#render/order-messages.ts';
import { getTemplate } from '#services/access/templates.ts';
import type { Ctx } from '#services/platform/ctx.ts';
import { findClientName } from '#storage/access/clients.ts';

export const PREVIEWED_KINDS = ['invitation', 'reminder'] as const;
type PreviewedKind = (typeof PREVIEWED_KINDS)[number];

type MessagePreview = { subject: string; from_name: string | null; html: string; sms: string };

const checkChanges = compileCheck(TemplateChanges, 'draft');
const HOUR_MS = 3_600_000;

/**
 * Returns the mail and the text message of this kind. `draft` is the JSON of the changes that are not saved yet.
 * Without a `template_id`, these changes are the settings of a new template.
 */
export async function previewMessages(
  ctx: Ctx,
  kind: PreviewedKind,
  template_id: string | undefined,
  draft: string,
): Promise<MessagePreview> {
  const facts = await factsOf(ctx, template_id, readDraft(draft));
  const mail = orderMail(kind, facts, ctx.settings.public_url);
  return {
    subject: mail.subject,
    from_name: mail.from_name ?? null,
    html: mail.html,
    sms: orderTextMessage(kind, facts),
  };
}

function readDraft(draft: string): TemplateChanges {
  let value: unknown;
  try {
    value = JSON.parse(draft);
  } catch {
    throw incorrect({ field: 'draft', message: 'Not a valid string.' });
  }
  const faults = checkChanges(value);
  if (faults.length > 0) throw incorrect(...faults);
  // `checkChanges` has just found no fault, so the value has this type.
  return value as TemplateChanges;
}

async function factsOf(
  ctx: Ctx,
  template_id: string | undefined,
  changes: TemplateChanges,
): Promise<OrderMessageFacts> {
  const now = ctx.now();
  const before =
    template_id === undefined ? newTemplate({ name: 'Preview' }, '', now) : await getTemplate(ctx, template_id);
  const template = changeTemplate(before, changes, now);
  checkTemplate(template, now.toISOString().slice(0, 10));
  const { settings } = template;
  return {
    order_id: '',
    user_id: '',
    template: settings,
    client_name: await findClientName(ctx.db, ctx.scope.client_id),
    first_name: 'Jordan',
    last_name: 'Averill',
    email: null,
    phone: null,
    custom_field: settings.orders.custom_field_title === null ? null : 'L-100',
    // The URLs look like real URLs, but their keys do not exist.
    short_share_url: `${ctx.settings.public_url}/s/preview`,
    share_key: 'preview',
    expires_at: new Date(now.getTime() + Number(settings.orders.link_expiration) * HOUR_MS),
    status: 'sent',
    order_number: null,
    manager: null,
    cc_emails: [],
  };
}
