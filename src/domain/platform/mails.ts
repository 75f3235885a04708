// The kinds of e-mails we send. render/mails.ts has their texts; services/platform/mails.ts, when and to whom they go.

export const MAIL_KINDS = ['webhook_failing', 'webhook_disabled'] as const;
export type MailKind = (typeof MAIL_KINDS)[number];
