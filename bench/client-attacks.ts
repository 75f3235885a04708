// Rows of the ATTACKS table: attacks in which a client with a valid key harms other clients through its own requests.
// Each function starts its attack and resolves once the attack is running. The attack continues until the process ends.
import { newId } from '#base/ids.ts';
import { type Api, clientOf, newUser } from './client.ts';
import type { Service } from './service.ts';

type Attacked = Pick<Service, 'url' | 'client_id' | 'secret'>;

export const CLIENT_ATTACKS: Record<string, (service: Attacked) => Promise<void>> = {
  '60 requests of one Idempotency-Key': (service) =>
    storm(service, 60, '/v1/users/', (round) => ({
      key: `storm ${Math.floor(round / 60)}`,
      body: { external_user_id: `storm ${Math.floor(round / 60)}` },
    })),
  '40 clock advances': (service) => storm(service, 40, '/v1/sandbox/clock/advance/', () => ({ body: { seconds: 1 } })),
  'income insights over 48,000 transactions': (service) => reports(service, 'income_insights/reports/', oneOf(40)),
  'income insights over 2,000 payers of near-equal names': (service) =>
    reports(service, 'income_insights/reports/', (at) => `LANTERN FREIGHT ${at % 2_000} PAYROLL`),
  'asset reports over 48,000 transactions': (service) => reports(service, 'assets/reports/', oneOf(40)),
  'batches of 10,000 orders': batches,
  'imports of files with 50,000 transactions': imports,
};

const oneOf = (payers: number) => (at: number) => `PAYER ${at % payers} PAYROLL`;

type Sent = { key?: string; body: object };

/** Keeps `at_once` requests in progress all the time. It makes no difference what the service responds. */
async function storm(service: Attacked, at_once: number, path: string, nth: (round: number) => Sent): Promise<void> {
  const seed = newId();
  let round = 0;
  const send = async (): Promise<void> => {
    const { key, body } = nth(round++);
    const answer = await fetch(`${service.url}${path}`, {
      method: 'POST',
      headers: {
        'x-access-client-id': service.client_id,
        'x-access-secret': service.secret,
        'content-type': 'application/json',
        ...(key === undefined ? {} : { 'idempotency-key': `${seed} ${key}` }),
      },
      body: JSON.stringify(body),
    });
    await answer.arrayBuffer();
  };
  await Promise.all(Array.from({ length: at_once }, send));
  for (let line = 0; line < at_once; line++) forever(send);
}

const TRANSACTIONS = 48_000;
/** The approximate number of transactions that fit into a body of 1 MiB. */
const PER_CALL = 6_000;
const REPORTS_AT_ONCE = 4;

/**
 * Several concurrent readers request reports about a person with nearly the maximum number of declared transactions.
 */
async function reports(service: Attacked, path: string, payer: (at: number) => string): Promise<void> {
  const api = apiOf(service);
  const user_id = await newUser(api);
  for (let from = 0; from < TRANSACTIONS; from += PER_CALL) await declare(api, user_id, from, payer);
  const { link_id = '' } = await api.post('/v1/sandbox/links/', {
    user_id,
    provider_id: 'vouch_bank',
    username: 'goodlogin',
    password: 'goodpassword',
    product_type: 'transactions',
  });
  const send = () => api.post(`/v1/users/${user_id}/${path}`, { days_requested: 365 });
  await untilRead(api, link_id);
  for (let reader = 0; reader < REPORTS_AT_ONCE; reader++) forever(send);
}

const declare = (api: Api, user_id: string, from: number, payer: (at: number) => string) =>
  api.post(`/v1/sandbox/users/${user_id}/transactions/`, {
    mode: 'append',
    accounts: [{ external_id: 'checking', type: 'CHECKING', balance: '1000.00' }],
    transactions: Array.from({ length: Math.min(PER_CALL, TRANSACTIONS - from) }, (_, at) => ({
      account_external_id: 'checking',
      external_id: `t${from + at}`,
      amount: '12.50',
      type: (from + at) % 4 === 0 ? 'CREDIT' : 'DEBIT',
      transacted_at: daysAgo((from + at) % 300),
      description: (from + at) % 4 === 0 ? payer((from + at) / 4) : `LANTERN MARKET ${(from + at) % 500}`,
    })),
  });

const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

async function batches(service: Attacked): Promise<void> {
  const api = apiOf(service);
  const order = (at: number) => ({
    first_name: 'Jane',
    last_name: `Roe ${at}`,
    email: 'jane.roe@example.com',
    order_number: newId(),
    products: ['income'],
    employers: [{ company_name: 'Lantern Freight' }],
  });
  const send = () => api.post('/v1/orders/batch/', { orders: Array.from({ length: 10_000 }, (_, at) => order(at)) });
  await send().catch(() => undefined);
  forever(send);
}

const IMPORTED = 50_000;
const IMPORTS_AT_ONCE = 4;

/** Several concurrent senders import the same file, each time for a new person. */
async function imports(service: Attacked): Promise<void> {
  const api = apiOf(service);
  const rows = Array.from({ length: IMPORTED }, (_, at) => `${daysAgo(at % 700)},PAYER ${at % 40} PAYROLL ${at},25.10`);
  const content = Buffer.from(['Date,Description,Amount', ...rows].join('\n')).toString('base64');
  const send = async () => api.post('/v1/imports/', { user_id: await newUser(api), filename: 'bank.csv', content });
  await send();
  for (let line = 0; line < IMPORTS_AT_ONCE; line++) forever(send);
}

const TRIES_MAX = 120;

/** Waits until the service has read the link's transactions from the bank in the background. */
async function untilRead(api: Api, link_id: string): Promise<void> {
  for (let tries = 0; tries < TRIES_MAX; tries++) {
    const { count } = await api.get(`/v1/links/${link_id}/transactions/?page_size=1`);
    if (count === TRANSACTIONS) return;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  throw new Error('the bank was not read');
}

/**
 * Sends requests forever, one at a time. Each request is sent 5 ms after the previous one ends, even if that one
 * failed.
 */
function forever(send: () => Promise<unknown>): void {
  const again = (): void => {
    send()
      .catch(() => undefined)
      .finally(() => setTimeout(again, 5));
  };
  again();
}

const apiOf = (service: Attacked): Api =>
  clientOf({ ...service, pid: 0, data_dir: '', first_answer_ms: 0, stop: async () => undefined });
