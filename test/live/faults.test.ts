// Connects people to live providers and refreshes their links. Every kind of fault that the simulators can simulate
// occurs at every point of a connection and of a refresh. In all cases the task ends with a status that the tables of
// docs/live.md name. Each list of the link is either completely old or completely new. No row is stored twice, and
// every change is announced by one event. The next refresh without a fault stores the correct data.
//
// Each list is written as a whole, but the lists are written in two steps. If a fault occurs between them, the accounts
// are new and the transactions are old; docs/live.md says which lists are written in which step.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { canMove, isFinal, TASK_STATUSES, type TaskStatus } from '#domain/connections/tasks.ts';
import type { Section } from '#domain/reports/link-data.ts';
import { COMPANIES } from '#simulators/finch/companies.ts';
import { endingsOf, type Received } from '#test/live-endings.ts';
import { arm, disarm, faultsOf, idIn, type LiveFault, type Strike, strikeOf } from '#test/live-faults.ts';
import {
  type Connected,
  connectLane,
  KINDS,
  type Kind,
  type Lane,
  openStage,
  refresh,
  type Stage,
  visitWidget,
} from '#test/live-stage.ts';
import {
  eventsAfter,
  lastPosition,
  linesOf,
  payrollOf,
  SECTIONS,
  type Snapshot,
  snapshot,
  truthOf,
} from '#test/live-truth.ts';
import { newUser } from '#test/tasks.ts';

const SEEDS = Number(process.env['TEST_VOUCH_FAULT_SEEDS'] ?? 300);
/**
 * The first seed. It can be set, so that a large run can be split into parts. It must be a multiple of
 * `SEEDS_OF_A_PART`.
 */
const FIRST_SEED = Number(process.env['TEST_VOUCH_FAULT_FIRST_SEED'] ?? 0);
/**
 * The number of seeds of one part. Each part has its own house (a complete test service), so that the people's
 * histories stay short.
 */
const SEEDS_OF_A_PART = 300;
const START = new Date('2026-06-03T02:00:00Z');
const DAY_MS = 86_400_000;

const LANES: readonly Lane[] = [
  { kind: 'fdx', username: 'priya', product: 'income' },
  { kind: 'simplefin', username: 'priya', product: 'transactions' },
  { kind: 'plaid', username: 'priya', product: 'assets' },
  { kind: 'argyle', username: 'priya', product: 'income' },
  { kind: 'finch', username: 'payroll-summit-ridge-hospital', product: 'admin' },
  { kind: 'fdx', username: 'ruth', product: 'assets' },
  { kind: 'simplefin', username: 'ruth', product: 'income' },
  { kind: 'plaid', username: 'ruth', product: 'income' },
  { kind: 'argyle', username: 'maya', product: 'income' },
  { kind: 'finch', username: 'payroll-alder-county-school-district', product: 'admin' },
];

/**
 * The people for the tests of first connections. No links of these people are refreshed, because in some simulators a
 * new connection with a user name ends the earlier access of that user name.
 */
const FIRST_LANES: readonly Lane[] = [
  { kind: 'fdx', username: 'lena', product: 'income' },
  { kind: 'simplefin', username: 'lena', product: 'transactions' },
  { kind: 'plaid', username: 'lena', product: 'assets' },
  { kind: 'argyle', username: 'lena', product: 'income' },
  { kind: 'finch', username: otherCompany(), product: 'admin' },
];

function otherCompany(): string {
  const known = new Set(LANES.map(({ username }) => username));
  return COMPANIES.find(({ username }) => !known.has(username))?.username ?? '';
}

/** The target of the faulty redirects. It must never receive a request. */
const trap = createServer((_, response) => {
  trapped += 1;
  response.end('{}');
});
let trapped = 0;
let trap_url = '';
beforeAll(async () => {
  await new Promise<void>((resolve) => trap.listen(0, '127.0.0.1', resolve));
  const address: AddressInfo | string | null = trap.address();
  trap_url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/`;
});
afterAll(() => void trap.close());

type Running = {
  lane: Lane;
  link: Connected;
  connected_on: string;
  /** The number of requests that a refresh without a fault sends. */
  requests: number;
  /** The data that is stored now. */
  stored: Snapshot;
};

const nowIn = ({ house }: Stage): Date => house.clock.now();

async function requestsOf(stage: Stage, { kind }: Lane): Promise<readonly Received[]> {
  if (kind !== 'fdx') {
    const requests = stage[kind].requests();
    return requests.map(({ parameters, fields, ...request }) => ({ ...request, names: [...parameters, ...fields] }));
  }
  const { requests } = Object(await stage.fdx.control('GET', '/requests'));
  const listed: (Omit<Received, 'names'> & { query: string[]; form: string[] })[] = requests;
  return listed.map(({ query, form, ...request }) => ({ ...request, names: [...query, ...form] }));
}

/** The first request that the fault affected. */
const struckIn = async (stage: Stage, lane: Lane): Promise<Received | undefined> =>
  (await requestsOf(stage, lane)).find(({ fault }) => fault !== null);

async function forgetRequests(stage: Stage, { kind }: Lane): Promise<void> {
  if (kind === 'fdx') await stage.fdx.control('DELETE', '/requests');
  else stage[kind].control('clear');
}

/** Lets the simulators of Argyle and Finch collect new pay. The real providers collect new pay by themselves. */
function collect({ argyle, finch }: Stage, { kind, username }: Lane): void {
  if (kind === 'argyle') argyle.control('refresh', idIn(argyle.control('accounts'), 'account', username));
  if (kind === 'finch') finch.control('refresh', idIn(finch.control('connections'), 'connection_id', username));
}

const doubledIn = ({ data }: Snapshot): string[] =>
  SECTIONS.flatMap((section) => {
    const ids = (data[section] ?? []).map(({ id }) => id);
    return ids.filter((id, at) => ids.indexOf(id) !== at).map(() => section);
  });

type Rows = Map<string, string>;

/** Returns the rows of a list by their ids, without `created_at` and `updated_at`. */
function rowsOf({ data }: Snapshot, section: Section): Rows {
  const rows: readonly { id: string; created_at: string; updated_at: string }[] = data[section] ?? [];
  return new Map(rows.map(({ created_at: _created, updated_at: _updated, ...row }) => [row.id, JSON.stringify(row)]));
}

const isSame = (one: Rows, other: Rows): boolean =>
  one.size === other.size && [...one].every(([id, row]) => other.get(id) === row);

/** Faults that a connector cannot detect, because the provider's answer looks valid. */
const LYING: ReadonlySet<LiveFault> = new Set(['vanishing_rows', 'schema_drift', 'clock_skew']);

/** Faults that a list of accounts names: the provider could not read some of the accounts. */
const PARTIAL: ReadonlySet<LiveFault> = new Set(['failed_account', 'unnamed_account']);

/** Returns the lists that equal neither the old data nor the new data. */
function halfIn(before: Snapshot, after: Snapshot, truth: Snapshot, fault: LiveFault, has_waited: boolean): string[] {
  return SECTIONS.filter((section) => {
    const [old, now, next] = [rowsOf(before, section), rowsOf(after, section), rowsOf(truth, section)];
    if (isSame(now, old) || isSame(now, next)) return false;
    // Accounts and holdings are not checked if the task has waited, because the prices of securities change in the
    // meantime.
    if (has_waited && (section === 'accounts' || section === 'holdings')) return false;
    // If the provider names accounts that it could not read, their rows stay old, and the other rows are new.
    if (PARTIAL.has(fault)) return ![...now].every(([id, row]) => old.get(id) === row || next.get(id) === row);
    // Even with an undetectable fault, every stored row must be a row of the old or of the new data.
    return !LYING.has(fault) || ![...now.keys()].every((id) => next.has(id) || old.has(id));
  });
}

/**
 * Returns the events that must be sent for the differences between the two states. Each event is written in the same
 * form as the field `word` of `Announced`.
 */
function changesOf(before: Snapshot, after: Snapshot): string[] {
  const changedIn = (section: Section): string[] => {
    const [old, now] = [rowsOf(before, section), rowsOf(after, section)];
    const touched = [...now].filter(([id, row]) => old.get(id) !== row).map(([id]) => id);
    return [...touched, ...[...old.keys()].filter((id) => !now.has(id))];
  };
  const stubs = changedIn('statements').length;
  const now_there = rowsOf(after, 'identity');
  return [
    ...changedIn('identity').flatMap((id) => (now_there.has(id) ? [`profile-updated ${id}`] : [])),
    ...changedIn('employments').map((id) => `employment-updated ${id}`),
    ...(stubs === 0 ? [] : [`statements-updated ${stubs}`]),
    ...(before.is_connected && !after.is_connected ? ['link-disconnected'] : []),
    ...(!before.is_connected && after.is_connected ? ['link-connected'] : []),
  ].toSorted();
}

/**
 * Checks that each status was announced once and in an allowed order, and that the last status is the task's final
 * status.
 */
function checkStatuses(statuses: readonly string[], ending: string): void {
  const known = statuses.flatMap((word) => TASK_STATUSES.find((status) => status === word) ?? []);
  expect(known).toEqual(statuses);
  expect(new Set(known).size).toBe(known.length);
  expect(known[0]).toBe('new');
  const wrong = known.slice(1).filter((next, at) => !canMove(known[at] ?? 'new', next));
  expect(wrong).toEqual([]);
  const last: TaskStatus = known.at(-1) ?? 'new';
  expect([last, isFinal(last)]).toEqual([ending, true]);
}

/** Refreshes the link, and checks that every change was announced by one event. */
async function refreshChecked(stage: Stage, running: Running) {
  const { lane, link, stored: before } = running;
  const position = await lastPosition(stage);
  const { task_id, status, has_waited } = await refresh(stage, link, lane.product);
  const after = await snapshot(stage, link.link_id);
  running.stored = after;
  const events = await eventsAfter(stage, link.link_id, position);
  expect(doubledIn(after)).toEqual([]);
  checkStatuses(
    events
      .filter(({ task }) => task === task_id)
      .flatMap(({ word }) => /^task-status-updated (.*)$/.exec(word)?.[1] ?? []),
    status,
  );
  const others = events.map(({ word }) => word).filter((word) => !word.startsWith('task-status-updated'));
  expect(others.toSorted()).toEqual(changesOf(before, after));
  return { before, after, status, has_waited };
}

/** Refreshes the link without a fault, and checks that the correct data is stored. Returns this data. */
async function refreshCleanly(stage: Stage, running: Running): Promise<Snapshot> {
  // The date may have changed since the refresh with the fault, and the new date may be a payday.
  collect(stage, running.lane);
  await forgetRequests(stage, running.lane);
  const { after, status } = await refreshChecked(stage, running);
  expect(status).toBe('done');
  expect(linesOf(after.data)).toEqual(truthOf(stage, running.lane, running.connected_on));
  running.requests = (await requestsOf(stage, running.lane)).length;
  if (running.lane.kind === 'finch') {
    const { reported, paid } = await payrollOf(stage, running.lane, running.link.access_token);
    expect(reported).toEqual(paid);
  }
  return after;
}

/**
 * Checks a payroll report that is requested during a fault. Either it ends with `done` and contains all payments, or it
 * ends with `error` and contains none. With an undetectable fault, payments may be missing.
 */
async function checkPayroll(stage: Stage, { lane, link }: Running, fault: LiveFault): Promise<void> {
  if (lane.kind !== 'finch') return;
  const { status, reported, paid } = await payrollOf(stage, lane, link.access_token);
  expect(['done', 'error']).toContain(status);
  const is_whole = status === 'done' && !LYING.has(fault);
  expect(reported).toEqual(is_whole ? paid : paid.filter((line) => reported.includes(line)));
}

/** Faults that change the provider's state instead of the response to one request. */
const STANDING: ReadonlySet<LiveFault> = new Set(['ended_access', 'clock_skew', 'preparing']);

/** Checks that the task has a final status that docs/live.md names for the fault and for the first affected request. */
function checkEnding({ kind }: Lane, strike: Strike, struck: Received | undefined, is_first: boolean, status: string) {
  const has_happened = struck !== undefined || STANDING.has(strike.fault);
  const allowed: readonly string[] = has_happened ? endingsOf(kind, strike, struck, is_first) : ['done'];
  expect(allowed, JSON.stringify({ ...strike, is_first, path: struck?.path })).toContain(status);
}

/** Refreshes the link with the fault, and then switches the fault off. */
async function untilEnd(stage: Stage, running: Running, fault: LiveFault) {
  try {
    const ended = await refreshChecked(stage, running);
    const struck = await struckIn(stage, running.lane);
    await checkPayroll(stage, running, fault);
    return { ...ended, struck };
  } finally {
    await disarm(stage, running.lane);
  }
}

/** Runs one seed: a refresh with a fault, a repair if the link was disconnected, and a refresh without a fault. */
async function play(stage: Stage, running: Running, strike: Strike): Promise<string> {
  const { lane, link } = running;
  collect(stage, lane);
  await forgetRequests(stage, lane);
  await arm(stage, lane, strike, trap_url);
  const { before, after, status, has_waited, struck } = await untilEnd(stage, running, strike.fault);
  checkEnding(lane, strike, struck, false, status);
  if (!after.is_connected) {
    await visitWidget(stage, lane, link.user_id, link.access_token);
    running.stored = await snapshot(stage, link.link_id);
  }
  const truth = await refreshCleanly(stage, running);
  expect(halfIn(before, after, truth, strike.fault, has_waited)).toEqual([]);
  expect(trapped).toBe(0);
  const has_struck = struck !== undefined || (strike.fault === 'preparing' && has_waited);
  return has_struck ? `${lane.kind} ${strike.fault} ${status}` : '';
}

const NOTHING: Snapshot = { data: {}, is_connected: false };

/**
 * Runs one seed: a first connection with a fault, and then one step without the fault. This step is a refresh if the
 * link is connected, a repair if it is disconnected, or a new connection if there is no link. If this step ends on a
 * later day than the connection began, one more refresh follows, because the provider may have new data.
 */
async function playFirst(stage: Stage, lane: Lane, strike: Strike): Promise<string> {
  const { client } = stage;
  const today = (): string => nowIn(stage).toISOString().slice(0, 10);
  const [started_at, began_on, position] = [nowIn(stage), today(), await lastPosition(stage)];
  const user_id = await newUser(client.prod, `first-${lane.kind}-${strike.seed}`);
  const linksOf = async (): Promise<{ id: string; access_token: string }[]> =>
    (await client.prod('GET', `/v1/links/?user_id=${user_id}`)).json().results;
  await forgetRequests(stage, lane);
  const { task, struck } = await connectWithFault(stage, lane, user_id, strike);
  const has_waited = nowIn(stage).getTime() > started_at.getTime();
  const [found] = await linksOf();
  const after = found === undefined ? NOTHING : await snapshot(stage, found.id);
  expect(doubledIn(after)).toEqual([]);
  const words = (await eventsAfter(stage, task.link_id, position)).map(({ word }) => word);
  checkStatuses(
    words.flatMap((word) => /^task-status-updated (.*)$/.exec(word)?.[1] ?? []),
    task.status,
  );
  expect(new Set(words).size).toBe(words.length);
  checkEnding(lane, strike, struck, true, task.status);

  if (found !== undefined && after.is_connected) {
    await refresh(stage, { user_id, link_id: found.id, ...found }, lane.product);
  } else await visitWidget(stage, lane, user_id, found?.access_token);
  const links = await linksOf();
  expect(links).toHaveLength(1);
  const [link = { id: '', access_token: '' }] = links;
  const next = await snapshot(stage, link.id);
  expect(halfIn(NOTHING, after, next, strike.fault, has_waited)).toEqual([]);
  if (today() !== began_on) {
    collect(stage, lane);
    await refresh(stage, { user_id, link_id: link.id, ...link }, lane.product);
  }
  const truth = await snapshot(stage, link.id);
  expect(linesOf(truth.data)).toEqual(truthOf(stage, lane, began_on));
  expect(trapped).toBe(0);
  await client.prod('DELETE', `/v1/links/${link.id}/`);
  return struck === undefined ? '' : `${lane.kind} ${strike.fault} ${task.status} first`;
}

/** Connects the person. The fault begins when the person has left the provider's pages. */
async function connectWithFault(stage: Stage, lane: Lane, user_id: string, strike: Strike) {
  const start = () => arm(stage, lane, strike, trap_url);
  let task_id: string;
  try {
    task_id = await visitWidget(stage, lane, user_id, undefined, start);
  } finally {
    await disarm(stage, lane);
  }
  const task: { status: string; link_id: string } = (await stage.client.prod('GET', `/v1/tasks/${task_id}/`)).json();
  return { task, struck: await struckIn(stage, lane) };
}

/** The minimum number of requests that a connection sends after the person's return. */
const REQUESTS_OF_FIRST = 6;

/**
 * Whether the seed runs a first connection instead of a refresh. With increasing seeds, each connector gets all its
 * faults in refreshes, then all of them in first connections, then again in refreshes, and so on.
 */
const isFirst = (seed: number, kind: Kind): boolean =>
  Math.floor(seed / KINDS.length / faultsOf(kind).length) % 2 === 1;

const PARTS = Array.from({ length: Math.ceil(SEEDS / SEEDS_OF_A_PART) }, (_, at) => FIRST_SEED + at * SEEDS_OF_A_PART);

describe.each(PARTS)('faults of live providers, for the seeds from %d on', (first) => {
  const seeds = Array.from({ length: Math.min(SEEDS_OF_A_PART, FIRST_SEED + SEEDS - first) }, (_, at) => first + at);
  const outcomes = new Map<string, number>();

  test('after a fault, each list of a link is either completely old or completely new; each change is announced by one event, and the next refresh without a fault stores the correct data', async () => {
    const stage = await openStage({ seed: first, now: START });
    const lanes: Running[] = [];
    const failures: string[] = [];
    for (const lane of LANES) {
      const link = await connectLane(stage, lane);
      const stored = await snapshot(stage, link.link_id);
      lanes.push({ lane, link, connected_on: START.toISOString().slice(0, 10), requests: 6, stored });
    }
    for (const [at, seed] of seeds.entries()) {
      const running = lanes[at % lanes.length];
      if (running === undefined) throw new Error('there is no lane');
      stage.moveTo(new Date(nowIn(stage).getTime() + DAY_MS / lanes.length));
      const { kind } = running.lane;
      const first_lane = isFirst(seed, kind) ? FIRST_LANES.find((lane) => lane.kind === kind) : undefined;
      const strike = strikeOf(seed, kind, first_lane === undefined ? running.requests : REQUESTS_OF_FIRST);
      const played = first_lane === undefined ? play(stage, running, strike) : playFirst(stage, first_lane, strike);
      const outcome = await played.catch((error: unknown) => {
        failures.push(
          `seed ${seed}: ${JSON.stringify({ ...(first_lane ?? running.lane), ...strike })}: ${textOf(error)}`,
        );
        return '';
      });
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    }
    await stage.close();
    expect(failures).toEqual([]);
    const struck = new Set([...outcomes.keys()].map((outcome) => outcome.split(' ').slice(0, 2).join(' ')));
    const all = KINDS.flatMap((kind) => faultsOf(kind).map((fault) => `${kind} ${fault}`));
    const missing = all.filter((one) => !struck.has(one) && !UNSEEN.test(one));
    expect(seeds.length === SEEDS_OF_A_PART ? missing : []).toEqual([]);
    const first_kinds = new Set(
      [...outcomes.keys()].filter((one) => one.endsWith(' first')).map((one) => one.split(' ')[0]),
    );
    expect(seeds.length === SEEDS_OF_A_PART ? KINDS.filter((kind) => !first_kinds.has(kind)) : []).toEqual([]);
  }, 3_600_000);
});

const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error)).slice(0, 600);

/** Faults that affect the whole provider and therefore do not appear in the log of requests. */
const UNSEEN = / ended_access$|^fdx clock_skew$/;
