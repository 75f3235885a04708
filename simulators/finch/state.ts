// The state of the Finch simulator: connect sessions, codes, connections, and how often pay statements were requested.
import type { SimClock } from '../kit/clock.ts';
import type { SimRequest } from '../kit/request.ts';
import { Refusal } from '../kit/server.ts';
import type { WebhookSender } from '../kit/webhooks.ts';
import type { Company } from './companies.ts';
import { answerOf, badRequest, invalidToken, noScope, noToken, rateLimited, reauthenticate, refuse } from './errors.ts';

export const PRODUCTS = [
  'company',
  'directory',
  'individual',
  'employment',
  'payment',
  'pay_statement',
  'ssn',
  'benefits',
  'deduction',
  'documents',
];
export type Product = 'company' | 'directory' | 'individual' | 'employment' | 'payment' | 'pay_statement';

export type ConnectSession = {
  products: readonly string[];
  redirect_uri: string;
  state: string | null;
  customer_id: string | null;
  customer_name: string | null;
  expires_at: Date;
  /** The connection that this session reauthenticates, if any. */
  connection: Connection | null;
  provider: string | null;
  company: Company | null;
};

export type Connection = {
  id: string;
  /** Every login adds a token, and the earlier tokens stay valid. */
  access_tokens: string[];
  company: Company;
  provider: string;
  products: readonly string[];
  customer_id: string | null;
  customer_name: string | null;
  status: 'connected' | 'reauth' | 'disconnected';
  /** True while the first fetch of all data is running. */
  is_syncing: boolean;
  /** The day up to which data was fetched. */
  synced_to: string;
  /** How often the statements of each payment were requested. */
  asked: Map<string, number>;
};

export type State = {
  clock: SimClock;
  seed: number;
  client_id: string;
  client_secret: string;
  redirect_uris: readonly string[] | null;
  webhook_url: string | null;
  webhook_secret: string;
  sessions: Map<string, ConnectSession>;
  codes: Map<string, { connection: Connection; redirect_uri: string; expires_at: Date; is_used: boolean }>;
  connections: Map<string, Connection>;
  webhooks: WebhookSender;
  is_staged: boolean;
  /** How many requests for the statements of a payment are answered with 202 before the statements are ready. */
  pending_answers: number;
  /**
   * The number of employees without contact details, and the number of payments without statements. In the answer to a
   * batch request, each such employee or payment gets 404. `activity` is the number of employees for whom the payroll
   * system does not state whether they still work at the company.
   */
  absent: { employees: number; payments: number; activity: number };
  limit_per_minute: number | null;
  /** The requests of the last minute, of all connections. */
  calls: { product: string; at: number }[];
  /** Counts sessions, tokens and events, so that every id is unique. */
  counter: number;
};

export const API_VERSION = '2020-09-17';

/**
 * The connection of the bearer token. A connection that needs a new login is returned too; a disconnected one is
 * refused.
 */
export function findConnection(state: State, request: SimRequest): Connection {
  const version = request.headers['finch-api-version'];
  if (version !== API_VERSION) refuse(badRequest(`Finch-API-Version must be ${API_VERSION}`));
  const token = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
  if (token === undefined) refuse(noToken);
  const connection = [...state.connections.values()].find(({ access_tokens }) => access_tokens.includes(token));
  if (connection === undefined || connection.status === 'disconnected') refuse(invalidToken);
  return connection;
}

export function connectionFor(state: State, request: SimRequest, product: Product): Connection {
  const connection = findConnection(state, request);
  if (!connection.products.includes(product)) refuse(noScope(product));
  if (connection.status === 'reauth') refuse(reauthenticate);
  if (state.limit_per_minute !== null) {
    const now = state.clock.now().getTime();
    state.calls = state.calls.filter(({ at }) => at > now - 60_000);
    const same = state.calls.filter((call) => call.product === product);
    if (same.length >= state.limit_per_minute) {
      const wait = Math.ceil(((same[0]?.at ?? now) + 60_000 - now) / 1000);
      throw new Refusal({ ...answerOf(rateLimited), headers: { 'retry-after': String(wait) } });
    }
    state.calls.push({ product, at: now });
  }
  return connection;
}
