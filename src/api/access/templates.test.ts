import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '#base/ids.ts';
import { DATA_SOURCES, PRODUCT_TYPES } from '#domain/access/products.ts';
import { invalid, NOT_FOUND, OTHER_ENVIRONMENT } from '#test/answers.ts';
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

const create = (body: object, send = call) => send('POST', '/v1/templates/', body);
const created = async (more: object = {}, send = call) => {
  const response = await create({ name: newId(), ...more }, send);
  expect(response.statusCode, response.body).toBe(201);
  return response.json();
};
const refused = async (more: object) => {
  const response = await create({ name: newId(), ...more });
  expect(response.statusCode, response.body).toBe(400);
  return response.json();
};
const urlOf = (id: string): string => `/v1/templates/${id}/`;

const NOTHING = {
  bridge: { texts: { search_header: null, success_cta: null }, hide_service_logo: false, hide_support_button: false },
  branding: {
    company_name: null,
    logo: null,
    accent_color: null,
    background_color: null,
    privacy_url: null,
    hide_confetti: false,
    custom_end_user_agreement: { header: null, url: null },
  },
  orders: {
    link_expiration: '72',
    custom_field_title: null,
    support_email: null,
    first_email: { subject: null, text: null },
    reminder_email: { subject: null, text: null },
    first_sms: { text: null },
    reminder_sms: { text: null },
    reminders_hours: [24, 48],
    suppress_user_notifications: false,
    certification: false,
    verify_code: false,
  },
  document_upload: {
    types: {
      paystub: null,
      w2: null,
      f1099: null,
      f1040: null,
      insurance_home_policy: null,
      insurance_auto_policy: null,
      volunteer_letter: null,
      other: null,
    },
  },
  data: { statements: true, w2s: true, files: true },
  reports: {
    voa: {
      days_requested: 90,
      as_of_date: null,
      large_deposit_threshold: {
        fixed_amount: null,
        sales_price: null,
        qualifying_monthly_income: null,
        loan_type: null,
      },
      is_voe: false,
      account_ids: [],
      request_extended_history: false,
    },
    income_insights: { days_requested: 90 },
  },
  data_sources_flow: [],
};

/** A template in which almost every field differs from its default and most strings have their maximum length. */
const EVERYTHING = {
  name: '🙂'.repeat(128),
  products: ['income', 'assets'],
  default_for_products: true,
  bridge: {
    texts: { search_header: 'h'.repeat(120), success_cta: '🙂'.repeat(120) },
    hide_service_logo: true,
    hide_support_button: true,
  },
  branding: {
    company_name: 'c'.repeat(128),
    logo: 'https://acme.example/'.padEnd(2048, 'l'),
    accent_color: '#1A73e8',
    background_color: 'rgb(250, 250, 250)',
    privacy_url: 'https://acme.example/'.padEnd(2048, 'p'),
    hide_confetti: true,
    custom_end_user_agreement: { header: 'a'.repeat(128), url: 'https://acme.example/'.padEnd(2048, 'a') },
  },
  orders: {
    link_expiration: '2016',
    custom_field_title: 't'.repeat(128),
    support_email: `help12@${'acme.'.repeat(48)}example`,
    first_email: { subject: 's'.repeat(256), text: 'f'.repeat(10_000) },
    reminder_email: { subject: '{{first_name}} <script>', text: 'Line one\n\nLine two {{link}} {{unknown}}' },
    first_sms: { text: 'm'.repeat(1600) },
    reminder_sms: { text: '{{link}}' },
    reminders_hours: [1, 2016],
    suppress_user_notifications: true,
    certification: true,
    verify_code: true,
  },
  document_upload: {
    types: {
      paystub: { min: 2, max: 2, required: true },
      w2: { min: 0, max: 100, required: false },
      f1099: { min: 100, max: null, required: false },
      f1040: { min: null, max: 1, required: true },
      insurance_home_policy: { min: null, max: null, required: false },
      insurance_auto_policy: { min: null, max: null, required: true },
      volunteer_letter: null,
      other: { min: 1, max: 3, required: false },
    },
  },
  data: { statements: false, w2s: false, files: false },
  reports: {
    voa: {
      days_requested: 730,
      as_of_date: '2026-03-01',
      large_deposit_threshold: {
        fixed_amount: '0.00',
        sales_price: '9999999999.99',
        qualifying_monthly_income: '4200.50',
        loan_type: 'FHA',
      },
      is_voe: true,
      account_ids: [],
      request_extended_history: true,
    },
    income_insights: { days_requested: 30 },
  },
  data_sources_flow: ['tax', 'payroll'],
};

describe('POST /v1/templates/', () => {
  test('201: if only a name is sent, every other field has its default', async () => {
    const response = await create({ name: 'Mortgage' });
    expect(response.statusCode, response.body).toBe(201);
    const { id, ...rest } = response.json();
    expect(id).toMatch(/^[0-9a-f]{32}$/);
    expect(rest).toEqual({
      name: 'Mortgage',
      products: PRODUCT_TYPES,
      default_for_products: false,
      ...NOTHING,
      created_at: '2026-03-01T12:00:00Z',
      updated_at: '2026-03-01T12:00:00Z',
    });
  });

  test('201: strings of the maximum length and values other than the defaults are returned as sent', async () => {
    expect(EVERYTHING.orders.support_email).toHaveLength(254);
    const answer = await created(EVERYTHING);
    const times = { created_at: answer.created_at, updated_at: answer.updated_at };
    expect(answer).toEqual({ ...EVERYTHING, id: answer.id, ...times });
    expect((await call('GET', urlOf(answer.id))).json()).toEqual(answer);
  });

  test('201: the fields of a returned template can be sent back to create another template', async () => {
    const { id, ...first } = await created();
    const { id: other, ...second } = await created({ ...first, name: `${first.name}2` });
    expect(other).not.toBe(id);
    expect(second).toEqual({ ...first, name: `${first.name}2` });
  });

  test('201: null and "" count as absent, and unknown fields are neither stored nor returned', async () => {
    for (const nothing of [null, '']) {
      const answer = await created({
        bridge: { texts: { search_header: nothing }, unknown: 1 },
        branding: { logo: nothing, accent_color: nothing, background_color: nothing, custom_end_user_agreement: {} },
        orders: { link_expiration: nothing, support_email: nothing, first_email: { subject: nothing } },
        document_upload: { types: { passport: { min: 1 }, w2: null } },
        reports: { voa: { large_deposit_threshold: { loan_type: nothing, fixed_amount: null }, as_of_date: null } },
        unknown: { anything: true },
      });
      expect(answer).toMatchObject(NOTHING);
      expect(JSON.stringify(answer)).not.toMatch(/unknown|passport/);
    }
    const { rows } = await house.database
      .scoped({ client_id: acme.client_id, environment: 'sandbox' })
      .query<{ settings: unknown }>('select settings from templates');
    expect(rows).toEqual([{ settings: NOTHING }, { settings: NOTHING }]);
  });

  test('201: lists are stored without duplicates, and the hours of reminders in ascending order', async () => {
    const answer = await created({
      products: ['pll', 'income', 'pll'],
      data_sources_flow: ['docs', 'docs', 'payroll'],
      orders: { reminders_hours: [48, 24, 100, 24] },
    });
    expect(answer).toMatchObject({
      products: ['pll', 'income'],
      data_sources_flow: ['docs', 'payroll'],
      orders: { reminders_hours: [24, 48, 100] },
    });
    expect((await created({ orders: { reminders_hours: [] } })).orders.reminders_hours).toEqual([]);
    expect((await created({ data_sources_flow: DATA_SOURCES })).data_sources_flow).toEqual(DATA_SOURCES);
  });

  test('201: an amount may be sent as a number and is returned with two decimals', async () => {
    const { reports } = await created({ reports: { voa: { large_deposit_threshold: { fixed_amount: 5000.5 } } } });
    expect(reports.voa.large_deposit_threshold.fixed_amount).toBe('5000.50');
  });

  test.each(['24', '25', '2016'])('201 for a template with orders.link_expiration "%s"', async (link_expiration) => {
    expect((await created({ orders: { link_expiration } })).orders.link_expiration).toBe(link_expiration);
  });

  test('400 if the template’s name is missing, blank or null', async () => {
    expect((await create({})).json()).toEqual(invalid(['name', 'This field is required.']));
    expect(await refused({ name: '' })).toEqual(invalid(['name', 'This field may not be blank.']));
    expect(await refused({ name: null })).toEqual(invalid(['name', 'This field may not be null.']));
  });

  test('400 for the reserved template name "Default"', async () => {
    expect(await refused({ name: 'Default' })).toEqual(invalid(['name', 'This name is reserved.']));
    expect(await created({ name: 'Default 2' })).toMatchObject({ name: 'Default 2' });
  });

  test('400 if the template’s name is already in use; 201 if it is in use only in the other environment or by another client', async () => {
    await created({ name: 'Mortgage' });
    expect(await refused({ name: 'Mortgage' })).toEqual(invalid(['name', 'Template with this name already exists.']));
    await created({ name: 'Mortgage' }, acme.prod);
    await created({ name: 'Mortgage' }, (await newClient(house)).sandbox);
  });

  test('201: two requests with the same Idempotency-Key create one template', async () => {
    const send = () => call('POST', '/v1/templates/', { name: 'Mortgage' }, { 'idempotency-key': 'k1' });
    const [first, second] = [await send(), await send()];
    expect([first.statusCode, second.statusCode]).toEqual([201, 201]);
    expect(second.json()).toEqual(first.json());
    expect((await call('GET', '/v1/templates/')).json().count).toBe(1);
  });
});

describe('GET /v1/templates/', () => {
  test('200: lists templates newest first, in pages', async () => {
    const names: string[] = [];
    for (let at = 0; at < 5; at++) {
      names.unshift((await created()).name);
      house.clock.advance(1_000);
    }
    const page = async (query: string) => (await call('GET', `/v1/templates/${query}`)).json();
    const namesOf = ({ results }: { results: { name: string }[] }) => results.map(({ name }) => name);
    expect(namesOf(await page(''))).toEqual(names);
    const second = await page('?page_size=2&page=2');
    expect(namesOf(second)).toEqual(names.slice(2, 4));
    expect(second).toMatchObject({
      count: 5,
      next: 'http://127.0.0.1:8080/v1/templates/?page_size=2&page=3',
      previous: 'http://127.0.0.1:8080/v1/templates/?page_size=2&page=1',
    });
    expect((await call('GET', '/v1/templates/?page_size=2&page=4')).statusCode).toBe(404);
  });

  test('200: excludes deleted templates and those of another client or environment', async () => {
    const { id } = await created();
    await created({}, acme.prod);
    await created({}, (await newClient(house)).sandbox);
    const gone = await created();
    await call('DELETE', urlOf(gone.id));
    const { count, results } = (await call('GET', '/v1/templates/')).json();
    expect([count, results.map((one: { id: string }) => one.id)]).toEqual([1, [id]]);
  });
});

describe('/v1/templates/{id}/', () => {
  test('404 for an id that is unknown, malformed, deleted or another client’s; 403 for a template of the other environment', async () => {
    const { id } = await created();
    const { id: gone } = await created();
    await call('DELETE', urlOf(gone));
    const other = await newClient(house);
    for (const [method, body] of [['GET'], ['PATCH', {}], ['DELETE']] as const) {
      for (const [send, of] of [
        [other.sandbox, id],
        [other.prod, id],
        [call, gone],
        [call, newId()],
        [call, 'x'],
      ] as const) {
        const response = await send(method, urlOf(of), body);
        expect([response.statusCode, response.json()]).toEqual([404, NOT_FOUND]);
      }
      const response = await acme.prod(method, urlOf(id), body);
      expect([response.statusCode, response.json()]).toEqual([403, OTHER_ENVIRONMENT]);
    }
    expect((await call('GET', urlOf(id))).statusCode).toBe(200);
  });

  test('200: a setting added after the template was stored has its default', async () => {
    const { id } = await created({ orders: { link_expiration: '24' } });
    await house.database
      .scoped({ client_id: acme.client_id, environment: 'sandbox' })
      .query(`update templates set settings = '{"orders": {"certification": true}}' where id = $1`, [id]);
    expect((await call('GET', urlOf(id))).json()).toMatchObject({
      ...NOTHING,
      orders: { ...NOTHING.orders, certification: true },
    });
  });
});
