// The kinds of e-mails that we send to dashboard users. render/mails.ts contains the texts. services/platform/mails.ts
// decides who gets an e-mail, and writes it.

export const MAIL_KINDS = ['webhook_failing', 'webhook_disabled'] as const;
export type MailKind = (typeof MAIL_KINDS)[number];
