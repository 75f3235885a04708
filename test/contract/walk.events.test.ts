// Contract, section 20.2: events of links and tasks, their schemas and sequence.
import { describe, expect, test } from 'vitest';
import { type Payload, eventsOf as payloadsOf, wordsOf } from '#test/tasks.ts';
import { faultsOf } from './shapes/checks.ts';
import { EVENT_PAYLOADS } from './shapes/events.ts';
import { type Connection, DEPOSIT_ACCOUNT, startWalk } from './shapes/walk.ts';

const walk = startWalk();
const { connect, exchanged, finish } = walk;

const PAYROLL = { provider_id: 'vouch_payroll', product_type: 'income' };

/** Returns the events of a link, oldest first. Each event is checked against its schema. */
async function eventsOf({ link_id }: Connection): Promise<Payload[]> {
  const events = await payloadsOf(walk.house(), { link_id });
  for (const event of events) {
    expect(faultsOf(EVENT_PAYLOADS[event.event_type] ?? { not: {} }, event), event.event_type).toEqual([]);
  }
  return events;
}
const typesOf = (events: Payload[]): string[] => events.map(({ event_type }) => event_type);

async function refresh(connection: Connection): Promise<void> {
  await walk.send('POST', '/v1/refresh/tasks/', { access_token: await exchanged(connection) });
  await finish();
}

describe('section 20.2: events', () => {
  test('a successful connection emits its events in the documented sequence', async () => {
    const connection = await connect({ ...PAYROLL, username: 'hourly.part-time', tracking_info: 'loan-17' });
    const events = await eventsOf(connection);
    expect(wordsOf(events)).toEqual([
      'new',
      'login',
      'link-connected',
      'parse',
      'profile-created',
      'employment-created',
      'bank-accounts-created',
      'full_parse',
      'statements-created',
      'shifts-created',
      'done',
    ]);
    for (const event of events) {
      expect(event).toMatchObject({
        user_id: connection.user_id,
        link_id: connection.link_id,
        product: 'income',
        data_source: 'payroll',
        tracking_info: 'loan-17',
      });
    }
    const tasks = events.flatMap(({ task_id }) => (task_id === undefined ? [] : [task_id]));
    expect(new Set(tasks)).toEqual(new Set([connection.task_id]));
    expect(tasks).toHaveLength(events.length - 1);
    expect(new Set(events.map(({ webhook_id }) => webhook_id)).size).toBe(events.length);
  });

  test.each([
    ['vouch_bank', 'assets'],
    ['vouch_bank_oauth', 'transactions'],
    ['vouch_insurance', 'insurance'],
    ['vouch_tax', 'income'],
    ['vouch_payroll', 'employment'],
    ['vouch_payroll', 'admin'],
  ])(
    'for the provider %s and the product %s, link-connected comes between the statuses `login` and `parse`',
    async (provider_id, product_type) => {
      const events = await eventsOf(await connect({ provider_id, product_type }));
      const steps = wordsOf(events).filter((word) => !word.endsWith('-created'));
      expect(steps).toEqual(['new', 'login', 'link-connected', 'parse', 'full_parse', 'done']);
      for (const event of events) expect(event).toMatchObject({ product: product_type });
    },
  );

  test('each employment has its own employment-created and statements-created event', async () => {
    const types = typesOf(await eventsOf(await connect({ ...PAYROLL, username: 'multiple.employments' })));
    expect(types.filter((type) => type === 'employment-created')).toHaveLength(3);
    expect(types.filter((type) => type === 'statements-created')).toHaveLength(3);
  });

  test('a failed login emits the statuses `new`, `login` and `login_error`, and no link event', async () => {
    expect(wordsOf(await eventsOf(await connect({ ...PAYROLL, password: 'wrong' })))).toEqual([
      'new',
      'login',
      'login_error',
    ]);
  });

  test('a login with a second factor has the status `mfa` after the status `login`', async () => {
    const events = await eventsOf(await connect({ ...PAYROLL, password: 'mfa', mfa_code: '12345' }));
    expect(wordsOf(events).slice(0, 5)).toEqual(['new', 'login', 'mfa', 'link-connected', 'parse']);
    const wrong = await eventsOf(await connect({ ...PAYROLL, password: 'mfa', mfa_code: '1' }));
    expect(wordsOf(wrong)).toEqual(['new', 'login', 'mfa', 'mfa_error']);
  });

  test.each(['deposit_switch', 'pll'])(
    'a %s task has the status `full_parse` before the status `switch_deposit`',
    async (product_type) => {
      const statuses = (await eventsOf(await connect({ ...PAYROLL, product_type, account: DEPOSIT_ACCOUNT })))
        .map(({ status }) => status)
        .filter((status) => status !== undefined);
      expect(statuses).toEqual(['new', 'login', 'parse', 'full_parse', 'switch_deposit', 'done']);
    },
  );

  test('a deposit_switch task has no parse or full_parse status if the link’s data was already read', async () => {
    const { user_id } = await connect(PAYROLL);
    const again = await connect({ ...PAYROLL, user_id, product_type: 'deposit_switch', account: DEPOSIT_ACCOUNT });
    const statuses = (await eventsOf(again))
      .filter(({ task_id }) => task_id === again.task_id)
      .map(({ status }) => status);
    expect(statuses).toEqual(['new', 'login', 'switch_deposit', 'done']);
  });

  test('a refresh that changes data emits events whose names end in -updated; a refresh that changes nothing emits no such event', async () => {
    const changing = await connect({ ...PAYROLL, username: 'changed.on.refresh' });
    const before = (await eventsOf(changing)).length;
    await refresh(changing);
    const after = typesOf((await eventsOf(changing)).slice(before));
    expect(after).toEqual(expect.arrayContaining(['employment-updated', 'statements-updated']));
    expect(after.filter((type) => type.endsWith('-created') || type === 'link-connected')).toEqual([]);
    const steady = await connect(PAYROLL);
    const count = (await eventsOf(steady)).length;
    await refresh(steady);
    const unchanged = (await eventsOf(steady)).slice(count);
    expect(new Set(typesOf(unchanged))).toEqual(new Set(['task-status-updated']));
    expect(wordsOf(unchanged).at(-1)).toBe('done');
  });

  test('a refresh that cannot log in emits link-disconnected; the next valid login emits link-connected', async () => {
    const connection = await connect({ ...PAYROLL, username: 'disconnect.on.refresh' });
    await refresh(connection);
    await connect({ ...PAYROLL, username: 'disconnect.on.refresh', user_id: connection.user_id });
    const links = typesOf(await eventsOf(connection)).filter((type) => type.startsWith('link-'));
    expect(links).toEqual(['link-connected', 'link-disconnected', 'link-connected']);
  });

  test('deleting the link or its user emits link-deleted', async () => {
    const one = await connect(PAYROLL);
    await walk.send('DELETE', `/v1/links/${one.link_id}/`);
    expect(typesOf(await eventsOf(one)).filter((type) => type === 'link-deleted')).toHaveLength(1);
    const other = await connect(PAYROLL);
    await walk.send('DELETE', `/v1/users/${other.user_id}/`);
    expect(typesOf(await eventsOf(other)).filter((type) => type === 'link-deleted')).toHaveLength(1);
  });
});
