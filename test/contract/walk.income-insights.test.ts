// Contract, section 11.5: income insights reports on a user and on a link.
import { describe, expect, test } from 'vitest';
import { newId } from '#base/ids.ts';
import { invalid, NOT_FOUND } from '#test/answers.ts';
import { expectPdf } from './shapes/files.ts';
import { incomeExplanation, incomeInsights, incomeInsightsSummary, linkIncome } from './shapes/income-insights.ts';
import { retrievedUser } from './shapes/links.ts';
import { PATHS } from './shapes/paths.ts';
import { startWalk } from './shapes/walk.ts';
import { page } from './shapes/words.ts';

const walk = startWalk();
const { expectAnswer, expectRead, expectRefused, newUser, connect, connectOnce, exchanged, advance, finish } = walk;

const BANK = { provider_id: 'vouch_bank', product_type: 'income' };
const urlOf = (user_id: string): string => `/v1/users/${user_id}/income_insights/reports/`;
const linkUrlOf = (link_id: string): string => `/v1/links/${link_id}/income/transactions/reports/`;
const create = (user_id: string, body?: object) => expectAnswer(201, incomeInsights, 'POST', urlOf(user_id), body);

const USERNAMES = ['goodlogin', 'goodlogin.all', 'gig.worker', 'benefits', 'irregular', 'overdrawn', 'card', 'loans'];

describe('section 11.5: POST /v1/users/{user_id}/income_insights/reports/', () => {
  test.each(USERNAMES)(
    '201: the income report of the sample login ’%s’ has an explanation of every income source',
    async (username) => {
      const { user_id, link_id } = await connectOnce({ ...BANK, username });
      for (const days_requested of [30, 730]) {
        const report = await create(user_id, { days_requested });
        expect(report).toMatchObject({ days_requested, links: [{ link_id, provider: 'vouch_bank' }] });
        const explanation = await expectRead(incomeExplanation, `${urlOf(user_id)}${report.report_id}/explain/`);
        expect(explanation.sources).toHaveLength(report.bank_income_summary.income_sources_count);
      }
    },
  );

  test('201: a user without data gets a report of 90 days without links; a permissible purpose is accepted', async () => {
    const user_id = await newUser();
    expect(await create(user_id)).toMatchObject({ days_requested: 90, links: [] });
    await create(user_id, { consumer_report_permissible_purpose: 'WRITTEN_INSTRUCTION_OTHER' });
  });

  test('400: every invalid option is reported', async () => {
    const body = { days_requested: 29, consumer_report_permissible_purpose: 'x' };
    expect(await expectRefused(400, 'POST', urlOf(await newUser()), body)).toEqual(
      invalid(
        ['days_requested', 'Ensure this value is greater than or equal to 30.'],
        ['consumer_report_permissible_purpose', '"x" is not a valid choice.'],
      ),
    );
  });
});

describe('section 11.1: GET /v1/users/{user_id}/income_insights/reports/', () => {
  test('200: reports are listed newest first, and the user object has the id of the newest report', async () => {
    const user_id = await newUser();
    expect(await expectRead(page(incomeInsightsSummary), urlOf(user_id))).toMatchObject({ count: 0, results: [] });
    const first = await create(user_id);
    await advance(60);
    const second = await create(user_id);
    const { results } = await expectRead(page(incomeInsightsSummary), urlOf(user_id));
    expect(results).toMatchObject([{ report_id: second.report_id }, { report_id: first.report_id }]);
    const user = await expectRead(retrievedUser, `/v1/users/${user_id}/`);
    expect(user).toMatchObject({ income_insights_report_id: second.report_id, voa_report_id: null });
  });
});

describe('section 11.5: GET /v1/users/{user_id}/income_insights/reports/{report_id}/', () => {
  test('200: the report does not change if a link in the report is refreshed after the report was created', async () => {
    const connection = await connect({ ...BANK, username: 'gig.worker' });
    const access_token = await exchanged(connection);
    const report = await create(connection.user_id);
    const url = `${urlOf(connection.user_id)}${report.report_id}/`;
    await advance(8 * 86_400);
    await walk.send('POST', '/v1/refresh/tasks/', { access_token });
    await finish();
    expect(await expectRead(incomeInsights, url)).toEqual(report);
    expect((await create(connection.user_id)).links).not.toEqual(report.links);
  });

  test('200 with JSON or PDF, as selected by fmt; 400 for any other fmt', async () => {
    const { user_id } = await connectOnce({ ...BANK, username: 'goodlogin' });
    const { report_id } = await create(user_id);
    const url = `${urlOf(user_id)}${report_id}/`;
    await expectRead(incomeInsights, `${url}?fmt=json`);
    await expectPdf(walk.acme().sandbox, url, report_id);
    expect(await expectRefused(400, 'GET', `${url}?fmt=csv`)).toEqual(invalid(['fmt', '"csv" is not a valid choice.']));
  });

  test('404 for an unknown report, another user’s report or a report of another kind', async () => {
    const user_id = await newUser();
    const { report_id } = await create(user_id);
    expect(await expectRefused(404, 'GET', `${urlOf(user_id)}${newId()}/`)).toEqual(NOT_FOUND);
    expect(await expectRefused(404, 'GET', `${urlOf(await newUser())}${report_id}/explain/`)).toEqual(NOT_FOUND);
    expect(await expectRefused(404, 'GET', `/v1/users/${user_id}/reports/${report_id}/`)).toEqual(NOT_FOUND);
  });
});

describe('section 11.5: /v1/links/{link_id}/income/transactions/reports/', () => {
  test.each(USERNAMES)(
    '201: POST creates an income report on a link of the login %s; 200: GET returns it',
    async (username) => {
      const { link_id } = await connectOnce({ ...BANK, username });
      const made = await expectAnswer(201, linkIncome, 'POST', linkUrlOf(link_id), { days_requested: 365 });
      expect(made).toMatchObject({ status: 'success', days_requested: 365, provider: 'vouch_bank' });
      expect(await expectRead(linkIncome, linkUrlOf(link_id))).toEqual(made);
    },
  );

  test('404 before the first report; 400 for days_requested out of range or a bad fmt; 200 with a PDF for fmt=pdf', async () => {
    const { link_id } = await connect({ ...BANK, username: 'checking' });
    expect(await expectRefused(404, 'GET', linkUrlOf(link_id))).toEqual(NOT_FOUND);
    await expectRefused(400, 'POST', linkUrlOf(link_id), { days_requested: 731 });
    const { id } = await expectAnswer(201, linkIncome, 'POST', linkUrlOf(link_id));
    await expectPdf(walk.acme().sandbox, linkUrlOf(link_id), id);
    await expectRefused(400, 'GET', `${linkUrlOf(link_id)}?fmt=xml`);
  });
});

test('this file calls every endpoint of section 11.5', () => expect(walk.unwalked(PATHS.income_insights)).toEqual([]));
