// A small fake of Argyle that replaces the network. It has the hosted Link page, and the API responses for one account
// with one job.
import { playerOf, type Transport } from '#connectors/conformance-play.ts';
import type { Credentials } from '#connectors/contract.ts';
import { argyleKind } from '#connectors/live/argyle/index.ts';
import { runStep } from '#services/connections/provider-calls.ts';

export const BASE = 'https://api.argyle.example';
/** The address of the page where people connect an employer. It is on another server than the API. */
export const PAGE = 'https://connect.argyle.example';
export const SECRET = 'webhook-secret-1';
export const ENTRY: Parameters<typeof argyleKind.open>[0] = {
  id: 'argyle',
  name: 'Argyle',
  logo_url: null,
  aliases: [],
  environments: ['prod'],
  products: argyleKind.products,
  clients: null,
  settings: { base_url: BASE, client_id: 'key', secret: 'top-secret', webhook_secret: SECRET },
};
export const connector = argyleKind.open(ENTRY, { redirect_url: '', webhook_url: '' });

export const ACCOUNT = '0187c66e-e7e5-811c-b006-2232f00f426a';
const JOB = '0183d52a-d3b2-331d-c753-3662a20e352b';
export const PDF = '0186eb89-2e52-b3c5-ac6d-05e7debb2aff';

const IDENTITY = {
  id: '0153b145-7ab9-bea2-cc16-a8b71328942f',
  account: ACCOUNT,
  employment: JOB,
  employer: 'Whole Goods',
  first_name: 'Sarah',
  last_name: 'Longfield',
  full_name: 'Sarah Longfield',
  birth_date: '1980-10-30',
  email: 'sarah@example.com',
  phone_number: '+12125550123',
  ssn: '522-09-1191',
  address: {
    line1: '852 North W St',
    line2: 'Apt 221',
    city: 'New York',
    state: 'NY',
    postal_code: '10014',
    country: 'US',
  },
  employment_status: 'active',
  employment_type: 'full-time',
  job_title: 'Store Manager',
  hire_date: '2020-04-08',
  original_hire_date: '2019-01-03',
  termination_date: null,
  base_pay: { amount: '58024.50', period: 'annual', currency: 'USD' },
  pay_cycle: 'semimonthly',
  updated_at: '2026-01-30T12:55:06.478Z',
};

export const PAYSTUB = {
  id: '0187dc99-63be-bc96-51bf-af6b51d43687',
  account: ACCOUNT,
  employment: JOB,
  payroll_document: null,
  status: 'completed',
  paystub_date: '2026-02-12T00:00:00Z',
  paystub_period: { start_date: '2026-01-28T00:00:00Z', end_date: '2026-02-07T00:00:00Z' },
  gross_pay: '1607.63',
  gross_pay_ytd: '15730.10',
  net_pay: '1290.10',
  net_pay_ytd: '12714.18',
  hours: '49.60',
  gross_pay_list: [
    { name: 'Regular', type: 'base', rate: '25.6088', hours: '49.5977', amount: '1270.14', amount_ytd: '13971.54' },
    { name: 'Commission', type: 'commission', rate: null, hours: null, amount: '337.49', amount_ytd: '1758.56' },
  ],
  gross_pay_list_totals: {
    base: { amount: '1270.14', amount_ytd: '13971.54' },
    overtime: null,
    commission: { amount: '337.49', amount_ytd: '1758.56' },
    bonus: null,
    other: null,
  },
  tax_list: [
    { name: 'Federal Withholding', type: 'federal', amount: '88.91', amount_ytd: '850.99' },
    { name: 'Social Security Tax', type: 'fica', amount: '100.00', amount_ytd: '381.04' },
    { name: 'Medicare', type: 'fica', amount: '39.72', amount_ytd: null },
  ],
  deduction_list: [
    { name: '401K', amount: '38.10', amount_ytd: '139.70' },
    { name: 'Garnishment', amount: '50.80', amount_ytd: '177.80' },
  ],
};

const GIG = {
  id: '0187dbfa-6f5e-a33a-af26-7e12ff408fea',
  account: ACCOUNT,
  status: 'completed',
  start_datetime: '2026-02-08T08:08:57Z',
  end_datetime: '2026-02-08T08:53:16Z',
  duration: 2659,
  start_location: { formatted_address: '201 North W St, New York, NY 10014, US' },
  income: { total: '30.68' },
};

export const W2 = {
  id: '0176dc14-bb37-402a-7be1-f5261759fae7',
  account: ACCOUNT,
  employment: JOB,
  document_type: 'W-2',
  ocr_data: { year: '2025', form: { comp_1: '58,024.50', fed_income_tax_2: 6100, ss_wages_3: null, ss_tax_4: 'x' } },
};

export type Server = {
  requests: { method: string; path: string; authorization: string | null; body: unknown }[];
  /** What people entered on the page, by their user at Argyle. */
  visits: Map<string, Credentials>;
  /** The users of this server, by their `external_id`. */
  users: Map<string, string>;
  /** Responses by path, which replace the default responses. */
  answers: Record<string, () => Response>;
  availability: Record<string, { status: string }>;
  connection: object;
};
export const newServer = (changed: Partial<Server> = {}): Server => ({
  requests: [],
  visits: new Map(),
  users: new Map(),
  answers: {},
  availability: {},
  connection: { status: 'connected', error_code: null, error_message: null },
  ...changed,
});
export const pageOf = (...results: object[]) => Response.json({ next: null, previous: null, results });

let users = 0;
export const serve =
  (server: Server): Transport =>
  async (url, request) => {
    const { pathname, searchParams } = new URL(url);
    const path = pathname.replace(/^\/v2/, '');
    const authorization = new Headers(request.headers).get('authorization');
    const body: unknown = request.body === undefined ? undefined : JSON.parse(String(request.body));
    server.requests.push({ method: request.method ?? 'GET', path: url.slice(BASE.length), authorization, body });
    if (authorization !== `Basic ${Buffer.from('key:top-secret').toString('base64')}`)
      return Response.json({ detail: 'Invalid' }, { status: 401 });
    const own = server.answers[path];
    if (own) return own();
    const account = { id: ACCOUNT, connection: server.connection, availability: server.availability };
    switch (path) {
      case '/users': {
        const known = server.users.get(searchParams.get('external_id') ?? '');
        if (request.method !== 'POST') return known === undefined ? pageOf() : pageOf({ id: known });
        const { external_id } = JSON.parse(String(request.body));
        server.users.set(external_id, `user-${++users}`);
        return Response.json({ id: `user-${users}`, user_token: `token-${users}` });
      }
      case '/verifications': {
        const { user, report } = JSON.parse(String(request.body));
        const status = { state: 'PENDING', code: 'pending', errors: [] };
        return Response.json({ id: `verification-of-${user}`, user, status, report, data_source: 'payroll' });
      }
      case '/sessions': {
        const { verification, configuration } = JSON.parse(String(request.body));
        const link = `${PAGE}/?session=${verification}`;
        return Response.json({ verification, configuration, link, data_source: 'payroll' });
      }
      case '/accounts': {
        const visit = server.visits.get(searchParams.get('user') ?? '');
        if (visit === undefined || visit['password'] === 'left') return pageOf();
        const wrong = { status: 'error', error_code: 'invalid_credentials', error_message: 'Wrong password.' };
        return pageOf(visit['password'] === 'right' ? account : { ...account, connection: wrong });
      }
      case `/accounts/${ACCOUNT}`:
        return request.method === 'DELETE' ? new Response(null, { status: 204 }) : Response.json(account);
      case '/identities':
        return pageOf(IDENTITY);
      case '/paystubs':
        return pageOf(PAYSTUB);
      case '/gigs':
        return pageOf(GIG);
      case '/payroll-documents':
        return pageOf({ ...W2, document_type: 'W-4' });
      default:
        return Response.json({ detail: 'Not found.' }, { status: 404 });
    }
  };

export const GOOD = { username: 'sarah', password: 'right' };
export const STATE = 'f3b1a0c2d4e5f60718293a4b5c6d7e8f';
export const fixtureOf = (server: Server) => ({
  product: 'income' as const,
  logins: { good: GOOD, wrong_password: { username: 'sarah', password: 'wrong' }, partial: GOOD },
  fetch: serve(server),
  visit: async (url: string, credentials: Credentials) => {
    const session = new URL(url).searchParams.get('session') ?? '';
    server.visits.set(session.replace('verification-of-', ''), credentials);
    return { state: STATE, user_submission_complete: 'true' };
  },
});
export const play = (server: Server) => playerOf(connector, fixtureOf(server), runStep);
