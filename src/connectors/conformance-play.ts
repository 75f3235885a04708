// Simulates the task engine for the conformance suite (conformance.ts): logs in step by step and reads data. All state
// kept between steps passes through JSON, as in production.

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
  /**
   * Test logins, one for each case. `good` and `wrong_password` are required. The login of any other case is omitted if
   * the case does not exist at the provider.
   */
  logins: {
    good: Credentials;
    /**
     * Other credentials for the account of `good`, for a second connection. Needed if the credentials of `good` work
     * only once.
     */
    again?: Credentials;
    wrong_password: Credentials;
    second_factor?: { credentials: Credentials; right: string; wrong: string };
    /** Logins that fail. The key of each login is the task status with which the login ends. */
    failing?: Partial<Record<FailedStatus, Credentials>>;
    /** The login succeeds, but the provider has no data about the person. */
    no_data?: Credentials;
    /** The data lacks some fields, and `missing_data_fields` lists them. */
    partial?: Credentials;
    /** The data is ready only some time after the login. */
    slow?: Credentials;
    /** The data is different after a refresh. */
    changed?: Credentials;
  };
  /** Replaces the network with a simulator of the provider. */
  fetch?: Transport;
  /**
   * Acts as the person on the provider's own page. Returns the query parameters with which the provider redirects back
   * to us.
   */
  visit?: (url: string, credentials: Credentials) => Promise<Readonly<Record<string, string>>>;
};

export type Transport = (url: string, request: RequestInit) => Promise<Response>;

/**
 * The function that runs a step in production (services/connections/provider-calls.ts). Each test passes this function
 * as an argument.
 */
export type RunStep = <T>(
  connector: Pick<Connector, 'manifest'>,
  step: (io: Io) => Promise<T>,
  options: { now(): Date; timeout_ms?: number; fetch: Transport },
) => Promise<T>;

export const NOON = new Date('2026-03-04T12:00:00Z');
export const laterBy = (moment: Date, seconds: number): Date => new Date(moment.getTime() + seconds * 1000);

const HISTORY_MONTHS = 24;
export const LINK_ID = '6f1c0f4f0b0e4a5f8d6a2b7c9e1d3f50';
export const REDIRECT_URL = 'http://127.0.0.1:8080/oauth/callback/';

/** Deviations from the default case. The default case is a first login at noon over a working network. */
export type Circumstances = Partial<Pick<LoginRequest, 'is_refresh' | 'account' | 'memory' | 'reply' | 'products'>> & {
  now?: Date;
  fetch?: Transport;
  timeout_ms?: number;
  link_id?: string;
  history_months?: number;
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

  const step = async (credentials: Credentials, changed: Circumstances = {}): Promise<LoginStep> => {
    const { is_refresh = false, memory, reply, history_months = HISTORY_MONTHS } = changed;
    const account = is_refresh ? await renewed(changed) : changed.account;
    const products = changed.products ?? [product];
    const request = {
      credentials,
      products,
      history_months,
      is_refresh,
      account,
      memory,
      reply,
      ...RETURN,
    };
    return run((io) => connector.login(throughJson(request), io), changed);
  };

  /**
   * Returns the account. If our access to the account is due for renewal, renews the access first, as the service does.
   */
  const renewed = async (changed: Circumstances): Promise<Account | undefined> => {
    const { account, now = NOON } = changed;
    const { renewal } = connector;
    if (account === undefined || renewal === undefined || !renewal.isDue(account, now)) return account;
    return throughJson(await run((io) => renewal.renew(account, io), changed));
  };

  /** Runs login steps until the account is connected or the provider asks for a code. */
  async function begin(credentials: Credentials, changed: Circumstances = {}): Promise<LoginStep> {
    const first = await step(credentials, changed);
    if (first.step !== 'redirect') return first;
    if (visit === undefined) throw new Error('the fixture needs `visit` to act as the person on the provider’s page');
    const query = await visit(first.url, credentials);
    return step(credentials, { ...changed, memory: first.memory, reply: { kind: 'redirect', query } });
  }

  async function connect(credentials: Credentials, changed: Circumstances = {}): Promise<Account> {
    const reached = await begin(credentials, changed);
    if (reached.step !== 'connected') throw new Error(`expected a connection, not ${reached.step}`);
    return throughJson(reached.account);
  }

  const fetch = (part: 'first' | 'rest', account: Account, changed: Circumstances = {}): Promise<Fetched> => {
    const { is_refresh = false, link_id = LINK_ID, history_months = HISTORY_MONTHS, declared } = changed;
    const request: FetchRequest = { product, link_id, is_refresh, history_months, declared };
    return run((io) => connector.fetch[part](account, request, io), changed);
  };

  /** Reads all data with two fetches. Returns the data, and the account as it is after the last fetch. */
  async function read(account: Account, changed: Circumstances = {}) {
    const first = dataOf(await fetch('first', account, changed));
    const rest = dataOf(await fetch('rest', throughJson(first.account), changed));
    // `provenance` is left out, because it is not data of the person and its ids are the names of lists.
    const { provenance: _, ...data }: Partial<LinkData> = { ...first.data, ...rest.data };
    return { data, account: throughJson(rest.account) };
  }

  return { run, step, begin, connect, fetch, read };
}

const RETURN = {
  redirect_url: REDIRECT_URL,
  state: 'f3b1a0c2d4e5f60718293a4b5c6d7e8f',
  person_id: '5b8f0d6c2e914a7fb3c8d1e6f7a09254',
};

const noNetwork: Transport = () => Promise.reject(new Error('there is no network access in this test'));

export const throughJson = <T>(value: T): T => JSON.parse(JSON.stringify(value));

const dataOf = (fetched: Fetched) => {
  if (fetched.outcome !== 'data') throw new Error('the data is not available yet');
  return fetched;
};

/**
 * Returns the `ProviderFailure` with which `run` rejects. If `run` succeeds or rejects with another error, the test
 * fails.
 */
export async function failureOf(run: Promise<unknown>): Promise<ProviderFailure> {
  const ending = await run.then(
    () => new Error('nothing failed'),
    (error: unknown) => error,
  );
  if (!(ending instanceof ProviderFailure)) throw ending;
  return ending;
}

/** Returns all objects that have an id, at any depth. */
export function objectsOf(value: unknown): { id: string }[] {
  if (Array.isArray(value)) return value.flatMap(objectsOf);
  if (typeof value !== 'object' || value === null) return [];
  const own = 'id' in value ? [{ ...value, id: String(value.id) }] : [];
  return [...own, ...Object.values(value).flatMap(objectsOf)];
}

export const idsOf = (value: unknown): string[] => objectsOf(value).map(({ id }) => id);
