// Sends mail through the operator's SMTP server. A few connections are used. They are opened when the first mail is
// sent. Error messages are logged, so they never quote the server's response, which may contain addresses.
import { isIP } from 'node:net';
import { isLoopbackHost } from '#base/http/hosts.ts';

export type Mail = {
  to: string;
  subject: string;
  text: string;
  html?: string;
  /** The display name of the sender for whom we send the mail. The default is our own name. */
  from_name?: string;
  /** The address for replies. If it is absent, nobody reads replies. */
  reply_to?: string;
  /** The URL at which the recipient can unsubscribe. */
  unsubscribe_url?: string;
};

export type Mailer = {
  /**
   * Sends the mail. Returns false, without sending, if no mail server is configured. Throws `MailFault` if sending
   * fails.
   */
  send(mail: Mail): Promise<boolean>;
  /** Closes the mailer. Mails that are being sent are aborted. */
  close(): void;
};

/** Thrown if the mail was probably not sent. */
export class MailFault extends Error {
  constructor(reason: string) {
    super(`The mail was not sent (${reason}).`);
    this.name = 'MailFault';
  }
}

export type MailTimeouts = {
  /** The timeout of each step: the DNS lookup and connection, the greeting, and every response. */
  step_ms: number;
  /**
   * The timeout of the whole mail, including the wait for a free connection. A timeout for each step is not enough: a
   * server could send its response byte by byte and never exceed `step_ms`.
   */
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

  /** Closes the connection pool; the next mail opens a new pool. */
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

/**
 * Returns the address as an object, not as a string. The mail library then treats the text as one address, even if it
 * looks like a list of addresses.
 */
const oneAddress = (address: string, name = '') => ({ name, address });

const addressIn = (from: string): string => /<(.*)>/.exec(from)?.[1] ?? from;

/**
 * One-click unsubscribe (RFC 8058) requires https, so that only the recipient's mail service can see or send the
 * unsubscribe request.
 */
const unsubscribeHeaders = (url: string): Record<string, string> => ({
  'List-Unsubscribe': `<${url}>`,
  ...(url.startsWith('https:') && { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
});

/** Returns the default sender: an address at the host of the service's public URL. */
export function senderOf(public_url: string): string {
  const host = new URL(public_url).hostname;
  const version = isIP(host.replace(/^\[|\]$/g, ''));
  // In a mail address, an IP address is written in brackets. The notation differs from that in a URL.
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
 * Parses the mail server URL. The query of the URL is ignored, so it cannot set library options. A password is sent to
 * another machine only over an encrypted connection. A mail server on this machine has no certificate that could be
 * verified, and needs none.
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

/**
 * Decodes percent escapes. If the text contains a `%` that does not start a valid escape, the text is returned
 * unchanged.
 */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Imports nodemailer only when it is needed, because most processes never send mail. */
async function openPool(server: MailServer, from: string, { step_ms }: MailTimeouts) {
  const { createTransport } = await import('nodemailer');
  return createTransport(
    {
      ...server,
      pool: true,
      // The EHLO name is the sender's domain, because mail servers often reject a machine's own host name.
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
      // The pool retries a mail once, because the server may have closed the connection. The caller decides about
      // further retries.
      maxRequeues: 1,
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    {
      from,
      textEncoding: 'quoted-printable',
      xMailer: false,
      // This header suppresses out-of-office replies.
      headers: { 'Auto-Submitted': 'auto-generated' },
    },
  );
}

type Pool = Awaited<ReturnType<typeof openPool>>;

/**
 * The fields of an error that a log message may contain: the library's error code, the system's error code, the SMTP
 * reply code and the SMTP command.
 */
const SAFE_FIELDS: Readonly<Record<string, RegExp>> = {
  code: /^[A-Z_0-9]{1,40}$/,
  originalCode: /^[A-Z_0-9]{1,40}$/,
  responseCode: /^\d{3}$/,
  command: /^[A-Z][A-Z0-9 -]{0,20}$/,
};

/** Returns the reason for a failure as codes, for example `EENVELOPE 451 RCPT TO` or `ESOCKET ECONNREFUSED CONN`. */
function reasonOf(error: unknown): string {
  const facts = new Map<string, unknown>(error instanceof Error ? Object.entries(error) : []);
  const safe = Object.entries(SAFE_FIELDS).flatMap(([name, pattern]) => {
    const text = String(facts.get(name) ?? '');
    return pattern.test(text) ? [text] : [];
  });
  return safe.join(' ') || 'no reason';
}
