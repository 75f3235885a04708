// Plays the task engine for the suite of conformance.ts: logs in step by step, reads, and lets everything that is
// remembered between steps go the way it goes in earnest, through JSON.

import type { ProductType } from '#domain/access/products.ts';
import type { FailedStatus } from '#domain/connections/tasks.ts';
import type { LinkData } from '#domain/reports/link-data.ts';
import {
  type Account,
  type Connector,
  type Credentials,
  type Fetched,
  type FetchRequest,
  type Io,
  type LoginRequest,
  type LoginStep,
  ProviderFailure,
} from './contract.ts';

export type Fixture = {
  product: ProductType;
  /** Whom the provider knows. What it does not have is left out; a good and a wrong login everybody has. */
  logins: {
    good: Credentials;
    wrong_password: Credentials;
    second_factor?: { credentials: Credentials; right: string; wrong: string };
    /** Logins that end with a status, by that status. */
    failing?: Partial<Record<FailedStatus, Credentials>>;
    /** Logs in, and there is nothing. */
    no_data?: Credentials;
    /** Some fields are not told, and named. */
    partial?: Credentials;
    /** The data takes its time. */
    slow?: Credentials;
    /** A refresh brings something new. */
    changed?: Credentials;
  };
  /** A simulator of the provider, in place of the network. */
  fetch?: Transport;
  /** Plays the person on the provider's own page: what the provider sends back with them. */
  visit?: (url: string, credentials: Credentials) => Promise<Readonly<Record<string, string>>>;
};

export type Transport = (url: string, request: RequestInit) => Promise<Response>;

/** How steps are run in earnest (services/connections/provider-calls.ts); a test brings it along from the floor above. */
export type RunStep = <T>(
  connector: Pick<Connector, 'manifest'>,
  step: (io: Io) => Promise<T>,
  options: { now(): Date; timeout_ms?: number; fetch: Transport },
) => Promise<T>;

export const NOON = new Date('2026-03-04T12:00:00Z');
export const laterBy = (moment: Date, seconds: number): Date => new Date(moment.getTime() + seconds * 1000);

export const LINK_ID = '6f1c0f4f0b0e4a5f8d6a2b7c9e1d3f50';
export const REDIRECT_URL = 'http://127.0.0.1:8080/oauth/callback/';

/** What differs from a first login at noon over a network that is there. */
export type Circumstances = Partial<Pick<LoginRequest, 'is_refresh' | 'account' | 'memory' | 'reply'>> & {
  now?: Date;
  fetch?: Transport;
  timeout_ms?: number;
  link_id?: string;
  declared?: FetchRequest['declared'];
};

export type Player = ReturnType<typeof playerOf>;

export function playerOf(connector: Connector, { product, visit, ...fixture }: Fixture, runStep: RunStep) {
  const run = <T>(step: (io: Io) => Promise<T>, { now = NOON, fetch, timeout_ms }: Circumstances = {}): Promise<T> =>
    runStep(connector, step, {
      now: () => now,
      fetch: fetch ?? fixture.fetch ?? noNetwork,
      ...(timeout_ms === undefined ? {} : { timeout_ms }),
    });

  const step = (credentials: Credentials, changed: Circumstances = {}): Promise<LoginStep> => {
    const { is_refresh = false, account, memory, reply } = changed;
    const request = { credentials, product, is_refresh, account, memory, reply, ...RETURN };
    return run((io) => connector.login(throughJson(request), io), changed);
  };

  /** As far as it goes until a code is asked for. */
  async function begin(credentials: Credentials, changed: Circumstances = {}): Promise<LoginStep> {
    const first = await step(credentials, changed);
    if (first.step !== 'redirect') return first;
    if (visit === undefined) throw new Error('nobody plays the person on the provider’s page');
    const query = await visit(first.url, credentials);
    return step(credentials, { ...changed, memory: first.memory, reply: { kind: 'redirect', query } });
  }

  async function connect(credentials: Credentials, changed: Circumstances = {}): Promise<Account> {
    const reached = await begin(credentials, changed);
    if (reached.step !== 'connected') throw new Error(`expected a connection, not ${reached.step}`);
    return throughJson(reached.account);
  }

  const fetch = (part: 'first' | 'rest', account: Account, changed: Circumstances = {}): Promise<Fetched> => {
    const { is_refresh = false, link_id = LINK_ID, declared } = changed;
    const request: FetchRequest = { product, link_id, is_refresh, history_months: 24, declared };
    return run((io) => connector.fetch[part](account, request, io), changed);
  };

  /** All there is, and the account as that left it. */
  async function read(account: Account, changed: Circumstances = {}) {
    const first = dataOf(await fetch('first', account, changed));
    const rest = dataOf(await fetch('rest', throughJson(first.account), changed));
    const data: Partial<LinkData> = { ...first.data, ...rest.data };
    return { data, account: throughJson(rest.account) };
  }

  return { run, step, begin, connect, fetch, read };
}

const RETURN = { redirect_url: REDIRECT_URL, state: 'f3b1a0c2d4e5f60718293a4b5c6d7e8f' };

const noNetwork: Transport = () => Promise.reject(new Error('there is no network here'));

export const throughJson = <T>(value: T): T => JSON.parse(JSON.stringify(value));

const dataOf = (fetched: Fetched) => {
  if (fetched.outcome !== 'data') throw new Error('the data is not there yet');
  return fetched;
};

/** How it failed; anything but a failure is one of the test. */
export async function failureOf(run: Promise<unknown>): Promise<ProviderFailure> {
  const ending = await run.then(
    () => new Error('nothing failed'),
    (error: unknown) => error,
  );
  if (!(ending instanceof ProviderFailure)) throw ending;
  return ending;
}

/** All objects that have an id, however deep. */
export function objectsOf(value: unknown): { id: string }[] {
  if (Array.isArray(value)) return value.flatMap(objectsOf);
  if (typeof value !== 'object' || value === null) return [];
  const own = 'id' in value ? [{ ...value, id: String(value.id) }] : [];
  return [...own, ...Object.values(value).flatMap(objectsOf)];
}

export const idsOf = (value: unknown): string[] => objectsOf(value).map(({ id }) => id);
