import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { invalid, NOT_FOUND } from '#test/answers.ts';
import { BASE_URL, type Call, newClient, openTestHouse, type TestHouse } from '#test/house.ts';

let house: TestHouse;
let call: Call;
let prod: Call;
beforeAll(async () => {
  house = await openTestHouse();
  ({ sandbox: call, prod } = await newClient(house));
});
afterAll(() => house.close());

const PAYROLL = {
  id: 'vouch_payroll',
  name: 'Vouch Payroll',
  logo_url: null,
  domain: null,
  is_supported: true,
  success_rate: 'high',
  data_source: 'payroll',
  products: ['income', 'employment', 'deposit_switch', 'pll', 'admin'],
  is_live: false,
  status: 'up',
};
/**
 * The ids of the providers, sorted by name. The provider for imported files (`vouch_files`) comes first, because its
 * name begins with "I". This provider is the only one that is in both environments.
 */
const ALL = ['vouch_files', 'vouch_bank', 'vouch_bank_oauth', 'vouch_insurance', 'vouch_payroll', 'vouch_tax'];
const page = async (query = '', sender = call) => {
  const response = await sender('GET', `/v1/providers/${query}`);
  expect(response.statusCode).toBe(200);
  return response.json();
};
const ids = async (query = '', sender = call): Promise<string[]> =>
  (await page(query, sender)).results.map(({ id }: { id: string }) => id);

describe('GET /v1/providers/', () => {
  test('200: lists the environment’s providers, sorted by name', async () => {
    expect(await ids()).toEqual(ALL);
    expect(await ids('', prod)).toEqual(['vouch_files']);
  });

  test('200: lists providers in pages', async () => {
    const first = await page('?page_size=4');
    expect(first).toMatchObject({ count: 6, previous: null, next: `${BASE_URL}/v1/providers/?page_size=4&page=2` });
    expect(await ids('?page_size=4&page=2')).toEqual(['vouch_payroll', 'vouch_tax']);
  });

  test.each([
    ['?query=BANK', ['vouch_bank', 'vouch_bank_oauth']],
    ['?query=statement%20file', ['vouch_files']],
    ['?query=ofx', ['vouch_files']],
    ['?query=vuoch%20insurnce', ['vouch_insurance']],
    ['?query=vouch%20pay', ['vouch_payroll']],
    ['?query=', ALL],
    ['?query=zzqxjvkw', []],
    ['?product_type=income', ['vouch_files', 'vouch_bank', 'vouch_bank_oauth', 'vouch_payroll', 'vouch_tax']],
    ['?product_type=admin', ['vouch_payroll']],
    ['?data_source=financial_accounts', ['vouch_files', 'vouch_bank', 'vouch_bank_oauth']],
    ['?data_source=docs', []],
    ['?product_type=income&data_source=tax', ['vouch_tax']],
  ])('200: the query string %s returns the providers %j', async (query, expected) =>
    expect(await ids(query)).toEqual(expected),
  );

  test('400 lists every invalid filter value', async () => {
    const response = await call('GET', '/v1/providers/?product_type=x&data_source=y&query=%00');
    expect(response.statusCode).toBe(400);
    expect(response.json()).toEqual(
      invalid(
        ['query', 'Not a valid string.'],
        ['product_type', '"x" is not a valid choice.'],
        ['data_source', '"y" is not a valid choice.'],
      ),
    );
  });

  test('404 for a page after the last page', async () => {
    expect((await call('GET', '/v1/providers/?page=2')).statusCode).toBe(404);
  });
});

describe('GET /v1/providers/{provider_id}/', () => {
  test('200: returns the provider with all its fields', async () => {
    const response = await call('GET', '/v1/providers/vouch_payroll/');
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual(PAYROLL);
  });

  test('404 for an unknown provider or a provider of the other environment', async () => {
    for (const response of [
      await call('GET', '/v1/providers/nobody/'),
      await call('GET', '/v1/providers/%00/'),
      await prod('GET', '/v1/providers/vouch_payroll/'),
    ]) {
      expect(response.statusCode).toBe(404);
      expect(response.json()).toEqual(NOT_FOUND);
    }
  });
});
