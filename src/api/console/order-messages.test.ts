// Tests the messages of an order in the console: what is shown, what is hidden, and what the audit log records.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#base/ids.ts';
import type { Role } from '#domain/console/roles.ts';
import type { Environment } from '#domain/platform/scope.ts';
import { tellOfOrder } from '#services/orders/order-notices.ts';
import { getOrder } from '#services/orders/orders.ts';
import { ctxOf, inTransaction } from '#services/platform/ctx.ts';
import { newMember, type TestMember } from '#test/console.ts';
import { newClient, type TestClient, type TestHouse } from '#test/house.ts';
import { until } from '#test/jobs.ts';
import { type Answer, newOrder } from '#test/orders.ts';
import { advance, openWorkingHouse } from '#test/tasks.ts';

const CONTACTS = { first_name: 'Jane', last_name: 'Roe', email: 'jane.roe@example.com', phone: '+14155550134' };

let house: TestHouse;
let client: TestClient;
let order: Answer;
let owner: TestMember;
beforeAll(async () => {
  house = await openWorkingHouse();
  client = await newClient(house);
  order = await newOrder(client.sandbox, CONTACTS);
  await advance(house, client.sandbox, 60);
  owner = await member('owner');
});
afterAll(() => house.close());

const member = (role: Role, environment: Environment = 'sandbox', of = client): Promise<TestMember> =>
  newMember(house, [{ client_id: of.client_id, environment, role }]);
const at = (path: string, environment = 'sandbox'): string => `${client.client_id}/${environment}/${path}`;
const messages = (id = order.id): string => `orders/${id}/messages/`;
const list = async (by = owner): Promise<Answer> => {
  const response = await by.call('GET', at(messages()));
  expect(response.statusCode, response.body).toBe(200);
  return response.json();
};

describe('GET …/orders/{id}/messages/', () => {
  test('200: shows the mail and the text message with masked recipients, and why they were not sent', async () => {
    await until(async () => (await list()).results.every(({ state }: { state: string }) => state !== 'waiting'));
    const { results, ...rest } = await list();
    expect(rest).toEqual({ is_erased: false, has_more: false });
    const common = { kind: 'invitation', state: 'sandbox', sent_at: null, created_at: expect.any(String) };
    expect(results).toHaveLength(2);
    expect(results).toContainEqual(
      expect.objectContaining({
        ...common,
        channel: 'email',
        to: 'j***@example.com',
        subject: expect.any(String),
        text: expect.stringContaining('Hello Jane,'),
        has_page: true,
      }),
    );
    expect(results).toContainEqual(
      expect.objectContaining({ ...common, channel: 'sms', to: '***0134', subject: null, has_page: false }),
    );
  });

  test('200: neither the list of messages nor the page of the mail contains a key of the landing page', async () => {
    const answer = await owner.call('GET', at(messages()));
    const mail = answer.json().results.find(({ channel }: { channel: string }) => channel === 'email');
    const page = await owner.call('GET', at(`${messages()}${mail.id}/`));
    expect(page.body).toContain('Hello Jane,');
    const keys = [order.share_url.split('/').at(-2), order.short_share_url.split('/').at(-1)];
    for (const key of keys) {
      expect(key).toMatch(/^\w{10,}$/);
      expect(answer.body).not.toContain(key);
      expect(page.body).not.toContain(key);
    }
    expect(page.body).toContain('/s/••••');
  });

  test('a reveal shows the recipients for 60 seconds to one session; the reveal and the views are in the audit log', async () => {
    const by = await member('underwriter');
    const body = { path: messages(), purpose: 'dispute' };
    expect((await by.call('POST', at('reveals/'), body)).statusCode).toBe(201);
    const recipients = async (who: TestMember) =>
      (await list(who)).results.map(({ to }: { to: string }) => to).toSorted();
    expect(await recipients(by)).toEqual(['+14155550134', 'jane.roe@example.com']);
    expect(await recipients(owner)).toEqual(['***0134', 'j***@example.com']);
    house.clock.advance(60_000);
    expect(await recipients(by)).toEqual(['***0134', 'j***@example.com']);
    const audit = await by.call('GET', at(`audit/?object=orders/${order.id}/messages`));
    const entries = audit.json().results.map(({ action, purpose }: Answer) => [action, purpose]);
    expect(entries).toContainEqual(['reveal', 'dispute']);
    expect(entries).toContainEqual(['listOrderMessages', null]);
  });

  test.each([
    ['auditor', 403],
    ['reviewer', 403],
    ['underwriter', 201],
  ] as const)(
    'if the role %s requests a reveal of the recipients of an order’s messages, the status is %i',
    async (role, status) => {
      const response = await (await member(role)).call('POST', at('reveals/'), { path: messages(), purpose: 'audit' });
      expect(response.statusCode).toBe(status);
    },
  );

  test('404 for another client’s order', async () => {
    const other = await newClient(house);
    const stranger = await member('owner', 'sandbox', other);
    const response = await stranger.call('GET', `${other.client_id}/sandbox/${messages()}`);
    expect(response.statusCode).toBe(404);
  });

  test('200: in prod the digits of a code are hidden, in the text and in the page', async () => {
    const { id } = await newOrder(client.prod, CONTACTS);
    const ctx = await ctxOf(house, { client_id: client.client_id, environment: 'prod' });
    await inTransaction(ctx, async (ctx) =>
      tellOfOrder(ctx, await getOrder(ctx, id), 'code', 'sent', { digits: '402917', channel: 'email' }),
    );
    const by = await member('owner', 'prod');
    const answer = await by.call('GET', at(messages(id), 'prod'));
    const code = answer.json().results.find(({ kind }: { kind: string }) => kind === 'code');
    const page = await by.call('GET', at(`${messages(id)}${code.id}/`, 'prod'));
    for (const text of [code.text, page.body]) {
      expect(text).toContain('••••');
      expect(text).not.toContain('402917');
    }
  });

  test('200: after the person was erased there are no messages', async () => {
    const erased = await newOrder(client.sandbox, { ...CONTACTS, external_user_id: 'erased' });
    await advance(house, client.sandbox, 60);
    expect((await client.sandbox('DELETE', `/v1/users/${erased.user_id}/`)).statusCode).toBe(204);
    const answer = (await owner.call('GET', at(messages(erased.id)))).json();
    expect(answer).toEqual({ is_erased: true, has_more: false, results: [] });
  });
});

describe('GET …/orders/{id}/messages/{message_id}/', () => {
  test('200: the page of a mail has its own origin, runs no script, loads nothing and is not stored', async () => {
    const { results } = await list();
    const mail = results.find(({ channel }: { channel: string }) => channel === 'email');
    const { statusCode, headers } = await owner.call('GET', at(`${messages()}${mail.id}/`));
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
    const policy = String(headers['content-security-policy']).split('; ');
    for (const part of ["default-src 'none'", "frame-ancestors 'self'", 'sandbox']) expect(policy).toContain(part);
    expect(policy.some((part) => part.startsWith('script-src'))).toBe(false);
  });

  test('404 for a text message, for an unknown message, and for a message of another order', async () => {
    const { results } = await list();
    const [mail, text] = ['email', 'sms'].map((channel) => results.find((one: Answer) => one.channel === channel).id);
    const other = await newOrder(client.sandbox, { first_name: 'Kim' });
    for (const path of [`${messages()}${text}/`, `${messages()}${newId()}/`, `${messages(other.id)}${mail}/`]) {
      expect((await owner.call('GET', at(path))).statusCode).toBe(404);
    }
  });
});
