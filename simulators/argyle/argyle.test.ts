// The Argyle simulator itself: keys, verifications and their sessions, the Link page, stages of the collection, pages
// and documents.
import { extractText } from 'unpdf';
import { afterEach, describe, expect, test } from 'vitest';
import { historyOf } from '../lives/history.ts';
import {
  all,
  closeAll,
  connect,
  DAY_MS,
  get,
  type Json,
  keys,
  lifeOf,
  NOW,
  newSession,
  newUser,
  order,
  REDIRECT_URL,
  reconnect,
  send,
  start,
  walk,
} from './plain-client.ts';

afterEach(closeAll);

describe('keys and bodies of requests to the Argyle simulator', () => {
  test('a request with a missing or wrong key gets 401 and Argyle’s error body', async () => {
    const simulator = await start();
    const none = await fetch(`${simulator.url}/v2/accounts`);
    expect(none.status).toBe(401);
    expect(await none.json()).toEqual({ detail: 'Authentication credentials were not provided.' });
    const wrong = await send(simulator, 'GET', '/v2/accounts', undefined, keys('wrong'));
    expect(wrong.status).toBe(401);
    expect(await wrong.json()).toEqual({ detail: 'Invalid username/password.' });
  });

  test('the error body of a refused request names the wrong field', async () => {
    const simulator = await start();
    const refused = async (method: string, path: string, body?: unknown): Promise<unknown> => {
      const answer = await send(simulator, method, path, body);
      expect(answer.status).toBe(400);
      return answer.json();
    };
    expect(await refused('POST', '/v2/users', { email: 'nobody' })).toEqual({
      email: ['Enter a valid email address.'],
    });
    expect(await refused('POST', '/v2/users', { first_name: 'A', external_id: 5 })).toEqual({
      external_id: ['external_id must be a string.'],
    });
    expect(await refused('POST', '/v2/user-tokens', {})).toEqual({ user: ['This field is required.'] });
    expect(await refused('POST', '/v2/verifications', {})).toEqual({
      user: ['This field is required.'],
      report: ['This field is required.'],
    });
    expect(await refused('POST', '/v2/sessions', {})).toEqual({ verification: ['This field is required.'] });
    expect(await refused('GET', '/v2/paystubs?limit=201')).toEqual({
      limit: ['Ensure this value is less than or equal to 200.'],
    });
    expect(await refused('GET', '/v2/paystubs?account=mine')).toEqual({ account: ['Must be a valid UUID.'] });
    expect(
      await refused('POST', '/v2/webhooks', { name: 'x', url: 'http://a.example', events: ['cake.baked'] }),
    ).toEqual({
      events: ['"cake.baked" is not a valid choice.'],
    });
    expect(await refused('POST', '/v2/webhooks', {})).toEqual({
      name: ['This field is required.'],
      url: ['This field is required.'],
      events: ['This field is required.'],
    });
    expect((await send(simulator, 'GET', '/v2/accounts/unknown')).status).toBe(404);
    expect((await send(simulator, 'PATCH', '/v2/accounts')).status).toBe(405);
  });
});

describe('verifications and sessions of the Argyle simulator', () => {
  test('a verification needs a known user and a report type of payroll; a session needs a known verification and valid values', async () => {
    const simulator = await start();
    const { id: user } = await newUser(simulator);
    const { id: verification } = await order(simulator, user);
    const refused = async (path: string, body: Json): Promise<unknown> => {
      const answer = await send(simulator, 'POST', path, body);
      expect(answer.status).toBe(400);
      return answer.json();
    };
    expect(await refused('/v2/verifications', { user: verification, report: { type: 'voie' } })).toEqual({
      user: ['User not found.'],
    });
    expect(await refused('/v2/verifications', { user, report: {} })).toEqual({
      report: { type: ['This field is required.'] },
    });
    expect(await refused('/v2/verifications', { user, report: { type: 'voai' } })).toEqual({
      report: { type: ['"voai" is not a valid choice.'] },
    });
    expect(await refused('/v2/sessions', { verification: user })).toEqual({
      verification: ['Verification not found.'],
    });
    const wrong = [{ redirect_url: 'callback' }, { items: ['item_1'] }, { language: 'en' }];
    for (const configuration of wrong) {
      const [name = ''] = Object.keys(configuration);
      const fault = await refused('/v2/sessions', { verification, configuration });
      expect(fault).toEqual({ configuration: { [name]: [expect.any(String)] } });
    }
  });

  test('a session has a link for its verification, and repeats the configuration', async () => {
    const simulator = await start();
    const { id } = await newUser(simulator);
    const session = await newSession(simulator, id, { language: 'ES' });
    expect(session).toEqual({
      verification: expect.any(String),
      configuration: {
        experience: null,
        single_use_url: false,
        redirect_url: REDIRECT_URL,
        flow_id: null,
        items: null,
        language: 'ES',
        mobile_app: false,
      },
      link: expect.stringMatching(/^http/),
      data_source: 'payroll',
    });
  });

  test('a verification is pending, then processed once an employer is connected, and completed once all data is collected', async () => {
    const simulator = await start();
    simulator.control('staged');
    const { id: user } = await newUser(simulator);
    const { link, verification } = await newSession(simulator, user);
    const status = async () => (await get<Json>(simulator, `/v2/verifications/${verification}`))['status'];
    expect(await status()).toEqual({ state: 'PENDING', code: 'pending', errors: [] });
    await fetch(link);
    expect(await status()).toMatchObject({ state: 'PENDING', code: 'user_session_started' });
    await walk(simulator, link, 'maya', 'Summit Ridge Hospital');
    expect(await status()).toMatchObject({ state: 'PROCESSING', code: 'authenticated' });
    const listed = (state: string) => get(simulator, `/v2/verifications?user=${user}&status_state=${state}`);
    expect((await listed('PROCESSING')).results).toMatchObject([{ id: verification, user, report: { type: 'voie' } }]);
    simulator.control('progress');
    simulator.control('progress');
    expect(await status()).toMatchObject({ state: 'COMPLETED', code: 'completed' });
    expect((await listed('PROCESSING')).results).toEqual([]);
    expect((await send(simulator, 'POST', '/v2/sessions', { verification })).status).toBe(400);
  });
});

describe('the Link page of the Argyle simulator', () => {
  test('the Link page ends with a redirect to the client’s address, with two parameters added', async () => {
    const simulator = await start();
    const { id } = await newUser(simulator);
    const { link } = await newSession(simulator, id);
    const end = await walk(simulator, link, 'maya', 'Summit Ridge Hospital');
    expect(end.status).toBe(303);
    expect(end.headers.get('location')).toBe(
      'http://127.0.0.1:9/callback?state=abc&user_submission_complete=true&user_attempted_employer_selection=true',
    );
    expect(await get(simulator, `/v2/users/${id}`)).toMatchObject({
      employers_connected: ['Summit Ridge Hospital'],
      external_id: 'order-1',
    });
  });

  test('the Link page refuses an unknown link, a link after one hour, and a login at an employer for which the person does not work', async () => {
    const simulator = await start();
    const { id, user_token } = await newUser(simulator);
    const { link } = await newSession(simulator, id);
    const elsewhere = await walk(simulator, link, 'maya', 'Scioto Cold Storage');
    expect(await elsewhere.text()).toContain('User name or password is wrong.');
    const statusOf = async (url: string) => (await fetch(url)).status;
    expect(await statusOf(`${link}x`)).toBe(410);
    simulator.clock.set(new Date(NOW.getTime() + 3599 * 1000));
    expect(await statusOf(link)).toBe(200);
    simulator.clock.set(new Date(NOW.getTime() + 3600 * 1000));
    expect(await statusOf(link)).toBe(410);
    expect(await statusOf(`${simulator.url}/connect?user_token=${user_token}`)).toBe(404);
  });

  test('with one item, the Link page begins with the login of this employer', async () => {
    const simulator = await start();
    const { id } = await newUser(simulator);
    const { results } = await get(simulator, '/v2/items?q=Summit%20Ridge');
    const { link } = await newSession(simulator, id, { items: [results[0]?.['id']] });
    expect(await (await fetch(link)).text()).toContain('Log in at Summit Ridge Hospital');
  });

  test('a person who connects the same employer twice has one account', async () => {
    const simulator = await start();
    const user = await newUser(simulator);
    for (const _ of [1, 2]) {
      const { link } = await newSession(simulator, user.id);
      await walk(simulator, link, 'maya', 'Summit Ridge Hospital');
    }
    expect((await get(simulator, `/v2/accounts?user=${user.id}`)).results).toHaveLength(1);
  });

  test('a person can reconnect an account with a lost connection without logging in; only this person sees the button', async () => {
    const simulator = await start();
    const account = await connect(simulator);
    simulator.control('disconnect');
    const later = new Date(NOW.getTime() + DAY_MS);
    simulator.clock.set(later);
    const stranger = await newSession(simulator, (await newUser(simulator)).id);
    expect(await (await fetch(stranger.link)).text()).not.toContain('Reconnect');
    expect((await reconnect(simulator, stranger.link, 'Summit Ridge Hospital')).status).toBe(404);
    const { link } = await newSession(simulator, String(account['user']));
    const end = await reconnect(simulator, link, 'Summit Ridge Hospital');
    expect(end.headers.get('location')).toContain('user_submission_complete=true');
    expect(await get(simulator, `/v2/accounts/${account['id']}`)).toMatchObject({
      connection: { status: 'connected', error_code: null, updated_at: later.toISOString() },
    });
  });
});

describe('pay data of the Argyle simulator', () => {
  test('all pages together list every pay stub, newest first; the figures of each stub add up, and the net pay of all stubs equals the bank deposits', async () => {
    const simulator = await start();
    const account = await connect(simulator);
    const listed = await all(simulator, `/v2/paystubs?account=${account['id']}&limit=7`);
    const stubs = listed.filter((stub) => stub['status'] === 'completed');
    const cents = (text: unknown): number => Math.round(Number(text) * 100);
    const job = lifeOf('maya').jobs[0];
    const deposits = historyOf(lifeOf('maya'), '2026-11-18')
      .accounts.flatMap(({ rows }) => rows)
      .filter(({ cause }) => cause === job?.key);
    const paid = deposits.reduce((sum, row) => sum + row.cents, 0);
    expect(stubs.reduce((sum, stub) => sum + cents(stub['net_pay']), 0)).toBe(paid);
    const dates = stubs.map((stub) => String(stub['paystub_date']));
    expect(dates).toEqual(dates.toSorted().toReversed());
    expect(new Set(stubs.map((stub) => stub['id'])).size).toBe(stubs.length);
    for (const stub of stubs) {
      const total = (name: string): number =>
        (stub[name] as Json[]).reduce((sum, line) => sum + cents(line['amount'] ?? 0), 0);
      expect(total('gross_pay_list')).toBe(cents(stub['gross_pay']));
      expect(total('tax_list')).toBe(cents(stub['taxes']));
      expect(total('deduction_list')).toBe(cents(stub['deductions']));
      expect(cents(stub['gross_pay']) - cents(stub['taxes']) - cents(stub['deductions'])).toBe(cents(stub['net_pay']));
      const year = ['gross_pay_ytd', 'taxes_ytd', 'deductions_ytd', 'net_pay_ytd'].map((name) => cents(stub[name]));
      expect((year[0] ?? 0) - (year[1] ?? 0) - (year[2] ?? 0)).toBe(year[3]);
    }
  });

  test('a list refuses an altered cursor, and the address in "previous" returns the previous page', async () => {
    const simulator = await start();
    const account = await connect(simulator);
    const first = await get(simulator, `/v2/paystubs?account=${account['id']}`);
    expect(first.results).toHaveLength(10);
    const second = await get(simulator, (first.next ?? '').slice(simulator.url.length));
    const back = await get(simulator, (second.previous ?? '').slice(simulator.url.length));
    expect(back.results).toEqual(first.results);
    const altered = (first.next ?? '').slice(simulator.url.length).replace('cursor=', 'cursor=A');
    expect((await send(simulator, 'GET', altered)).status).toBe(404);
  });

  test('the date filters of pay stubs include both the first and the last day', async () => {
    const simulator = await start();
    const account = await connect(simulator);
    const [newest] = (await get(simulator, `/v2/paystubs?account=${account['id']}`)).results;
    const day = String(newest?.['paystub_date']);
    const query = new URLSearchParams({ account: String(account['id']), from_start_date: day, to_start_date: day });
    expect((await get(simulator, `/v2/paystubs?${query}`)).results).toEqual([newest]);
  });

  test('identity, employment and deposit destinations equal those declared for the person', async () => {
    const simulator = await start();
    const account = await connect(simulator, 'priya', 'Buckeye Parcel Works');
    const of = (path: string) => get(simulator, `/v2/${path}?account=${account['id']}`);
    const { person, jobs } = lifeOf('priya');
    expect((await of('identities')).results).toMatchObject([
      {
        full_name: 'Priya Nair',
        ssn: person.ssn,
        employment_status: 'terminated',
        termination_date: jobs[0]?.ended_on,
      },
    ]);
    expect((await of('employments')).results).toMatchObject([
      { employer: 'Buckeye Parcel Works', account: account['id'] },
    ]);
    expect((await of('deposit-destinations')).results).toMatchObject([{ allocation_value: 'remainder' }]);
    expect((await of('shifts')).results).toEqual([]);
  });

  test('the stub of the next payday is scheduled and has no document; after the payday it is completed under the same id', async () => {
    const simulator = await start();
    const { id } = await connect(simulator, 'priya', 'Scioto Cold Storage');
    const newest = async (): Promise<Json | undefined> =>
      (await get(simulator, `/v2/paystubs?account=${id}`)).results[0];
    const scheduled = await newest();
    expect(scheduled).toMatchObject({
      status: 'scheduled',
      paystub_date: '2026-11-20T00:00:00Z',
      payroll_document: null,
    });
    simulator.clock.set(new Date(NOW.getTime() + 2 * DAY_MS));
    expect(simulator.control('refresh')).toEqual({ added: [], updated: [scheduled?.['id']] });
    const paid = { ...scheduled, status: 'completed', payroll_document: expect.any(String) };
    expect(await newest()).toEqual(paid);
  });

  test('the total of all gigs equals the total of all payouts', async () => {
    const simulator = await start();
    const account = await connect(simulator, 'tom', 'DoorSupper');
    const gigs = await all(simulator, `/v2/gigs?account=${account['id']}&limit=200`);
    const stubs = await all(simulator, `/v2/paystubs?account=${account['id']}&limit=200`);
    const cents = (text: unknown): number => Math.round(Number(text) * 100);
    const earned = gigs.reduce((sum, gig) => sum + cents((gig['income'] as Json)['total']), 0);
    expect(earned).toBe(stubs.reduce((sum, stub) => sum + cents(stub['net_pay']), 0));
    expect(new Set(gigs.map((gig) => gig['status']))).toEqual(new Set(['completed', 'cancelled']));
    expect(account['availability']).toMatchObject({ gigs: { status: 'synced', available_count: gigs.length } });
  });

  test('the file address of a pay stub redirects to a PDF, and each finished year has a W-2', async () => {
    const simulator = await start();
    const account = await connect(simulator);
    const documents = await all(simulator, `/v2/payroll-documents?account=${account['id']}&limit=200`);
    const stubs = (await get(simulator, `/v2/paystubs?account=${account['id']}`)).results;
    const stub = stubs.find((one) => one['status'] === 'completed');
    const document = documents.find(({ id }) => id === stub?.['payroll_document']);
    const url = String(document?.['file_url']);
    const redirect = await fetch(url, { headers: keys(), redirect: 'manual' });
    expect(redirect.status).toBe(302);
    expect((await fetch(String(redirect.headers.get('location')))).status).toBe(401);
    const file = await fetch(url, { headers: keys() });
    expect(file.headers.get('content-type')).toBe('application/pdf');
    const { text } = await extractText(new Uint8Array(await file.arrayBuffer()), { mergePages: true });
    const net_pay = Number(stub?.['net_pay']).toLocaleString('en-US', { minimumFractionDigits: 2 });
    for (const part of ['Summit Ridge Hospital', 'Maya Okafor', 'Net pay', net_pay]) expect(text).toContain(part);
    const w2 = documents.filter((one) => one['document_type'] === 'W-2');
    expect(w2.map((one) => (one['ocr_data'] as Json)['year'])).toEqual(['2025', '2024', '2023']);
  });

  test('a staged account first shows no pay stubs, then a part of them, and then all of them', async () => {
    const simulator = await start();
    simulator.control('staged');
    const { id } = await connect(simulator);
    const counts = async (): Promise<[unknown, number]> => {
      const { connection } = await get<{ connection: Json }>(simulator, `/v2/accounts/${id}`);
      return [connection['status'], (await all(simulator, `/v2/paystubs?account=${id}&limit=200`)).length];
    };
    expect(await counts()).toEqual(['connecting', 0]);
    simulator.control('progress');
    const [status, part] = await counts();
    expect([status, part > 0]).toEqual(['connected', true]);
    expect(await get(simulator, `/v2/accounts/${id}`)).toMatchObject({
      availability: { paystubs: { status: 'in_progress' } },
    });
    simulator.control('progress');
    expect((await counts())[1]).toBeGreaterThan(part);
  });

  test('an account with a lost connection shows the error and keeps its data; a deleted account returns 404', async () => {
    const simulator = await start();
    const { id } = await connect(simulator);
    simulator.control('disconnect');
    expect(await get(simulator, `/v2/accounts/${id}`)).toMatchObject({
      connection: { status: 'error', error_code: 'auth_required' },
    });
    expect((await get(simulator, `/v2/paystubs?account=${id}`)).results.length).toBeGreaterThan(0);
    expect((await send(simulator, 'DELETE', `/v2/accounts/${id}`)).status).toBe(204);
    expect((await send(simulator, 'GET', `/v2/accounts/${id}`)).status).toBe(404);
  });
});

test('a fault returns an error in Argyle’s format, and a schema fault also changes nested objects', async () => {
  const simulator = await start();
  const { id } = await connect(simulator);
  simulator.addFault({ fault: 'rate_limit', seconds: 9 });
  simulator.addFault({ fault: 'expired_access' });
  simulator.addFault({ fault: 'unknown_enum', field: 'type' });
  simulator.addFault({ fault: 'vanishing_rows' });
  const limited = await send(simulator, 'GET', `/v2/paystubs?account=${id}`);
  expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '9']);
  expect((await send(simulator, 'GET', `/v2/paystubs?account=${id}`)).status).toBe(401);
  const [drifted] = (await get(simulator, `/v2/paystubs?account=${id}`)).results;
  expect(drifted).toMatchObject({
    tax_list: expect.arrayContaining([expect.objectContaining({ type: 'value_of_tomorrow' })]),
  });
  expect((await get(simulator, `/v2/paystubs?account=${id}`)).results).toHaveLength(9);
});
