import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { invalid } from '#test/answers.ts';
import { type Call, newClient, openTestHouse, type TestHouse } from '#test/house.ts';
import { connect, eventsOf, finishTasks, newUser, openWorkingHouse, startWorkerIn } from '#test/tasks.ts';
import { login, openWidget, settled, visitBank } from '#test/widget.ts';

let house: TestHouse;
let call: Call;
let user_id: string;
beforeAll(async () => {
  house = await openWorkingHouse();
});
beforeEach(async () => {
  call = (await newClient(house)).sandbox;
  user_id = await newUser(call, 'p-1');
});
afterAll(() => house.close());

const open = (more: object = {}) => openWidget(house, call, user_id, more);
const linkOf = async (id: string) => (await call('GET', `/v1/links/${id}/`)).json();
const accessTokenOf = async (link_id: string): Promise<string> =>
  (await call('GET', `/v1/links/?user_id=${user_id}`)).json().results.find(({ id }: { id: string }) => id === link_id)
    .access_token;

const refresh = async (call: Call, access_token: string): Promise<{ task_id: string }> => {
  const response = await call('POST', '/v1/refresh/tasks/', { access_token });
  expect(response.statusCode, response.body).toBe(201);
  return response.json();
};

describe('the widget with a link’s access_token (update mode)', () => {
  /** Creates a link whose login then fails in a refresh. */
  const lose = async () => {
    const { link_id } = await connect(call, user_id, { username: 'disconnect.on.refresh' });
    await finishTasks(house);
    const access_token = await accessTokenOf(link_id);
    await call('POST', '/v1/refresh/tasks/', { access_token });
    await finishTasks(house);
    expect((await linkOf(link_id)).is_connected).toBe(false);
    return { link_id, access_token };
  };
  const connections = async (link_id: string) =>
    (await eventsOf(house, { link_id })).map(({ event_type }) => event_type).filter((kind) => kind.startsWith('link-'));

  test('update mode reconnects the link if the applicant signs in with the link’s own login, and sends a link-connected event', async () => {
    const { link_id, access_token } = await lose();
    const own = await open({ access_token });
    const session = await own.get('session/');
    expect(session.update).toMatchObject({ link_id, provider: { id: 'vouch_payroll', fields: expect.any(Array) } });
    expect(session).toMatchObject({
      methods: ['payroll'],
      links: [],
      preselected: { provider: { id: 'vouch_payroll' } },
    });
    const { task_id } = await own.post('tasks/', login('disconnect.on.refresh'), 201);
    const { public_token } = await settled(house, own, task_id);
    expect(await connections(link_id)).toEqual(['link-connected', 'link-disconnected', 'link-connected']);
    expect(await linkOf(link_id)).toMatchObject({ is_connected: true, last_task_id: task_id, status: 'done' });
    expect((await call('POST', '/v1/link-access-tokens/', { public_token })).json()).toEqual({ access_token, link_id });
  });

  test('in update mode, a login that is new for the user replaces the link’s login', async () => {
    const { link_id, access_token } = await lose();
    const before = await linkOf(link_id);
    const own = await open({ access_token });
    const { task_id } = await own.post('tasks/', login('weekly'), 201);
    expect((await settled(house, own, task_id)).status).toBe('done');
    const after = await linkOf(link_id);
    expect(after).toMatchObject({ is_connected: true, last_task_id: task_id });
    expect(after.link_hash).not.toBe(before.link_hash);
    expect((await call('GET', `/v1/links/?user_id=${user_id}`)).json().count).toBe(1);
    // From now on the new login belongs to this link.
    expect((await connect(call, user_id, { username: 'weekly' })).link_id).toBe(link_id);
  });

  test('update mode fails with LINK_EXISTS if the login belongs to another link, and changes nothing', async () => {
    const other = await connect(call, user_id);
    await finishTasks(house);
    const { link_id, access_token } = await lose();
    const before = [await linkOf(link_id), await linkOf(other.link_id)];
    const data = (await call('GET', `/v1/links/${link_id}/employments/`)).json();
    const own = await open({ access_token });
    const { task_id } = await own.post('tasks/', login(), 201);
    const view = await settled(house, own, task_id);
    expect(view).toMatchObject({
      is_final: true,
      is_logged_in: false,
      error: { error_code: 'LINK_EXISTS', error_message: 'This login already belongs to another connection.' },
      public_token: null,
    });
    expect([await linkOf(link_id), await linkOf(other.link_id)]).toEqual(before);
    expect((await call('GET', `/v1/links/${link_id}/employments/`)).json()).toEqual(data);
    expect(await connections(link_id)).toEqual(['link-connected', 'link-disconnected']);
    expect(await connections(other.link_id)).toEqual(['link-connected']);
    // If the other link's login is entered with a wrong password, the result is an ordinary login error.
    const wrong = await own.post('tasks/', login('goodlogin', 'wrong'), 201);
    expect((await settled(house, own, wrong.task_id)).error.error_code).toBe('LOGIN_ERROR');
    expect(await linkOf(link_id)).toEqual(before[0]);
  });

  test('if two links are updated with the same new login concurrently, only one of the links gets the login', async () => {
    const links = [await connect(call, user_id), await connect(call, user_id, { username: 'fulltime' })];
    await finishTasks(house);
    const ended = await Promise.all(
      links.map(async ({ link_id }) => {
        const own = await open({ access_token: await accessTokenOf(link_id) });
        const { task_id } = await own.post('tasks/', login('weekly'), 201);
        return settled(house, own, task_id);
      }),
    );
    const codes = ended.map(({ status, error }) => error?.error_code ?? status);
    expect(codes.toSorted()).toEqual(['LINK_EXISTS', 'done']);
    expect((await call('GET', `/v1/links/?user_id=${user_id}`)).json().count).toBe(2);
  });

  test('update mode fails with LINK_EXISTS if the login belongs to another link, even if the service does not know the login until the person has visited the provider’s own page', async () => {
    const bank = { provider_id: 'vouch_bank_oauth', product_type: 'assets' };
    const first = await connect(call, user_id, { ...bank, username: 'checking' });
    const second = await connect(call, user_id, bank);
    await finishTasks(house);
    const access_token = await accessTokenOf(first.link_id);
    const before = [await linkOf(first.link_id), await linkOf(second.link_id)];
    const own = await open({ product_type: 'assets', access_token });
    const { task_id } = await own.post('tasks/', { provider_id: 'vouch_bank_oauth' }, 201);
    await visitBank(house, (await settled(house, own, task_id)).redirect_url, true);
    expect((await settled(house, own, task_id)).error.error_code).toBe('LINK_EXISTS');
    expect([await linkOf(first.link_id), await linkOf(second.link_id)]).toEqual(before);
  });

  test('400 for a provider other than the link’s provider, and for the confirmation of a link other than the updated link', async () => {
    const { access_token } = await lose();
    const other = await connect(call, user_id);
    await finishTasks(house);
    const own = await open({ access_token });
    const bank = login('goodlogin', 'goodpassword', { provider_id: 'vouch_tax' });
    expect((await own.call('POST', 'tasks/', bank)).json()).toEqual(invalid(['provider_id', 'Object not found.']));
    const confirmed = await own.call('POST', 'tasks/', { link_id: other.link_id, confirm: true });
    expect(confirmed.json()).toEqual(invalid(['link_id', 'Object not found.']));
  });

  test('a link that is deleted during a login stays deleted, and the login creates another link', async () => {
    const { link_id } = await connect(call, user_id);
    await finishTasks(house);
    const own = await open();
    const { task_id } = await own.post('tasks/', login('goodlogin', 'mfa'), 201);
    await finishTasks(house);
    expect((await call('DELETE', `/v1/links/${link_id}/`)).statusCode).toBe(204);
    await own.post(`tasks/${task_id}/mfa/`, { code: '12345' }, 200);
    await finishTasks(house);
    const task = (await call('GET', `/v1/tasks/${task_id}/`)).json();
    expect(task.status).toBe('done');
    expect(task.link_id).not.toBe(link_id);
    expect((await call('GET', `/v1/links/${link_id}/`)).statusCode).toBe(404);
    expect((await linkOf(task.link_id)).status).toBe('done');
    expect((await call('DELETE', `/v1/links/${task.link_id}/`)).statusCode).toBe(204);
    expect((await call('DELETE', `/v1/users/${user_id}/`)).statusCode).toBe(204);
  });

  test('if a link is deleted while its refresh waits for the provider, the refresh fails', async () => {
    const { link_id } = await connect(call, user_id, { password: 'longcheck' });
    await finishTasks(house);
    await call('POST', '/v1/sandbox/clock/advance/', { seconds: 61 });
    const { task_id } = await refresh(call, await accessTokenOf(link_id));
    await finishTasks(house);
    expect((await call('GET', `/v1/tasks/${task_id}/`)).json()).toMatchObject({ status: 'parse' });
    expect((await call('DELETE', `/v1/links/${link_id}/`)).statusCode).toBe(204);
    await call('POST', '/v1/sandbox/clock/advance/', { seconds: 61 });
    await finishTasks(house);
    expect((await call('GET', `/v1/tasks/${task_id}/`)).json()).toMatchObject({
      status: 'error',
      error_message: 'The link was deleted.',
    });
    expect((await call('GET', `/v1/links/?user_id=${user_id}`)).json().count).toBe(0);
  });

  test('if a link is deleted before a worker starts its refresh, the refresh creates no link', async () => {
    const idle = await openTestHouse();
    try {
      const call = (await newClient(idle)).sandbox;
      const user_id = await newUser(call, 'p-1');
      const { link_id } = await connect(call, user_id);
      const links = (await call('GET', `/v1/links/?user_id=${user_id}`)).json();
      const { task_id } = await refresh(call, links.results[0].access_token);
      expect((await call('DELETE', `/v1/links/${link_id}/`)).statusCode).toBe(204);
      await startWorkerIn(idle);
      await finishTasks(idle);
      expect((await call('GET', `/v1/tasks/${task_id}/`)).json()).toMatchObject({ status: 'error' });
      expect((await call('GET', `/v1/links/?user_id=${user_id}`)).json().count).toBe(0);
    } finally {
      await idle.close();
    }
  });

  test('a deleted link cannot be updated; a login in the widget then creates a new link with another id', async () => {
    const { link_id, access_token } = await lose();
    const own = await open({ access_token });
    await call('DELETE', `/v1/links/${link_id}/`);
    expect((await own.get('session/')).update).toBeNull();
    const { task_id } = await own.post('tasks/', login('disconnect.on.refresh'), 201);
    expect((await settled(house, own, task_id)).status).toBe('done');
    const [link] = (await call('GET', `/v1/links/?user_id=${user_id}`)).json().results;
    expect(link.id).not.toBe(link_id);
  });
});
