// Contract, section 1.6: formats of values in requests and responses.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '#base/ids.ts';
import { invalid } from '#test/answers.ts';
import { type Call, newClient, openTestHouse, type TestClient, type TestHouse } from '#test/house.ts';

let house: TestHouse;
let acme: TestClient;
let call: Call;
beforeAll(async () => {
  house = await openTestHouse();
});
beforeEach(async () => {
  house.clock.set(new Date('2026-03-01T12:00:00Z'));
  acme = await newClient(house);
  call = acme.sandbox;
});
afterAll(() => house.close());

const create = (fields: object) => call('POST', '/v1/users/', { external_user_id: newId(), ...fields });

describe('section 1.6: Timestamps', () => {
  test('timestamps of users, keys and the clock are YYYY-MM-DDTHH:MM:SSZ, in UTC and whole seconds', async () => {
    house.clock.set(new Date('2026-03-01T12:00:00.999Z'));
    const moment = '2026-03-01T12:00:00Z';
    const { id, created_at, updated_at } = (await create({})).json();
    expect([created_at, updated_at]).toEqual([moment, moment]);
    expect((await call('GET', `/v1/users/${id}/`)).json()).toMatchObject({ created_at: moment, updated_at: moment });
    const key = (await call('POST', '/v1/keys/')).json();
    expect(key).toMatchObject({ created_at: moment, last_used_at: null, deactivated_at: null });
    const dead = (await call('POST', '/v1/keys/deactivate/', { id: key.id })).json();
    expect(dead).toMatchObject({ created_at: moment, deactivated_at: moment });
    expect((await call('GET', '/v1/sandbox/clock/')).json()).toMatchObject({ now: moment, real_now: moment });
  });
});

describe('Ids', () => {
  test('ids are 32 lower-case hex digits', async () => {
    const hex = /^[0-9a-f]{32}$/;
    expect((await create({})).json().id).toMatch(hex);
    expect((await call('POST', '/v1/keys/')).json().id).toMatch(hex);
  });
});

describe('section 1.6: Client id', () => {
  test('a client id has 32 hex digits and is the same in both environments', async () => {
    expect(acme.client_id).toMatch(/^[0-9a-f]{32}$/);
    for (const environment of ['sandbox', 'prod'] as const) {
      const key = (await acme[environment]('POST', '/v1/keys/')).json();
      expect(key).toMatchObject({ client_id: acme.client_id, env_type: environment });
    }
  });
});

describe('section 1.6: Secret', () => {
  test('a secret is `sandbox-` or `prod-` followed by 40 hex digits; at most two keys per environment are active', async () => {
    for (const environment of ['sandbox', 'prod'] as const) {
      const send = acme[environment];
      const key = (await send('POST', '/v1/keys/')).json();
      expect(key.access_secret).toMatch(new RegExp(`^${environment}-[0-9a-f]{40}$`));
      const third = await send('POST', '/v1/keys/');
      expect(third.statusCode).toBe(400);
      expect(third.json()).toEqual(invalid(['env_type', 'Only two active keys are allowed.']));
    }
  });
});

describe('section 1.6: SSN in requests', () => {
  test.each([
    ['991919991', '*****9991'],
    ['991-91-9991', '*****9991'],
    [' 991 91 9991 ', '*****9991'],
    ['9-9-1-9-1-9-9-9-1', '*****9991'],
    ['9991', '****'],
    ['99-91', '****'],
  ])(
    'an SSN of 9 or 4 digits is accepted, with or without dashes and spaces: %j is returned as %s',
    async (ssn, masked) => {
      const created = await create({ ssn });
      expect(created.statusCode).toBe(201);
      expect(created.json()).toMatchObject({ ssn: masked });
      const { id } = created.json();
      expect((await call('GET', `/v1/users/${id}/`)).json()).toMatchObject({ ssn: masked });
      expect((await call('GET', '/v1/users/')).json().results[0]).toMatchObject({ ssn: masked });
      expect((await call('PATCH', `/v1/users/${id}/`, { first_name: 'Jane' })).json()).toMatchObject({ ssn: masked });
    },
  );

  test.each(['99191999', '9919199911', '999', '99911', '991.91.9991', '99191999a', '٩٩١٩١٩٩٩١', '-', ' ', '*****9991'])(
    'an SSN of %j gets 400',
    async (ssn) => {
      expect((await create({ ssn })).json()).toEqual(invalid(['ssn', 'Enter 9 digits or the last 4 digits.']));
    },
  );

  test('an SSN field may have 128 characters, counting spaces; 129 characters get 400', async () => {
    expect((await create({ ssn: `991919991${' '.repeat(119)}` })).json()).toMatchObject({ ssn: '*****9991' });
    expect((await create({ ssn: `991919991${' '.repeat(120)}` })).json()).toEqual(
      invalid(['ssn', 'Ensure this field has no more than 128 characters.']),
    );
  });
});

describe('section 1.6: Phone number in requests', () => {
  test.each([
    ['(415) 555-0134', '+14155550134'],
    ['415.555.0134', '+14155550134'],
    ['4155550134', '+14155550134'],
    ['1 415 555 0134', '+14155550134'],
    ['+1 (415) 555-0134', '+14155550134'],
    ['+44 20 7946 0958', '+442079460958'],
    ['+49 (0)30 901820', '+4930901820'],
  ])(
    'a phone number is returned in E.164 format, and the country code is +1 if none is given: %s is returned as %s',
    async (phone, e164) => {
      expect((await create({ phone })).json()).toMatchObject({ phone: e164 });
    },
  );

  test.each([
    '123',
    '415-555',
    '+',
    '()',
    '+999 1234567',
    '415-555-0134 x12',
    'call me',
    '４１５５５５０１３４',
    `+1${'4'.repeat(30)}`,
  ])('400 for an impossible phone number: %s', async (phone) => {
    expect((await create({ phone })).json()).toEqual(invalid(['phone', 'Enter a valid phone number.']));
  });

  test('a phone number may have 128 characters including spaces; a phone number of 129 characters gets 400', async () => {
    expect((await create({ phone: `${' '.repeat(118)}4155550134` })).json()).toMatchObject({ phone: '+14155550134' });
    expect((await create({ phone: `${' '.repeat(119)}4155550134` })).json()).toEqual(
      invalid(['phone', 'Ensure this field has no more than 128 characters.']),
    );
  });
});
