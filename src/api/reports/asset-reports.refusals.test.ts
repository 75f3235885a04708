// Tests valid and invalid options of an asset report.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#base/ids.ts';
import type { AssetReportAnswer } from '#domain/reports/asset-reports.ts';
import { invalid, NOT_FOUND, OTHER_ENVIRONMENT } from '#test/answers.ts';
import { newClient, type TestClient, type TestHouse } from '#test/house.ts';
import { connect, finishTasks, newUser, openWorkingHouse } from '#test/tasks.ts';

let house: TestHouse;
let client: TestClient;
beforeAll(async () => {
  house = await openWorkingHouse();
  client = await newClient(house);
});
afterAll(() => house.close());

const person = () => newUser(client.sandbox, newId());
const urlOf = (user_id: string): string => `/v1/users/${user_id}/assets/reports/`;
const make = (user_id: string, body?: object) => client.sandbox('POST', urlOf(user_id), body);
const threshold = (large_deposit_threshold: object) => ({ large_deposit_threshold });

const TODAY = '2026-03-01';
const LIMITS = [
  { days_requested: 30 },
  { days_requested: 730 },
  { as_of_date: TODAY },
  { as_of_date: null },
  { as_of_date: '0001-01-01', days_requested: 730 },
  threshold({ fixed_amount: 0 }),
  threshold({ fixed_amount: '9999999999.99', sales_price: null, loan_type: '' }),
  { account_ids: [] },
  { request_extended_history: true },
];

test.each(LIMITS)('201 for an asset report with %j', async (body) => {
  expect((await make(await person(), body)).statusCode).toBe(201);
});

const BOOLEAN = 'Must be a valid boolean.';
const NOT_NEGATIVE = 'Ensure this value is greater than or equal to 0.';
const REFUSED: [field: string, body: object, message: string][] = [
  ['days_requested', { days_requested: 29 }, 'Ensure this value is greater than or equal to 30.'],
  ['days_requested', { days_requested: 731 }, 'Ensure this value is less than or equal to 730.'],
  ['days_requested', { days_requested: '90' }, 'A valid integer is required.'],
  ['days_requested', { days_requested: null }, 'This field may not be null.'],
  ['as_of_date', { as_of_date: '2026-03-02' }, `Ensure this value is less than or equal to ${TODAY}.`],
  ['as_of_date', { as_of_date: '2026-02-29' }, 'Date has wrong format. Use YYYY-MM-DD.'],
  ['large_deposit_threshold', { large_deposit_threshold: 5 }, 'Invalid data. Expected an object.'],
  ['large_deposit_threshold.fixed_amount', threshold({ fixed_amount: '-0.01' }), NOT_NEGATIVE],
  ['large_deposit_threshold.sales_price', threshold({ sales_price: -1 }), NOT_NEGATIVE],
  [
    'large_deposit_threshold.qualifying_monthly_income',
    threshold({ qualifying_monthly_income: '0.001' }),
    'Ensure that there are no more than 2 decimal places.',
  ],
  ['large_deposit_threshold.loan_type', threshold({ loan_type: 'fha' }), '"fha" is not a valid choice.'],
  ['is_voe', { is_voe: 'true' }, BOOLEAN],
  ['account_ids', { account_ids: 'all' }, 'Expected a list of items.'],
  ['account_ids.0', { account_ids: [7] }, 'Not a valid string.'],
  ['request_extended_history', { request_extended_history: 1 }, BOOLEAN],
];

test.each(REFUSED)('400 for an asset report with an invalid %s: %j', async (field, body, message) => {
  const user_id = await person();
  const response = await make(user_id, body);
  expect(response.statusCode).toBe(400);
  expect(response.json()).toEqual(invalid([field, message]));
  expect((await client.sandbox('GET', urlOf(user_id))).json().count).toBe(0);
});

test('400 for an asset report with more than a hundred account_ids', async () => {
  const ids = (count: number) => Array.from({ length: count }, newId);
  const user_id = await person();
  const message = 'Ensure this list has no more than 100 items.';
  expect((await make(user_id, { account_ids: ids(101) })).json()).toEqual(invalid(['account_ids', message]));
  const { error } = (await make(user_id, { account_ids: ids(100) })).json();
  expect(error.extra['invalid-params']).toHaveLength(100);
});

test('400: the response lists the index of each account id that does not belong to the user, but only if all other values in the request are valid', async () => {
  const accountsOf = async (user_id: string): Promise<(string | undefined)[]> => {
    await connect(client.sandbox, user_id, { provider_id: 'vouch_bank', product_type: 'assets' });
    await finishTasks(house);
    const report: AssetReportAnswer = (await make(user_id)).json();
    return report.links.flatMap(({ accounts }) => accounts.map(({ id }) => id));
  };
  const user_id = await person();
  const [[own], [foreign]] = [await accountsOf(user_id), await accountsOf(await person())];
  expect((await make(user_id, { account_ids: [own] })).statusCode).toBe(201);
  const account_ids = [newId(), own, foreign, ''];
  expect((await make(user_id, { account_ids })).json()).toEqual(
    invalid(...[0, 2, 3].map((at) => [`account_ids.${at}`, 'Object not found.'] as const)),
  );
  expect((await make(user_id, { account_ids, as_of_date: '2026-03-02' })).json()).toEqual(
    invalid(['as_of_date', `Ensure this value is less than or equal to ${TODAY}.`]),
  );
});

test('403 for an asset report about a user of the other environment and 404 for an unknown user, even if the body is invalid', async () => {
  const wrong = { days_requested: 1 };
  expect((await client.prod('POST', urlOf(await person()), wrong)).json()).toEqual(OTHER_ENVIRONMENT);
  expect((await make(newId(), wrong)).json()).toEqual(NOT_FOUND);
});
