// Contract, section 16: deposit switch and paycheck-linked lending.
import { describe, expect, test } from 'vitest';
import { invalid, NOT_FOUND } from '#test/answers.ts';
import { depositReport, userDepositReport } from './shapes/deposits.ts';
import { expectFile, expectPdf } from './shapes/files.ts';
import { link as linkShape, task as taskShape } from './shapes/links.ts';
import { PATHS } from './shapes/paths.ts';
import { DEPOSIT_ACCOUNT, startWalk } from './shapes/walk.ts';

const walk = startWalk();
const { expectRead, expectRefused, newUser, connect, exchanged } = walk;

const PATH_OF = { deposit_switch: 'direct_deposit/report/', pll: 'pll/report/' } as const;
const PRODUCTS = ['deposit_switch', 'pll'] as const;
const login = (product_type: string, more: object = {}) => ({
  provider_id: 'vouch_payroll',
  product_type,
  account: DEPOSIT_ACCOUNT,
  ...more,
});

describe.each(PRODUCTS)('section 16: the deposit report for the product %s', (product) => {
  test('200: the report has the new deposit account, and the accounts that existed before the switch', async () => {
    const connection = await connect(login(product, { tracking_info: 'loan-17' }));
    const report = await expectRead(depositReport, `/v1/links/${connection.link_id}/${PATH_OF[product]}`);
    expect(report).toMatchObject({
      id: connection.task_id,
      status: 'done',
      access_token: await exchanged(connection),
      tracking_info: 'loan-17',
      provider: { id: 'vouch_payroll' },
      is_suspicious: false,
      deposit_details: { ...DEPOSIT_ACCOUNT, deposit_type: 'entire', deposit_value: null },
    });
    expect(report.completed_at).not.toBeNull();
    expect(report.finished_at).toBe(report.completed_at);
    expect(report.employer).not.toBeNull();
    expect(report.initial_accounts).toHaveLength(2);
    const link = await expectRead(linkShape, `/v1/links/${connection.link_id}/`);
    expect(link).toMatchObject({ is_dds_available: true, initial_product_type: product });
  });

  test.each([
    ['amount', '250.5', '250.50'],
    ['percent', 25, '25.00'],
  ])(
    '200: the deposit report has the requested deposit_type %s and value %s',
    async (deposit_type, deposit_value, out) => {
      const account = { ...DEPOSIT_ACCOUNT, deposit_type, deposit_value, bank_name: null };
      const { link_id } = await connect(login(product, { account }));
      const { deposit_details } = await expectRead(depositReport, `/v1/links/${link_id}/${PATH_OF[product]}`);
      expect(deposit_details).toMatchObject({ deposit_type, deposit_value: out, bank_name: null });
    },
  );

  test('404 for a link of another product', async () => {
    const { link_id } = await connect({ provider_id: 'vouch_payroll', product_type: 'income' });
    expect(await expectRefused(404, 'GET', `/v1/links/${link_id}/${PATH_OF[product]}`)).toEqual(NOT_FOUND);
    const other = product === 'pll' ? 'deposit_switch' : 'pll';
    const connection = await connect(login(other));
    expect(await expectRefused(404, 'GET', `/v1/links/${connection.link_id}/${PATH_OF[product]}`)).toEqual(NOT_FOUND);
  });

  test('200 with JSON or PDF, as selected by fmt; 400 for any other fmt', async () => {
    const { link_id } = await connect(login(product));
    const url = `/v1/links/${link_id}/${PATH_OF[product]}`;
    const report = await expectRead(depositReport, `${url}?fmt=json`);
    await expectPdf(walk.acme().sandbox, url, report.id);
    await expectFile(walk.house(), report.pdf_report);
    expect(await expectRefused(400, 'GET', `${url}?fmt=xml`)).toEqual(invalid(['fmt', '"xml" is not a valid choice.']));
  });

  test('a task of the sample login `no.dds` ends with not_supported, and the link’s is_dds_available is false', async () => {
    const { link_id, task_id } = await connect(login(product, { username: 'no.dds' }));
    expect(await expectRead(taskShape, `/v1/tasks/${task_id}/`)).toMatchObject({ status: 'not_supported' });
    expect(await expectRead(linkShape, `/v1/links/${link_id}/`)).toMatchObject({ is_dds_available: false });
  });
});

describe('section 16: an account that already gets the pay', () => {
  test('a deposit_switch task of the login `already.allocated` ends with config_error and the provider’s message', async () => {
    const { link_id, task_id } = await connect(login('deposit_switch', { username: 'already.allocated' }));
    const task = await expectRead(taskShape, `/v1/tasks/${task_id}/`);
    expect(task).toMatchObject({ status: 'config_error', error_message: expect.stringContaining('100') });
    const report = await expectRead(depositReport, `/v1/links/${link_id}/direct_deposit/report/`);
    expect(report).toMatchObject({ id: task_id, status: 'config_error' });
  });
});

describe('section 16: GET /v1/users/{user_id}/deposit_switch/report/', () => {
  test('200: the report covers both products (deposit_switch and pll) and all of the user’s links', async () => {
    const user_id = await newUser();
    const first = await connect(login('deposit_switch', { user_id }));
    const second = await connect(login('pll', { user_id, username: 'weekly' }));
    const report = await expectRead(userDepositReport, `/v1/users/${user_id}/deposit_switch/report/`);
    expect(report).toMatchObject({ user_id, completed_at: expect.any(String) });
    const pairs = report.links.map(({ id, link_id }: { id: string; link_id: string }) => `${id} ${link_id}`);
    const expected = [first, second].map(({ task_id, link_id }) => `${task_id} ${link_id}`);
    expect(pairs.toSorted()).toEqual(expected.toSorted());
  });

  test('404 if the user has no finished deposit switch', async () => {
    const { user_id } = await connect({ provider_id: 'vouch_payroll', product_type: 'income' });
    expect(await expectRefused(404, 'GET', `/v1/users/${user_id}/deposit_switch/report/`)).toEqual(NOT_FOUND);
  });
});

test('this file calls every endpoint of section 16', () => expect(walk.unwalked(PATHS.deposits)).toEqual([]));
