import { Command } from 'commander';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newClient, type TestClient, type TestHouse } from '#test/house.ts';
import { newUser, openWorkingHouse } from '#test/tasks.ts';
import { newWidget } from '#test/widget.ts';
import { addFunnelCommand } from './funnel-commands.ts';

let house: TestHouse;
let acme: TestClient;
beforeAll(async () => {
  house = await openWorkingHouse();
  acme = await newClient(house);
  for (const [at, events] of [['LOGIN'], ['LOGIN', 'SEARCH'], ['SEARCH']].entries()) {
    const own = await newWidget(house, acme.sandbox, await newUser(acme.sandbox, `p-${at}`));
    const views = events.map((name) => ({
      type: 'SCREEN_VIEW',
      payload:
        name === 'LOGIN'
          ? { view_name: 'PROVIDER_LOGIN', provider_id: 'vouch_payroll' }
          : { view_name: 'SELECT_EMPLOYER' },
    }));
    await own.post('events/', { events: views }, 204);
  }
});
afterAll(() => house.close());

async function funnel(...args: string[]): Promise<{ value: unknown; text: string }> {
  const program = new Command('vouch').exitOverride().configureOutput({ writeErr: () => undefined });
  let printed: { value: unknown; text: string } | undefined;
  addFunnelCommand(
    program,
    (value, text) => {
      printed = { value, text };
    },
    (work) => work(house),
  );
  for (const command of program.commands) command.exitOverride().configureOutput({ writeErr: () => undefined });
  await program.parseAsync(['funnel', '--client', acme.client_id, ...args], { from: 'user' });
  if (printed === undefined) throw new Error('nothing was printed');
  return printed;
}

const COUNTS = [
  { step: 'consent', provider_id: '', device: 'desktop', count: 3, visits: 3 },
  { step: 'search', provider_id: '', device: 'desktop', count: 2, visits: 2 },
  { step: 'opened', provider_id: 'vouch_payroll', device: 'desktop', count: 2, visits: 2 },
];

test('vouch funnel prints counts per step, provider and device as JSON, and one bar per step as text', async () => {
  const { value, text } = await funnel('--env', 'sandbox');
  expect(value).toEqual(COUNTS);
  expect(text.split('\n').slice(0, 4)).toEqual([
    `consent                    3  ${'█'.repeat(40)}`,
    `search                     2  ${'█'.repeat(27)}`,
    'chosen                     0',
    `opened                     2  ${'█'.repeat(27)}`,
  ]);
});

test('vouch funnel counts only the requested environment and days, first and last day included', async () => {
  const day = house.clock.now().toISOString().slice(0, 10);
  expect((await funnel('--env', 'sandbox', '--from', day, '--to', day)).value).toEqual(COUNTS);
  expect((await funnel('--env', 'sandbox', '--to', '2020-01-01')).value).toEqual([]);
  expect((await funnel('--env', 'prod')).value).toEqual([]);
  await expect(funnel('--env', 'sandbox', '--from', '2026-02-30')).rejects.toThrow('It must be a date such as');
});
