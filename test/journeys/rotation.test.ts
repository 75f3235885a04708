// Some providers issue rotating secrets: each secret may be used only once, to get the next secret. These tests kill
// processes that are renewing such a secret: before the provider reads the request, before it answers, and before the
// answer is stored. No secret may be sent to the provider twice. The environment variable TEST_VOUCH_ROTATION_KILLS
// sets the number of kills, and TEST_VOUCH_ROTATION_LINKS the number of links that share these kills. During a kill,
// the test mostly waits. So it takes less time if it uses several links in parallel.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newKeyBytes } from '#base/sealing.ts';
import { readSettings } from '#config.ts';
import { createClient } from '#services/access/clients.ts';
import { connectLink } from '#services/connections/links.ts';
import { createTask } from '#services/connections/tasks.ts';
import { createUser, getStoredUser } from '#services/people/users.ts';
import { type Ctx, ctxOf, inTransaction } from '#services/platform/ctx.ts';
import { bundled } from '#test/bundled.ts';
import { freshDatabase, type TestDatabase } from '#test/database.ts';
import { until } from '#test/jobs.ts';
import {
  type Accident,
  openRotatingBank,
  ROTATING_ID,
  type RotatingBank,
  rotatingAccount,
} from '#test/rotating-bank.ts';
import { type OpenHouse, openHouse } from '#wiring.ts';

const KILLS = Number(process.env['TEST_VOUCH_ROTATION_KILLS'] ?? 3);
const LINKS = Number(process.env['TEST_VOUCH_ROTATION_LINKS'] ?? 1);
const KINDS = ['unread', 'unanswered', 'answered'] as const;

let database: TestDatabase;
let data_dir: string;
let environment: Record<string, string>;
let house: OpenHouse;
let ctx: Ctx;
const banks: RotatingBank[] = [];
const children = new Set<ChildProcess>();

beforeAll(async () => {
  database = await freshDatabase();
  data_dir = await mkdtemp(join(tmpdir(), 'vouch-rotation-'));
  environment = {
    VOUCH_DATA_DIR: data_dir,
    DATABASE_URL: database.url,
    VOUCH_MASTER_KEY: newKeyBytes().toString('base64'),
    VOUCH_LOG_LEVEL: 'warn',
  };
  house = await openHouse(readSettings(environment));
  const { id: client_id } = await createClient(house, 'Acme Lending');
  ctx = await ctxOf(house, { client_id, environment: 'prod' });
}, 120_000);
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  for (const bank of banks) bank.close();
  await house.close();
  await rm(data_dir, { recursive: true, force: true });
  await database.drop();
}, 60_000);

/** A link and the bank that only this link uses. `reconnect` connects the link again, with a new secret. */
type Connected = { link_id: string; bank: RotatingBank; reconnect(): Promise<void> };

/** Creates a user and connects a link. */
async function newConnected(): Promise<Connected> {
  const bank = await openRotatingBank();
  banks.push(bank);
  const { id: user_id } = await inTransaction(ctx, (ctx) => createUser(ctx, { external_user_id: ctx.newId() }));
  const key = await ctx.vault.unwrap(ctx.scope, user_id, await getStoredUser(ctx, user_id));
  const link_id = ctx.newId();
  const shared = {
    user_id,
    provider_id: ROTATING_ID,
    data_source: 'payroll',
    product_type: 'employment',
    allowed_products: ['employment'],
    tracking_info: null,
    company_mapping: null,
    credentials: {},
  } as const;
  const connect = () =>
    inTransaction(ctx, async (ctx) => {
      const task_id = await createTask(ctx, key, {
        ...shared,
        allowed_products: ['employment'],
        link_id,
        is_known_link: false,
        order_id: null,
        bridge_token_id: null,
        template_id: null,
        use_case: null,
        is_refresh: false,
        is_suspicious: false,
        history_months: 1,
        code: null,
        is_unattended: true,
        deposit: null,
      });
      const account = rotatingAccount(bank.issue(), ctx.clock.now());
      await connectLink(ctx, key, { ...shared, allowed_products: ['employment'], link_id, task_id, account });
    });
  await connect();
  return { link_id, bank, reconnect: connect };
}

type Process = { child: ChildProcess; outcomes: string[] };

/** Starts a process that uses the link's account continuously. Resolves when the process has written its first line. */
async function start({ link_id, bank }: Connected): Promise<Process> {
  const args = [bank.origin, ctx.scope.client_id, link_id];
  const child = spawn(process.execPath, [await bundled('test/support/rotating-process.ts'), ...args], {
    env: { PATH: process.env['PATH'], ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.add(child);
  const outcomes: string[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => outcomes.push(line));
  await until(() => outcomes.length > 0 || child.exitCode !== null);
  expect(child.exitCode).toBeNull();
  return { child, outcomes };
}

async function kill({ child }: Process): Promise<void> {
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
  children.delete(child);
}

/**
 * Waits until the condition holds. On a slow machine an answer of the provider may be lost, so that no process has
 * access to the account. In that case the function reconnects the link.
 */
const untilThen = (connected: Connected, processes: readonly Process[], condition: () => boolean): Promise<void> =>
  until(async () => {
    if (condition()) return true;
    if (processes.every(({ outcomes }) => outcomes.at(-1) === 'login_error')) await connected.reconnect();
    return false;
  });

/**
 * Kills the process that is renewing the secret. Waits until the other process has either renewed the secret or got
 * `login_error`, and returns this other process.
 */
async function killOne(connected: Connected, processes: readonly Process[], kind: Accident['kind']): Promise<Process> {
  const { bank } = connected;
  let pid: number | undefined;
  const done = (sender: number) => {
    pid = sender;
  };
  bank.state.accident = { kind, delay_ms: Math.floor(Math.random() * 6), done };
  await untilThen(connected, processes, () => pid !== undefined);
  const renewed = bank.state.renewals_count;
  const [victim, survivor] = processes.toSorted((a) => (a.child.pid === pid ? -1 : 1));
  if (victim === undefined || survivor === undefined || victim.child.pid !== pid) {
    throw new Error('an unknown process renewed the access');
  }
  const known = survivor.outcomes.length;
  await kill(victim);
  const isRefused = () => survivor.outcomes.slice(known).includes('login_error');
  // If the provider's answer was stored before the kill, the other process continues with the new secret. If the answer
  // was not stored, the other process gets `login_error`, because the old secret must not be sent again.
  await until(() => isRefused() || bank.state.renewals_count > renewed);
  return survivor;
}

/** Kills processes of one link. Returns how many secrets were sent to the bank twice. */
async function killProcesses(kills_count: number): Promise<number> {
  const connected = await newConnected();
  const { state } = connected.bank;
  let processes = await Promise.all([start(connected), start(connected)]);
  for (let kills = 0; kills < kills_count; kills++) {
    const survivor = await killOne(connected, processes, KINDS[kills % KINDS.length] ?? 'unread');
    processes = [survivor, await start(connected)];
    const renewed = state.renewals_count;
    await untilThen(connected, processes, () => state.renewals_count > renewed);
    // `reuse_count` counts secrets that were sent twice. If a process continues although no answer was stored, it can
    // only send the old secret again, and `reuse_count` counts that.
    if (state.reuse_count > 0) return state.reuse_count;
  }
  expect(state.renewals_count).toBeGreaterThan(kills_count);
  const faults = processes.flatMap(({ outcomes }) => outcomes.filter((line) => line.startsWith('fault')));
  expect(faults).toEqual([]);
  await Promise.all(processes.map(kill));
  return state.reuse_count;
}

test(`after ${KILLS} kills of processes that renew the rotating secrets of ${LINKS} links, no secret was sent to the provider twice`, {
  timeout: 120_000 + KILLS * 60_000,
}, async () => {
  const links = Array.from({ length: LINKS }, () => killProcesses(Math.ceil(KILLS / LINKS)));
  expect(await Promise.all(links)).toEqual(links.map(() => 0));
});
