// Contract, sections 1.1, 1.2 and 25: the rules common to all endpoints of sections 4 to 20, 22 and 24. The responses
// of each endpoint are tested in the files walk.*.test.ts in the same folder.
import { beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#base/ids.ts';
import { HEADERS_MISSING, NOT_FOUND, OTHER_ENVIRONMENT } from '#test/answers.ts';
import { collect, fileOf, sampleOf } from '#test/documents.ts';
import { newClient, type TestClient } from '#test/house.ts';
import { until } from '#test/jobs.ts';
import { fillPath, pathNames } from '#test/operations.ts';
import { PATHS, type Walkable } from './shapes/paths.ts';
import { DEPOSIT_ACCOUNT, startWalk } from './shapes/walk.ts';

const walk = startWalk();
const { connect, exchanged, finish } = walk;

const ALL: Walkable[] = Object.values(PATHS).flat();
const urlOf = (path: Walkable): string => path.slice(path.indexOf(' ') + 1);
const READ = ALL.filter((path) => path.startsWith('GET ')).map(urlOf);
const URLS = [...new Set(ALL.map(urlOf))];
const methodsOf = (url: string): string[] =>
  ALL.filter((path) => urlOf(path) === url).map((path) => path.slice(0, path.indexOf(' ')));

/**
 * Path parameters that identify resources of one client. The parameters of the catalogue and of the document kinds are
 * not listed, because all clients share these resources. `statement_id` and `tax_id` are not listed, because every URL
 * with one of them also contains `link_id`.
 */
const OWNED = new Set([
  'user_id',
  'order_id',
  'batch_id',
  'link_id',
  'task_id',
  'refresh_id',
  'report_id',
  'payroll_report_id',
  'template_id',
  'webhook_id',
  'collection_id',
  'document_id',
]);
const isOwned = (url: string): boolean => pathNames(url).some((name) => OWNED.has(name));
const owned = READ.filter(isOwned);

/** The required query parameters of the search endpoints. */
const QUERIES: Record<string, string> = {
  '/v1/company-mappings-search/': '?query=home',
  '/v1/companies/mapping/': '?company_name=home',
};
const withQuery = (url: string): string => `${url}${QUERIES[url] ?? ''}`;

let ids: Record<string, string> = {};
let other: TestClient;

/**
 * Creates a user with several products, and collects an id for each path parameter. Each id is that of a created or
 * shared resource, except `tax_id` and `request_id`, which are unknown ids.
 */
beforeAll(async () => {
  other = await newClient(walk.house());
  const payroll = { provider_id: 'vouch_payroll', product_type: 'income' };
  const connection = await connect(payroll);
  const { user_id, link_id, task_id } = connection;
  await connect({ ...payroll, user_id, product_type: 'deposit_switch', account: DEPOSIT_ACCOUNT });
  await connect({ ...payroll, user_id, product_type: 'pll', account: DEPOSIT_ACCOUNT });
  const refresh = await walk.send('POST', '/v1/refresh/tasks/', { access_token: await exchanged(connection) });
  await finish();
  const report = await walk.send('POST', `/v1/users/${user_id}/reports/`);
  const statements = await walk.send('GET', `/v1/links/${link_id}/statements/`);
  const admin = await connect({ ...payroll, user_id, username: 'goodlogin', product_type: 'admin' });
  const body = { access_token: await exchanged(admin), start_date: '2026-01-01', end_date: '2026-01-31' };
  const payrolls = await walk.send('POST', '/v1/administrators/payrolls/', body);
  const companies = await walk.send('GET', '/v1/company-mappings-search/?query=walmart');
  const template = await walk.send('POST', '/v1/templates/', { name: 'Mortgage' });
  const person = { products: ['income'], first_name: 'Jane', last_name: 'Roe' };
  const order = await walk.send('POST', '/v1/orders/', person);
  const batch = await walk.send('POST', '/v1/orders/batch/', [person]);
  // Waits until the batch has ended, because the tests compare two reads of the same list.
  const made = async () => (await walk.send('GET', `/v1/orders/batch/${batch.json().id}/`)).json();
  await until(async () => (await made()).status === 'completed');
  const scoring = await walk.send('POST', '/v1/scoring_attributes/reports/', {
    lender_reference: 'loan-17',
    customer_identifier: 'customer-1',
    purpose: 'decisioning',
    accounts: [{ identifier: 'a-1', type: 'checking' }],
  });
  const hook = { name: 'Loans', webhook_url: 'http://127.0.0.1:9/hook', env_type: 'sandbox' };
  const webhook = await walk.send('POST', '/v1/webhooks/', hook);
  const stub = fileOf(await sampleOf(walk.acme().sandbox, 'paystub'), { user_id });
  const collection = await collect(walk.house(), walk.acme().sandbox, { documents: [stub] });
  const content = Buffer.from('Date,Description,Amount\n2026-01-31,Payroll,2212.41\n').toString('base64');
  const imported = await walk.send('POST', '/v1/imports/', { user_id, filename: 'january.csv', content });
  ids = {
    user_id,
    order_id: order.json().id,
    batch_id: batch.json().id,
    link_id,
    task_id,
    refresh_id: refresh.json().task_id,
    report_id: report.json().report_id,
    scoring_report_id: scoring.json().report_id,
    statement_id: statements.json().results[0].id,
    tax_id: newId(),
    payroll_report_id: payrolls.json().payroll_report_id,
    company_mapping_id: companies.json()[0].id,
    provider_id: 'vouch_payroll',
    template_id: template.json().id,
    webhook_id: webhook.json().id,
    request_id: newId(),
    collection_id: collection.id,
    document_id: collection.documents[0]?.document_id ?? '',
    kind: 'paystub',
    import_id: imported.json().id,
  };
});

/**
 * Returns the URL with ids in place of its path parameters. `report_id` is the id of a user's report, except in section
 * 14 (scoring), where reports have no user.
 */
const filled = (url: string, more: Record<string, string> = {}): string => {
  const report_id = ids[url.startsWith('/v1/scoring_attributes/') ? 'scoring_report_id' : 'report_id'] ?? '';
  return fillPath(url, { ...ids, report_id, ...more });
};
const send = (method: 'GET' | 'HEAD' | 'PUT', url: string) => walk.send(method, url);

test('the setup has an id for every path parameter', () => {
  expect(Object.entries(ids).filter(([, id]) => typeof id !== 'string')).toEqual([]);
});

describe('the rules of contract section 1.1, for every endpoint', () => {
  test.each(READ)('%s responds the same without the trailing slash', async (url) => {
    const path = filled(url);
    const with_slash = await send('GET', withQuery(path));
    const without = await send('GET', withQuery(path).replace(/\/(?=\?|$)/, ''));
    expect([200, 404]).toContain(with_slash.statusCode);
    expect([without.statusCode, without.body]).toEqual([with_slash.statusCode, with_slash.body]);
  });

  test.each(READ)('%s returns the same status and content type for HEAD as for GET, but no body', async (url) => {
    const path = withQuery(filled(url));
    const [head, get] = [await send('HEAD', path), await send('GET', path)];
    expect(head.statusCode).toBe(get.statusCode);
    expect(head.headers['content-type']).toBe(get.headers['content-type']);
    expect(head.body).toBe('');
  });

  test.each(URLS)('%s responds with 405 to an unlisted method and names the listed methods in Allow', async (url) => {
    const response = await send('PUT', filled(url));
    expect(response.statusCode).toBe(405);
    expect(response.json()).toEqual({ detail: 'Method "PUT" not allowed.' });
    const methods = methodsOf(url);
    const expected = methods.includes('GET') ? [...methods, 'HEAD'] : methods;
    expect(String(response.headers['allow']).split(', ').toSorted()).toEqual(expected.toSorted());
  });
});

describe('contract 1.2, for every endpoint', () => {
  test.each(ALL)('%s returns 401 without credentials', async (path) => {
    const [method = ''] = path.split(' ');
    const { app } = walk.house();
    const response = await app.inject({ method: method === 'GET' ? 'GET' : 'POST', url: filled(urlOf(path)) });
    expect(response.statusCode).toBe(401);
    expect(response.json()).toEqual(HEADERS_MISSING);
    expect(response.headers['www-authenticate']).toBe('Access');
  });

  test.each(owned)('%s returns 404 with another client’s key, the same as for an unknown id', async (url) => {
    const response = await walk.send('GET', filled(url), undefined, other.sandbox);
    expect([response.statusCode, response.json()]).toEqual([404, NOT_FOUND]);
  });

  test.each(owned)('%s returns 403 with a key of the other environment', async (url) => {
    const response = await walk.send('GET', filled(url), undefined, walk.acme().prod);
    expect([response.statusCode, response.json()]).toEqual([403, OTHER_ENVIRONMENT]);
  });

  test.each(READ.filter((url) => pathNames(url).length > 0))(
    '%s returns 404 for an id that is unknown or malformed',
    async (url) => {
      for (const name of pathNames(url)) {
        for (const id of [newId(), 'x', 'A'.repeat(32), '%00']) {
          const response = await send('GET', filled(url, { [name]: id }));
          expect([response.statusCode, response.json()]).toEqual([404, NOT_FOUND]);
        }
      }
    },
  );
});
