// Tests the notices of Plaid, Argyle and Finch over the network: from an event at the simulator, through our public
// address for notices, to a finished refresh with the new data.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SYSTEM } from '#storage/platform/db.ts';
import { until } from '#test/jobs.ts';
import { type Connected, connectLane, type Lane, openStage, type Stage } from '#test/live-stage.ts';
import { linesOf, payrollOf, snapshot, truthOf } from '#test/live-truth.ts';
import { finishTasks } from '#test/tasks.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage({ now: new Date('2026-06-03T15:00:00Z'), is_listening: true });
  await subscribe();
});
afterAll(() => stage.close());

const noticeUrl = (kind: NotifyingKind): string => `${stage.base_url}/providers/${stage.provider_ids[kind]}/webhook/`;

/**
 * Enters our address for notices at Argyle and Finch, as an operator does. Plaid gets the address with each login.
 */
async function subscribe(): Promise<void> {
  const { client_id, secret, webhook_secret } = argyleKeys();
  const response = await fetch(`${stage.argyle.url}/v2/webhooks`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Basic ${Buffer.from(`${client_id}:${secret}`).toString('base64')}`,
    },
    body: JSON.stringify({
      name: 'vouch',
      url: noticeUrl('argyle'),
      events: ['accounts.updated', 'paystubs.added'],
      secret: webhook_secret,
    }),
  });
  expect(response.status).toBe(200);
  stage.finch.control('webhook-url', { url: noticeUrl('finch') });
}

function argyleKeys() {
  const { environment } = stage.argyle.guide;
  return {
    client_id: 'argyle-simulator-key',
    secret: environment['SIMULATOR_ARGYLE_SECRET'] ?? '',
    webhook_secret: environment['SIMULATOR_ARGYLE_WEBHOOK_SECRET'] ?? '',
  };
}

type NotifyingKind = 'plaid' | 'argyle' | 'finch';
type Notice = { event: string; statuses: (number | null)[] };

/** The notices that the simulator has sent, with the statuses of our answers. */
async function sentBy(kind: NotifyingKind): Promise<Notice[]> {
  await stage[kind].idle();
  const { deliveries }: { deliveries: Notice[] } = Object(stage[kind].control('deliveries', {}));
  return [...deliveries];
}

/** The refreshes of the link, with their statuses. */
async function refreshesOf({ link_id }: Connected): Promise<string[]> {
  const { rows } = await stage.house.database
    .scoped(SYSTEM)
    .query<{ status: string }>('select status from tasks where link_id = $1 and is_refresh order by created_at', [
      link_id,
    ]);
  return rows.map(({ status }) => status);
}

/**
 * Waits until no notice and no refresh is in progress. A notice that arrives during a refresh is tried again after a
 * minute; here it is tried again at once.
 */
async function settle(kind: NotifyingKind): Promise<void> {
  await stage[kind].idle();
  const db = stage.house.database.scoped(SYSTEM);
  await until(async () => {
    await finishTasks(stage.house);
    const waiting = "name = 'refresh_noticed_link' and state in ('created', 'retry', 'active')";
    await db.query(`update vouch_jobs.job set start_after = now() where ${waiting} and state = 'retry'`);
    const { rowCount } = await db.query(`select 1 from vouch_jobs.job where ${waiting} limit 1`);
    return rowCount === 0;
  });
  await finishTasks(stage.house);
}

/** What the refreshed link shows: the data itself and, at Finch, what the company paid in the last month. */
async function shownBy(lane: Lane, connected: Connected, connected_on: string) {
  const { data, is_connected } = await snapshot(stage, connected.link_id);
  const payroll = lane.kind === 'finch' ? await payrollOf(stage, lane, connected.access_token) : undefined;
  return {
    is_connected,
    stored: [...linesOf(data), ...(payroll?.reported ?? [])],
    true_lines: [...truthOf(stage, lane, connected_on), ...(payroll?.paid ?? [])],
  };
}

const LANES = [
  { kind: 'plaid', username: 'maya', product: 'transactions' },
  { kind: 'argyle', username: 'maya', product: 'income' },
  { kind: 'finch', username: 'payroll-summit-ridge-hospital', product: 'admin' },
] as const satisfies readonly Lane[];

describe.each(LANES)('a notice of $kind', (lane) => {
  const { kind } = lane;
  const DAYS = 35;
  let connected: Connected;
  let connected_on: string;

  test('that new data is there refreshes the link, and the link then has the new data', async () => {
    connected_on = stage.house.clock.now().toISOString().slice(0, 10);
    connected = await connectLane(stage, lane);
    await settle(kind);
    const before = await shownBy(lane, connected, connected_on);
    expect(before.stored).toEqual(before.true_lines);
    const [refreshes, notices] = [await refreshesOf(connected), await sentBy(kind)];

    stage.moveTo(new Date(stage.house.clock.now().getTime() + DAYS * 86_400_000));
    stage[kind].control('refresh', {});
    const news = (await sentBy(kind)).slice(notices.length);
    expect(news.length).toBeGreaterThan(0);
    for (const { event, statuses } of news) expect(statuses, event).toEqual([202]);
    await until(async () => (await refreshesOf(connected)).length > refreshes.length);
    await settle(kind);
    for (const status of await refreshesOf(connected)) expect(status).toBe('done');

    const after = await shownBy(lane, connected, connected_on);
    expect(after.is_connected).toBe(true);
    expect(after.stored).toEqual(after.true_lines);
    expect(after.stored).not.toEqual(before.stored);
  });

  test('that arrives twice refreshes the link once', async () => {
    stage.moveTo(new Date(stage.house.clock.now().getTime() + 86_400_000));
    const [refreshes, notices] = [await refreshesOf(connected), await sentBy(kind)];
    stage[kind].control('webhook', { flaw: 'duplicate', ...(kind === 'argyle' ? { event: 'paystubs.added' } : {}) });
    const news = (await sentBy(kind)).slice(notices.length);
    expect(news.map(({ statuses }) => statuses)).toEqual([[202], [202]]);
    await until(async () => (await refreshesOf(connected)).length > refreshes.length);
    await settle(kind);
    expect(await refreshesOf(connected)).toEqual([...refreshes, 'done']);
  });

  test('with a forged signature is refused at each attempt, and refreshes nothing', async () => {
    const [refreshes, notices] = [await refreshesOf(connected), await sentBy(kind)];
    stage[kind].control('webhook', { flaw: 'bad_signature' });
    const news = (await sentBy(kind)).slice(notices.length);
    expect(news.map(({ statuses }) => statuses)).toEqual([[401, 401, 401]]);
    await settle(kind);
    expect(await refreshesOf(connected)).toEqual(refreshes);
  });
});
