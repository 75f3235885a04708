// Contract, section 7: reading and listing tasks.
import { describe, expect, test } from 'vitest';
import { newId } from '#base/ids.ts';
import { invalid, NOT_FOUND, OTHER_ENVIRONMENT } from '#test/answers.ts';
import { newClient } from '#test/house.ts';
import { task as taskShape } from './shapes/links.ts';
import { PATHS } from './shapes/paths.ts';
import { DEPOSIT_ACCOUNT, startWalk } from './shapes/walk.ts';
import { page } from './shapes/words.ts';

const walk = startWalk();
const { expectRead, expectRefused, newUser, connect, advance } = walk;

const PAYROLL = { provider_id: 'vouch_payroll', product_type: 'income' };
const BANK = { provider_id: 'vouch_bank', product_type: 'assets' };
const tasks = (query: string) => expectRead(page(taskShape), `/v1/tasks/${query}`);
const idsOf = ({ results }: { results: { id: string }[] }): string[] => results.map(({ id }) => id);

describe('section 7: GET /v1/tasks/{id}/', () => {
  test('200: a finished task has the status `done`, and names its link, user and provider', async () => {
    const { task_id, link_id, user_id } = await connect({ ...PAYROLL, tracking_info: 'loan-17' });
    expect(await expectRead(taskShape, `/v1/tasks/${task_id}/`)).toMatchObject({
      id: task_id,
      link_id,
      user_id,
      order_id: null,
      status: 'done',
      product_type: 'income',
      data_source: 'payroll',
      provider: { id: 'vouch_payroll', name: 'Vouch Payroll' },
      error_message: null,
      tracking_info: 'loan-17',
      is_suspicious: false,
      is_refresh: false,
    });
  });

  test('404 for an unknown task or another client’s task; 403 for a task of the other environment', async () => {
    const { task_id } = await connect(PAYROLL);
    const other = await newClient(walk.house());
    expect(await expectRefused(404, 'GET', `/v1/tasks/${newId()}/`)).toEqual(NOT_FOUND);
    expect(await expectRefused(404, 'GET', `/v1/tasks/${task_id}/`, undefined, other.sandbox)).toEqual(NOT_FOUND);
    const refusal = await expectRefused(403, 'GET', `/v1/tasks/${task_id}/`, undefined, walk.acme().prod);
    expect(refusal).toEqual(OTHER_ENVIRONMENT);
  });
});

describe('section 7: GET /v1/tasks/', () => {
  test('200: tasks are listed newest first, and each filter returns only matching tasks', async () => {
    const user_id = await newUser();
    const payroll = await connect({ ...PAYROLL, user_id });
    await advance(3_600);
    const refused = await connect({ ...BANK, user_id, password: 'wrong' });
    await advance(3_600);
    const deposit = await connect({ ...PAYROLL, product_type: 'pll', user_id, account: DEPOSIT_ACCOUNT });
    const found = async (filter: string) => idsOf(await tasks(`?user_id=${user_id}&${filter}`));
    expect(await found('')).toEqual([deposit.task_id, refused.task_id, payroll.task_id]);
    expect(idsOf(await tasks('')).slice(0, 2)).toEqual([deposit.task_id, refused.task_id]);
    expect(deposit.link_id).toBe(payroll.link_id);
    expect(idsOf(await tasks(`?link_id=${payroll.link_id}`))).toEqual([deposit.task_id, payroll.task_id]);
    expect(await found('status=login_error')).toEqual([refused.task_id]);
    expect(await found('status=new')).toEqual([]);
    expect(await found('product_type=pll')).toEqual([deposit.task_id]);
    expect(await found(`order_id=${newId()}`)).toEqual([]);
    const { created_at } = await expectRead(taskShape, `/v1/tasks/${refused.task_id}/`);
    expect(await found(`created_at__gte=${created_at}`)).toEqual([deposit.task_id, refused.task_id]);
    expect(await found(`created_at__lte=${created_at}`)).toEqual([refused.task_id, payroll.task_id]);
  });

  test('400: a bad filter value is reported on its query parameter', async () => {
    const refusal = (query: string) => expectRefused(400, 'GET', `/v1/tasks/?${query}`);
    expect(await refusal('status=x')).toEqual(invalid(['status', '"x" is not a valid choice.']));
    expect(await refusal('product_type=x')).toEqual(invalid(['product_type', '"x" is not a valid choice.']));
    expect(await refusal('created_at__lte=x')).toEqual(
      invalid(['created_at__lte', 'Datetime has wrong format. Use ISO 8601.']),
    );
  });

  test('404 for a page after the last page', () => expectRefused(404, 'GET', '/v1/tasks/?page=1000'));
});

test('this file calls every endpoint of section 7', () => expect(walk.unwalked(PATHS.tasks)).toEqual([]));
