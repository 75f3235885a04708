import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#base/ids.ts';
import { DEFAULT_ASSET_REPORT } from '#domain/access/asset-report-options.ts';
import { getStoredUser } from '#services/people/users.ts';
import { type Ctx, ctxOf, inTransaction } from '#services/platform/ctx.ts';
import type { StoredUser } from '#storage/people/users.ts';
import { newClient, type TestClient, type TestHouse } from '#test/house.ts';
import { connect, finishTasks, newUser, openWorkingHouse } from '#test/tasks.ts';
import { findAssetReport, makeAssetReport, readAssetReport } from './asset-reports.ts';

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
