import { createRequire } from 'node:module';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { testServer } from '#test/database.ts';
import { newClient, openTestHouse, type TestHouse } from '#test/house.ts';
import { newOrder } from '#test/orders.ts';
import { onServer } from '#test/server.ts';

let house: TestHouse;
beforeEach(async () => {
  house = await openTestHouse();
  // The warm-up of the compute threads is replaced, because a thread would load the source again, which takes seconds.
  vi.spyOn(house.compute, 'warmUp').mockReturnValue();
});
afterEach(() => house.close());

const readyz = () => house.app.inject({ url: '/readyz' });
/** Simulates a demoted database server: existing connections are closed, and new connections are read-only. */
const setReadOnly = (is_on: boolean) => {
  const name = new URL(house.database.url).pathname.slice(1);
  return onServer(
    testServer().url,
    `alter database ${name} set default_transaction_read_only = ${is_on};
     select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = '${name}'`,
  );
};

describe('GET /readyz', () => {
  test('503 while the process warms up, without an error in the log; 200 once it is warm', async () => {
    const error = vi.spyOn(house.log, 'error');
    house.app.warm_up.is_pending = true;
    expect((await readyz()).statusCode).toBe(503);
    expect(error).not.toHaveBeenCalled();
    await house.app.warm_up.run();
    expect((await readyz()).statusCode).toBe(200);
  });

  test('503 while the database is read-only, and POST /v1/users/ gets 503 too; 200 once the database is writable again', async () => {
    const { sandbox: call } = await newClient(house);
    await setReadOnly(true);
    const error = vi.spyOn(house.log, 'error');
    expect((await readyz()).statusCode).toBe(503);
    expect(error).toHaveBeenCalledOnce();
    const refused = await call('POST', '/v1/users/', { external_user_id: 'u' });
    expect(refused.statusCode).toBe(503);
    expect(refused.headers['retry-after']).toBe('1');
    expect((await house.app.inject({ url: '/healthz' })).statusCode).toBe(200);
    await setReadOnly(false);
    expect((await readyz()).statusCode).toBe(200);
    expect((await call('POST', '/v1/users/', { external_user_id: 'u' })).statusCode).toBe(201);
  });
});

test('the warm-up loads the PDF library and starts a compute thread; then the first order compiles no JavaScript function at run time', async () => {
  await house.app.ready();
  await house.app.warm_up.run();
  expect(Object.keys(createRequire(import.meta.url).cache)).toContainEqual(expect.stringContaining('/pdfkit/'));
  expect(house.compute.warmUp).toHaveBeenCalledOnce();
  const { sandbox: call } = await newClient(house);
  const compiled = vi.spyOn(globalThis, 'Function');
  await newOrder(call);
  expect(compiled).not.toHaveBeenCalled();
  compiled.mockRestore();
});
