// Measures signed webhook deliveries per second, compared with a bare loop of signed POST requests to the same kind of
// receiver. Also measures, at a hundred events per second, the time from the call that commits an event to the event's
// arrival.
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import { newId } from '#base/ids.ts';
import { accessKey, signWithKeys, toSigningSecret, webhookKey } from '#domain/events/webhook-signatures.ts';
import { type Api, clientOf, connect, inParallel, newUser } from './client.ts';
import { type Service, startScript } from './service.ts';
import { atLeast, atMost, type Figure } from './table.ts';

const LINKS = 500;
const POSTS_AT_ONCE = 16;
const EVENTS_PER_SECOND = 100;
const RATIO_MIN = 0.35;
const P50_MS_MAX = 60;
const P99_MS_MAX = 400;

export async function benchWebhooks(service: Service): Promise<Figure[]> {
  const api = clientOf(service);
  const receiver = await startScript('bench/receiver.ts', {});
  const second = await startScript('bench/receiver.ts', {});
  try {
    const links = await inParallel(LINKS, async () => (await connect(api, await newUser(api))).link_id ?? '');
    await until(async () => ((await api.get('/v1/tasks/?status=done&page_size=1')).count ?? 0) >= LINKS);
    const ours = await deliveriesPerSecond(api, receiver.url);
    const bare = await postsPerSecond(second.url, ours.count, service.secret);
    const waits = await waitsMs(api, links, receiver.url);
    return [
      atLeast('signed deliveries', ours.per_second, bare, RATIO_MIN),
      atMost(`commit to receipt at ${EVENTS_PER_SECOND} events/s, p50`, quantile(waits, 0.5), P50_MS_MAX, 'ms'),
      atMost(`commit to receipt at ${EVENTS_PER_SECOND} events/s, p99`, quantile(waits, 0.99), P99_MS_MAX, 'ms'),
    ];
  } finally {
    api.close();
    await receiver.stop();
    await second.stop();
  }
}

/** Replays all events to a new endpoint and measures the deliveries per second. */
export async function deliveriesPerSecond(
  api: Api,
  url: string,
): Promise<{ per_second: number; count: number; id: string }> {
  const { id = '' } = await api.post('/v1/webhooks/', {
    name: 'Bench',
    webhook_url: `${url}/hook`,
    env_type: 'sandbox',
  });
  const started_ms = performance.now();
  const { replayed_count = 0 } = await api.post(`/v1/webhooks/${id}/replay/`, {
    created_at__gte: '2020-01-01T00:00:00Z',
    only_failed: false,
  });
  await until(async () => (await countOf(url)) >= replayed_count);
  return { per_second: replayed_count / ((performance.now() - started_ms) / 1000), count: replayed_count, id };
}

async function postsPerSecond(url: string, count: number, secret: string): Promise<number> {
  const pool = new Pool(url, { connections: POSTS_AT_ONCE });
  const keys = { signing_key: webhookKey(toSigningSecret(randomBytes(32))), access_key: accessKey(secret) };
  const body = JSON.stringify({ webhook_id: newId(), event_type: 'link-connected', text: 'x'.repeat(350) });
  let next = 0;
  const post = async () => {
    for (let at = next++; at < count; at = next++) {
      const headers = signWithKeys({ webhook_id: newId(), body, timestamp_seconds: 1_790_000_000, ...keys });
      const answer = await pool.request({ path: '/hook', method: 'POST', headers, body });
      await answer.body.dump();
    }
  };
  const started_ms = performance.now();
  await Promise.all(Array.from({ length: POSTS_AT_ONCE }, post));
  const per_second = count / ((performance.now() - started_ms) / 1000);
  await pool.close();
  return per_second;
}

/**
 * Deletes links, and measures the time from each call to its event's arrival. A deletion commits its event before the
 * response is sent, so the time of the commit is unknown. The measured time therefore includes the part of the call
 * before the commit.
 */
async function waitsMs(api: Api, links: readonly string[], url: string): Promise<number[]> {
  const called = new Map<string, number>();
  const calls: Promise<unknown>[] = [];
  const started_ms = performance.now();
  for (const [at, link_id] of links.entries()) {
    await sleep(Math.max(0, started_ms + (at * 1000) / EVENTS_PER_SECOND - performance.now()));
    called.set(link_id, performance.timeOrigin + performance.now());
    calls.push(api.remove(`/v1/links/${link_id}/`));
  }
  await Promise.all(calls);
  const deleted = await deletions(api);
  await until(async () => {
    const seen = await seenBy(url);
    return deleted.every(({ webhook_id }) => webhook_id in seen);
  });
  const seen = await seenBy(url);
  return deleted.map(({ webhook_id, link_id }) => (seen[webhook_id] ?? Number.NaN) - (called.get(link_id) ?? 0));
}

async function deletions(api: Api): Promise<{ webhook_id: string; link_id: string }[]> {
  const found: { webhook_id: string; link_id: string }[] = [];
  for (let after = ''; ; ) {
    const { results = [], next_cursor } = await api.get(`/v1/events/?limit=500&event_type=link-deleted${after}`);
    found.push(...results.map(({ payload }) => payload));
    if (results.length === 0) return found;
    after = `&after=${next_cursor}`;
  }
}

async function ask<T>(url: string): Promise<T> {
  const answer: T = JSON.parse(await (await fetch(url)).text());
  return answer;
}
const countOf = async (url: string): Promise<number> => (await ask<{ count: number }>(`${url}/count`)).count;
const seenBy = (url: string): Promise<Record<string, number>> => ask(`${url}/seen`);

const quantile = (values: readonly number[], part: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * part)] ?? Number.NaN;

async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await sleep(20);
}
