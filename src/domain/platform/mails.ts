// The kinds of e-mails we send. Their texts are in render/mails.ts; when and to whom they are sent is in
// services/platform/mails.ts.

export const MAIL_KINDS = ['webhook_failing', 'webhook_disabled'] as const;
export type MailKind = (typeof MAIL_KINDS)[number];
