import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDays } from '#base/calendar.ts';
import { newId } from '#base/ids.ts';
import { newClient, type TestHouse } from '#test/house.ts';
import { advance, connect, eventsOf, finishTasks, newUser, openWorkingHouse } from '#test/tasks.ts';

let house: TestHouse;
beforeAll(async () => {
  house = await openWorkingHouse();
});
afterAll(() => house.close());

const FIFTEEN_DAYS = 15 * 86_400;
/** The date of the test clock. */
const TODAY = '2026-03-01';

type Statement = { id: string; pay_date: string; file: string | null };

/**
 * Connects, moves the clock by fifteen days, refreshes, and returns the data from before the refresh and the data from
 * after it.
 */
async function twoWeeksLater(username: string) {
  const { sandbox } = await newClient(house);
  const { link_id, public_token } = await connect(sandbox, await newUser(sandbox, newId()), { username });
  await finishTasks(house);
  const { access_token } = (await sandbox('POST', '/v1/link-access-tokens/', { public_token })).json();
  const read = async (): Promise<Statement[]> =>
    (await sandbox('GET', `/v1/links/${link_id}/income/report/`))
      .json()
      .employments.flatMap(({ statements }: { statements: Statement[] }) => statements);
  const before = await read();
  await advance(house, sandbox, FIFTEEN_DAYS);
  const { task_id } = (await sandbox('POST', '/v1/refresh/tasks/', { access_token })).json();
  await finishTasks(house);
  const updates = (await eventsOf(house, { task_id })).filter(({ event_type }) => event_type === 'statements-updated');
  return { before, after: await read(), updates };
}

/** A statement without its file URL. The file URL is left out, because its signature differs in every response. */
const unsigned = ({ file: _file, ...statement }: Statement) => statement;

describe('a refresh fifteen days after the login', () => {
  test.each([
    ['weekly', 2],
    ['biweekly', 1],
    ['semimonthly', 1],
    ['goodlogin', 1],
  ])(
    'a refresh fifteen days after the login adds only the statements of new pay dates, and emits one event for these statements: sample login ’%s’',
    async (username, new_days) => {
      const { before, after, updates } = await twoWeeksLater(username);
      const known = new Set(before.map(({ id }) => id));
      const fresh = after.filter(({ id }) => !known.has(id));
      expect(fresh).toHaveLength(new_days);
      for (const { pay_date } of fresh) {
        expect(pay_date > TODAY && pay_date <= addDays(TODAY, 15)).toBe(true);
      }
      expect(after.filter(({ id }) => known.has(id)).map(unsigned)).toEqual(before.map(unsigned));
      expect(updates).toHaveLength(1);
      expect(updates[0]).toMatchObject({ objects_count: new_days });
    },
  );

  test('for a former employee, the refresh changes no statement and emits no event', async () => {
    const { before, after, updates } = await twoWeeksLater('former.employee');
    expect(after.map(unsigned)).toEqual(before.map(unsigned));
    expect(updates).toEqual([]);
  });
});
