import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '#base/ids.ts';
import { MAIL_KINDS, type MailKind } from '#domain/platform/mails.ts';
import type { Environment, Scope } from '#domain/platform/scope.ts';
import { openMailer } from '#outbound/mail.ts';
import { createDashboardUser } from '#services/access/clients.ts';
import { SYSTEM } from '#storage/platform/db.ts';
import { openQueue, type Queue } from '#storage/platform/queue.ts';
import { newClient, openTestHouse, type TestHouse } from '#test/house.ts';
import { until } from '#test/jobs.ts';
import { PATIENT_MS } from '#test/server.ts';
import { type SmtpServer, startSmtp } from '#test/smtp.ts';
import { handlers } from '#worker/jobs.ts';
import { type Ctx, type CtxParts, ctxOf, inTransaction } from './ctx.ts';
import { jobCtxFor } from './jobs.ts';
import { enqueueMail, sendMail } from './mails.ts';

const PASSWORD = 'open-sesame-17';

let house: TestHouse;
let smtp: SmtpServer;
/** The mail server's reply to a command; `undefined` for the default reply. */
let answer: (line: string) => string | undefined;
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
  smtp = await startSmtp({ extensions: ['AUTH PLAIN'], answer: (line) => answer(line) });
  const log = pino({ level: 'debug' }, { write: (line) => (logged += line) });
  const { database } = house;
  queue = await openQueue({ database, url: database.url, role: database.role, timeout_ms: PATIENT_MS, log });
  const mailer = openMailer(`smtp://vouch:${PASSWORD}@${smtp.host}`, 'Vouch <no-reply@vouch.example>');
  parts = { ...house, mailer, queue, log };
});
afterEach(async () => {
  await queue.stop();
  parts.mailer.close();
  await smtp.close();
});

type Standing = { enabled?: boolean; disabled_reason?: string | null; failing_since?: string | null };
const FAILING: Standing = { enabled: true, disabled_reason: null, failing_since: '2026-03-01T12:00:00Z' };
const DISABLED: Standing = { ...FAILING, enabled: false, disabled_reason: 'Nothing came through for five days.' };
const STANDINGS: Record<MailKind, Standing> = { webhook_failing: FAILING, webhook_disabled: DISABLED };

async function insertEndpoint({ client_id, environment }: Scope, standing: Standing): Promise<string> {
  const { enabled = true, disabled_reason = null, failing_since = null } = standing;
  const id = newId();
  await house.database.scoped(SYSTEM).query(
    `insert into webhook_endpoints (client_id, environment, id, name, webhook_url, events, enabled, disabled_reason,
       secret_sealed, failing_since, created_at, updated_at)
     values ($1, $2, $3, 'Loan desk', 'https://hooks.acme.example/t0ken', '{}', $4, $5, '', $6, $7, $7)`,
    [client_id, environment, id, enabled, disabled_reason, failing_since, house.clock.now()],
  );
  return id;
}

type People = { ctx: Ctx; ids: string[]; emails: string[] };

/** Creates a client with `count` dashboard users. */
async function newPeople(count: number, environment: Environment = 'prod'): Promise<People> {
  const { client_id } = await newClient(house);
  const users = await Promise.all(
    Array.from({ length: count }, () =>
      createDashboardUser(
        house,
        { email: `${newId()}@acme.example`, role: 'owner', environments: ['prod'] },
        client_id,
      ),
    ),
  );
  const ctx = await ctxOf(parts, { client_id, environment });
  return { ctx, ids: users.map(({ id }) => id), emails: users.map(({ email }) => email).toSorted() };
}

const enqueue = (ctx: Ctx, mail: MailKind, subject_id: string) =>
  inTransaction(ctx, (tx) => enqueueMail(tx, mail, subject_id));

async function waitingJobs(ctx: Ctx): Promise<unknown[]> {
  const { rows } = await house.database
    .scoped(SYSTEM)
    .query<{ data: unknown }>(`select data from vouch_jobs.job where name = 'send_mail' and group_id = $1`, [
      `${ctx.scope.client_id}:${ctx.scope.environment}`,
    ]);
  return rows.map(({ data }) => data);
}

/** Starts a worker with the real handlers, but without a delay before retries. */
const work = (retries: number) =>
  queue.work(
    {
      ...handlers,
      send_mail: { ...handlers.send_mail, retry_after_seconds: Array.from({ length: retries }, () => 0) },
    },
    (job) => jobCtxFor(parts, job),
    { concurrency_max: 4, per_owner_max: 4 },
  );

const recipients = () => smtp.mails.flatMap(({ to }) => to).toSorted();

describe('enqueueMail', () => {
  test('enqueues one job per dashboard user of the client; the data of each job contains only ids and the kind of mail', async () => {
    const { ctx, ids } = await newPeople(2);
    await newPeople(1);
    const subject_id = newId();
    await enqueue(ctx, 'webhook_failing', subject_id);
    const jobs = ids.map((recipient_id) => ({ mail: 'webhook_failing', subject_id, recipient_id }));
    expect(await waitingJobs(ctx)).toEqual(expect.arrayContaining(jobs));
    expect(await waitingJobs(ctx)).toHaveLength(2);
  });

  test('enqueues no mail if its transaction is rolled back', async () => {
    const { ctx } = await newPeople(1);
    const failing = inTransaction(ctx, async (tx) => {
      await enqueueMail(tx, 'webhook_failing', newId());
      throw new Error('the change failed');
    });
    await expect(failing).rejects.toThrow('the change failed');
    expect(await waitingJobs(ctx)).toEqual([]);
  });
});

describe('sendMail', () => {
  test.for(MAIL_KINDS)(
    'sendMail sends the mail ’%s’ to every dashboard user of the client and to nobody else',
    async (mail) => {
      const { ctx, emails } = await newPeople(3);
      await newPeople(1);
      await enqueue(ctx, mail, await insertEndpoint(ctx.scope, STANDINGS[mail]));
      await work(0);
      await until(async () => (await waitingJobs(ctx)).length === 0);
      expect(recipients()).toEqual(emails);
      for (const { to, subject, text } of smtp.mails) {
        expect(to).toHaveLength(1);
        expect(subject).toBe(`Webhook endpoint ${mail === 'webhook_failing' ? 'failing' : 'disabled'}: Loan desk`);
        expect(text).toContain('since 2026-03-01 12:00 UTC');
        expect(text).toContain(`${house.settings.base_url}/v1/webhooks/`);
        expect(text).not.toContain('t0ken');
      }
    },
  );

  test('if the server defers a mail to one of several recipients, sendMail retries only the mail to this recipient, and logs no personal data', async () => {
    const { ctx, emails } = await newPeople(3);
    const [unlucky = ''] = emails;
    let refusals = 2;
    answer = (line) => (line.includes(unlucky) && refusals-- > 0 ? `451 ${unlucky} come back later` : undefined);
    await enqueue(ctx, 'webhook_disabled', await insertEndpoint(ctx.scope, DISABLED));
    await work(2);
    await until(async () => (await waitingJobs(ctx)).length === 0);
    expect(recipients()).toEqual(emails);
    expect(refusals).toBe(-1);
    expect(logged).toContain('The mail was not sent (EENVELOPE 451 RCPT TO).');
    for (const secret of ['acme.example', PASSWORD, 'Loan desk', 't0ken']) expect(logged).not.toContain(secret);
  });

  test('if a mail is never accepted, its job becomes a dead job that states the SMTP code, and other mails are not delayed', async () => {
    const { ctx, emails } = await newPeople(2);
    const [unknown = '', other] = emails;
    answer = (line) => (line.includes(unknown) ? `550 no such mailbox ${unknown}` : undefined);
    await enqueue(ctx, 'webhook_disabled', await insertEndpoint(ctx.scope, DISABLED));
    await work(1);
    await until(async () => (await queue.deadJobs(10)).length === 1);
    await until(() => smtp.mails.length === 1);
    expect(recipients()).toEqual([other]);
    const [dead] = await queue.deadJobs(10);
    expect(JSON.stringify(dead)).toContain('MailFault: The mail was not sent (EENVELOPE 550 RCPT TO).');
    expect(JSON.stringify(dead)).not.toContain('acme.example');
  });

  test.for<[MailKind, string, Standing]>([
    ['webhook_failing', 'works again', { ...FAILING, failing_since: null }],
    ['webhook_failing', 'was disabled in the meantime', DISABLED],
    ['webhook_disabled', 'was enabled again', { ...FAILING, failing_since: null }],
    ['webhook_disabled', 'was disabled by hand', { ...DISABLED, disabled_reason: null }],
  ])('the mail %s is not sent if the endpoint %s', async ([mail, , standing]) => {
    const { ctx, ids } = await newPeople(1);
    const subject_id = await insertEndpoint(ctx.scope, standing);
    for (const recipient_id of ids) await sendMail(ctx, { mail, subject_id, recipient_id });
    expect(smtp.mails).toEqual([]);
  });

  test('sends nothing if the endpoint or the dashboard user was deleted or belongs to another client', async () => {
    const [ours, theirs] = [await newPeople(1), await newPeople(1)];
    const subject_id = await insertEndpoint(ours.ctx.scope, FAILING);
    const foreign_id = await insertEndpoint(theirs.ctx.scope, FAILING);
    const [[recipient_id = ''], [stranger_id = '']] = [ours.ids, theirs.ids];
    const mail = 'webhook_failing';
    await sendMail(ours.ctx, { mail, subject_id: newId(), recipient_id });
    await sendMail(ours.ctx, { mail, subject_id: foreign_id, recipient_id });
    await sendMail(ours.ctx, { mail, subject_id, recipient_id: newId() });
    await sendMail(ours.ctx, { mail, subject_id, recipient_id: stranger_id });
    expect(smtp.mails).toEqual([]);
    await sendMail(ours.ctx, { mail, subject_id, recipient_id });
    expect(recipients()).toEqual(ours.emails);
  });

  test('sandbox mails are sent if the operator allows sandbox mails', async () => {
    parts = { ...parts, settings: { ...parts.settings, sandbox_notifications: true } };
    const { ctx, ids, emails } = await newPeople(1, 'sandbox');
    const subject_id = await insertEndpoint(ctx.scope, FAILING);
    await sendMail(ctx, { mail: 'webhook_failing', subject_id, recipient_id: ids[0] ?? '' });
    expect(recipients()).toEqual(emails);
  });

  test.for<[string, Environment, boolean, string]>([
    ['without a mail server', 'prod', false, 'not sent: no mail server is configured'],
    ['in the sandbox', 'sandbox', true, 'not sent: mail is disabled in the sandbox'],
  ])(
    '%s, sendMail sends nothing and logs one line, and the job counts as done',
    async ([, environment, is_set, line]) => {
      if (!is_set) parts = { ...parts, mailer: openMailer(undefined, '') };
      const { ctx, ids, emails } = await newPeople(1, environment);
      const [recipient_id = ''] = ids;
      logged = '';
      await sendMail(ctx, {
        mail: 'webhook_failing',
        subject_id: await insertEndpoint(ctx.scope, FAILING),
        recipient_id,
      });
      expect(smtp.mails).toEqual([]);
      const lines = logged
        .trim()
        .split('\n')
        .map((text): unknown => JSON.parse(text));
      expect(lines).toEqual([expect.objectContaining({ level: 30, mail: 'webhook_failing', msg: line })]);
      for (const email of emails) expect(logged).not.toContain(email);
    },
  );
});
