// Pay of the Finch simulator: statements add up to payments, and statements that are not ready are answered with 202.
import { afterEach, describe, expect, test } from 'vitest';
import { payStubsOf } from '../lives/pay-stubs.ts';
import { LIVES } from '../lives/people/people.ts';
import { type Batch, call, closeAll, connect, type Json, ok, payments, refused, start } from './plain-client.ts';

type Money = { amount: number; currency: string };
const maya = LIVES.find(({ username }) => username === 'maya') ?? expect.fail('Maya is missing.');

afterEach(closeAll);

describe('pay', () => {
  test('the statements of a payment add up to the payment, and the net pay on Maya’s statements equals the net pay on her declared pay stubs', async () => {
    const simulator = await start();
    const token = await connect(simulator);
    const found = await payments(simulator, token, '2026-09-01', '2026-11-18');
    expect(found.length).toBeGreaterThan(3);
    const requests = found.map(({ id }) => ({ payment_id: id }));
    const { responses } = await ok<Batch>(simulator, token, '/employer/pay-statement', { requests });
    const cents = (value: unknown): number => (value as Money).amount;
    const nets: number[] = [];
    const { individuals } = await ok<{ individuals: Json[] }>(simulator, token, '/employer/directory');
    const id = individuals.find((one) => one['last_name'] === maya.person.last_name)?.['id'];
    for (const [at, { code, body }] of responses.entries()) {
      expect(code).toBe(200);
      const list = body['pay_statements'] as Json[];
      for (const name of ['gross_pay', 'net_pay']) {
        expect(list.reduce((sum, one) => sum + cents(one[name]), 0)).toBe(cents(found[at]?.[name]));
      }
      for (const one of list) {
        const sum = (name: string): number =>
          (one[name] as Json[])
            .filter((line) => line['employer'] !== true)
            .reduce((total, line) => total + Number(line['amount']), 0);
        expect(sum('earnings')).toBe(cents(one['gross_pay']));
        const taken = sum('taxes') + sum('employee_deductions');
        expect(cents(one['gross_pay']) - taken).toBe(cents(one['net_pay']));
      }
      nets.push(...list.filter((one) => one['individual_id'] === id).map((one) => cents(one['net_pay'])));
    }
    const [job] = maya.jobs;
    const truth =
      job === undefined ? [] : payStubsOf(maya, job, '2026-11-18').filter(({ pay_date }) => pay_date >= '2026-09-01');
    expect(nets).toEqual(truth.map(({ net_cents }) => net_cents));
  });

  test('a batch answers 202 for the statements of a payment until they are ready', async () => {
    const simulator = await start({ pending_answers: 2 });
    const token = await connect(simulator);
    const [first, second] = await payments(simulator, token, '2026-09-01', '2026-11-18');
    const codes = async (ids: unknown[]): Promise<number[]> => {
      const requests = ids.map((payment_id) => ({ payment_id }));
      const { responses } = await ok<Batch>(simulator, token, '/employer/pay-statement', { requests });
      return responses.map(({ code }) => code);
    };
    expect(await codes([first?.['id'], 'unknown'])).toEqual([202, 404]);
    expect(await codes([first?.['id'], second?.['id']])).toEqual([202, 202]);
    expect(await codes([first?.['id'], second?.['id']])).toEqual([200, 202]);
    expect(await codes([first?.['id'], second?.['id']])).toEqual([200, 200]);
  });

  test('the pages of a payment together contain the statement of every paid person', async () => {
    const simulator = await start();
    const token = await connect(simulator);
    const [payment] = await payments(simulator, token, '2026-11-01', '2026-11-18');
    const requests = [0, 7].map((offset) => ({ payment_id: payment?.['id'], limit: 7, offset }));
    const { responses } = await ok<Batch>(simulator, token, '/employer/pay-statement', { requests });
    const ids = responses.flatMap(({ body }) => (body['pay_statements'] as Json[]).map((one) => one['individual_id']));
    expect(ids).toEqual(payment?.['individual_ids']);
  });

  test('requests are answered with 202 until the first fetch of all data is done', async () => {
    const simulator = await start();
    simulator.control('staged');
    const token = await connect(simulator);
    const early = await call(simulator, token, '/employer/directory');
    expect(early.status).toBe(202);
    expect(await early.json()).toMatchObject({ code: 202, finch_code: 'data_sync_in_progress' });
    simulator.control('progress');
    expect((await call(simulator, token, '/employer/directory')).status).toBe(200);
  });

  test('missing, impossible and reversed dates are refused', async () => {
    const simulator = await start();
    const token = await connect(simulator);
    for (const query of [
      '',
      '?start_date=2026-01-01',
      '?start_date=2026-02-30&end_date=2026-03-01',
      '?start_date=2026-03-02&end_date=2026-03-01',
    ]) {
      expect((await refused(call(simulator, token, `/employer/payment${query}`)))['name']).toBe('bad_request');
    }
  });
});
