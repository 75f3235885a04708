// Killing the service or its database at any moment does not lose or duplicate an acknowledged write, and the next
// start needs no repair. `npm run test:kill` kills the service 50 times and the database 20 times; the normal test
// suite kills each of them once.

import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#base/ids.ts';
import { until } from '#test/jobs.ts';
import { headersOf, readCredentials, type ServiceProcess, startService, USUAL_PATIENCE } from '#test/process.ts';

const SERVICE_KILLS = Number(process.env['TEST_VOUCH_SERVICE_KILLS'] ?? 1);
const DATABASE_KILLS = Number(process.env['TEST_VOUCH_DATABASE_KILLS'] ?? 1);
const WRITERS = 8;

let data_dir: string;
beforeAll(async () => {
  data_dir = await mkdtemp(join(tmpdir(), 'vouch-kill-'));
});
afterAll(() => rm(data_dir, { recursive: true, force: true }));

/**
 * Creates users until it is stopped. `acknowledged` collects the `external_user_id` of each user whose creation was
 * acknowledged. `doubtful` collects the `external_user_id` of each requested user whose creation was not acknowledged.
 */
function writeOn(url: string, acknowledged: Set<string>, doubtful: Set<string>): () => Promise<void> {
  let stopped = false;
  const headers = headersOf(readCredentials(data_dir));
  const writer = async () => {
    while (!stopped) {
      const external_user_id = newId();
      doubtful.add(external_user_id);
      const answer = await fetch(`${url}/v1/users/`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ external_user_id }),
      })
        .then(async (response) => ({ status: response.status, text: await response.text() }))
        .catch(() => undefined);
      if (answer?.status === 201) {
        acknowledged.add(external_user_id);
        doubtful.delete(external_user_id);
      } else await sleep(20);
    }
  };
  const writers = Array.from({ length: WRITERS }, writer);
  return async () => {
    stopped = true;
    await Promise.all(writers);
  };
}

/** Returns the `external_user_id` of every user in the user list. */
async function storedUsers(url: string): Promise<string[]> {
  const headers = headersOf(readCredentials(data_dir));
  const found: string[] = [];
  let next: string | null = '/v1/users/?page_size=100&list_links=false';
  while (next !== null) {
    const response: Response = await fetch(`${url}${next}`, { headers });
    expect(response.status).toBe(200);
    const page: { next: string | null; results: { external_user_id: string }[] } = JSON.parse(await response.text());
    found.push(...page.results.map((user) => user.external_user_id));
    next = page.next === null ? null : page.next.replace(/^https?:\/\/[^/]+/, '');
  }
  return found;
}

function expectAllOnce(stored: string[], acknowledged: Set<string>, doubtful: Set<string>): void {
  expect(new Set(stored).size).toBe(stored.length);
  const there = new Set(stored);
  expect([...acknowledged].filter((id) => !there.has(id))).toEqual([]);
  expect(stored.filter((id) => !acknowledged.has(id) && !doubtful.has(id))).toEqual([]);
}

const start = (): Promise<ServiceProcess> =>
  startService({ ...USUAL_PATIENCE, VOUCH_DATA_DIR: data_dir, VOUCH_RATE_LIMIT_REQUESTS: '1000000000' });

test(`killing the service ${SERVICE_KILLS} times under write load neither loses nor duplicates a user`, {
  timeout: 20_000 + SERVICE_KILLS * 20_000,
}, async () => {
  const [acknowledged, doubtful] = [new Set<string>(), new Set<string>()];
  for (let round = 0; round < SERVICE_KILLS; round++) {
    const service = await start();
    const before = acknowledged.size;
    const stop = writeOn(service.url, acknowledged, doubtful);
    // The test kills the service at a random time after the first acknowledged write, however busy the machine is.
    await until(() => acknowledged.size > before);
    await sleep(Math.random() * 600);
    await service.kill();
    await stop();
  }
  const service = await start();
  expectAllOnce(await storedUsers(service.url), acknowledged, doubtful);
  expect(await service.stop()).toBe(0);
});

test(`${DATABASE_KILLS} kills of the embedded database under write load do not lose or duplicate a user`, {
  timeout: 20_000 + DATABASE_KILLS * 30_000,
}, async () => {
  const service = await start();
  const [acknowledged, doubtful] = [new Set(await storedUsers(service.url)), new Set<string>()];
  const before = acknowledged.size;
  for (let round = 0; round < DATABASE_KILLS; round++) {
    const stop = writeOn(service.url, acknowledged, doubtful);
    await sleep(300 + Math.random() * 500);
    const [pid] = (await readFile(join(data_dir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n');
    process.kill(Number(pid), 'SIGKILL');
    await sleep(300);
    await expect.poll(() => fetch(`${service.url}/readyz`).then(({ status }) => status), { timeout: 20_000 }).toBe(200);
    const size = acknowledged.size;
    await expect.poll(() => acknowledged.size, { timeout: 20_000 }).toBeGreaterThan(size);
    await stop();
  }
  expectAllOnce(await storedUsers(service.url), acknowledged, doubtful);
  expect(acknowledged.size).toBeGreaterThan(before);
  expect(await service.stop()).toBe(0);
});
