import { describe, expect, test } from 'vitest';
import { failureOf } from '#connectors/conformance-play.ts';
import { type Body, GOOD, newServer, PEOPLE, play } from '#test/fake-finch.ts';
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
});
