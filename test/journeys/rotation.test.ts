// Some providers issue rotating secrets: each secret may be used only once, to get the next secret. The request for the
// next secret is a renewal. The test kills processes that use such a secret. Some are killed while they read data. The
// others are killed during a renewal: before the provider reads it, before the provider answers it, about when the
// process stores the answer, or after that. No secret may be sent to the provider twice. A link may be lost only if a
// renewal was sent and its answer was not stored.
//
// The environment variable TEST_VOUCH_ROTATION_KILLS sets the number of kills, and TEST_VOUCH_ROTATION_LINKS the number
// of links that share these kills. During a kill, the test mostly waits. So it takes less time if it uses several links
// in parallel.
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
import { findRenewableLink, type RenewableLink } from '#storage/connections/link-renewals.ts';
import { bundled } from '#test/bundled.ts';
import { freshDatabase, type TestDatabase } from '#test/database.ts';
import { until } from '#test/jobs.ts';
import { openRotatingBank, ROTATING_ID, type RotatingBank, rotatingAccount } from '#test/rotating-bank.ts';
import { type OpenHouse, openHouse } from '#wiring.ts';

const KILLS = Number(process.env['TEST_VOUCH_ROTATION_KILLS'] ?? 5);
const LINKS = Number(process.env['TEST_VOUCH_ROTATION_LINKS'] ?? 1);
/**
 * When a process is killed. `reading`: while it reads data. `unread`: before the provider reads the renewal.
 * `unanswered`: before the provider answers. `answered`: shortly after the answer. `stored`: after the process has
 * stored the answer.
 */
const KINDS = ['reading', 'unread', 'unanswered', 'answered', 'stored'] as const;
type Kind = (typeof KINDS)[number];
/**
 * On a slow machine, a process may get or store an answer too late, although no process was killed. The link is then
 * lost as well. This is rare; a service that does not store its answers would lose a link after each kill.
 */
const LATE_MAX = Math.ceil(KILLS / 50);

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
      const connection = { ...shared, link_id, task_id, account, identities: [] };
      await connectLink(ctx, key, { ...connection, allowed_products: ['employment'] });
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

type Counts = { kills: number; stored: number; lost: number; late: number };

const storedRenewal = async ({ link_id }: Connected): Promise<RenewableLink> => {
  const seen = await findRenewableLink(ctx.db, ctx.scope, link_id);
  if (seen === undefined) throw new Error('the link does not exist');
  return seen;
};

/**
 * Waits until the condition holds. If an answer came too late, no process has access to the account. In that case the
 * function counts the lost answer and reconnects the link.
 */
const untilThen = (
  connected: Connected,
  counts: Counts,
  processes: readonly Process[],
  condition: () => boolean,
): Promise<void> =>
  until(async () => {
    if (condition()) return true;
    if (processes.every(({ outcomes }) => outcomes.at(-1) === 'login_error')) {
      counts.late++;
      await connected.reconnect();
      await until(() => processes.some(({ outcomes }) => outcomes.at(-1) === 'used'));
    }
    return false;
  });

/**
 * Kills a process. Waits until the other process has either renewed the secret or got `login_error`, and checks that it
 * got `login_error` only if the answer to a renewal was not stored. Returns this other process.
 */
async function killOne(
  connected: Connected,
  counts: Counts,
  processes: readonly Process[],
  kind: Kind,
): Promise<Process> {
  const { bank } = connected;
  let pid: number | undefined;
  let begun: RenewableLink | undefined;
  bank.state.accident = {
    kind: kind === 'stored' ? 'answered' : kind,
    delay_ms: Math.floor(Math.random() * 6),
    async begun() {
      begun = await storedRenewal(connected);
    },
    done(sender) {
      pid = sender;
    },
  };
  await untilThen(connected, counts, processes, () => pid !== undefined);
  const before = begun;
  if (before === undefined) throw new Error('the request did not arrive');
  // The start of a renewal is stored before the request is sent.
  if (kind !== 'reading') expect(before.renewal_id).not.toBeNull();
  const isStored = async () => (await storedRenewal(connected)).account_version > before.account_version;
  if (kind === 'stored') await until(isStored);
  const [victim, survivor] = processes.toSorted((a) => (a.child.pid === pid ? -1 : 1));
  if (victim === undefined || survivor === undefined || victim.child.pid !== pid) {
    throw new Error('an unknown process sent the request');
  }
  await kill(victim);
  counts.kills++;
  const [known, renewed] = [survivor.outcomes.length, bank.state.renewals_count];
  const isRefused = () => survivor.outcomes.slice(known).includes('login_error');
  await until(() => isRefused() || bank.state.renewals_count > renewed);
  const is_refused = isRefused();
  const { renewal_id } = await storedRenewal(connected);
  const is_stored = kind !== 'reading' && (await isStored());
  const is_unfinished = kind !== 'reading' && !is_stored && renewal_id === before.renewal_id;
  if (is_stored) counts.stored++;
  if (is_refused) {
    if (is_unfinished) counts.lost++;
    // The other process lost the answer to a renewal of its own.
    else if (renewal_id !== null && renewal_id !== before.renewal_id) counts.late++;
    else throw new Error(`a kill (${kind}) lost a link although no answer was lost`);
    await connected.reconnect();
  } else if (is_unfinished) {
    throw new Error(`after a kill (${kind}), the link was used although no answer was stored`);
  }
  return survivor;
}

/** Kills processes of one link, and counts what happened. */
async function killProcesses(kills_count: number): Promise<Counts> {
  const connected = await newConnected();
  const { state } = connected.bank;
  const counts: Counts = { kills: 0, stored: 0, lost: 0, late: 0 };
  let processes: readonly Process[] = await Promise.all([start(connected), start(connected)]);
  for (let kills = 0; kills < kills_count; kills++) {
    const survivor = await killOne(connected, counts, processes, KINDS[kills % KINDS.length] ?? 'unread');
    // After the last kill, the surviving process runs alone.
    processes = kills + 1 < kills_count ? [survivor, await start(connected)] : [survivor];
    const renewed = state.renewals_count;
    await untilThen(connected, counts, processes, () => state.renewals_count > renewed);
    // `reuse_count` counts secrets that were sent twice. If a process continues although no answer was stored, it can
    // only send the old secret again, and `reuse_count` counts that.
    expect(state.reuse_count).toBe(0);
  }
  expect(state.renewals_count).toBeGreaterThan(kills_count);
  const faults = processes.flatMap(({ outcomes }) => outcomes.filter((line) => line.startsWith('fault')));
  expect(faults).toEqual([]);
  await Promise.all(processes.map(kill));
  return counts;
}

test(`${KILLS} kills of processes that use the rotating secrets of ${LINKS} links send no secret twice, and lose a link only if its next secret was not stored`, {
  timeout: 120_000 + KILLS * 60_000,
}, async () => {
  const links = Array.from({ length: LINKS }, () => killProcesses(Math.ceil(KILLS / LINKS)));
  const all = await Promise.all(links);
  const sum = (name: keyof Counts): number => all.reduce((total, counts) => total + counts[name], 0);
  const [kills, stored, lost, late] = [sum('kills'), sum('stored'), sum('lost'), sum('late')];
  process.stdout.write(
    `${kills} kills: ${stored} after the next secret was stored, ${lost} lost a link whose next secret was not stored; ` +
      `${late} links were lost without a kill, because an answer came too late\n`,
  );
  expect(kills).toBeGreaterThanOrEqual(KILLS);
  expect(stored).toBeGreaterThanOrEqual(Math.floor(KILLS / KINDS.length));
  expect(late).toBeLessThanOrEqual(LATE_MAX);
});
