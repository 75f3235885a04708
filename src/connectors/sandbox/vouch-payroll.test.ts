import { describe, expect, test } from 'vitest';
import { describeConnector } from '#connectors/conformance.ts';
import { type Fixture, failureOf, idsOf, LINK_ID, laterBy, NOON, playerOf } from '#connectors/conformance-play.ts';
import type { ProductType } from '#domain/access/products.ts';
import { toInjectedPayroll } from '#domain/sandbox/sandbox-payroll.ts';
import { runStep } from '#services/connections/provider-calls.ts';
import { SANDBOX_LOGINS, sandboxLogin } from '#test/sandbox-logins.ts';
import { PAYROLL_USERNAMES } from './cast/people.ts';
import { vouchPayroll } from './vouch-payroll.ts';

const partial = sandboxLogin('missing.data');
const changed = sandboxLogin('changed.on.refresh');
const fixture: Fixture = { product: 'income', logins: { ...SANDBOX_LOGINS, partial, changed } };
describeConnector(vouchPayroll, fixture, runStep);

const playing = (product: ProductType) => playerOf(vouchPayroll, { ...fixture, product }, runStep);
const { connect, begin, step, read, run } = playing('income');
const DAY_SECONDS = 86_400;

describe('Vouch Payroll logins', () => {
  test.each(PAYROLL_USERNAMES)('the sample login ’%s’ succeeds and has employments', async (username) => {
    const account = await connect(sandboxLogin(username));
    const { data } = await read(account);
    expect(data.employments?.length).toBeGreaterThan(0);
    expect(data.statements?.length).toBeGreaterThan(0);
    expect({ username, is_suspicious: account.is_suspicious }).toEqual({
      username,
      is_suspicious: username === 'suspicious',
    });
    const stuck = ['no.dds', 'former.employee'].includes(username);
    expect({ username, can: account.can_switch_deposits }).toEqual({ username, can: !stuck });
  });

  test('for the login `disconnect.on.refresh`, a refresh ends with login_error, but a new login succeeds', async () => {
    const credentials = sandboxLogin('disconnect.on.refresh');
    const account = await connect(credentials);
    expect((await failureOf(begin(credentials, { account, is_refresh: true }))).status).toBe('login_error');
    await expect(connect(credentials, { account })).resolves.toMatchObject({ login: account.login });
  });

  test('for the login `changed.on.refresh`, every refresh adds a statement and raises the pay, even a second refresh on the same day', async () => {
    let { data, account } = await read(await connect(changed));
    for (const is_refresh of [true, true]) {
      const before = data;
      ({ data, account } = await read(await connect(changed, { account, is_refresh }), { is_refresh }));
      expect(data.statements).toHaveLength((before.statements?.length ?? 0) + 1);
      expect(data.employments?.[0]?.income).toBeGreaterThan(before.employments?.[0]?.income ?? 0n);
    }
  });

  test('the sample data stays anchored to the first login day, even if the person logs in again later', async () => {
    const { account } = await read(await connect(SANDBOX_LOGINS.good));
    const later = { now: laterBy(NOON, 100 * DAY_SECONDS) };
    const again = await connect(SANDBOX_LOGINS.good, { account, ...later });
    const [mine, fresh] = [await read(again, later), await read(await connect(SANDBOX_LOGINS.good, later), later)];
    expect(mine.data.employments?.[0]?.start_date).not.toBe(fresh.data.employments?.[0]?.start_date);
    expect(mine.data.employments?.[0]?.start_date).toBe((await read(account)).data.employments?.[0]?.start_date);
  });
});

test('a login as error.user with the password mfa_error requires a code, and every code is rejected', async () => {
  const credentials = sandboxLogin('error.user', 'mfa_error');
  const asked = await begin(credentials);
  if (asked.step !== 'second_factor') throw new Error('no code was asked for');
  const answer = (code: string) => step(credentials, { memory: asked.memory, reply: { kind: 'code', code } });
  for (const code of ['12345', '', '54321']) expect((await failureOf(answer(code))).status).toBe('mfa_error');
});

describe('a fetch for the product', () => {
  test.each(['employment', 'deposit_switch', 'pll'] as const)(
    'a fetch for the product %s reads the employments and does not read the statements',
    async (product) => {
      const { data } = await playing(product).read(await connect(SANDBOX_LOGINS.good));
      expect(Object.keys(data)).toEqual(['employments']);
    },
  );

  test('a fetch for the product `admin` reads only the directory; a separate request reads the payroll', async () => {
    const account = await connect(SANDBOX_LOGINS.good);
    const { data } = await playing('admin').read(account);
    expect(Object.keys(data)).toEqual(['directory']);
    const { directory = [] } = data;
    const range = { link_id: LINK_ID, start_date: '2026-01-01', end_date: '2026-01-31' };
    const payroll = await run((io) => vouchPayroll.fetchPayroll(account, range, io));
    expect(directory).toHaveLength(5);
    expect(new Set(payroll.map(({ employee_id }) => employee_id))).toEqual(new Set(directory.map(({ id }) => id)));
  });
});

describe('declared payroll data', () => {
  const body = {
    employments: [
      {
        company: { name: 'Old Mill Bakery' },
        job_title: 'Baker',
        end_date: '2025-05-30',
        shifts: [{ date: '2025-05-30' }],
        bank_accounts: [{ account_number: '700300100', deposit_type: 'E' as const }],
      },
      {
        company: { name: 'New Mill Bakery' },
        job_title: 'Head Baker',
        start_date: '2025-06-02',
        statements: [{ pay_date: '2026-02-27', gross_pay: '2450.00' }],
        w2s: [{ year: 2025, wages: '30000.00' }],
      },
    ],
  };
  const payroll = toInjectedPayroll(body, null, 'a'.repeat(32), '2026-03-04') ?? undefined;
  const declared = { payroll };

  test('declared payroll data replaces the sample data, whatever user name is used for the login', async () => {
    for (const username of ['goodlogin', 'multiple.employments']) {
      const { data } = await read(await connect(sandboxLogin(username)), { declared });
      expect(data.employments?.map(({ job_title }) => job_title)).toEqual(['Head Baker', 'Baker']);
      const [head, baker] = data.employments ?? [];
      expect(data.statements).toMatchObject([{ employment_id: head?.id, gross_pay: 245_000n, file_id: null }]);
      expect(data.w2s).toMatchObject([{ employment_id: head?.id, year: 2025 }]);
      expect(data.shifts).toMatchObject([{ employment_id: baker?.id, date: '2025-05-30' }]);
    }
  });

  test('declared payroll data has different ids in two links of the same person', async () => {
    const account = await connect(SANDBOX_LOGINS.good);
    const [mine, other] = [
      await read(account, { declared }),
      await read(account, { declared, link_id: 'b'.repeat(32) }),
    ];
    const known = new Set(idsOf(mine.data));
    expect(known.size).toBe(idsOf(mine.data).length);
    expect(idsOf(other.data).filter((id) => known.has(id))).toEqual([]);
  });

  test('the sample data returns once the declared payroll data is deleted', async () => {
    const { account } = await read(await connect(SANDBOX_LOGINS.good), { declared });
    const { data } = await read(account);
    expect(data.employments?.[0]?.job_title).toBe('Data Analyst');
  });
});
