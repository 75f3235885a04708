import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { daysBetween } from '#base/calendar.ts';
import { newId } from '#base/ids.ts';
import { toTimestamp } from '#base/timestamps.ts';
import { DEFAULT_ASSET_REPORT } from '#domain/access/asset-report-options.ts';
import { getStoredUser } from '#services/people/users.ts';
import { type Ctx, ctxOf, inTransaction } from '#services/platform/ctx.ts';
import type { StoredUser } from '#storage/people/users.ts';
import { newClient, type TestClient, type TestHouse } from '#test/house.ts';
import { connect, finishTasks, newUser, openWorkingHouse } from '#test/tasks.ts';
import { findAssetReport, makeAssetReport, readAssetReport, readDailyBalances } from './asset-reports.ts';

let house: TestHouse;
let client: TestClient;
beforeAll(async () => {
  house = await openWorkingHouse();
  client = await newClient(house);
});
afterAll(() => house.close());

async function newBankUser() {
  const user_id = await newUser(client.sandbox, newId());
  await connect(client.sandbox, user_id, { provider_id: 'vouch_bank', product_type: 'assets' });
  await finishTasks(house);
  const ctx = await ctxOf(house, { client_id: client.client_id, environment: 'sandbox' });
  return { ctx, user: await getStoredUser(ctx, user_id) };
}
const reportOf = async (ctx: Ctx, user: StoredUser, id: string) =>
  JSON.parse((await readAssetReport(ctx, await findAssetReport(ctx, user, id))).json);
const reportsOf = async (user_id: string) =>
  (await client.sandbox('GET', `/v1/users/${user_id}/assets/reports/`)).json().count;

describe('makeAssetReport', () => {
  test('creates a report that exists after the caller’s transaction commits', async () => {
    const { ctx, user } = await newBankUser();
    const id = await inTransaction(ctx, async (ctx) => {
      const made = await makeAssetReport(ctx, user, { ...DEFAULT_ASSET_REPORT, days_requested: 30 });
      expect(await reportsOf(user.id)).toBe(0);
      return made;
    });
    const report = await reportOf(ctx, user, id);
    expect(report).toMatchObject({ report_id: id, days_requested: 30, summary: { balance: '72115.00' } });
  });

  test('stores the daily balances from which the averages were computed; a report without amounts has no daily balances', async () => {
    const { ctx, user } = await newBankUser();
    const daily = async (choices: Partial<typeof DEFAULT_ASSET_REPORT>) => {
      const id = await makeAssetReport(ctx, user, { ...DEFAULT_ASSET_REPORT, ...choices });
      const { links } = await reportOf(ctx, user, id);
      const { accounts } = await readDailyBalances(ctx, await findAssetReport(ctx, user, id));
      return { accounts, reported: links[0].accounts };
    };
    const { accounts, reported } = await daily({ days_requested: 60 });
    expect(accounts).toHaveLength(reported.length);
    for (const [at, { account_id, balances, first_day }] of accounts.entries()) {
      const { id, balances: held, summary } = reported[at];
      expect([account_id, balances.at(-1)]).toEqual([id, held.balance]);
      expect(daysBetween(first_day, toTimestamp(ctx.now()).slice(0, 10))).toBe(balances.length - 1);
      const cents = balances.slice(-30).map((amount) => Math.round(Number(amount) * 100));
      const average = cents.reduce((sum, one) => sum + one, 0) / 30 / 100;
      expect(Number(summary.avg_30 ?? average)).toBeCloseTo(average, 2);
    }
    expect(reported.some(({ summary }: { summary: { avg_30: string | null } }) => summary.avg_30 !== null)).toBe(true);
    const without = await daily({ is_voe: true });
    expect(without.accounts.every(({ balances }) => balances.length === 0)).toBe(true);
  });

  test('leaves no report if the caller’s transaction is rolled back', async () => {
    const { ctx, user } = await newBankUser();
    const undone = inTransaction(ctx, async (ctx) => {
      await makeAssetReport(ctx, user, DEFAULT_ASSET_REPORT);
      throw new Error('something else went wrong');
    });
    await expect(undone).rejects.toThrow('something else went wrong');
    expect(await reportsOf(user.id)).toBe(0);
  });

  test('ignores unknown accounts in account_ids', async () => {
    const { ctx, user } = await newBankUser();
    const id = await makeAssetReport(ctx, user, { ...DEFAULT_ASSET_REPORT, account_ids: [newId()] });
    expect(await reportOf(ctx, user, id)).toMatchObject({ links: [], summary: { balance: '0.00' } });
  });
});
