// The table of the console's own routes: the rights that each route needs, and an ordinary request to the route. The
// tests compare this table with the routes of the service, so that a new route cannot be forgotten.
import type { Reach } from '#domain/console/operations.ts';
import { type Area, mayDo, mayDoWithDocuments, type Right, type Role } from '#domain/console/roles.ts';
import type { Stage } from '#domain/console/sessions.ts';
import { ENVIRONMENTS, type Environment } from '#domain/platform/scope.ts';
import type { Method } from './operations.ts';

export type ScopedRow = {
  area: Area;
  right: Right;
  reach?: Reach;
  is_about_documents?: true;
  is_disclosed?: true;
  /**
   * True if the handler itself checks the right to disclose data, because only the request body states which data is
   * disclosed.
   */
  is_disclosed_by_body?: true;
  query?: string;
  /** The body of an ordinary request. `WORD`, `ID` and `EMAIL` stand for values that the test chooses. */
  body?: unknown;
  /** The media type of the body, if it is not JSON. */
  file_type?: string;
  is_stream?: true;
};

const row = (area: Area, right: Right, more: Omit<ScopedRow, 'area' | 'right'> = {}): ScopedRow => ({
  area,
  right,
  ...more,
});
const read = (area: Area, query?: string): ScopedRow => row(area, 'read', query === undefined ? {} : { query });
const write = (area: Area, body?: unknown, more: Omit<ScopedRow, 'area' | 'right' | 'body'> = {}): ScopedRow =>
  row(area, 'write', { ...more, ...(body === undefined ? {} : { body }) });

/** The routes of a client and environment. The paths are relative to `/console/api/{client_id}/{environment}/`. */
export const SCOPED_ROUTES: Readonly<Record<string, ScopedRow>> = {
  'GET home/': read('cases'),
  'GET needs/:list/': read('cases'),
  'GET search/': read('cases', 'q=WORD'),

  'GET orders/:order_id/timeline/': read('cases'),
  'GET orders/:order_id/invoice/': read('cases'),
  'GET orders/:order_id/messages/': read('cases'),
  'GET orders/:order_id/messages/:message_id/': read('cases'),
  'GET orders/export/': row('disclosure', 'write'),
  'POST orders/:order_id/token/': write('sandbox'),
  'GET users/:user_id/assets/reports/:report_id/balances/': read('cases'),
  'GET links/:link_id/provenance/': read('cases'),
  'POST links/:link_id/refreshes/': write('cases'),
  'GET documents/:document_id/': row('cases', 'read', { is_about_documents: true }),
  'GET documents/:document_id/pages/:page/': row('cases', 'read', { is_about_documents: true, is_disclosed: true }),

  'GET events/stream/': row('cases', 'read', { is_stream: true }),
  'GET events/recent/': read('development'),
  'GET events/:event/': read('development'),
  'GET requests/': read('development'),
  'GET webhook-requests/:request_id/': read('development'),
  'GET templates/preview/': read('development', 'kind=invitation&draft=%7B%7D'),
  'GET templates/preview/page/': read('development', 'kind=invitation&draft=%7B%7D'),
  'GET webhook-attempts/:webhook_id/': read('development'),
  'GET keys/': read('development'),
  'POST keys/:id/deactivate/': write('development', {}),

  'GET users/:user_id/declared/': read('sandbox'),
  'GET clock/steps/': read('sandbox'),
  'POST clock/steps/': write('sandbox', { to: 'day' }),

  // A saved view belongs to its user, so every user who may read cases may also save views.
  'GET views/': read('cases'),
  'POST views/': row('cases', 'read', { body: { page: 'orders', name: 'WORD', filters: { status: 'completed' } } }),
  'DELETE views/:view_id/': read('cases'),

  'GET members/': read('administration'),
  'PATCH members/:id/': write('administration', { role: 'auditor' }),
  'DELETE members/:id/': write('administration'),
  'GET invitations/': read('administration'),
  'POST invitations/': write('administration', { email: 'EMAIL', role: 'auditor' }),
  'DELETE invitations/:id/': write('administration'),

  'GET operations/': read('administration'),
  'GET operations/usage/': read('administration'),
  'GET operations/invoices/': read('administration'),
  'GET operations/invoices/:invoice_id/': read('administration'),
  'GET operations/jobs/': read('administration'),
  'POST operations/jobs/:job_id/retry/': write('administration'),
  'POST operations/jobs/retry/': write('administration'),
  'PATCH operations/features/:feature/': write('administration', { is_on: true }),
  'PATCH operations/limits/:limit/': write('administration', { value: null }),
  'PATCH operations/client/': write('administration', { name: 'WORD Lending' }, { reach: 'client' }),
  'PATCH operations/prices/:product_type/': write('administration', { unit_price: '1.00' }, { reach: 'service' }),
  'POST operations/companies/': write('administration', 'name', { reach: 'all_clients', file_type: 'text/csv' }),

  'GET audit/': read('audit', 'page_size=100'),
  'GET audit/:number/': read('audit'),
  'GET audit/export/': read('audit'),
  'POST reveals/': row('cases', 'read', {
    is_disclosed_by_body: true,
    body: { path: 'v1/orders/ID/', purpose: 'audit' },
  }),
};

const COMPLETE: readonly Stage[] = ['complete'];
const ENROLLING: readonly Stage[] = ['enroll', 'complete'];
const SECOND_FACTOR: readonly Stage[] = ['second_factor'];
const ANY: readonly Stage[] = ['second_factor', 'enroll', 'complete'];

/**
 * The routes of the user's own account, with the stages of a session in which they can be used. The routes that need no
 * session have no stages.
 */
export const ACCOUNT_ROUTES: Readonly<Record<string, readonly Stage[] | undefined>> = {
  'POST session/': undefined,
  'GET session/methods/': undefined,
  'GET session/oidc/': undefined,
  'GET session/oidc/callback/': undefined,
  'POST invitations/accept/': undefined,

  'GET session/': ANY,
  'DELETE session/': ANY,
  'POST session/totp/': SECOND_FACTOR,
  'POST session/recovery/': SECOND_FACTOR,
  'POST session/passkey/options/': SECOND_FACTOR,
  'POST session/passkey/': SECOND_FACTOR,
  'POST session/everywhere/': COMPLETE,
  'GET sessions/': COMPLETE,
  'DELETE sessions/:id/': COMPLETE,
  'POST password/': COMPLETE,

  'GET factors/': ENROLLING,
  'POST factors/totp/': ENROLLING,
  'POST factors/totp/confirm/': ENROLLING,
  'DELETE factors/totp/': COMPLETE,
  'POST factors/recovery/': COMPLETE,
  'POST factors/passkeys/options/': ENROLLING,
  'POST factors/passkeys/': ENROLLING,
  'DELETE factors/passkeys/:id/': COMPLETE,
};

const PARAMETERS: Readonly<Record<string, string>> = {
  feature: 'liabilities',
  limit: 'requests',
  list: 'links',
  number: '1',
  product_type: 'income',
  page: '1',
};

/**
 * The path of a route, without the segments of the client and the environment. `id` returns a value for each id in the
 * path. Ids of jobs and invoices are UUIDs with hyphens.
 */
export function pathOfRow(route: string, { query }: ScopedRow, id: () => string): string {
  const path = route.replace(/^\w+ /, '').replaceAll(/:(\w+)/g, (_, name: string) => {
    const value = PARAMETERS[name] ?? id();
    return ['job_id', 'invoice_id'].includes(name) ? value.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-') : value;
  });
  return query === undefined ? path : `${path}?${query}`;
}

/** The body of an ordinary request, with the values that the test chooses; undefined if the route takes no body. */
export function bodyOfRow({ body }: ScopedRow, values: { WORD: string; ID: string; EMAIL: string }): unknown {
  if (body === undefined) return undefined;
  const text = JSON.stringify(body);
  return JSON.parse(text.replaceAll('WORD', values.WORD).replaceAll('ID', values.ID).replaceAll('EMAIL', values.EMAIL));
}

export function methodOfRow(route: string): Method {
  const method = (['GET', 'POST', 'PATCH', 'DELETE'] as const).find((one) => route.startsWith(`${one} `));
  if (method === undefined) throw new Error(`${route}: not a method of ours`);
  return method;
}

/**
 * Whether a user who has the same role in both environments may use the route. The answer comes from the role table.
 */
export function isAllowed(needed: ScopedRow, role: Role, environment: Environment, is_operator: boolean): boolean {
  const mayDisclose = needed.is_about_documents === true ? mayDoWithDocuments : mayDo;
  const is_disclosed = needed.is_disclosed === true || needed.is_disclosed_by_body === true;
  return (
    mayDo(role, environment, needed.area, needed.right) &&
    (!is_disclosed || mayDisclose(role, environment, 'disclosure', 'read')) &&
    (needed.reach === undefined ||
      needed.reach === 'all_clients' ||
      ENVIRONMENTS.every((one) => mayDo(role, one, needed.area, needed.right))) &&
    (needed.reach === undefined || needed.reach === 'client' || is_operator)
  );
}
