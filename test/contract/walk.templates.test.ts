// Contract, section 19: templates. Also covers how bridge tokens (section 4), events (section 20) and sandbox links
// (section 24) use templates.
import { describe, expect, test } from 'vitest';
import { newId } from '#base/ids.ts';
import { invalid, NOT_FOUND } from '#test/answers.ts';
import { eventsOf } from '#test/tasks.ts';
import { bridgeToken } from './shapes/links.ts';
import { PATHS } from './shapes/paths.ts';
import { DOCUMENT_TYPES, template } from './shapes/templates.ts';
import { startWalk } from './shapes/walk.ts';
import { page } from './shapes/words.ts';

const walk = startWalk();
const { connect, expectAll, expectAnswer, expectRead, expectRefused, newUser } = walk;

const PRODUCTS = ['income', 'employment', 'deposit_switch', 'pll', 'insurance', 'transactions', 'assets', 'admin'];

const create = (more: object = {}) => expectAnswer(201, template, 'POST', '/v1/templates/', { name: newId(), ...more });
const urlOf = ({ id }: { id: string }): string => `/v1/templates/${id}/`;
const change = (one: { id: string }, changes: object) => expectAnswer(200, template, 'PATCH', urlOf(one), changes);
const remove = (one: { id: string }) => walk.send('DELETE', urlOf(one));
const tokenFor = async (more: object) =>
  expectAnswer(201, bridgeToken, 'POST', `/v1/users/${await newUser()}/tokens/`, more);

describe('section 19: POST /v1/templates/', () => {
  test('201: omitted fields have the defaults of the contract’s table', async () => {
    const created = await create();
    expect(created.products.toSorted()).toEqual(PRODUCTS.toSorted());
    expect(created).toMatchObject({
      default_for_products: false,
      bridge: { hide_service_logo: false, hide_support_button: false },
      branding: { hide_confetti: false },
      orders: {
        link_expiration: '72',
        reminders_hours: [24, 48],
        suppress_user_notifications: false,
        certification: false,
        verify_code: false,
      },
      data: { statements: true, w2s: true, files: true },
      reports: { voa: { days_requested: 90, is_voe: false }, income_insights: { days_requested: 90 } },
    });
    expect(await expectRead(template, urlOf(created))).toEqual(created);
  });

  test('201: every field of a template is stored', async () => {
    const email = { subject: 'Hello {{first_name}}', text: '<b>{{link}}</b> {{other}}' };
    const sms = { text: '{{company_name}}: {{link}} {{custom_field}}' };
    const fields = {
      name: 'n'.repeat(128),
      products: ['income', 'pll'],
      default_for_products: true,
      bridge: {
        texts: { search_header: 's'.repeat(120), success_cta: 's'.repeat(120) },
        hide_service_logo: true,
        hide_support_button: true,
      },
      branding: {
        company_name: 'c'.repeat(128),
        logo: 'https://acme.example/logo.svg',
        accent_color: '#1a73e8',
        background_color: 'hsl(210 40% 98%)',
        privacy_url: 'https://acme.example/privacy',
        hide_confetti: true,
        custom_end_user_agreement: { header: 'Terms', url: 'https://acme.example/terms' },
      },
      orders: {
        link_expiration: '2016',
        custom_field_title: 'Loan number',
        support_email: 'help@acme.example',
        first_email: email,
        reminder_email: email,
        first_sms: sms,
        reminder_sms: sms,
        reminders_hours: [12],
        suppress_user_notifications: true,
        certification: true,
        verify_code: true,
      },
      document_upload: {
        types: Object.fromEntries(DOCUMENT_TYPES.map((type) => [type, { min: 1, max: 2, required: true }])),
      },
      data: { statements: false, w2s: false, files: false },
      reports: {
        voa: {
          days_requested: 30,
          as_of_date: '2026-02-01',
          large_deposit_threshold: {
            fixed_amount: '500.00',
            sales_price: '250000.00',
            qualifying_monthly_income: '4000.00',
            loan_type: 'FHA',
          },
          is_voe: true,
          // A template belongs to no user, so it cannot name any account.
          account_ids: [],
          request_extended_history: true,
        },
        income_insights: { days_requested: 730 },
      },
      data_sources_flow: ['docs', 'payroll'],
    };
    const created = await create(fields);
    const { id, created_at, updated_at, ...stored } = await expectRead(template, urlOf(created));
    // The comparison is exact, so it fails if a template has a field that this test does not send.
    expect(stored).toEqual(fields);
    expect(created).toEqual({ id, created_at, updated_at, ...fields });
  });

  test.each<[string, object]>([
    ['name', { name: '' }],
    ['name', { name: 'n'.repeat(129) }],
    ['name', { name: 'Default' }],
    ['products.0', { products: ['x'] }],
    ['bridge.texts.search_header', { bridge: { texts: { search_header: 's'.repeat(121) } } }],
    ['branding.company_name', { branding: { company_name: 'c'.repeat(129) } }],
    ['branding.logo', { branding: { logo: 'logo.svg' } }],
    ['branding.accent_color', { branding: { accent_color: 'blue' } }],
    ['branding.background_color', { branding: { background_color: 'no colour' } }],
    ['orders.link_expiration', { orders: { link_expiration: '23' } }],
    ['orders.link_expiration', { orders: { link_expiration: '2017' } }],
    ['orders.support_email', { orders: { support_email: 'nobody' } }],
    ['data.files', { data: { files: 'true' } }],
    ['reports.voa.days_requested', { reports: { voa: { days_requested: 29 } } }],
    ['reports.income_insights.days_requested', { reports: { income_insights: { days_requested: 731 } } }],
    ['data_sources_flow.0', { data_sources_flow: ['x'] }],
  ])('400 with an error on the field %s for a template with the settings %j', async (field, more) => {
    const { error } = await expectRefused(400, 'POST', '/v1/templates/', { name: newId(), ...more });
    expect(error.extra['invalid-params']).toMatchObject([{ field }]);
  });

  test('400 for a name that another template has', async () => {
    const { name } = await create();
    const { error } = await expectRefused(400, 'POST', '/v1/templates/', { name });
    expect(error.extra['invalid-params']).toMatchObject([{ field: 'name' }]);
  });
});

test('section 19: GET /v1/templates/ is paged, newest first', async () => {
  const older = await create();
  const newer = await create();
  expect((await expectRead(page(template), '/v1/templates/?page_size=2')).results).toEqual([newer, older]);
  expect((await expectAll(template, '/v1/templates/')).slice(0, 2)).toEqual([newer, older]);
});

test('section 19: PATCH merges objects key by key', async () => {
  const before = await create({
    branding: { company_name: 'Acme', custom_end_user_agreement: { header: 'Terms' } },
    orders: { first_email: { subject: 'Hello', text: 'Please' } },
  });
  const after = await change(before, {
    branding: { hide_confetti: true, custom_end_user_agreement: { url: 'https://acme.example/' } },
    orders: { first_email: { text: 'Kindly' } },
  });
  expect(after).toEqual({
    ...before,
    branding: {
      ...before.branding,
      hide_confetti: true,
      custom_end_user_agreement: { header: 'Terms', url: 'https://acme.example/' },
    },
    orders: { ...before.orders, first_email: { subject: 'Hello', text: 'Kindly' } },
    updated_at: after.updated_at,
  });
});

test('section 19: a product’s default template can be deleted only after another template becomes the default', async () => {
  const former = await create({ products: ['insurance'], default_for_products: true });
  const { error } = await expectRefused(400, 'DELETE', urlOf(former));
  expect(error.extra['invalid-params']).toMatchObject([{ field: 'default_for_products' }]);
  const next = await create({ products: ['insurance'] });
  await change(next, { default_for_products: true });
  expect((await expectRead(template, urlOf(former))).default_for_products).toBe(false);
  const response = await remove(former);
  expect([response.statusCode, response.body]).toEqual([204, '']);
  expect(await expectRefused(404, 'GET', urlOf(former))).toEqual(NOT_FOUND);
});

test('section 4.1: a bridge token uses the template that the request names; without a name, it uses the default template of its product', async () => {
  const named = await create();
  expect((await tokenFor({ product_type: 'admin', template_id: named.id })).template_id).toBe(named.id);
  expect((await tokenFor({ product_type: 'admin' })).template_id).toBe(null);
  const { id } = await create({ products: ['admin'], default_for_products: true });
  expect((await tokenFor({ product_type: 'admin' })).template_id).toBe(id);
  await remove(named);
  const url = `/v1/users/${await newUser()}/tokens/`;
  expect(await expectRefused(400, 'POST', url, { product_type: 'admin', template_id: named.id })).toEqual(
    invalid(['template_id', 'Object not found.']),
  );
});

test('section 20.2: every event of a connection has the template_id with which the connection was created', async () => {
  const { id } = await create();
  const { link_id } = await connect({ provider_id: 'vouch_payroll', product_type: 'employment', template_id: id });
  const events = await eventsOf(walk.house(), { link_id });
  expect(events.length).toBeGreaterThan(0);
  expect(new Set(events.map(({ template_id }) => template_id))).toEqual(new Set([id]));
});

test('this file calls every endpoint of section 19', () => expect(walk.unwalked(PATHS.templates)).toEqual([]));
