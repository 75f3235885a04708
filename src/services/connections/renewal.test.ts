import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#base/ids.ts';
import { AccessRefused, type Account, type Connector, ProviderFailure } from '#connectors/contract.ts';
import { vouchPayroll } from '#connectors/sandbox/vouch-payroll.ts';
import { IoFault } from '#outbound/provider-io.ts';
import { type Ctx, ctxFor } from '#services/platform/ctx.ts';
import { findLink, updateLinkState } from '#storage/connections/links.ts';
import { newClient, openTestHouse, type TestClient, type TestHouse } from '#test/house.ts';
import { advance, connect, eventsOf, finishTasks, newUser, startWorkerIn, statusOf, wordsOf } from '#test/tasks.ts';
import { keyOf, sealLink, secretsOf } from './links.ts';
import { callWithAccount } from './renewal.ts';

/** The state of a simulated payroll provider that accepts each renewal secret only once. */
const bank = {
  secret: 1,
  used: new Set<number>(),
  reuse_count: 0,
  renewals_count: 0,
  is_due: true,
  refuses: 0,
  refuses_data: 0,
  before: async (): Promise<void> => undefined,
  after: async (): Promise<void> => undefined,
};

const secretOf = ({ memory }: Account): number => Number(memory['secret'] ?? 1);

const rotating: Connector = {
  ...vouchPayroll,
  manifest: { ...vouchPayroll.manifest, id: 'rotating_payroll', name: 'Rotating Payroll' },
  async login(request, io) {
    if (bank.refuses > 0 && request.is_refresh) {
      bank.refuses--;
      throw new AccessRefused();
    }
    const step = await vouchPayroll.login(request, io);
    if (step.step !== 'connected') return step;
    const secret = request.is_refresh && request.account ? secretOf(request.account) : bank.secret;
    return { ...step, account: { ...step.account, memory: { ...step.account.memory, secret } } };
  },
  fetch: {
    ...vouchPayroll.fetch,
    first(account, request, io) {
      if (bank.refuses_data === 0) return vouchPayroll.fetch.first(account, request, io);
      bank.refuses_data--;
      throw new AccessRefused();
    },
  },
  renewal: {
    isDue: () => bank.is_due,
    async renew(account) {
      await bank.before();
      bank.renewals_count++;
      const secret = secretOf(account);
      if (bank.used.has(secret)) bank.reuse_count++;
      if (secret !== bank.secret) throw new ProviderFailure('login_error', 'The secret is wrong.');
      bank.used.add(secret);
      bank.secret++;
      await bank.after();
      bank.is_due = false;
      return { ...account, memory: { ...account.memory, secret: bank.secret } };
    },
  },
};

function resetBank(): void {
  Object.assign(bank, {
    is_due: true,
    refuses: 0,
    refuses_data: 0,
    renewals_count: 0,
    before: async () => undefined,
    after: async () => undefined,
  });
}

let house: TestHouse;
let client: TestClient;
beforeAll(async () => {
  house = await openTestHouse({ connectors: new Map([[rotating.manifest.id, rotating]]) });
  await startWorkerIn(house);
  client = await newClient(house);
});
afterAll(() => house.close());

/** Creates a link and a context, as a step would get them. */
async function newLink() {
  resetBank();
  bank.is_due = false;
  const user_id = await newUser(client.sandbox, newId());
  const connected = await connect(client.sandbox, user_id, { provider_id: 'rotating_payroll' });
  await finishTasks(house);
  const ctx = ctxFor(house, { client_id: client.client_id, environment: 'sandbox' }, 0);
  bank.is_due = true;
  return { ...connected, ctx };
}

async function storedLink(ctx: Ctx, id: string) {
  const link = await findLink(ctx.db, ctx.scope, id);
  if (link === undefined) throw new Error('the link is gone');
  return link;
}

/** Uses the account of the link and returns the secret that was used. */
async function use(ctx: Ctx, link_id: string, times?: { timeout_ms: number; lost_after_ms: number }): Promise<number> {
  const link = await storedLink(ctx, link_id);
  const owner = { link_id, key: await keyOf(ctx, link), account: (await secretsOf(ctx, link)).account };
  const called = await callWithAccount(ctx, rotating, owner, async (account) => secretOf(account), {
    ...(times && { times }),
  });
  return called.result;
}

const statusOfUse = (used: Promise<unknown>): Promise<string> =>
  used.then(
    () => 'done',
    (error: unknown) => (error instanceof ProviderFailure ? error.status : String(error)),
  );

describe('callWithAccount', () => {
  test('renews the access only once for six concurrent callers; all of them then use the new secret', async () => {
    const { ctx, link_id } = await newLink();
    const before = bank.secret;
    const used = await Promise.all(Array.from({ length: 6 }, () => use(ctx, link_id)));
    expect(new Set(used)).toEqual(new Set([before + 1]));
    expect([bank.renewals_count, bank.reuse_count]).toEqual([1, 0]);
    expect(await use(ctx, link_id)).toBe(before + 1);
  });

  test('the stored secret stays valid if the renewal request was not sent or was refused', async () => {
    const { ctx, link_id } = await newLink();
    const before = bank.secret;
    for (const fault of [
      new IoFault('unreachable', 'The provider could not be reached (ECONNREFUSED).', true),
      new ProviderFailure('unavailable', 'The provider is busy.'),
    ]) {
      bank.before = () => Promise.reject(fault);
      expect(await statusOfUse(use(ctx, link_id))).toBe('unavailable');
    }
    bank.before = async () => undefined;
    expect(await use(ctx, link_id)).toBe(before + 1);
  });

  test.each([
    [
      'a broken connection',
      () => Promise.reject(new IoFault('unreachable', 'The provider could not be reached (ECONNRESET).')),
    ],
    ['an unreadable response', () => Promise.reject(new Error('the provider sent an unexpected response'))],
    ['no response at all', () => new Promise<never>(() => undefined)],
  ])(
    'if the renewal of a secret ends with %s, the secret is not used again until the person connects again',
    async (_, after) => {
      const { ctx, link_id } = await newLink();
      bank.after = after;
      expect(await statusOfUse(use(ctx, link_id, { timeout_ms: 200, lost_after_ms: 60_000 }))).toBe('login_error');
      bank.after = async () => undefined;
      const sent = bank.renewals_count;
      expect(await statusOfUse(use(ctx, link_id))).toBe('login_error');
      expect([bank.renewals_count - sent, bank.reuse_count]).toEqual([0, 0]);
      const { user_id } = await storedLink(ctx, link_id);
      bank.is_due = false;
      const again = await connect(client.sandbox, user_id, { provider_id: 'rotating_payroll' });
      expect(again.link_id).toBe(link_id);
      await finishTasks(house);
      expect(await use(ctx, link_id)).toBe(bank.secret);
    },
  );

  test('a step fails with login_error if a killed process left an unfinished renewal that is older than a minute', async () => {
    const { ctx, link_id } = await newLink();
    const sent = bank.renewals_count;
    await ctx.db.query(`update links set renewal_id = 'killed', renewal_started_at = $2 where id = $1`, [
      link_id,
      new Date(house.clock.now().getTime() - 60_000),
    ]);
    expect(await statusOfUse(use(ctx, link_id))).toBe('login_error');
    expect(bank.renewals_count).toBe(sent);
  });

  test('a step that began before a renewal does not overwrite the new secret with the old secret', async () => {
    const { ctx, link_id, task_id } = await newLink();
    const link = await storedLink(ctx, link_id);
    const { account } = await secretsOf(ctx, link);
    const renewed = await use(ctx, link_id);
    const key = await keyOf(ctx, link);
    const old = sealLink(ctx, key, link_id, { ...(await secretsOf(ctx, link)), account });
    const change = { id: link_id, sealed: old, is_suspicious: false, updated_at: ctx.now() };
    await ctx.db.transaction((tx) => updateLinkState(tx, ctx.scope, { ...change, account_version: 0 }));
    expect(secretOf((await secretsOf(ctx, await storedLink(ctx, link_id))).account)).toBe(renewed);
    expect((await statusOf(client.sandbox, task_id)).status).toBe('done');
  });
});

describe('a refresh', () => {
  const refresh = async (link_id: string) => {
    const ctx = ctxFor(house, { client_id: client.client_id, environment: 'sandbox' }, 0);
    const { access_token } = await secretsOf(ctx, await storedLink(ctx, link_id));
    const started = (await client.sandbox('POST', '/v1/refresh/tasks/', { access_token })).json();
    await finishTasks(house);
    return started.task_id;
  };

  test('the access at the provider is renewed before the login', async () => {
    const { link_id } = await newLink();
    const before = bank.secret;
    const task_id = await refresh(link_id);
    expect((await statusOf(client.sandbox, task_id)).status).toBe('done');
    expect(bank.secret).toBe(before + 1);
  });

  test('if the provider refuses the access, the access is renewed and the login is repeated', async () => {
    const { link_id } = await newLink();
    bank.is_due = false;
    bank.refuses = 1;
    const task_id = await refresh(link_id);
    expect((await statusOf(client.sandbox, task_id)).status).toBe('done');
    expect(bank.renewals_count).toBe(1);
  });

  test('the link is disconnected if the provider refuses the renewed access, or if the response to a renewal is lost', async () => {
    for (const break_it of [() => (bank.refuses = 2), () => (bank.after = () => Promise.reject(new Error('lost')))]) {
      const { link_id } = await newLink();
      break_it();
      const task_id = await refresh(link_id);
      expect((await statusOf(client.sandbox, task_id)).status).toBe('login_error');
      const events = wordsOf(await eventsOf(house, { link_id }));
      expect(events.filter((word) => word === 'link-disconnected')).toHaveLength(1);
      expect((await client.sandbox('GET', `/v1/links/${link_id}/`)).json()).toMatchObject({ is_connected: false });
      await advance(house, client.sandbox, 1);
    }
  });
});

test('if the provider refuses access even after a renewal, the task disconnects the link', async () => {
  resetBank();
  Object.assign(bank, { is_due: false, refuses_data: 2 });
  const user_id = await newUser(client.sandbox, newId());
  const { task_id, link_id } = await connect(client.sandbox, user_id, { provider_id: 'rotating_payroll' });
  await finishTasks(house);
  const words = wordsOf(await eventsOf(house, { link_id }));
  expect(words).toEqual(['new', 'login', 'link-connected', 'parse', 'login_error', 'link-disconnected']);
  expect((await statusOf(client.sandbox, task_id)).error_message).toMatch(/connect them again/);
  expect([bank.renewals_count, bank.reuse_count]).toEqual([1, 0]);
});
