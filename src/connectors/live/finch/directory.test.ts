import { describe, expect, test } from 'vitest';
import { failureOf } from '#connectors/conformance-play.ts';
import { BOSS, type Body, CLERK, GOOD, newServer, PEOPLE, play } from '#test/fake-finch.ts';
import { PROVENANCE } from './provenance.ts';

describe('the directory from Finch', () => {
  test('the directory contains the people of the company, with all details that Finch has about them', async () => {
    const { connect, read } = play(newServer());
    const { directory = [] } = (await read(await connect(GOOD))).data;
    expect(directory).toEqual([
      {
        id: expect.stringMatching(/^[0-9a-f]{32}$/),
        first_name: 'Augusta',
        last_name: 'Fairweather',
        full_name: 'Augusta Fairweather',
        email: null,
        phone: null,
        job_title: null,
        department: null,
        manager_name: null,
        is_active: true,
        start_date: null,
        end_date: null,
        address: { street: null, city: null, state: null, zip: null, country: null },
      },
      {
        id: expect.stringMatching(/^[0-9a-f]{32}$/),
        first_name: 'Rowan',
        last_name: 'Castellane',
        full_name: 'Rowan T Castellane',
        email: 'rowan@work.example',
        phone: '2025550123',
        job_title: 'Accountant',
        department: 'Finance',
        manager_name: 'Augusta Fairweather',
        is_active: false,
        start_date: '2019-03-04',
        end_date: '2026-01-31',
        address: { street: '210 Clarkson Place', city: 'Denver', state: 'CO', zip: '80218', country: 'US' },
      },
    ]);
    expect(Object.keys(directory[0] ?? {}).filter((field) => !(field in PROVENANCE.directory))).toEqual([]);
  });

  test('missing_data names each person for whom Finch has no data (404 in a batch); payments without data are only counted', async () => {
    const absent = ({ requests = [] }: Body) =>
      Response.json({ responses: requests.map(() => ({ code: 404, body: { message: 'Not found' } })) });
    const { connect, fetch } = play(newServer({ '/employer/pay-statement': absent, '/employer/employment': absent }));
    const account = await connect(GOOD);
    expect(await fetch('first', account)).toMatchObject({
      missing_data: [
        'Finch does not have the contact details of Augusta Fairweather.',
        'Finch does not have the employment of Augusta Fairweather, Rowan T Castellane.',
      ],
    });
    expect(await fetch('rest', account)).toMatchObject({
      missing_data: ['Finch does not have the pay statements of 1 of 1 payments.'],
    });
  });

  test('a payment without statements is named in missing_data, even if Finch repeats the answers for other payments', async () => {
    const payments = ['one', 'two', 'three'].map((id) => ({ id, pay_date: '2026-01-16' }));
    const page = { paging: { count: 0, offset: 0 }, pay_statements: [] };
    const responses = ['one', 'one', 'two', 'two'].map((payment_id) => ({ payment_id, code: 200, body: page }));
    const { connect, fetch } = play(
      newServer({
        '/employer/payment': () => Response.json(payments),
        '/employer/pay-statement': () => Response.json({ responses }),
      }),
    );
    expect(await fetch('rest', await connect(GOOD))).toMatchObject({
      missing_data: ['Finch does not have the pay statements of 1 of 3 payments.'],
    });
  });

  test('the directory is read page by page; a person who is listed twice counts only once in the offset of the next page', async () => {
    const server = newServer();
    const pages_sent = [[PEOPLE[0], PEOPLE[0]], [PEOPLE[1]]];
    server.answers['/employer/directory'] = () =>
      Response.json({ paging: { count: 2, offset: 0 }, individuals: pages_sent.shift() });
    const { connect, fetch } = play(server);
    const fetched = await fetch('first', await connect(GOOD));
    expect(fetched.outcome === 'data' && fetched.data.directory).toHaveLength(2);
    const pages = server.requests.filter(({ path }) => path.startsWith('/employer/directory'));
    expect(pages.map(({ path }) => path.split('offset=')[1])).toEqual(['0', '1']);
  });

  test('an empty directory ends the task with no_data', async () => {
    const empty = () => Response.json({ paging: { count: 0, offset: 0 }, individuals: [] });
    const { connect, fetch } = play(newServer({ '/employer/directory': empty }));
    expect((await failureOf(fetch('first', await connect(GOOD)))).status).toBe('no_data');
  });

  /** Reads a directory with a clerk. Only the arguments can state whether the clerk works at the company. */
  async function clerkWith(person: object, employment: object, payments: object[]) {
    const server = newServer({
      '/employer/directory': () =>
        Response.json({
          paging: { count: 2, offset: 0 },
          individuals: [PEOPLE[0], { ...PEOPLE[1], is_active: null, ...person }],
        }),
      '/employer/individual': ({ requests = [] }) =>
        Response.json({ responses: requests.map(({ individual_id: id }) => ({ code: 200, body: { id } })) }),
      '/employer/employment': ({ requests = [] }) =>
        Response.json({
          responses: requests.map(({ individual_id: id }) => ({
            code: 200,
            body: { id, is_active: null, employment_status: null, end_date: null, ...employment },
          })),
        }),
      '/employer/payment': () => Response.json(payments),
    });
    const { connect, fetch } = play(server);
    const fetched = await fetch('first', await connect(GOOD));
    if (fetched.outcome !== 'data') throw new Error('expected data');
    const [, clerk] = fetched.data.directory ?? [];
    const asked = server.requests.filter(({ path }) => path.startsWith('/employer/payment')).map(({ path }) => path);
    return { is_active: clerk?.is_active, missing_data: fetched.missing_data ?? [], asked };
  }
  const paidOn = (pay_date: string | null, individual_ids: string[] | null = [CLERK]) => ({
    id: `payment-${pay_date}`,
    pay_date,
    individual_ids,
  });

  test.each<[string, object, object, boolean]>([
    ['the directory says so', { is_active: true }, { is_active: false, employment_status: 'terminated' }, true],
    ['the directory denies it', { is_active: false }, { is_active: true }, false],
    ['only the employment says so', {}, { is_active: true, end_date: '2020-01-01' }, true],
    ['the status is active', {}, { employment_status: 'active' }, true],
    ['the status is leave', {}, { employment_status: 'leave' }, true],
    ['the status is terminated', {}, { employment_status: 'terminated' }, false],
    ['the status is prehire', {}, { employment_status: 'prehire' }, false],
    [
      'the status is unknown and the end date is past',
      {},
      { employment_status: 'toString', end_date: '2026-03-03' },
      false,
    ],
    ['the end date is today', {}, { end_date: '2026-03-04' }, true],
    ['the end date is in the future', {}, { end_date: '2026-12-31' }, true],
  ])(
    'if Finch states whether a person works at the company, the person is listed accordingly, and no payments are requested: %s',
    async (_, person, employment, is_active) => {
      expect(await clerkWith(person, employment, [])).toEqual({ is_active, missing_data: [], asked: [] });
    },
  );

  const SENTENCE =
    'Finch does not have the employment status of Rowan T Castellane. Those who were paid in the last 60 days are listed as active.';

  test.each<[string, object[], boolean]>([
    ['a payment in the last 60 days makes the person active', [paidOn('2026-02-27')], true],
    ['a person without a payment is not active', [], false],
    [
      'payments to other people do not make the person active',
      [paidOn('2026-02-27', [BOSS]), paidOn('2026-02-27', null)],
      false,
    ],
    ['a planned payment does not make the person active', [paidOn('2026-03-05'), paidOn(null)], false],
  ])(
    'if Finch does not state whether a person works at the company, %s; missing_data says how this was decided',
    async (_, payments, is_active) => {
      expect(await clerkWith({}, {}, payments)).toEqual({
        is_active,
        missing_data: [SENTENCE],
        asked: ['/employer/payment?start_date=2026-01-03&end_date=2026-03-04'],
      });
    },
  );

  test('if the payroll system has no payments either, the person is not listed as active', async () => {
    const server = newServer({
      '/employer/directory': () =>
        Response.json({ paging: { count: 1, offset: 0 }, individuals: [{ ...PEOPLE[0], is_active: null }] }),
      '/employer/payment': () => new Response('{}', { status: 501 }),
    });
    const { connect, fetch } = play(server);
    expect(await fetch('first', await connect(GOOD))).toMatchObject({
      outcome: 'data',
      data: { directory: [{ is_active: false }] },
      missing_data: [expect.any(String), expect.any(String), expect.stringContaining('Augusta Fairweather')],
    });
  });

  test('missing_data names people without a first or last name', async () => {
    const individuals = [
      { ...PEOPLE[0], last_name: null },
      { ...PEOPLE[1], first_name: null, middle_name: null, last_name: '' },
    ];
    const server = newServer({
      '/employer/directory': () => Response.json({ paging: { count: 2, offset: 0 }, individuals }),
    });
    const { connect, fetch } = play(server);
    const fetched = await fetch('first', await connect(GOOD));
    expect(fetched.outcome === 'data' && fetched.missing_data?.[0]).toBe(
      'Finch does not have the first or last name of Augusta, a person without a name.',
    );
  });
});
