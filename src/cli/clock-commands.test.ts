import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runOn } from '#test/command-line.ts';
import { newClient, openTestHouse, type TestClient, type TestHouse } from '#test/house.ts';
import { newOrder, readOrder } from '#test/orders.ts';
import { addClockCommands } from './clock-commands.ts';

let house: TestHouse;
let acme: TestClient;
beforeAll(async () => {
  house = await openTestHouse();
  acme = await newClient(house);
});
afterAll(() => house.close());

const clock = (...args: string[]) => runOn(house, addClockCommands, 'clock', ...args);
const YEAR_SECONDS = 31_536_000;

describe('vouch clock', () => {
  test('`vouch clock` shows the same sandbox time as the API', async () => {
    const shown = await clock('--client', acme.client_id);
    expect(shown).toEqual({
      value: { now: '2026-03-01T12:00:00Z', real_now: '2026-03-01T12:00:00Z', offset_seconds: 0 },
      text: '2026-03-01T12:00:00Z, 0 seconds ahead of real time',
    });
    expect(shown.value).toEqual((await acme.sandbox('GET', '/v1/sandbox/clock/')).json());
    expect(await clock('show', '--client', acme.client_id)).toEqual(shown);
  });

  test('the sub-command `advance` moves the clock and runs the work that is due; for example, an overdue order expires', async () => {
    const { id } = await newOrder(acme.sandbox);
    const seconds = 100 * 86_400;
    const { value, text } = await clock('advance', '--client', acme.client_id, '--seconds', String(seconds));
    expect(value).toEqual({
      now: '2026-06-09T12:00:00Z',
      real_now: '2026-03-01T12:00:00Z',
      offset_seconds: seconds,
      fired: expect.any(Number),
    });
    expect(text).toMatch(/^2026-06-09T12:00:00Z, 8640000 seconds ahead of real time; [1-9]\d* timers fired$/);
    expect(await readOrder(acme.sandbox, id)).toMatchObject({ status: 'expired' });
    expect((await clock('--client', acme.client_id)).value).toMatchObject({ now: '2026-06-09T12:00:00Z' });
  });

  test.for(['0', '-5', '1.5', 'ten', String(YEAR_SECONDS + 1)])(
    'vouch clock advance rejects --seconds %s',
    async (seconds) => {
      const advance = clock('advance', '--client', acme.client_id, `--seconds=${seconds}`);
      await expect(advance).rejects.toThrow(`It must be a whole number from 1 to ${YEAR_SECONDS}.`);
    },
  );

  test('an unknown client is an error, and so is a misspelled sub-command', async () => {
    const nobody = '0'.repeat(32);
    await expect(clock('--client', nobody)).rejects.toThrow(`there is no client ${nobody}`);
    await expect(clock('advance', '--client', nobody, '--seconds', '1')).rejects.toThrow('there is no client');
    await expect(clock('advnce', '--client', acme.client_id)).rejects.toThrow('Did you mean advance?');
  });
});
