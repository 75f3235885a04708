import { connect } from 'node:tls';
import { afterEach, describe, expect, test } from 'vitest';
import { selfSigned } from '#test/certificate.ts';
import { until } from '#test/jobs.ts';
import { type SmtpOptions, type SmtpServer, startSmtp } from '#test/smtp.ts';
import { REFUSING_PORT } from '#test/sockets.ts';
import { type Mailer, MailFault, openMailer, senderOf, toServer } from './mail.ts';

const FROM = 'Vouch <no-reply@vouch.example>';
const MAIL = { to: 'ada@acme.example', subject: 'Grüße', text: 'Hello,\n\n.one line\nÄ and €.\n' };
const PASSWORD = 'open-sesame-17';

const open: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).toReversed()) await close();
});

async function start(options: SmtpOptions = {}): Promise<SmtpServer> {
  const server = await startSmtp(options);
  open.push(() => server.close());
  return server;
}

function mailerTo(url: string, timeouts?: Parameters<typeof openMailer>[2]): Mailer {
  const mailer = openMailer(url, FROM, timeouts);
  open.push(() => mailer.close());
  return mailer;
}

const faultOf = async (sent: Promise<unknown>): Promise<MailFault> => {
  const fault = await sent.catch((error: unknown) => error);
  if (!(fault instanceof MailFault)) throw new Error('the mail was not refused');
  return fault;
};

describe('mailer.send', () => {
  test('delivers subject, text and sender unchanged to the recipient', async () => {
    const server = await start();
    expect(await mailerTo(server.url).send(MAIL)).toBe(true);
    expect(server.mails).toHaveLength(1);
    const [mail] = server.mails;
    expect(mail).toMatchObject({ from: 'no-reply@vouch.example', ...MAIL, to: [MAIL.to] });
    expect(mail?.headers).toContain('From: Vouch <no-reply@vouch.example>');
    expect(mail?.headers).toContain('Auto-Submitted: auto-generated');
    expect(server.said[0]).toBe('EHLO vouch.example');
  });

  test('adds an HTML part to the text part if the mail has HTML', async () => {
    const server = await start();
    await mailerTo(server.url).send({ ...MAIL, html: '<p>Hello</p>' });
    expect(server.mails[0]?.headers).toContain('multipart/alternative');
    expect(server.mails[0]?.text).toContain('<p>Hello</p>');
  });

  test('sets the sender name and Reply-To; a hostile sender name cannot add an address or a header', async () => {
    const server = await start();
    const mailer = mailerTo(server.url);
    const names = ['Acme Lending', 'Eve <eve@other.example>, "x', 'Crédito “Norte”\r\nBcc: eve@other.example'];
    for (const from_name of names) await mailer.send({ ...MAIL, from_name, reply_to: 'help@acme.example' });
    for (const { from, to, headers } of server.mails) {
      expect({ from, to }).toEqual({ from: 'no-reply@vouch.example', to: [MAIL.to] });
      expect(headers).toMatch(/^From: .* <no-reply@vouch\.example>$/m);
      expect(headers).toContain('\nReply-To: help@acme.example\n');
      expect(headers).toMatch(/^Auto-Submitted: auto-generated$/m);
      expect(headers).not.toMatch(/^Bcc/m);
    }
    expect(server.mails[0]?.headers).toContain('From: Acme Lending <no-reply@vouch.example>');
    expect(server.mails[1]?.headers).toContain('From: "Eve <eve@other.example>, \\"x" <no-reply@vouch.example>');
  });

  test('adds List-Unsubscribe for any URL and the one-click header only for an https URL, and puts each header on one line', async () => {
    const server = await start();
    const mailer = mailerTo(server.url);
    const path = '/verify/9c0f61b4f0c9a3ce1b2d4f6071824d7a/unsubscribe/';
    for (const origin of ['https://verify.example', 'http://127.0.0.1:8080']) {
      await mailer.send({ ...MAIL, unsubscribe_url: origin + path });
    }
    await mailer.send(MAIL);
    const heads = server.mails.map(({ headers }) => headers.match(/^List-.*$/gm));
    expect(heads).toEqual([
      [`List-Unsubscribe: <https://verify.example${path}>`, 'List-Unsubscribe-Post: List-Unsubscribe=One-Click'],
      [`List-Unsubscribe: <http://127.0.0.1:8080${path}>`],
      null,
    ]);
    for (const { headers } of server.mails) expect(headers).toMatch(/^Auto-Submitted: auto-generated$/m);
  });

  test('treats a list of addresses as one address; a line break in the subject adds no header', async () => {
    const server = await start();
    const mailer = mailerTo(server.url);
    await mailer.send({ ...MAIL, to: 'ada@acme.example, eve@other.example' });
    await mailer.send({ ...MAIL, subject: 'One\r\nBcc: eve@other.example' });
    expect(server.mails.map(({ to }) => to)).toEqual([['"ada@acme.example, eve"@other.example'], ['ada@acme.example']]);
    expect(server.mails.at(-1)?.headers).toContain('\nSubject: One Bcc: eve@other.example\n');
  });

  test('uses at most three connections for many mails', async () => {
    const server = await start();
    const mailer = mailerTo(server.url);
    await Promise.all(Array.from({ length: 20 }, () => mailer.send(MAIL)));
    expect(server.mails).toHaveLength(20);
    expect(server.connections()).toBeLessThanOrEqual(3);
  });

  test('authenticates with the user name and password of the mail server URL', async () => {
    const server = await start({ extensions: ['AUTH PLAIN'] });
    await mailerTo(`smtp://vouch:p%40ss%20word@${server.host}`).send(MAIL);
    const token = Buffer.from('\0vouch\0p@ss word').toString('base64');
    expect(server.said).toContain(`AUTH PLAIN ${token}`);
    expect(server.mails).toHaveLength(1);
  });

  test('returns false if no mail server is configured', async () => {
    const mailer = openMailer(undefined, FROM);
    expect(await mailer.send(MAIL)).toBe(false);
    mailer.close();
  });
});

describe('a mail error', () => {
  test.for([
    ['CONNECT', '421 go away', /421/],
    ['AUTH', '535 wrong password for vouch', /EAUTH 535 AUTH PLAIN/],
    ['MAIL FROM', '550 we do not like no-reply@vouch.example', /EENVELOPE 550 MAIL FROM/],
    ['RCPT TO', '451 ada@acme.example is greylisted', /EENVELOPE 451 RCPT TO/],
    ['DATA', '452 no room for ada@acme.example', /452/],
    ['.', '554 the text "Hello" looks like spam', /EMESSAGE 554/],
  ] as const)(
    'a mail error contains the reply code, but no password, address or text of the mail (SMTP step %s, reply "%s")',
    async ([step, said, reason]) => {
      const server = await start({
        extensions: ['AUTH PLAIN'],
        answer: (line) => (line.startsWith(step) ? said : undefined),
      });
      const fault = await faultOf(mailerTo(`smtp://vouch:${PASSWORD}@${server.host}`).send(MAIL));
      expect(fault.message).toMatch(reason);
      expect(fault.cause).toBeUndefined();
      const everything = [fault.message, fault.stack, JSON.stringify(fault), ...Object.values(fault)].join('\n');
      for (const secret of [
        PASSWORD,
        Buffer.from(PASSWORD).toString('base64').slice(0, 12),
        MAIL.to,
        'Hello',
        'no-reply',
      ]) {
        expect(everything).not.toContain(secret);
      }
      expect(server.mails).toEqual([]);
    },
  );

  test('does not block later mails', async () => {
    let refusals = 1;
    const server = await start({
      answer: (line) => (line.startsWith('RCPT') && refusals-- > 0 ? '451 later' : undefined),
    });
    const mailer = mailerTo(server.url);
    await faultOf(mailer.send(MAIL));
    expect(await mailer.send(MAIL)).toBe(true);
  });

  test('contains the system error code if the connection is refused', async () => {
    const mailer = mailerTo(`smtp://127.0.0.1:${REFUSING_PORT}`);
    expect((await faultOf(mailer.send(MAIL))).message).toContain('ESOCKET ECONNREFUSED');
  });

  test.for(['CONNECT', 'RCPT TO', '.'])(
    'a mail error is a timeout if the mail server stops responding at the SMTP step %s',
    async (step) => {
      const server = await start({ answer: (line) => (line.startsWith(step) ? '' : undefined) });
      const fault = await faultOf(mailerTo(server.url, { step_ms: 100, mail_ms: 60_000 }).send(MAIL));
      expect(fault.message).toContain('ETIMEDOUT');
    },
  );

  test('is thrown after the mail’s total timeout, and the next mail is sent', async () => {
    let slow = true;
    const server = await start({ answer: (line) => (slow && line.startsWith('MAIL') ? '250-wait' : undefined) });
    const mailer = mailerTo(server.url, { step_ms: 20_000, mail_ms: 1_000 });
    expect((await faultOf(mailer.send(MAIL))).message).toContain('ECONNECTION');
    slow = false;
    expect(await mailer.send(MAIL)).toBe(true);
  });

  test('is thrown if the server has an untrusted certificate; nothing is then sent', async () => {
    const certificate = selfSigned();
    const server = await start({ certificate });
    const fault = await faultOf(mailerTo(server.url).send(MAIL));
    expect(fault.message).toContain('DEPTH_ZERO_SELF_SIGNED_CERT');
    expect(server.said).toEqual([]);
    expect(await greetingOver(server.host, certificate.cert)).toContain('220 mail.example');
  });

  test('is thrown for mails that are being sent when the mailer closes, and for every later mail', async () => {
    const server = await start({ answer: (line) => (line.startsWith('RCPT') ? '' : undefined) });
    const mailer = mailerTo(server.url);
    const sending = faultOf(mailer.send(MAIL));
    await until(() => server.said.some((line) => line.startsWith('RCPT')));
    mailer.close();
    expect((await sending).message).toContain('ECONNECTION');
    expect((await faultOf(mailer.send(MAIL))).message).toContain('closed');
  });
});

describe('toServer', () => {
  const plain = { secure: false, requireTLS: false, ignoreTLS: false };
  test.for([
    ['smtps://mail.example', { host: 'mail.example', port: 465, ...plain, secure: true }],
    ['smtp://mail.example', { host: 'mail.example', port: 587, ...plain }],
    ['smtp://mail.example:25', { host: 'mail.example', port: 25, ...plain }],
    ['smtp://localhost:25', { host: 'localhost', port: 25, ...plain, ignoreTLS: true }],
    ['smtp://127.0.0.1:25', { host: '127.0.0.1', port: 25, ...plain, ignoreTLS: true }],
    ['smtp://[::1]:25', { host: '::1', port: 25, ...plain, ignoreTLS: true }],
    ['smtp://localhost.example', { host: 'localhost.example', port: 587, ...plain }],
    ['smtp://mail.example?tls.rejectUnauthorized=false', { host: 'mail.example', port: 587, ...plain }],
    [
      'smtp://u:100%25@mail.example',
      { host: 'mail.example', port: 587, ...plain, requireTLS: true, auth: auth('100%') },
    ],
    ['smtp://u:100%@mail.example', { host: 'mail.example', port: 587, ...plain, requireTLS: true, auth: auth('100%') }],
    ['smtp://u:p@127.0.0.1', { host: '127.0.0.1', port: 587, ...plain, ignoreTLS: true, auth: auth('p') }],
    ['smtps://u:p@mail.example', { host: 'mail.example', port: 465, ...plain, secure: true, auth: auth('p') }],
  ] as const)('toServer parses the address %s of a mail server', ([url, server]) => {
    expect(toServer(url)).toEqual(server);
  });
});

describe('senderOf', () => {
  test.for([
    ['https://vouch.example/app', 'Vouch <no-reply@vouch.example>'],
    ['http://127.0.0.1:8080', 'Vouch <no-reply@[127.0.0.1]>'],
    ['http://[::1]:8080', 'Vouch <no-reply@[IPv6:::1]>'],
  ] as const)('with the public URL %s, the default sender of mails is %s', async ([public_url, sender]) => {
    expect(senderOf(public_url)).toBe(sender);
    const server = await start();
    const mailer = openMailer(server.url, sender);
    open.push(() => mailer.close());
    await mailer.send(MAIL);
    expect(server.mails[0]?.from.toLowerCase()).toBe(/<(.*)>/.exec(sender.toLowerCase())?.[1]);
  });
});

/** Connects as a client that trusts the certificate `ca`, and returns the greeting of the mail server. */
function greetingOver(host: string, ca: string): Promise<string> {
  const [name, port] = host.split(':');
  return new Promise((resolve, reject) => {
    const socket = connect({ host: name, port: Number(port), ca }).on('error', reject);
    socket.once('data', (chunk) => {
      socket.destroy();
      resolve(chunk.toString());
    });
  });
}

function auth(pass: string) {
  return { user: 'u', pass };
}
