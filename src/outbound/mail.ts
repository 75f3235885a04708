// Mail on its way out: a few connections to the operator's mail server, opened with the first mail. Nothing the server
// said is repeated in a message: it may quote addresses, and messages are logged.
import { isIP } from 'node:net';
import { isLoopbackHost } from '#base/hosts.ts';

export type Mail = {
  to: string;
  subject: string;
  text: string;
  html?: string;
  /** On whose behalf we write; without it we write on our own. */
  from_name?: string;
  /** Who reads an answer; without it nobody does. */
  reply_to?: string;
  /** Where the recipient gets rid of such mails. */
  unsubscribe_url?: string;
};

export type Mailer = {
  /** False when no mail server is set: nothing leaves. Throws `MailFault`. */
  send(mail: Mail): Promise<boolean>;
  /** Cuts off what is on its way. */
  close(): void;
};

/** The mail did not leave, as far as we know. */
export class MailFault extends Error {
  constructor(reason: string) {
    super(`The mail did not leave (${reason}).`);
    this.name = 'MailFault';
  }
}

export type MailTimeouts = {
  /** For each step: name lookup and connection, greeting, every answer. */
  step_ms: number;
  /** For all of it, the wait for a free connection included: a server may send one byte of its answer at a time. */
  mail_ms: number;
};

const TIMEOUTS: MailTimeouts = { step_ms: 10_000, mail_ms: 60_000 };
const CONNECTIONS_MAX = 3;
const MAILS_PER_CONNECTION_MAX = 100;
const IDLE_MS_MAX = 30_000;
const ANSWER_BYTES_MAX = 64 * 1024;

export function openMailer(smtp_url: string | undefined, from: string, timeouts = TIMEOUTS): Mailer {
  if (smtp_url === undefined) return { send: async () => false, close: () => undefined };
  const server = toServer(smtp_url);
  let pool: Promise<Pool> | undefined;
  let closed = false;

  /** The next mail opens another one. */
  function drop(old: Promise<Pool> | undefined): void {
    if (pool === old) pool = undefined;
    old?.then((open) => open.close({ force: true })).catch(() => undefined);
  }

  return {
    async send({ to, subject, text, html, from_name, reply_to, unsubscribe_url }) {
      if (closed) throw new MailFault('closed');
      pool ??= openPool(server, from, timeouts);
      const mine = pool;
      const timer = setTimeout(() => drop(mine), timeouts.mail_ms);
      try {
        await (await mine).sendMail({
          to: oneAddress(to),
          subject,
          text,
          ...(html !== undefined && { html }),
          ...(from_name !== undefined && { from: oneAddress(addressIn(from), from_name) }),
          ...(reply_to !== undefined && { replyTo: oneAddress(reply_to) }),
          ...(unsubscribe_url !== undefined && { headers: unsubscribeHeaders(unsubscribe_url) }),
        });
        return true;
      } catch (error) {
        throw new MailFault(reasonOf(error));
      } finally {
        clearTimeout(timer);
      }
    },
    close() {
      closed = true;
      drop(pool);
    },
  };
}

/** As an object it is one address, whatever it looks like. */
const oneAddress = (address: string, name = '') => ({ name, address });

const addressIn = (from: string): string => /<(.*)>/.exec(from)?.[1] ?? from;

/** One click is enough (RFC 8058) where nobody on the way can see or send it but the recipient's own mail service. */
const unsubscribeHeaders = (url: string): Record<string, string> => ({
  'List-Unsubscribe': `<${url}>`,
  ...(url.startsWith('https:') && { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
});

/** Whom our mails come from where nothing else is said: the host people know the service by. */
export function senderOf(public_url: string): string {
  const host = new URL(public_url).hostname;
  const version = isIP(host.replace(/^\[|\]$/g, ''));
  // Mail writes bare addresses in brackets of its own.
  const domain = version === 6 ? `[IPv6:${host.slice(1, -1)}]` : version === 4 ? `[${host}]` : host;
  return `Vouch <no-reply@${domain}>`;
}

export type MailServer = {
  host: string;
  port: number;
  secure: boolean;
  requireTLS: boolean;
  ignoreTLS: boolean;
  auth?: { user: string; pass: string };
};

/**
 * What the setting says and nothing more; options of the library do not come in by the query. A password leaves this
 * machine only encrypted. On this machine a mail server has no certificate anybody could check, and needs none.
 */
export function toServer(smtp_url: string): MailServer {
  const { protocol, hostname, port, username, password } = new URL(smtp_url);
  const secure = protocol === 'smtps:';
  const is_local = isLoopbackHost(hostname);
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? (secure ? 465 : 587) : Number(port),
    secure,
    requireTLS: !secure && !is_local && username !== '',
    ignoreTLS: !secure && is_local,
    ...(username !== '' && { auth: { user: decoded(username), pass: decoded(password) } }),
  };
}

/** A sign of its own that looks like the start of an escape stands for itself. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Loaded late: most processes never send a mail. */
async function openPool(server: MailServer, from: string, { step_ms }: MailTimeouts) {
  const { createTransport } = await import('nodemailer');
  return createTransport(
    {
      ...server,
      pool: true,
      // How we introduce ourselves: a machine's own name is often none that a mail server would take.
      name: /@([^>]+)/.exec(from)?.[1],
      tls: { rejectUnauthorized: true },
      connectionTimeout: step_ms,
      greetingTimeout: step_ms,
      socketTimeout: step_ms,
      dnsTimeout: step_ms,
      maxConnections: CONNECTIONS_MAX,
      maxMessages: MAILS_PER_CONNECTION_MAX,
      idleTimeout: IDLE_MS_MAX,
      maxResponseSize: ANSWER_BYTES_MAX,
      // Once, for a connection that had gone stale; whoever sends tries again in its own time.
      maxRequeues: 1,
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    {
      from,
      textEncoding: 'quoted-printable',
      xMailer: false,
      // Keeps the absence notes of the recipients at home.
      headers: { 'Auto-Submitted': 'auto-generated' },
    },
  );
}

type Pool = Awaited<ReturnType<typeof openPool>>;

/** What may be told: the library's word, the system's, the server's number and the command it was an answer to. */
const TOLD: Readonly<Record<string, RegExp>> = {
  code: /^[A-Z_0-9]{1,40}$/,
  originalCode: /^[A-Z_0-9]{1,40}$/,
  responseCode: /^\d{3}$/,
  command: /^[A-Z][A-Z0-9 -]{0,20}$/,
};

/** Such as `EENVELOPE 451 RCPT TO` or `ESOCKET ECONNREFUSED CONN`. */
function reasonOf(error: unknown): string {
  const facts = new Map<string, unknown>(error instanceof Error ? Object.entries(error) : []);
  const told = Object.entries(TOLD).flatMap(([name, pattern]) => {
    const text = String(facts.get(name) ?? '');
    return pattern.test(text) ? [text] : [];
  });
  return told.join(' ') || 'no reason';
}
