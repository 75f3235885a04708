// The kinds of e-mails we send to dashboard users. render/mails.ts contains the texts. services/platform/mails.ts
// decides to whom the e-mails are sent and writes them.

export const MAIL_KINDS = ['webhook_failing', 'webhook_disabled'] as const;
export type MailKind = (typeof MAIL_KINDS)[number];
