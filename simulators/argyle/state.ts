// The state of the Argyle simulator: users, verifications with their sessions, connected accounts and webhook
// subscriptions. Pay data is computed from the declared data of the invented people (lives/).
import type { Answer } from '../kit/answers.ts';
import type { Bank } from '../kit/bank.ts';
import type { SimClock } from '../kit/clock.ts';
import { Refusal } from '../kit/server.ts';
import type { WebhookSender } from '../kit/webhooks.ts';
import { endOfYear } from '../lives/calendar.ts';
import { type Payout, type Platform, payoutsOf, platformsOf } from '../lives/gig-trips.ts';
import type { Job, Life } from '../lives/life.ts';
import { type PayStub, payStubsOf, scheduledStubsOf } from '../lives/pay-stubs.ts';

export type User = {
  id: string;
  created_at: Date;
  fields: Readonly<Record<string, unknown>>;
  external_id: string | null;
};

/** An employer or platform that people can connect. */
export type Item = { id: string; name: string; kind: 'gig' | 'company' };

export type Account = {
  id: string;
  user: User;
  item: Item;
  life: Life;
  /** The work that the account is about: a job, or work for a gig platform. */
  work: { job: Job } | { platform: Platform };
  created_at: Date;
  updated_at: Date;
  /** The time at which the status of the connection changed last. */
  connection_at: Date;
  error: { code: string; message: string } | null;
  /** How much data was collected: nothing (`connecting`), 30 days (`partial`) or all (`synced`). */
  phase: 'connecting' | 'partial' | 'synced';
  /** The day up to which pay data was collected. */
  synced_to: string;
  /** The seed of the simulator, which decides the amounts. */
  seed: number;
  vanished: Set<string>;
};

export type Verification = {
  id: string;
  user: User;
  /** The type of the report that was ordered. */
  type: string;
  loan: Readonly<Record<string, unknown>> | null;
  billing: Readonly<Record<string, unknown>> | null;
  status: { state: 'PENDING' | 'PROCESSING' | 'COMPLETED'; code: string };
  /** The account that the person connected in a session of this verification. */
  account: Account | null;
  created_at: Date;
  updated_at: Date;
};

/** A link to the page, for one verification. `items`: the employers that the page offers; `item`: the chosen one. */
export type Session = {
  verification: Verification;
  redirect_url: string | null;
  items: readonly Item[];
  item: Item | null;
  ends_at: Date;
};

export type Subscription = {
  id: string;
  name: string;
  url: string;
  events: readonly string[];
  secret: string | null;
  config: Readonly<Record<string, unknown>>;
  created_at: Date;
  updated_at: Date;
};

export type State = {
  bank: Bank;
  clock: SimClock;
  seed: number;
  key_id: string;
  key_secret: string;
  items: readonly Item[];
  users: Map<string, User>;
  accounts: Map<string, Account>;
  subscriptions: Map<string, Subscription>;
  verifications: Map<string, Verification>;
  /** The sessions. The key is the token in the session's link. */
  sessions: Map<string, Session>;
  webhooks: WebhookSender;
  is_staged: boolean;
  /** Counts users, verifications, sessions and subscriptions, so that every id is unique. */
  counter: number;
};

export const PARTIAL_DAYS = 30;

export const fail = (status: number, json: unknown): Answer => ({ status, json });
export const notFound = fail(404, { detail: 'Not found.' });

export function refuse(status: number, json: unknown): never {
  throw new Refusal(fail(status, json));
}

export function accountOf(state: State, id: string): Account {
  const account = state.accounts.get(id);
  if (account === undefined) throw new Refusal(notFound);
  return account;
}

export const employerOf = (account: Account): string =>
  'job' in account.work ? account.work.job.employer.name : account.work.platform.name;

/** Every employer and platform of the declared people, in the order in which the people are declared. */
export function itemsOf(people: readonly Life[]): Item[] {
  const names = new Map<string, Item['kind']>();
  for (const life of people) {
    for (const job of life.jobs) names.set(job.employer.name, 'company');
    for (const platform of platformsOf(life)) names.set(platform.name, 'gig');
  }
  return [...names].map(([name, kind], at) => ({ id: `item_${String(900_000_001 + at)}`, name, kind }));
}

export function workOf(life: Life, item: Item): Account['work'] | undefined {
  const job = life.jobs.find(({ employer }) => employer.name === item.name);
  if (job !== undefined) return { job };
  const platform = platformsOf(life).find(({ name }) => name === item.name);
  return platform === undefined ? undefined : { platform };
}

const kept_stubs = new Map<string, readonly PayStub[]>();
const kept_payouts = new Map<string, readonly Payout[]>();
const KEPT_MAX = 100;

/**
 * The collected stubs, oldest first. The stubs depend only on the person's declared life and the seed, so the stubs up
 * to the end of a year are computed once and cached.
 */
export function stubsOf(account: Account): readonly PayStub[] {
  const { work, life } = account;
  if (!('job' in work)) return [];
  const year_end = endOfYear(account.synced_to);
  const key = `${account.seed}:${life.id}:${work.job.key}:${year_end}`;
  const stubs = kept_stubs.get(key) ?? payStubsOf(life, work.job, year_end, account.seed);
  keep(kept_stubs, key, stubs);
  return stubs.filter(({ pay_date }) => pay_date <= account.synced_to && isCollected(account, pay_date));
}

/** The stubs of the next payday, if the pay period has already ended. */
export const scheduledIn = (account: Account): readonly PayStub[] =>
  'job' in account.work && account.phase !== 'connecting'
    ? scheduledStubsOf(account.life, account.work.job, account.synced_to, account.seed)
    : [];

export function payoutsIn(state: State, account: Account): readonly Payout[] {
  const { work, life } = account;
  if (!('platform' in work)) return [];
  const key = `${account.seed}:${life.id}:${work.platform.key}:${state.clock.today()}`;
  const payouts = kept_payouts.get(key) ?? payoutsOf(life, work.platform, state.bank.accountsOf(life));
  keep(kept_payouts, key, payouts);
  return payouts.filter(({ paid_on }) => paid_on <= account.synced_to && isCollected(account, paid_on));
}

function isCollected(account: Account, day: string): boolean {
  if (account.phase !== 'partial') return account.phase === 'synced';
  const first = new Date(Date.parse(`${account.synced_to}T00:00:00Z`) - PARTIAL_DAYS * 86_400_000);
  return day >= first.toISOString().slice(0, 10);
}

function keep<Value>(map: Map<string, Value>, key: string, value: Value): void {
  if (map.size >= KEPT_MAX) map.clear();
  map.set(key, value);
}
