// Contract, section 11.4: a user's asset reports.
import { describe, expect, test } from 'vitest';
import { newId } from '#base/ids.ts';
import { invalid, NOT_FOUND } from '#test/answers.ts';
import { assetReport, assetReportSummary, assetReportWithoutAmounts } from './shapes/asset-reports.ts';
import { expectPdf } from './shapes/files.ts';
import { balances } from './shapes/financial-accounts.ts';
import { retrievedUser } from './shapes/links.ts';
import { PATHS } from './shapes/paths.ts';
import { startWalk } from './shapes/walk.ts';
import { page } from './shapes/words.ts';

const walk = startWalk();
const { expectAnswer, expectRead, expectRefused, newUser, connect, connectOnce, exchanged, advance, finish } = walk;

const BANK = { provider_id: 'vouch_bank', product_type: 'assets' };
const urlOf = (user_id: string): string => `/v1/users/${user_id}/assets/reports/`;
const create = (user_id: string, body?: object) => expectAnswer(201, assetReport, 'POST', urlOf(user_id), body);

type Moved = { is_large_deposit: boolean; amount: string; type: string; transacted_at: string };
type Reported = {
  id: string;
  type: string;
  nsf: number;
  days_available: number;
  balances: { balance: string };
  transactions: Moved[];
};

describe('section 11.4: POST /v1/users/{user_id}/assets/reports/', () => {
  test.each(['goodlogin', 'goodlogin.all', 'overdrawn', 'card', 'loans', 'cd.stocks.bonds', 'irregular'])(
    '201: the asset report of the login %s has every account with its current balance',
    async (username) => {
      const { user_id, link_id } = await connectOnce({ ...BANK, username });
      const report = await create(user_id, {});
      expect(report).toMatchObject({ days_requested: 90, large_deposit_threshold: null, borrower: { id: user_id } });
      expect(report.links).toMatchObject([{ link_id, provider: 'vouch_bank', provider_name: 'Vouch Bank' }]);
      const { accounts } = await expectRead(balances, `/v1/links/${link_id}/balances/`);
      const shown: Reported[] = report.links[0].accounts;
      expect(shown.map(({ id, balances }) => [id, balances])).toEqual(
        accounts.map(({ id, balances }: Reported) => [id, balances]),
      );
      for (const { days_available, transactions } of shown) {
        expect(days_available).toBeLessThanOrEqual(90);
        expect(transactions.filter(({ is_large_deposit }) => is_large_deposit)).toEqual([]);
        const moments = transactions.map(({ transacted_at }) => transacted_at);
        expect(moments).toEqual(moments.toSorted().toReversed());
      }
    },
  );

  test('201: the report of the sample login `overdrawn` has NSF fees and large deposits', async () => {
    const { user_id } = await connectOnce({ ...BANK, username: 'overdrawn' });
    const report = await create(user_id, { large_deposit_threshold: { qualifying_monthly_income: 4000 } });
    expect(report.large_deposit_threshold).toBe('2000.00');
    const [account]: Reported[] = report.links[0].accounts;
    expect(account?.nsf).toBeGreaterThan(0);
    const large = account?.transactions.filter(({ is_large_deposit }) => is_large_deposit) ?? [];
    expect(large.length).toBeGreaterThan(0);
    expect(large.filter(({ type, amount }) => type !== 'CREDIT' || Number(amount) <= 2000)).toEqual([]);
  });

  test('201: with is_voe the report omits the amounts', async () => {
    const { user_id } = await connectOnce({ ...BANK, username: 'goodlogin' });
    const asked = { is_voe: true, large_deposit_threshold: { fixed_amount: '100.00' } };
    const report = await expectAnswer(201, assetReportWithoutAmounts, 'POST', urlOf(user_id), asked);
    expect(report.links[0].accounts).toHaveLength(3);
    await expectRead(assetReportWithoutAmounts, `${urlOf(user_id)}${report.report_id}/`);
  });

  test('201: the threshold for large deposits is fixed_amount if given, else 1 % of sales_price for an FHA loan, else half the monthly income', async () => {
    const user_id = await newUser();
    const given = { fixed_amount: 1, sales_price: 2_000, qualifying_monthly_income: 300, loan_type: 'FHA' };
    const thresholdOf = async (more: object) =>
      (await create(user_id, { large_deposit_threshold: { ...given, ...more } })).large_deposit_threshold;
    expect(await thresholdOf({})).toBe('1.00');
    expect(await thresholdOf({ fixed_amount: null })).toBe('20.00');
    expect(await thresholdOf({ fixed_amount: null, loan_type: 'USDA' })).toBe('150.00');
    expect(await thresholdOf({ fixed_amount: null, loan_type: null, qualifying_monthly_income: null })).toBe(null);
  });

  test('201: a user without data gets a report without links', async () => {
    expect(await create(await newUser())).toMatchObject({ links: [], summary: { balance: '0.00', avg_30: null } });
  });

  test('400: every invalid option is reported', async () => {
    const { user_id } = await connectOnce({ ...BANK, username: 'goodlogin' });
    const body = { days_requested: 731, is_voe: 1, account_ids: 'x' };
    expect(await expectRefused(400, 'POST', urlOf(user_id), body)).toEqual(
      invalid(
        ['days_requested', 'Ensure this value is less than or equal to 730.'],
        ['is_voe', 'Must be a valid boolean.'],
        ['account_ids', 'Expected a list of items.'],
      ),
    );
    expect(await expectRefused(400, 'POST', urlOf(user_id), { account_ids: [newId()] })).toEqual(
      invalid(['account_ids.0', 'Object not found.']),
    );
  });
});

describe('section 11.1: GET /v1/users/{user_id}/assets/reports/', () => {
  test('200: reports are listed newest first, and the user object has the id of the newest report', async () => {
    const user_id = await newUser();
    expect(await expectRead(page(assetReportSummary), urlOf(user_id))).toMatchObject({ count: 0, results: [] });
    const first = await create(user_id);
    await advance(60);
    const second = await create(user_id);
    const { results, count } = await expectRead(page(assetReportSummary), urlOf(user_id));
    expect(count).toBe(2);
    expect(results).toMatchObject([{ report_id: second.report_id }, { report_id: first.report_id }]);
    const user = await expectRead(retrievedUser, `/v1/users/${user_id}/`);
    expect(user).toMatchObject({ voa_report_id: second.report_id, voie_report_id: null });
  });
});

describe('section 11.4: GET /v1/users/{user_id}/assets/reports/{report_id}/', () => {
  test('200: the report does not change when its link is refreshed later', async () => {
    const connection = await connect(BANK);
    const access_token = await exchanged(connection);
    const report = await create(connection.user_id);
    const url = `${urlOf(connection.user_id)}${report.report_id}/`;
    expect(await expectRead(assetReport, url)).toEqual(report);
    await advance(3 * 86_400);
    await walk.send('POST', '/v1/refresh/tasks/', { access_token });
    await finish();
    expect(await expectRead(assetReport, url)).toEqual(report);
    expect((await create(connection.user_id)).links).not.toEqual(report.links);
  });

  test('200 with JSON or PDF, as selected by fmt; 400 for any other fmt', async () => {
    const { user_id } = await connectOnce({ ...BANK, username: 'goodlogin' });
    const { report_id } = await create(user_id);
    const url = `${urlOf(user_id)}${report_id}/`;
    await expectRead(assetReport, `${url}?fmt=json`);
    await expectPdf(walk.acme().sandbox, url, report_id);
    expect(await expectRefused(400, 'GET', `${url}?fmt=csv`)).toEqual(invalid(['fmt', '"csv" is not a valid choice.']));
  });

  test('404 for an unknown report, another user’s report or a report of another kind', async () => {
    const user_id = await newUser();
    const { report_id } = await create(user_id);
    expect(await expectRefused(404, 'GET', `${urlOf(user_id)}${newId()}/`)).toEqual(NOT_FOUND);
    expect(await expectRefused(404, 'GET', `${urlOf(await newUser())}${report_id}/`)).toEqual(NOT_FOUND);
    expect(await expectRefused(404, 'GET', `/v1/users/${user_id}/reports/${report_id}/`)).toEqual(NOT_FOUND);
    const voie = (await walk.send('POST', `/v1/users/${user_id}/reports/`)).json();
    expect(await expectRefused(404, 'GET', `${urlOf(user_id)}${voie.report_id}/`)).toEqual(NOT_FOUND);
  });
});

test('this file calls every endpoint of section 11.4', () => expect(walk.unwalked(PATHS.assets)).toEqual([]));
