// The kinds of e-mails we send. render/mails.ts contains the texts. services/platform/mails.ts decides when and to whom
// the e-mails are sent.

export const MAIL_KINDS = ['webhook_failing', 'webhook_disabled'] as const;
export type MailKind = (typeof MAIL_KINDS)[number];
