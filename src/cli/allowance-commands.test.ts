import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runOn } from '#test/command-line.ts';
import { newClient, openTestHouse, type TestClient, type TestHouse } from '#test/house.ts';
import { addFeatureCommands, addLimitCommands } from './allowance-commands.ts';

let house: TestHouse;
let acme: TestClient;
beforeAll(async () => {
  house = await openTestHouse({ requests_limit: 450 });
  acme = await newClient(house);
});
afterAll(() => house.close());

const NOBODY = '0'.repeat(32);

describe('vouch feature list', () => {
  const feature = (name: string, env: string, ...args: string[]) =>
    runOn(house, addFeatureCommands, 'feature', name, ...args, '--client', acme.client_id, '--env', env);

  test('`feature list` shows the defaults of an environment until the operator sets other values', async () => {
    expect(await feature('list', 'sandbox')).toEqual({ value: { liabilities: true }, text: 'liabilities=on' });
    expect(await feature('list', 'prod')).toEqual({ value: { liabilities: false }, text: 'liabilities=off' });
    await feature('set', 'prod', 'liabilities=on');
    await feature('set', 'sandbox', 'liabilities=off');
    expect((await feature('list', 'prod')).text).toBe('liabilities=on');
    expect((await feature('list', 'sandbox')).text).toBe('liabilities=off');
  });

  test('an unknown client is an error', async () => {
    const listing = runOn(house, addFeatureCommands, 'feature', 'list', '--client', NOBODY, '--env', 'prod');
    await expect(listing).rejects.toThrow(`there is no client ${NOBODY}`);
  });
});

describe('vouch limits list', () => {
  const limits = (...args: string[]) => runOn(house, addLimitCommands, 'limits', ...args);

  test('`limits list` shows the limits of both environments; the request limit comes from the service’s settings', async () => {
    await limits('set', 'orders=5000', '--client', acme.client_id, '--env', 'prod');
    const { value, text } = await limits('list', '--client', acme.client_id);
    expect(value).toEqual({
      sandbox: { requests: 450, orders: 1000, 'batch-orders': 10_000 },
      prod: { requests: 450, orders: 5000, 'batch-orders': 10_000 },
    });
    expect(text.split('\n').slice(-3)).toEqual([
      'prod     requests=450 in 60 seconds',
      'prod     orders=5000 in 3600 seconds',
      'prod     batch-orders=10000 in 3600 seconds',
    ]);
  });

  test('an unknown client is an error', async () => {
    await expect(limits('list', '--client', NOBODY)).rejects.toThrow(`there is no client ${NOBODY}`);
  });

  test('a cleared limit has its default value again', async () => {
    await limits('set', 'batch-orders=7', 'requests=9', '--client', acme.client_id);
    expect(await limits('clear', 'batch-orders', '--client', acme.client_id, '--env', 'prod')).toEqual({
      value: { 'batch-orders': null },
      text: 'batch-orders=default',
    });
    expect((await limits('list', '--client', acme.client_id)).value).toMatchObject({
      sandbox: { requests: 9, 'batch-orders': 7 },
      prod: { requests: 9, 'batch-orders': 10_000 },
    });
    await expect(limits('clear', 'tasks', '--client', acme.client_id)).rejects.toThrow(
      '"tasks" is not a limit (requests, orders, batch-orders)',
    );
  });
});
