// A small fake of Plaid that replaces the network. It has the Link page, and the API responses for one item with three
// accounts.
import { playerOf, type Transport } from '#connectors/conformance-play.ts';
import type { Credentials } from '#connectors/contract.ts';
import { plaidKind } from '#connectors/live/plaid/index.ts';
import { runStep } from '#services/connections/provider-calls.ts';

const BASE = 'https://sandbox.plaid.example';
export const ENTRY: Parameters<typeof plaidKind.open>[0] = {
  id: 'plaid',
  name: 'Plaid',
  logo_url: null,
  aliases: [],
  environments: ['prod'],
  products: plaidKind.products,
  clients: null,
  settings: { base_url: BASE, client_id: 'client-1', secret: 'top-secret', client_name: 'Meadow Lending' },
};
export const URLS = {
  redirect_url: 'https://vouch.example/providers/plaid/callback/',
  webhook_url: 'https://vouch.example/providers/plaid/webhook/',
};
export const connector = plaidKind.open(ENTRY, URLS);

export type Body = Record<string, unknown>;
type Fault = { code: string; type?: string; status?: number };
export type Server = {
  requests: { path: string; body: Body }[];
  /** The person's input on Plaid's page, by link token. */
  visits: Map<string, Credentials>;
  /** Errors by path. Every request to such a path fails. */
  faults?: Record<string, Fault>;
  /** Responses by path, which replace the default responses. */
  answers?: Record<string, (body: Body) => object | Fault>;
};

export const newServer = (changed: Partial<Server> = {}): Server => ({ requests: [], visits: new Map(), ...changed });

const errorOf = ({ code, type = 'ITEM_ERROR', status = 400 }: Fault): Response =>
  Response.json({ error_type: type, error_code: code, display_message: null, request_id: 'r' }, { status });

const ACCOUNTS = [
  {
    account_id: 'acc-1',
    balances: {
      available: 90.5,
      current: 100.25,
      limit: null,
      iso_currency_code: 'USD',
      unofficial_currency_code: null,
    },
    mask: '0000',
    name: 'Checking',
    official_name: 'Gold Standard Checking',
    type: 'depository',
    subtype: 'checking',
  },
  {
    account_id: 'acc-2',
    balances: { available: 1500, current: 500.1, limit: 2000, iso_currency_code: 'USD' },
    mask: '3333',
    name: 'Card',
    official_name: null,
    type: 'credit',
    subtype: 'credit card',
  },
  {
    account_id: 'acc-3',
    balances: { available: null, current: 56302.06, limit: null, iso_currency_code: 'USD' },
    mask: '8888',
    name: 'Mortgage',
    type: 'loan',
    subtype: 'mortgage',
  },
];

export const TRANSACTIONS = [
  {
    transaction_id: 'tx-1',
    account_id: 'acc-1',
    amount: -1200.5,
    iso_currency_code: 'USD',
    date: '2026-02-27',
    datetime: null,
    authorized_date: '2026-02-26',
    name: 'Harvest Foods',
    original_description: 'HARVEST FOODS PAYROLL',
    pending: false,
    personal_finance_category: { primary: 'INCOME', detailed: 'INCOME_WAGES' },
    location: { lat: 40.7, lon: -74 },
    check_number: '17',
  },
  {
    transaction_id: 'tx-2',
    account_id: 'acc-1',
    amount: 4.22,
    iso_currency_code: 'USD',
    date: '2026-03-01',
    name: 'Corner Bakery',
    pending: true,
  },
];

const ANSWERS: Record<string, (body: Body) => object> = {
  '/accounts/get': () => ({ accounts: ACCOUNTS }),
  '/auth/get': () => ({
    numbers: {
      ach: [{ account_id: 'acc-1', account: '1111222233330000', routing: '011401533', wire_routing: '021000021' }],
    },
  }),
  '/identity/get': () => ({
    accounts: [
      {
        account_id: 'acc-1',
        owners: [
          {
            names: ['Alberta Bobbeth Charleson'],
            emails: [
              { data: 'other@example.com', primary: false, type: 'other' },
              { data: 'alberta@example.com', primary: true, type: 'primary' },
            ],
            phone_numbers: [{ data: '2025550123', primary: true, type: 'home' }],
            addresses: [
              {
                primary: true,
                data: { street: '2 Mill Lane', city: 'Malakoff', region: 'NY', postal_code: '14236', country: 'US' },
              },
            ],
          },
        ],
      },
    ],
  }),
  '/liabilities/get': () => ({
    liabilities: {
      credit: [
        {
          account_id: 'acc-2',
          aprs: [{ apr_percentage: 15.24, apr_type: 'purchase_apr' }],
          last_payment_amount: 168.25,
          last_payment_date: '2026-02-22',
          last_statement_balance: 1708.77,
          last_statement_issue_date: '2026-02-28',
          minimum_payment_amount: 20,
          next_payment_due_date: '2026-03-28',
        },
      ],
      mortgage: [
        {
          account_id: 'acc-3',
          escrow_balance: 3141.54,
          interest_rate: { percentage: 3.99, type: 'fixed' },
          loan_term: '30 year',
          maturity_date: '2045-07-31',
          next_monthly_payment: 3141.54,
          next_payment_due_date: '2026-03-15',
          last_payment_amount: 3141.54,
          last_payment_date: '2026-02-15',
          origination_principal_amount: 425000,
          ytd_interest_paid: 2000.5,
        },
      ],
      student: null,
    },
  }),
  '/investments/holdings/get': () => ({
    holdings: [
      {
        account_id: 'acc-1',
        security_id: 'sec-1',
        institution_price: 94.808,
        institution_price_as_of: '2026-03-03',
        institution_value: 948.08,
        cost_basis: 94.8,
        quantity: 10,
        iso_currency_code: 'USD',
      },
    ],
    securities: [{ security_id: 'sec-1', name: 'Broad Bond Fund', ticker_symbol: 'BBF', cusip: null, type: 'etf' }],
  }),
  '/transactions/sync': () => ({
    added: TRANSACTIONS,
    modified: [],
    removed: [],
    next_cursor: 'c1',
    has_more: false,
    transactions_update_status: 'HISTORICAL_UPDATE_COMPLETE',
  }),
  '/item/get': () => ({ item: { item_id: 'item-ada', error: null } }),
  '/item/remove': () => ({ request_id: 'r' }),
};

const isFault = (answer: object): answer is Fault => 'code' in answer;

export const serve =
  (server: Server): Transport =>
  async (url, request) => {
    const path = url.slice(BASE.length);
    const body: Body = JSON.parse(String(request.body));
    server.requests.push({ path, body });
    const fault = server.faults?.[path];
    if (fault) return errorOf(fault);
    if (body['secret'] !== 'top-secret') return errorOf({ code: 'INVALID_API_KEYS', type: 'INVALID_INPUT' });
    const answer = server.answers?.[path]?.(body) ?? ANSWERS[path]?.(body) ?? linkAnswer(server, path, body);
    return isFault(answer) ? errorOf(answer) : Response.json(answer);
  };

let links = 0;
function linkAnswer({ visits }: Server, path: string, body: Body): object | Fault {
  if (path === '/link/token/create') {
    const link_token = `link-${++links}`;
    return { link_token, hosted_link_url: `https://secure.plaid.example/hl/${link_token}` };
  }
  const { username, password } = visits.get(String(body['link_token'])) ?? {};
  if (path === '/link/token/get') {
    if (username === undefined) return { link_sessions: [] };
    if (password === 'left') return { link_sessions: [{ results: { item_add_results: [] }, exit: { error: null } }] };
    if (password !== 'right') {
      return { link_sessions: [{ exit: { error: { error_type: 'ITEM_ERROR', error_code: 'INVALID_CREDENTIALS' } } }] };
    }
    return { link_sessions: [{ results: { item_add_results: [{ public_token: `public-${username}` }] } }] };
  }
  if (path === '/item/public_token/exchange') {
    const name = String(body['public_token']).slice('public-'.length);
    return { access_token: `access-${name}`, item_id: `item-${name}` };
  }
  return { code: 'INVALID_FIELD', type: 'INVALID_REQUEST' };
}

export const GOOD = { username: 'ada', password: 'right' };
const WRONG = { username: 'ada', password: 'wrong' };
export const STATE = 'f3b1a0c2d4e5f60718293a4b5c6d7e8f';

export const fixtureOf = (server: Server) => ({
  product: 'assets' as const,
  logins: { good: GOOD, wrong_password: WRONG },
  fetch: serve(server),
  visit: async (url: string, credentials: Credentials) => {
    server.visits.set(url.split('/').at(-1) ?? url, credentials);
    return { state: STATE };
  },
});
export const play = (server: Server) => playerOf(connector, fixtureOf(server), runStep);
