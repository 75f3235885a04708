import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#base/ids.ts';
import { ROLES, type Role } from '#domain/console/roles.ts';
import { DECLARED_TRANSACTIONS_SHOWN_MAX } from '#domain/sandbox/declared-data.ts';
import { newMember } from '#test/console.ts';
import { newClient, openTestHouse, type TestClient, type TestHouse } from '#test/house.ts';
import { newUser } from '#test/tasks.ts';

let house: TestHouse;
let client: TestClient;
beforeAll(async () => {
  house = await openTestHouse();
  client = await newClient(house);
});
afterAll(() => house.close());

const member = (role: Role, of = client) =>
  newMember(house, [
    { client_id: of.client_id, environment: 'sandbox', role },
    { client_id: of.client_id, environment: 'prod', role },
  ]);
const someone = () => newUser(client.sandbox, newId());
async function declare(kind: 'payroll' | 'transactions', user_id: string, body: object): Promise<void> {
  const response = await client.sandbox('POST', `/v1/sandbox/users/${user_id}/${kind}/`, body);
  expect(response.statusCode, response.body).toBe(201);
}
async function read(user_id: string) {
  const { call } = await member('owner');
  const response = await call('GET', `${client.client_id}/sandbox/users/${user_id}/declared/`);
  expect(response.statusCode, response.body).toBe(200);
  return response.json();
}

const JOB = {
  company: { name: 'Lantern Works' },
  job_title: 'Glazier',
  start_date: '2024-02-05',
  income: '52000.00',
  income_unit: 'YEARLY',
  pay_frequency: 'BW',
  profile: { first_name: 'Robin', ssn: '991-91-9991' },
  statements: [
    { pay_date: '2026-02-06', gross_pay: '2000.00', net_pay: '1520.00' },
    { pay_date: '2026-02-20', gross_pay: '2000.10', net_pay: '1520.08' },
  ],
  w2s: [{ year: 2025, wages: '52000.00' }],
  shifts: [{ date: '2026-02-19', hours: '8' }],
};
const ACCOUNT = {
  external_id: 'a-1',
  type: 'CHECKING',
  balance: '812.40',
  account_number: '000123456789',
  routing_number: '021000021',
  owners: [{ full_name: 'Robin Roe' }],
};
const paid = (day: number, more: object = {}) => ({
  account_external_id: 'a-1',
  amount: '12.50',
  type: 'DEBIT',
  transacted_at: `2026-02-${String(day).padStart(2, '0')}`,
  description: `MARKET ${day}`,
  ...more,
});

describe('GET …/users/{user_id}/declared/', () => {
  test('200: without a declaration, the employments and accounts are null', async () => {
    expect(await read(await someone())).toEqual({
      employments: null,
      accounts: null,
      transactions_count: 0,
      transactions: [],
    });
  });

  test('200: shows the declared employments, accounts and transactions, with numbers masked', async () => {
    const user_id = await someone();
    await declare('payroll', user_id, { employments: [JOB] });
    await declare('transactions', user_id, { accounts: [ACCOUNT], transactions: [paid(3)] });
    await declare('transactions', user_id, { transactions: [paid(9, { memo: 'cash' })] });
    const { employments, accounts, ...bank } = await read(user_id);
    expect(employments).toMatchObject([
      {
        company: { name: 'Lantern Works' },
        income: '52000.00',
        profile: { first_name: 'Robin', ssn: '*****9991' },
        statements: [{ pay_date: '2026-02-20', gross_pay: '2000.10' }, { pay_date: '2026-02-06' }],
        w2s: [{ year: 2025, wages: '52000.00' }],
        shifts: [{ date: '2026-02-19', hours: '8.00' }],
      },
    ]);
    expect(accounts).toMatchObject([
      {
        type: 'CHECKING',
        balances: { balance: '812.40' },
        account_number: '*****6789',
        routing_number: '********',
        owners: [{ full_name: 'Robin Roe' }],
      },
    ]);
    expect(bank).toMatchObject({
      transactions_count: 2,
      transactions: [
        { description: 'MARKET 9', memo: 'cash', account_id: accounts[0].id },
        { description: 'MARKET 3', amount: '12.50' },
      ],
    });
  });

  test('200: the shown data, except the masked SSN, can be declared again and is then shown unchanged', async () => {
    const user_id = await someone();
    await declare('payroll', user_id, { employments: [JOB] });
    const before = await read(user_id);
    // The SSN is shown masked, so it cannot be declared again.
    const employments = before.employments.map(({ profile, ...job }: { profile: object }) => ({
      ...job,
      profile: { ...profile, ssn: null },
    }));
    await declare('payroll', user_id, { mode: 'replace', employments });
    const after = await read(user_id);
    expect(after.employments[0].statements).toEqual(before.employments[0].statements);
    expect(after.employments[0]).toMatchObject({
      w2s: before.employments[0].w2s,
      shifts: before.employments[0].shifts,
    });
  });

  test(`200: counts all transactions, and shows the newest ${DECLARED_TRANSACTIONS_SHOWN_MAX}`, async () => {
    const user_id = await someone();
    const transactions = Array.from({ length: DECLARED_TRANSACTIONS_SHOWN_MAX + 1 }, (_, at) =>
      paid(at === 0 ? 1 : 2, { external_id: `t-${at}` }),
    );
    await declare('transactions', user_id, { accounts: [ACCOUNT], transactions });
    const shown = await read(user_id);
    expect(shown.transactions_count).toBe(DECLARED_TRANSACTIONS_SHOWN_MAX + 1);
    expect(shown.transactions).toHaveLength(DECLARED_TRANSACTIONS_SHOWN_MAX);
    expect(shown.transactions.map(({ external_id }: { external_id: string }) => external_id)).not.toContain('t-0');
  });

  test.each(ROLES)(
    'for the role %s, reading declared data is allowed or gets 403, as the row "sandbox clock, people, emulator" of the role table says',
    async (role) => {
      const user_id = await someone();
      const { call } = await member(role);
      const { statusCode } = await call('GET', `${client.client_id}/sandbox/users/${user_id}/declared/`);
      expect(statusCode).toBe(role === 'owner' || role === 'developer' ? 200 : 403);
    },
  );

  test('404 in prod, for an unknown person, and for another client’s person', async () => {
    const user_id = await someone();
    const { call } = await member('owner');
    const other = await newClient(house);
    const stranger = await member('owner', other);
    const statuses = [
      await call('GET', `${client.client_id}/prod/users/${user_id}/declared/`),
      await call('GET', `${client.client_id}/sandbox/users/${'0'.repeat(32)}/declared/`),
      await stranger.call('GET', `${other.client_id}/sandbox/users/${user_id}/declared/`),
    ].map(({ statusCode }) => statusCode);
    expect(statuses).toEqual([404, 404, 404]);
  });

  test('the audit log records that the declared data was viewed', async () => {
    const user_id = await someone();
    await read(user_id);
    const { call } = await member('owner');
    const { results } = (await call('GET', `${client.client_id}/sandbox/audit/?object=users/${user_id}`)).json();
    expect(results).toMatchObject([{ action: 'readDeclaredData' }]);
  });
});
