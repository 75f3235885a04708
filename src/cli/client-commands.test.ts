import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listenForNotices } from '#storage/platform/notices.ts';
import { runOn } from '#test/command-line.ts';
import { newClient, openTestHouse, type TestClient, type TestHouse } from '#test/house.ts';
import { until } from '#test/jobs.ts';
import { newOrder } from '#test/orders.ts';
import { addClientCommands } from './client-commands.ts';

let house: TestHouse;
let acme: TestClient;
beforeAll(async () => {
  house = await openTestHouse();
  acme = await newClient(house);
});
afterAll(() => house.close());

const client = (...args: string[]) => runOn(house, addClientCommands, 'client', ...args);

describe('vouch client rename', () => {
  test('new orders have the client’s new name, existing orders keep the old name, and other processes are notified', async () => {
    const changed: string[] = [];
    let is_listening = false;
    const listener = listenForNotices(house.database.url, {
      onClientChange: (client_id) => void changed.push(client_id),
      onEvents: () => undefined,
      onErasure: () => undefined,
      onMissed: () => {
        is_listening = true;
      },
    });
    await until(() => is_listening);
    const before = await newOrder(acme.sandbox);
    const { value, text } = await client('rename', '--client', acme.client_id, '--name', ' Acme Home Loans ');
    const created_at = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    expect(value).toMatchObject({ id: acme.client_id, name: 'Acme Home Loans', widget_origins: [], created_at });
    expect(text).toBe(`${acme.client_id}  Acme Home Loans`);
    await until(() => changed.includes(acme.client_id));
    await listener.close();
    const names = async (id: string) => (await acme.sandbox('GET', `/v1/orders/${id}/`)).json().client_name;
    expect(await names(before.id)).toBe('Acme Lending');
    expect(await names((await newOrder(acme.sandbox)).id)).toBe('Acme Home Loans');
    expect((await client('list')).text).toBe(text);
  });

  test('a client’s new name may have 1 to 128 characters, and renaming an unknown client fails', async () => {
    const rename = (name: string, id = acme.client_id) => client('rename', '--client', id, '--name', name);
    await expect(rename('   ')).rejects.toThrow('It must have 1 to 128 characters.');
    await expect(rename('a'.repeat(129))).rejects.toThrow('It must have 1 to 128 characters.');
    expect((await rename('a'.repeat(128))).value).toMatchObject({ name: 'a'.repeat(128) });
    await expect(rename('Acme', '0'.repeat(32))).rejects.toThrow(`there is no client ${'0'.repeat(32)}`);
  });
});
