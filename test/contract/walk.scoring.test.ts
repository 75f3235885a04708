// Contract, section 14: scoring attributes reports.
import { describe, expect, test } from 'vitest';
import { newId } from '#base/ids.ts';
import { invalid, NOT_FOUND } from '#test/answers.ts';
import { PATHS } from './shapes/paths.ts';
import { newScoringReport, scoringReport } from './shapes/scoring.ts';
import { startWalk } from './shapes/walk.ts';

const walk = startWalk();
const { expectAnswer, expectRead, expectRefused, newUser, connectOnce } = walk;

const URL = '/v1/scoring_attributes/reports/';
const BANK = { provider_id: 'vouch_bank', product_type: 'transactions' };
const ASKED = { lender_reference: 'loan-17', customer_identifier: 'customer-1', purpose: 'decisioning' };
const SENT = {
  institutions: [{ identifier: 'lantern', name: 'Lantern Bank', data_source: 'aggregation' }],
  accounts: [
    {
      identifier: 'a-1',
      institution_identifier: 'lantern',
      type: 'checking',
      balance_amount: '812.44',
      balance_date: '2026-02-28',
      autopay: false,
    },
  ],
  transactions: [
    {
      identifier: 't-1',
      account_identifier: 'a-1',
      post_date: '2026-02-20',
      amount: '-42.10',
      status: 'posted',
      description: 'POS PURCHASE QUARRY COFFEE',
    },
  ],
};

async function made(body: object) {
  const { report_id } = await expectAnswer(201, newScoringReport, 'POST', URL, { ...ASKED, ...body });
  return expectRead(scoringReport, `${URL}${report_id}/`);
}

describe('section 14: POST creates a scoring report and GET returns it', () => {
  test.each([
    'goodlogin',
    'goodlogin.all',
    'gig.worker',
    'benefits',
    'irregular',
    'overdrawn',
    'card',
    'loans',
    'investment',
  ])(
    'a scoring report is created from the bank data of the sample login ’%s’, by user_id or by link_id',
    async (username) => {
      const { user_id, link_id } = await connectOnce({ ...BANK, username });
      for (const source of [{ user_id }, { link_id }]) {
        const report = await made({ ...source, loan_data_enabled: true });
        expect(report).toMatchObject({ ...ASKED, status: 'success' });
        expect(report.metrics.length).toBeGreaterThan(60);
      }
    },
  );

  test('a report is created from data in the request itself; a second report on the same customer has refresh=true', async () => {
    const customer_identifier = newId();
    const first = await made({ ...SENT, customer_identifier });
    expect(first).toMatchObject({ refresh: false, status: 'success', cutoff_date: first.created_at.slice(0, 10) });
    const again = await made({ ...SENT, customer_identifier, cutoff_date: '2026-02-21', purpose: 'analytics' });
    expect(again).toMatchObject({ refresh: true, cutoff_date: '2026-02-21', purpose: 'analytics' });
    expect(again.guid).not.toBe(first.guid);
  });

  test('if the user has no bank link, the report has the status error and the alert no_accounts', async () => {
    const report = await made({ user_id: await newUser() });
    expect(report).toMatchObject({ status: 'error', alerts: [{ alert_code: 'no_accounts' }], metrics: [] });
  });
});

describe('section 14: errors', () => {
  test('400 if the request has no data source, has two data sources, or refers to unknown identifiers', async () => {
    expect(await expectRefused(400, 'POST', URL, ASKED)).toEqual(invalid(['accounts', 'This field is required.']));
    const { user_id } = await connectOnce({ ...BANK, username: 'goodlogin' });
    await expectRefused(400, 'POST', URL, { ...ASKED, ...SENT, user_id });
    const [transaction] = SENT.transactions;
    const transactions = [{ ...transaction, account_identifier: 'nobody' }];
    expect(await expectRefused(400, 'POST', URL, { ...ASKED, ...SENT, institutions: [], transactions })).toEqual(
      invalid(
        ['accounts.0.institution_identifier', 'Object not found.'],
        ['transactions.0.account_identifier', 'Object not found.'],
      ),
    );
  });

  test('404 for an unknown report', async () => {
    expect(await expectRefused(404, 'GET', `${URL}${newId()}/`)).toEqual(NOT_FOUND);
  });
});

test('this file calls every endpoint of section 14', () => expect(walk.unwalked(PATHS.scoring)).toEqual([]));
