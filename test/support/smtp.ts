// A fake SMTP server: it records received e-mails, and its replies are configured by the test.
import { createServer, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import type { Certificate } from './certificate.ts';

export type ReceivedMail = { from: string; to: string[]; headers: string; subject: string; text: string };

export type SmtpServer = {
  url: string;
  /** The server's `host:port`, used to build a URL that contains a user name and a password. */
  host: string;
  mails: ReceivedMail[];
  /** All lines that clients sent, in order, except the lines of the e-mails' contents. */
  said: string[];
  connections(): number;
  close(): Promise<void>;
};

export type SmtpOptions = {
  /**
   * Overrides the server's reply to a line that the client sent. If the result is '', no reply is sent. Two lines have
   * a special meaning. `CONNECT` stands for a new connection, and the reply to it is the greeting. `.` is the end of an
   * e-mail.
   */
  answer?: (line: string) => string | undefined;
  /** The extensions in the reply to EHLO. */
  extensions?: string[];
  certificate?: Certificate;
};

export async function startSmtp({ answer, extensions = [], certificate }: SmtpOptions = {}): Promise<SmtpServer> {
  const mails: ReceivedMail[] = [];
  const said: string[] = [];
  const sockets = new Set<Socket>();
  let connections = 0;
  const usual: Readonly<Record<string, string>> = {
    CONNECT: '220 mail.example',
    EHLO: ['250-mail.example', ...extensions.map((extension) => `250-${extension}`), '250 OK'].join('\r\n'),
    AUTH: '235 welcome',
    DATA: '354 go on',
    QUIT: '221 bye',
  };

  function serve(socket: Socket): void {
    connections++;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined);
    let draft: { from: string; to: string[]; lines: string[] } = { from: '', to: [], lines: [] };
    let is_data = false;

    /** Sends the reply and returns whether it was positive. */
    function reply(line: string): boolean {
      const text = answer?.(line) ?? usual[line.split(' ')[0] ?? ''] ?? '250 OK';
      if (text !== '') socket.write(`${text}\r\n`);
      return /^[23]/.test(text);
    }

    function hear(line: string): void {
      if (is_data && line !== '.') {
        draft.lines.push(line.replace(/^\./, ''));
        return;
      }
      if (!is_data) said.push(line);
      is_data = false;
      const good = reply(line);
      if (line.startsWith('MAIL FROM')) draft = { from: bracketed(line), to: [], lines: [] };
      if (line.startsWith('RCPT TO') && good) draft.to.push(bracketed(line));
      if (line === 'DATA') is_data = good;
      if (line === '.' && good) mails.push(toReceived(draft));
      if (line === 'QUIT') socket.end();
    }

    reply('CONNECT');
    let unread = '';
    socket.setEncoding('latin1').on('data', (chunk: string) => {
      const lines = (unread + chunk).split('\r\n');
      unread = lines.pop() ?? '';
      lines.forEach(hear);
    });
  }

  const server = certificate === undefined ? createServer(serve) : createTlsServer(certificate, serve);
  server.on('tlsClientError', () => undefined);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  const host = `127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  return {
    url: `${certificate === undefined ? 'smtp' : 'smtps'}://${host}`,
    host,
    mails,
    said,
    connections: () => connections,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}

const bracketed = (line: string): string => /<([^>]*)>/.exec(line)?.[1] ?? '';

function toReceived({ lines, ...envelope }: { from: string; to: string[]; lines: string[] }): ReceivedMail {
  const gap = lines.indexOf('');
  const headers = lines.slice(0, gap).join('\n').replace(/\n\s+/g, ' ');
  const subject = /^Subject: (.*)$/m.exec(headers)?.[1] ?? '';
  return { ...envelope, headers, subject: readable(subject), text: unquoted(`${lines.slice(gap + 1).join('\n')}\n`) };
}

/** Decodes a header that contains non-ASCII characters. Such a header is sent as a sequence of encoded words. */
const readable = (header: string): string =>
  header
    .replaceAll('?= =?UTF-8?Q?', '')
    .replace(/=\?UTF-8\?Q\?(.*?)\?=/g, (_, word: string) => unquoted(word.replaceAll('_', ' ')));

/** Decodes quoted-printable text, the encoding of every e-mail that the service sends. */
function unquoted(text: string): string {
  const bytes = text
    .replaceAll('=\n', '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
