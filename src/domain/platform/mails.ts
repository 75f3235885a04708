// The mails we send, by kind. What each one says is in render/mails.ts; when it is sent, and to whom, in services/platform/mails.ts.

export const MAIL_KINDS = ['webhook_failing', 'webhook_disabled'] as const;
export type MailKind = (typeof MAIL_KINDS)[number];
