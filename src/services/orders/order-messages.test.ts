import type { KeyObject } from 'node:crypto';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '#base/ids.ts';
import {
  isToPerson,
  ORDER_MESSAGE_KINDS,
  type OrderMessageFacts,
  type OrderMessageKind,
} from '#domain/orders/order-messages.ts';
import type { Environment } from '#domain/platform/scope.ts';
import { openMailer } from '#outbound/mail.ts';
import { TextFault, type TextMessage } from '#outbound/text-messages.ts';
import { type Ctx, type CtxParts, ctxOf, inTransaction } from '#services/platform/ctx.ts';
import { jobCtxFor } from '#services/platform/jobs.ts';
import { moveClock } from '#storage/access/clients.ts';
import { deleteOrderMessagesOf } from '#storage/orders/order-messages.ts';
import { findUser } from '#storage/people/users.ts';
import { SYSTEM } from '#storage/platform/db.ts';
import { openQueue, type Queue } from '#storage/platform/queue.ts';
import { newClient, openTestHouse, type TestHouse } from '#test/house.ts';
import { until } from '#test/jobs.ts';
import { insertOrder, orderFacts, settingsWith, type WrittenOrder } from '#test/order-messages.ts';
import { PATIENT_MS } from '#test/server.ts';
import { type SmtpServer, startSmtp } from '#test/smtp.ts';
import { newUser } from '#test/tasks.ts';
import { handlers } from '#worker/jobs.ts';
import {
  findUnsubscription,
  readOrderMessages,
  sendOrderMessage,
  unsubscribe,
  writeOrderMessages,
} from './order-messages.ts';

const PASSWORD = 'open-sesame-17';
const IP = '203.0.113.7';
const PUBLIC_URL = 'https://verify.example';

let house: TestHouse;
let smtp: SmtpServer;
/** The mail server's reply to a command; `undefined` for the default reply. */
let answer: (line: string) => string | undefined;
let texts: TextMessage[];
/** Everything logged by the services and the queue. */
let logged: string;
let queue: Queue;
let parts: CtxParts;

beforeAll(async () => {
  house = await openTestHouse();
});
afterAll(() => house.close());

beforeEach(async () => {
  answer = () => undefined;
  logged = '';
  texts = [];
  smtp = await startSmtp({ extensions: ['AUTH PLAIN'], answer: (line) => answer(line) });
  const log = pino({ level: 'debug' }, { write: (line) => (logged += line) });
  const { database } = house;
  queue = await openQueue({ database, url: database.url, role: database.role, timeout_ms: PATIENT_MS, log });
  const mailer = openMailer(`smtp://vouch:${PASSWORD}@${smtp.host}`, 'Vouch <no-reply@vouch.example>');
  const texter = { send: async (message: TextMessage) => texts.push(message) > 0, close: () => undefined };
  parts = { ...house, mailer, texter, queue, log, settings: { ...house.settings, public_url: PUBLIC_URL } };
});
afterEach(async () => {
  await queue.stop();
  // The jobs of unsent messages are removed, so that no job remains for the next test.
  await house.database.scoped(SYSTEM).query(`delete from vouch_jobs.job where name = 'send_order_message'`);
  parts.mailer.close();
  await smtp.close();
});

type Ordered = WrittenOrder & { ctx: Ctx; key: KeyObject; facts: OrderMessageFacts };

/** An order for a new user of a new client. */
async function newOrder(more: Partial<OrderMessageFacts> = {}, environment: Environment = 'prod'): Promise<Ordered> {
  const client = await newClient(house);
  const user_id = await newUser(client[environment], newId());
  const ctx = await ctxOf(parts, { client_id: client.client_id, environment });
  const user = await findUser(ctx.db, ctx.scope, user_id);
  if (user === undefined) throw new Error('there is no such person');
  const order = await insertOrder(house, ctx.scope, user_id);
  const facts = orderFacts({ ...order, user_id, ...more });
  return { ...order, ctx, key: await ctx.vault.unwrap(ctx.scope, user_id, user), facts };
}

const write = ({ ctx, key, facts }: Ordered, kind: OrderMessageKind) =>
  inTransaction(ctx, (tx) => writeOrderMessages(tx, key, kind, facts));

const setOrder = (column: 'finalized_at' | 'canceled_at' | 'unsubscribed_at', { order_id }: Ordered) =>
  house.database.scoped(SYSTEM).query(`update orders set ${column} = now() where id = $1`, [order_id]);

async function rowsOf({ order_id }: Ordered) {
  const { rows } = await house.database
    .scoped(SYSTEM)
    .query<{ id: string; sealed: Buffer; sent_at: Date | null; outcome: string | null }>(
      'select * from order_messages where order_id = $1 order by channel',
      [order_id],
    );
  return rows;
}

async function jobsOf({ ctx }: Ordered): Promise<unknown[]> {
  const { rows } = await house.database
    .scoped(SYSTEM)
    .query<{ data: unknown }>(
      `select data from vouch_jobs.job where name = 'send_order_message' and group_id = $1 order by data::text`,
      [`${ctx.scope.client_id}:${ctx.scope.environment}`],
    );
  return rows.map(({ data }) => data);
}

/** Starts a worker with the real handlers, but without a delay before retries. */
const work = (retries = 0) =>
  queue.work(
    {
      ...handlers,
      send_order_message: {
        ...handlers.send_order_message,
        retry_after_seconds: Array.from({ length: retries }, () => 0),
      },
    },
    (job) => jobCtxFor(parts, job),
    { concurrency_max: 4, per_owner_max: 4 },
  );

/** Writes the messages and lets the worker send them. */
async function deliver(order: Ordered, kind: OrderMessageKind, retries = 0): Promise<void> {
  await write(order, kind);
  await work(retries);
  await until(async () => (await jobsOf(order)).length === 0);
}

const expectNothingPersonalLogged = () =>
  expect(logged).not.toMatch(/jane|roe|example\.com|acme|5550134|k3v9q2xw7m|\b4711\b|L-100|open-sesame|@/i);

describe('writeOrderMessages', () => {
  test('stores each message sealed, and enqueues one job per message; the job contains only the message’s id', async () => {
    const order = await newOrder();
    const written = await write(order, 'invitation');
    expect(written).toEqual([
      { id: expect.stringMatching(/^[0-9a-f]{32}$/), channel: 'email' },
      { id: expect.stringMatching(/^[0-9a-f]{32}$/), channel: 'sms' },
    ]);
    const rows = await rowsOf(order);
    expect(rows).toMatchObject(
      written.map((message) => ({ ...message, kind: 'invitation', user_id: order.facts.user_id, sent_at: null })),
    );
    for (const { sealed } of rows) expect(sealed.toString('latin1')).not.toMatch(/Jane|jane|5550134/);
    const jobs = written
      .map(({ id }) => ({ message_id: id }))
      .toSorted((a, b) => (a.message_id < b.message_id ? -1 : 1));
    expect(await jobsOf(order)).toEqual(jobs);
  });

  test('writes nothing if the order has neither an email address nor a phone number nor a manager', async () => {
    const order = await newOrder({ email: null, phone: null, manager: null });
    for (const kind of ORDER_MESSAGE_KINDS) expect(await write(order, kind)).toEqual([]);
    expect(await jobsOf(order)).toEqual([]);
  });

  test('writes nothing for a user who was erased', async () => {
    const order = await newOrder();
    const { ctx, facts } = order;
    await house.database.scoped(ctx.scope).query('delete from users where id = $1', [facts.user_id]);
    expect(await write(order, 'invitation')).toEqual([]);
    expect(await rowsOf(order)).toEqual([]);
    expect(await jobsOf(order)).toEqual([]);
  });

  test('writes nothing if its transaction is rolled back', async () => {
    const order = await newOrder();
    const failing = inTransaction(order.ctx, async (tx) => {
      await writeOrderMessages(tx, order.key, 'invitation', order.facts);
      throw new Error('the change failed');
    });
    await expect(failing).rejects.toThrow('the change failed');
    expect(await rowsOf(order)).toEqual([]);
    expect(await jobsOf(order)).toEqual([]);
  });
});

/**
 * The kinds of messages to the applicant, without `code`. A message of the kind `code` is requested by the applicant
 * and goes to one channel only.
 */
const TO_PERSON = ORDER_MESSAGE_KINDS.filter(isToPerson).filter((kind) => kind !== 'code');

describe('sendOrderMessage', () => {
  test.for(TO_PERSON)(
    'sendOrderMessage sends a message of the kind %s as a mail in both languages and as a text message',
    async (kind) => {
      const order = await newOrder({ template: settingsWith({ orders: { support_email: 'help@acme.example' } }) });
      await deliver(order, kind);
      expect(smtp.mails).toHaveLength(1);
      const { from, to, headers, text } = smtp.mails[0] ?? { headers: '', text: '' };
      expect({ from, to }).toEqual({ from: 'no-reply@vouch.example', to: ['jane.roe@example.com'] });
      expect(headers).toMatch(/^From: Acme Lending <no-reply@vouch\.example>$/m);
      expect(headers).toMatch(/^Reply-To: help@acme\.example$/m);
      expect(headers).toMatch(/^Auto-Submitted: auto-generated$/m);
      expect(headers).toMatch(/^Content-Type: multipart\/alternative;/m);
      const address = `${PUBLIC_URL}/verify/${order.share_key}/unsubscribe/`;
      expect(headers.split('\n')).toContain(`List-Unsubscribe: <${address}>`);
      expect(headers.split('\n')).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
      const boundary = /boundary="([^"]+)"/.exec(headers)?.[1] ?? '-';
      const [, plain = '', page = ''] = text.split(`--${boundary}`);
      expect(plain).toMatch(/text\/plain; charset=utf-8[\s\S]*Hello Jane,[\s\S]*Hola, Jane:/);
      expect(page).toMatch(/text\/html; charset=utf-8[\s\S]*Hello Jane,[\s\S]*Hola, Jane:/);
      for (const part of [plain, page]) expect(part).toContain('https://verify.example/s/k3v9q2xw7m');
      expect(texts).toEqual([
        { to: '+14155550134', text: expect.stringMatching(/ \/ .*: https:\/\/verify\.example\/s\/k3/) },
      ]);
      for (const { sent_at } of await rowsOf(order)) expect(sent_at).toEqual(order.ctx.now());
      expectNothingPersonalLogged();
    },
  );

  test('sends a status mail to the manager and a separate mail to each cc address after the order ends, even if the applicant has unsubscribed', async () => {
    const order = await newOrder({ status: 'expired', cc_emails: ['kim@acme.example', 'lee@acme.example'] });
    await setOrder('finalized_at', order);
    await setOrder('unsubscribed_at', order);
    await deliver(order, 'status');
    expect(smtp.mails.map(({ to }) => to).toSorted()).toEqual([
      ['kim@acme.example'],
      ['lee@acme.example'],
      ['manager@acme.example'],
    ]);
    for (const { subject, headers, text } of smtp.mails) {
      expect(subject).toBe('Order L-100: expired / vencida');
      expect(headers).not.toMatch(/^(?:List-|Cc|Bcc|Reply-To)/m);
      expect(text).toContain('The verification of Jane Roe (order L-100) has ended: expired.');
      expect(text).not.toMatch(/verify\.example|jane\.roe|5550134/);
    }
    expect(texts).toEqual([]);
    expectNothingPersonalLogged();
  });

  test('a name with control characters and markup cannot inject headers or HTML', async () => {
    const first_name = '<script>\r\nBcc: eve@other.example\u202E';
    const template = settingsWith({
      orders: { first_email: { subject: '{{first_name}}' }, first_sms: { text: '{{first_name}}' } },
    });
    const order = await newOrder({ first_name, template });
    await deliver(order, 'invitation');
    const [mail] = smtp.mails;
    expect(mail?.to).toEqual(['jane.roe@example.com']);
    expect(mail?.subject).toBe('<script> Bcc: eve@other.example');
    expect(mail?.headers).not.toMatch(/^Bcc/m);
    expect(mail?.text.split('text/html')[1]).not.toContain('<script');
    expect(texts[0]?.text).toBe('<script> Bcc: eve@other.example https://verify.example/s/k3v9q2xw7m');
  });

  test('a message that was sent is not sent again', async () => {
    const order = await newOrder();
    const written = await write(order, 'reminder');
    for (let round = 0; round < 2; round++) for (const { id } of written) await sendOrderMessage(order.ctx, id);
    expect([smtp.mails.length, texts.length]).toEqual([1, 1]);
  });

  test.for(['finalized_at', 'canceled_at', 'unsubscribed_at'] as const)(
    'sendOrderMessage sends no message to the applicant once %s of the order is set, even if the message was written before',
    async (column) => {
      const order = await newOrder();
      const written = (await Promise.all(TO_PERSON.map((kind) => write(order, kind)))).flat();
      expect(written).toHaveLength(6);
      await setOrder(column, order);
      for (const { id } of written) await sendOrderMessage(order.ctx, id);
      expect([smtp.mails.length, texts.length]).toEqual([0, 0]);
      for (const row of await rowsOf(order)) expect(row).toMatchObject({ sent_at: null, outcome: 'not_wanted' });
    },
  );

  test('sends nothing if the user’s data key is missing, if the message belongs to another client, or if the message id is unknown', async () => {
    const [order, other] = [await newOrder(), await newOrder()];
    const written = [...(await write(order, 'invitation')), ...(await write(order, 'status'))];
    for (const { id } of written) await sendOrderMessage(other.ctx, id);
    await sendOrderMessage(order.ctx, newId());
    const db = house.database.scoped(SYSTEM);
    await db.query('delete from data_keys where owner_id = $1', [order.facts.user_id]);
    for (const { id } of written) await sendOrderMessage(order.ctx, id);
    expect([smtp.mails.length, texts.length]).toEqual([0, 0]);
  });

  test('a deferred mail is retried, and the log contains no personal data', async () => {
    let refusals = 2;
    answer = (line) => (line.startsWith('RCPT') && refusals-- > 0 ? '451 jane.roe@example.com later' : undefined);
    const order = await newOrder();
    await deliver(order, 'invitation', 2);
    expect([smtp.mails.length, texts.length]).toEqual([1, 1]);
    expect(logged).toContain('The mail was not sent (EENVELOPE 451 RCPT TO).');
    expectNothingPersonalLogged();
  });

  test('if a text message is rejected, its job becomes a dead job whose error contains the status; the mail is sent anyway', async () => {
    parts = { ...parts, texter: { ...parts.texter, send: () => Promise.reject(new TextFault('status 500')) } };
    const order = await newOrder();
    await write(order, 'invitation');
    await work(1);
    const dead = async () => (await queue.deadJobs(10)).filter(({ name }) => name === 'send_order_message');
    await until(async () => (await dead()).length === 1);
    await until(() => smtp.mails.length === 1);
    expect(JSON.stringify(await dead())).toContain('TextFault: The text message was not sent (status 500).');
    expect(JSON.stringify(await dead())).not.toMatch(/5550134|Jane/);
    // The time of sending is stored a moment after the mail is sent.
    await until(async () => (await rowsOf(order)).some(({ sent_at }) => sent_at !== null));
    expect((await rowsOf(order)).map(({ sent_at, outcome }) => [sent_at === null, outcome])).toEqual([
      [false, null],
      [true, 'failed'],
    ]);
    expectNothingPersonalLogged();
  });

  test('sandbox messages are stored and can be read, but are not sent', async () => {
    const order = await newOrder({}, 'sandbox');
    await deliver(order, 'invitation');
    expect([smtp.said.length, texts.length]).toEqual([0, 0]);
    expect(logged.match(/not sent: messages are disabled in the sandbox/g)).toHaveLength(2);
    const rows = await rowsOf(order);
    expect(rows.map(({ sent_at, outcome }) => [sent_at, outcome])).toEqual([
      [null, 'sandbox'],
      [null, 'sandbox'],
    ]);
    const ids = rows.map(({ id }) => id);
    const read = await readOrderMessages(order.ctx, order.key, ids);
    expect(ids.map((id) => read.get(id))).toMatchObject([
      { channel: 'email', text: expect.stringContaining('Hello Jane,') },
      { channel: 'sms', text: expect.stringContaining('https://verify.example/s/k3v9q2xw7m') },
    ]);
    expectNothingPersonalLogged();
  });

  test('sandbox messages are sent if the operator allows it', async () => {
    parts = { ...parts, settings: { ...parts.settings, sandbox_notifications: true } };
    await deliver(await newOrder({}, 'sandbox'), 'invitation');
    expect([smtp.mails.length, texts.length]).toEqual([1, 1]);
  });

  test('if neither a mail server nor an SMS gateway is configured, nothing is sent, and one line is logged per message', async () => {
    parts = { ...parts, mailer: openMailer(undefined, ''), texter: { ...parts.texter, send: async () => false } };
    const order = await newOrder();
    await deliver(order, 'invitation');
    expect(logged.match(/not sent: sending is not configured for this channel/g)).toHaveLength(2);
    for (const row of await rowsOf(order)) expect(row).toMatchObject({ sent_at: null, outcome: 'not_configured' });
    expectNothingPersonalLogged();
  });
});

describe('stored messages', () => {
  test('readOrderMessages() returns stored messages with masked addresses', async () => {
    const order = await newOrder();
    const [mail, text] = await write(order, 'invitation');
    const read = await readOrderMessages(order.ctx, order.key, [mail?.id ?? '', text?.id ?? '', newId()]);
    expect(read.size).toBe(2);
    expect(read.get(mail?.id ?? '')).toEqual({
      channel: 'email',
      to_masked: 'j***@example.com',
      subject: 'Acme Lending asks you to verify your information / Verifique su información',
      text: expect.stringMatching(/^Hello Jane,\n[\s\S]*\nHola, Jane:\n/),
    });
    expect(read.get(text?.id ?? '')).toEqual({
      channel: 'sms',
      to_masked: '***0134',
      subject: null,
      text: 'Acme Lending asks you to verify your information. / Verifique sus datos: https://verify.example/s/k3v9q2xw7m',
    });
  });

  test('readOrderMessages() returns no messages for another client or for an empty list of ids', async () => {
    const [order, other] = [await newOrder(), await newOrder()];
    const ids = (await write(order, 'invitation')).map(({ id }) => id);
    expect(await readOrderMessages(other.ctx, other.key, ids)).toEqual(new Map());
    expect(await readOrderMessages(order.ctx, order.key, [])).toEqual(new Map());
  });

  test('deleteOrderMessagesOf() deletes the messages to the given user and keeps all other messages', async () => {
    const [order, other] = [await newOrder(), await newOrder()];
    for (const one of [order, other]) await write(one, 'invitation');
    await deleteOrderMessagesOf(order.ctx.db, order.ctx.scope, order.facts.user_id);
    expect([(await rowsOf(order)).length, (await rowsOf(other)).length]).toEqual([0, 2]);
  });
});

describe('unsubscribe', () => {
  const at = async ({ order_id }: Ordered) =>
    (
      await house.database
        .scoped(SYSTEM)
        .query<{ unsubscribed_at: Date | null }>('select unsubscribed_at from orders where id = $1', [order_id])
    ).rows[0]?.unsubscribed_at;

  test('only the order with the given share key is unsubscribed, at the time on the owner’s clock; a second call does not change the stored time', async () => {
    const [order, other] = [await newOrder({}, 'sandbox'), await newOrder()];
    await moveClock(order.ctx.db, order.ctx.scope, 86_400, house.clock.now());
    expect(await findUnsubscription(parts, order.share_key, IP)).toEqual({ is_unsubscribed: false });
    expect(await unsubscribe(parts, order.share_key, IP)).toBe(true);
    const first_at = new Date(house.clock.now().getTime() + 86_400_000);
    expect(await at(order)).toEqual(first_at);
    house.clock.advance(60_000);
    expect(await unsubscribe(parts, order.share_key, IP)).toBe(true);
    expect(await at(order)).toEqual(first_at);
    expect(await findUnsubscription(parts, order.share_key, IP)).toEqual({ is_unsubscribed: true });
    expect(await at(other)).toBeNull();
  });

  test.for(['', newId(), '%'])('unsubscribe returns false for the unknown share key %j', async (share_key) => {
    expect(await unsubscribe(parts, share_key, IP)).toBe(false);
    expect(await findUnsubscription(parts, share_key, IP)).toBeUndefined();
  });
});
