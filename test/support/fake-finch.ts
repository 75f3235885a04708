// A small fake of Finch that replaces the network. It has the sessions of the connect page, and the API responses for
// one company with two people and one payment.
import { playerOf, type Transport } from '#connectors/conformance-play.ts';
import type { Credentials } from '#connectors/contract.ts';
import { finchKind } from '#connectors/live/finch/index.ts';
import { runStep } from '#services/connections/provider-calls.ts';

export const BASE = 'https://api.finch.example';
export const SECRET = Buffer.from('a secret of 24 bytes ...').toString('base64');
export const ENTRY: Parameters<typeof finchKind.open>[0] = {
  id: 'finch',
  name: 'Finch',
  logo_url: null,
  aliases: [],
  environments: ['prod'],
  products: finchKind.products,
  clients: null,
  settings: { base_url: BASE, client_id: 'client', secret: 'top-secret', webhook_secret: SECRET },
};
export const connector = finchKind.open(ENTRY, { redirect_url: '', webhook_url: '' });
export const LINK_ID = 'c'.repeat(32);

export const BOSS = '11111111-1111-4111-8111-111111111111';
export const CLERK = '22222222-2222-4222-8222-222222222222';
export const PEOPLE = [
  { id: BOSS, first_name: 'Augusta', middle_name: null, last_name: 'Fairweather', department: null, is_active: true },
  {
    id: CLERK,
    first_name: 'Rowan',
    middle_name: 'T',
    last_name: 'Castellane',
    department: { name: 'Finance' },
    manager: { id: BOSS },
    is_active: false,
  },
];
const INDIVIDUALS: Record<string, object> = {
  [CLERK]: {
    id: CLERK,
    emails: [
      { data: 'rowan@home.example', type: 'personal' },
      { data: 'rowan@work.example', type: 'work' },
    ],
    phone_numbers: [{ data: '2025550123', type: 'personal' }],
    residence: {
      line1: '210 Clarkson Place',
      line2: null,
      city: 'Denver',
      state: 'CO',
      postal_code: '80218',
      country: 'US',
    },
  },
};
const EMPLOYMENTS: Record<string, object> = {
  [CLERK]: { id: CLERK, title: 'Accountant', start_date: '2019-03-04', end_date: '2026-01-31', is_active: false },
};
export const PAYMENT = {
  id: 'payment-1',
  pay_date: '2026-01-16',
  pay_period: { start_date: '2026-01-01', end_date: '2026-01-15' },
};
export const STATEMENT = {
  individual_id: CLERK,
  gross_pay: { amount: 250_000, currency: 'usd' },
  net_pay: { amount: 190_050, currency: 'usd' },
  total_hours: 80.5,
  earnings: [
    { name: 'Salary', type: 'salary', amount: 200_000, hours: 80 },
    { name: 'Sick', type: 'sick', amount: 20_000, hours: null },
    { name: 'OT', type: 'double_overtime', amount: 25_000, hours: 0.5 },
    { name: 'Cash tips', type: 'tips', amount: 5_000, hours: null },
    null,
  ],
  taxes: [
    { name: 'Federal Income Tax', type: 'federal', amount: 40_000, employer: false },
    { name: 'Medicare', type: 'fica', amount: 3_625, employer: false },
    { name: 'Medicare (employer)', type: 'fica', amount: 3_625, employer: true },
  ],
  employee_deductions: [{ name: 'Retirement', type: '401k', amount: 16_325, pre_tax: true }],
};

export type Body = {
  requests?: { individual_id?: string; payment_id?: string; limit?: number; offset?: number }[];
  code?: string;
};
export type Server = {
  requests: { method: string; path: string; body: Body; authorization: string | null }[];
  answers: Record<string, (body: Body) => Response>;
};
export const newServer = (answers: Server['answers'] = {}): Server => ({ requests: [], answers });

const batch = (answers: Record<string, object>, { requests = [] }: Body) =>
  Response.json({
    responses: requests.map(({ individual_id = '' }) => {
      const body = answers[individual_id];
      return { individual_id, code: body ? 200 : 404, body: body ?? { message: 'Not found' } };
    }),
  });

export const CONNECT_PAGE = 'https://connect.finch.example/authorize?session=session-1';
const session = () => Response.json({ session_id: 'session-1', connect_url: CONNECT_PAGE });

const ANSWERS: Record<string, (body: Body) => Response> = {
  '/connect/sessions': session,
  '/connect/sessions/reauthenticate': session,
  '/auth/token': ({ code }) =>
    code === 'code-right'
      ? Response.json({ access_token: 'access-1', connection_id: 'connection-1', products: [] })
      : Response.json({ code: 400, name: 'invalid_request' }, { status: 400 }),
  '/introspect': () => Response.json({ connection_id: 'connection-1', connection_status: { status: 'connected' } }),
  '/disconnect': () => Response.json({ status: 'success' }),
  '/employer/directory': () => Response.json({ paging: { count: 2, offset: 0 }, individuals: PEOPLE }),
  '/employer/individual': (body) => batch(INDIVIDUALS, body),
  '/employer/employment': (body) => batch(EMPLOYMENTS, body),
  '/employer/payment': () => Response.json([PAYMENT]),
  '/employer/pay-statement': ({ requests = [] }) =>
    Response.json({
      responses: requests.map(({ payment_id }) => ({
        payment_id,
        code: 200,
        body: { paging: { count: 1, offset: 0 }, pay_statements: [STATEMENT] },
      })),
    }),
};

const BASIC = `Basic ${Buffer.from('client:top-secret').toString('base64')}`;

export const serve =
  (server: Server): Transport =>
  async (url, request) => {
    const { pathname } = new URL(url);
    const body: Body = request.body ? JSON.parse(String(request.body)) : {};
    const authorization = new Headers(request.headers).get('authorization');
    server.requests.push({ method: request.method ?? 'GET', path: url.slice(BASE.length), body, authorization });
    const right = pathname.startsWith('/connect/') ? BASIC : 'Bearer access-1';
    if (pathname !== '/auth/token' && authorization !== right) return new Response('{}', { status: 401 });
    return (server.answers[pathname] ?? ANSWERS[pathname])?.(body) ?? new Response('{}', { status: 404 });
  };

export const GOOD = { password: 'right' };
export const STATE = 'f3b1a0c2d4e5f60718293a4b5c6d7e8f';
/** The id of the person for whom `playerOf` runs the steps of the connector. */
export const PERSON_ID = '5b8f0d6c2e914a7fb3c8d1e6f7a09254';
export const fixtureOf = (server: Server) => ({
  product: 'admin' as const,
  logins: { good: GOOD, wrong_password: { password: 'wrong' } },
  fetch: serve(server),
  visit: async (_url: string, { password = '' }: Credentials): Promise<Record<string, string>> =>
    password === 'left' ? { state: STATE, error: 'access_denied' } : { state: STATE, code: `code-${password}` },
});
export const play = (server: Server) => playerOf(connector, fixtureOf(server), runStep);
