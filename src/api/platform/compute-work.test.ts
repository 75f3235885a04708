// Tests that heavy work never runs in the serving thread: if no compute thread accepts it, the response is 503.
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { unavailable } from '#base/errors.ts';
import { newId } from '#base/ids.ts';
import { BASE_URL, newClient, type TestClient, type TestHouse } from '#test/house.ts';
import { until } from '#test/jobs.ts';
import { SCORING_URL } from '#test/scoring.ts';
import { connect, finishTasks, newUser, openWorkingHouse } from '#test/tasks.ts';

let house: TestHouse;
let client: TestClient;
beforeAll(async () => {
  house = await openWorkingHouse();
  client = await newClient(house);
});
afterEach(() => void vi.restoreAllMocks());
afterAll(() => house.close());

const get = async (path: string) => (await client.sandbox('GET', path)).json();
const takeNothing = () => void vi.spyOn(house.compute, 'run').mockRejectedValue(unavailable());

async function connected(more: object): Promise<{ user_id: string; link: string }> {
  const user_id = await newUser(client.sandbox, newId());
  const { link_id } = await connect(client.sandbox, user_id, more);
  await finishTasks(house);
  return { user_id, link: `/v1/links/${link_id}/` };
}

const ACCOUNT = { account_number: '400100219999', routing_number: '991000012', account_type: 'checking' };
const INSURANCE = { provider_id: 'vouch_insurance', product_type: 'insurance' };
const REPORTS: [name: string, login: object, path: string][] = [
  ['income', {}, 'income/report/'],
  ['employment', {}, 'employment/report/'],
  ['insurance', INSURANCE, 'insurance/report/'],
  ['deposit switch', { product_type: 'deposit_switch', account: ACCOUNT }, 'direct_deposit/report/'],
  ['paycheck-linked lending', { product_type: 'pll', account: ACCOUNT }, 'pll/report/'],
];

test.each(REPORTS)(
  '503 for the PDF of the %s report, requested with fmt=pdf or by signed URL, if no compute thread is free',
  async (_name, login, path) => {
    const { link } = await connected(login);
    const { pdf_report } = await get(`${link}${path}`);
    takeNothing();
    expect((await client.sandbox('GET', `${link}${path}?fmt=pdf`)).statusCode).toBe(503);
    expect((await house.app.inject(pdf_report.slice(BASE_URL.length))).statusCode).toBe(503);
  },
);

test('503 for the PDF of a verification report if no compute thread is free', async () => {
  const { user_id } = await connected({});
  const url = `/v1/users/${user_id}/reports/`;
  const { report_id } = (await client.sandbox('POST', url, {})).json();
  takeNothing();
  expect((await client.sandbox('GET', `${url}${report_id}/?fmt=pdf`)).statusCode).toBe(503);
});

test.each([
  ['a pay statement', {}, 'statements/'],
  ['a bank statement', { provider_id: 'vouch_bank', product_type: 'assets' }, 'bank_statements/'],
])('503 for the signed URL of %s in sandbox if no compute thread is free', async (_name, login, path) => {
  const { link } = await connected(login);
  const { results } = await get(`${link}${path}`);
  takeNothing();
  expect((await house.app.inject(results[0].file.slice(BASE_URL.length))).statusCode).toBe(503);
});

test('503 for a sample document of a sandbox person if no compute thread is free', async () => {
  takeNothing();
  expect((await client.sandbox('GET', '/v1/sandbox/documents/paystub/')).statusCode).toBe(503);
});

test('503 for a scoring request if no compute thread is free, because the thread that serves requests does not parse or validate scoring requests', async () => {
  takeNothing();
  expect((await client.sandbox('POST', SCORING_URL, '{"accounts": [')).statusCode).toBe(503);
});

test('503 for a declaration if no compute thread is free, because the thread that serves requests does not encrypt or decrypt declarations', async () => {
  const user_id = await newUser(client.sandbox, newId());
  takeNothing();
  const accounts = [{ external_id: 'a-1', type: 'CHECKING', balance: '812.40' }];
  const response = await client.sandbox('POST', `/v1/sandbox/users/${user_id}/transactions/`, { accounts });
  expect(response.statusCode).toBe(503);
});

test('503 for batch results if no compute thread is free, because the thread that serves requests does not decrypt batch results', async () => {
  const { id } = (await client.sandbox('POST', '/v1/orders/batch/', [{}])).json();
  await until(async () => (await get(`/v1/orders/batch/${id}/`)).status === 'completed');
  takeNothing();
  expect((await client.sandbox('GET', `/v1/orders/batch/${id}/`)).statusCode).toBe(503);
});
