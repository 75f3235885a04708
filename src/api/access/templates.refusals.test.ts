// Tests that invalid templates are rejected. Values just within the limits are tested in templates.test.ts.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#base/ids.ts';
import { invalid } from '#test/answers.ts';
import { type Call, newClient, openTestHouse, type TestHouse } from '#test/house.ts';

let house: TestHouse;
let call: Call;
beforeAll(async () => {
  house = await openTestHouse();
  call = (await newClient(house)).sandbox;
});
afterAll(() => house.close());

const refused = async (more: object) => {
  const response = await call('POST', '/v1/templates/', { name: newId(), ...more });
  expect(response.statusCode, response.body).toBe(400);
  return response.json();
};

const chars = (count: number): string => `Ensure this field has no more than ${count} characters.`;
const OBJECT = 'Invalid data. Expected an object.';
const BOOLEAN = 'Must be a valid boolean.';
const COLOR = 'Enter a valid color.';
const atLeast = (limit: number): string => `Ensure this value is greater than or equal to ${limit}.`;
const atMost = (limit: number | string): string => `Ensure this value is less than or equal to ${limit}.`;

const REFUSALS: [field: string, more: object, message: string][] = [
  ['name', { name: 'n'.repeat(129) }, chars(128)],
  ['products', { products: [] }, 'This list may not be empty.'],
  ['products', { products: 'income' }, 'Expected a list of items.'],
  ['products', { products: null }, 'This field may not be null.'],
  ['products.1', { products: ['income', 'x'] }, '"x" is not a valid choice.'],
  ['default_for_products', { default_for_products: 'true' }, BOOLEAN],
  ['default_for_products', { default_for_products: null }, 'This field may not be null.'],
  ['bridge', { bridge: [] }, OBJECT],
  ['bridge', { bridge: null }, 'This field may not be null.'],
  ['bridge.texts', { bridge: { texts: 'x' } }, OBJECT],
  ['bridge.texts.search_header', { bridge: { texts: { search_header: 'h'.repeat(121) } } }, chars(120)],
  ['bridge.texts.success_cta', { bridge: { texts: { success_cta: 1 } } }, 'Not a valid string.'],
  ['bridge.texts.success_cta', { bridge: { texts: { success_cta: 's'.repeat(121) } } }, chars(120)],
  ['bridge.hide_service_logo', { bridge: { hide_service_logo: 1 } }, BOOLEAN],
  ['bridge.hide_support_button', { bridge: { hide_support_button: 'x' } }, BOOLEAN],
  ['branding.company_name', { branding: { company_name: 'c'.repeat(129) } }, chars(128)],
  ['branding.logo', { branding: { logo: 'https://a.example/'.padEnd(2049, 'l') } }, chars(2048)],
  ['branding.logo', { branding: { logo: 'javascript:alert(1)' } }, 'Enter a valid URL.'],
  ['branding.logo', { branding: { logo: 'data:image/png;base64,AA==' } }, 'Enter a valid URL.'],
  ['branding.logo', { branding: { logo: '/logo.svg' } }, 'Enter a valid URL.'],
  ['branding.accent_color', { branding: { accent_color: '#fff' } }, COLOR],
  ['branding.accent_color', { branding: { accent_color: 'red' } }, COLOR],
  ['branding.background_color', { branding: { background_color: 'red; x: y' } }, COLOR],
  ['branding.background_color', { branding: { background_color: 'r'.repeat(65) } }, chars(64)],
  ['branding.privacy_url', { branding: { privacy_url: 'acme.example' } }, 'Enter a valid URL.'],
  ['branding.hide_confetti', { branding: { hide_confetti: 'x' } }, BOOLEAN],
  ['branding.custom_end_user_agreement', { branding: { custom_end_user_agreement: 'x' } }, OBJECT],
  [
    'branding.custom_end_user_agreement.header',
    { branding: { custom_end_user_agreement: { header: 'h'.repeat(129) } } },
    chars(128),
  ],
  [
    'branding.custom_end_user_agreement.url',
    { branding: { custom_end_user_agreement: { url: 'ftp://a.example/' } } },
    'Enter a valid URL.',
  ],
  ['orders.link_expiration', { orders: { link_expiration: 72 } }, 'Not a valid string.'],
  ['orders.link_expiration', { orders: { link_expiration: '23' } }, atLeast(24)],
  ['orders.link_expiration', { orders: { link_expiration: '2017' } }, atMost(2016)],
  ['orders.link_expiration', { orders: { link_expiration: '0' } }, 'A valid integer is required.'],
  ['orders.link_expiration', { orders: { link_expiration: '72.5' } }, 'A valid integer is required.'],
  ['orders.link_expiration', { orders: { link_expiration: '-72' } }, 'A valid integer is required.'],
  ['orders.link_expiration', { orders: { link_expiration: '72h' } }, 'A valid integer is required.'],
  ['orders.custom_field_title', { orders: { custom_field_title: 't'.repeat(129) } }, chars(128)],
  ['orders.support_email', { orders: { support_email: 'acme.example' } }, 'Enter a valid email address.'],
  ['orders.support_email', { orders: { support_email: `${'a'.repeat(242)}@acme.example` } }, chars(254)],
  ['orders.first_email', { orders: { first_email: 'Hello' } }, OBJECT],
  ['orders.first_email.subject', { orders: { first_email: { subject: 's'.repeat(257) } } }, chars(256)],
  [
    'orders.first_email.subject',
    { orders: { first_email: { subject: 'Hi\nBcc: a@b.example' } } },
    'Not a valid string.',
  ],
  ['orders.first_email.text', { orders: { first_email: { text: 't'.repeat(10_001) } } }, chars(10_000)],
  ['orders.reminder_email.subject', { orders: { reminder_email: { subject: 'Hi\r' } } }, 'Not a valid string.'],
  ['orders.reminder_email.text', { orders: { reminder_email: { text: '\u0000' } } }, 'Not a valid string.'],
  ['orders.first_sms.text', { orders: { first_sms: { text: 't'.repeat(1601) } } }, chars(1600)],
  ['orders.reminder_sms.text', { orders: { reminder_sms: { text: 't'.repeat(1601) } } }, chars(1600)],
  ['orders.reminders_hours', { orders: { reminders_hours: 24 } }, 'Expected a list of items.'],
  [
    'orders.reminders_hours',
    { orders: { reminders_hours: Array.from({ length: 11 }, (_, at) => at + 1) } },
    'Ensure this list has no more than 10 items.',
  ],
  ['orders.reminders_hours.0', { orders: { reminders_hours: [0] } }, atLeast(1)],
  ['orders.reminders_hours.1', { orders: { reminders_hours: [1, 2017] } }, atMost(2016)],
  ['orders.reminders_hours.0', { orders: { reminders_hours: ['24'] } }, 'A valid integer is required.'],
  ['orders.suppress_user_notifications', { orders: { suppress_user_notifications: 0 } }, BOOLEAN],
  ['orders.certification', { orders: { certification: 'no' } }, BOOLEAN],
  ['document_upload.types', { document_upload: { types: ['paystub'] } }, OBJECT],
  ['document_upload.types.w2', { document_upload: { types: { w2: true } } }, OBJECT],
  ['document_upload.types.w2.min', { document_upload: { types: { w2: { min: -1 } } } }, atLeast(0)],
  ['document_upload.types.w2.min', { document_upload: { types: { w2: { min: 101 } } } }, atMost(100)],
  ['document_upload.types.w2.max', { document_upload: { types: { w2: { max: 0 } } } }, atLeast(1)],
  ['document_upload.types.w2.max', { document_upload: { types: { w2: { max: 101 } } } }, atMost(100)],
  ['document_upload.types.other.max', { document_upload: { types: { other: { min: 3, max: 2 } } } }, atLeast(3)],
  [
    'document_upload.types.w2.required',
    { document_upload: { types: { w2: { required: null } } } },
    'This field may not be null.',
  ],
  ['data.statements', { data: { statements: 'x' } }, BOOLEAN],
  ['data.w2s', { data: { w2s: 1 } }, BOOLEAN],
  ['data.files', { data: { files: null } }, 'This field may not be null.'],
  ['reports.voa.days_requested', { reports: { voa: { days_requested: 29 } } }, atLeast(30)],
  ['reports.voa.days_requested', { reports: { voa: { days_requested: 731 } } }, atMost(730)],
  ['reports.voa.as_of_date', { reports: { voa: { as_of_date: '2026-03-02' } } }, atMost('2026-03-01')],
  [
    'reports.voa.as_of_date',
    { reports: { voa: { as_of_date: '2026-02-29' } } },
    'Date has wrong format. Use YYYY-MM-DD.',
  ],
  [
    'reports.voa.large_deposit_threshold.fixed_amount',
    { reports: { voa: { large_deposit_threshold: { fixed_amount: '-0.01' } } } },
    atLeast(0),
  ],
  [
    'reports.voa.large_deposit_threshold.sales_price',
    { reports: { voa: { large_deposit_threshold: { sales_price: '1.234' } } } },
    'Ensure that there are no more than 2 decimal places.',
  ],
  [
    'reports.voa.large_deposit_threshold.loan_type',
    { reports: { voa: { large_deposit_threshold: { loan_type: 'fha' } } } },
    '"fha" is not a valid choice.',
  ],
  ['reports.voa.is_voe', { reports: { voa: { is_voe: 'x' } } }, BOOLEAN],
  ['reports.voa.account_ids.0', { reports: { voa: { account_ids: ['0'.repeat(32)] } } }, 'Object not found.'],
  ['reports.voa.request_extended_history', { reports: { voa: { request_extended_history: 1 } } }, BOOLEAN],
  ['reports.income_insights.days_requested', { reports: { income_insights: { days_requested: 29 } } }, atLeast(30)],
  ['reports.income_insights.days_requested', { reports: { income_insights: { days_requested: 731 } } }, atMost(730)],
  ['data_sources_flow.0', { data_sources_flow: ['x'] }, '"x" is not a valid choice.'],
];

test.each(REFUSALS.map(([field, more, message]) => [field, message, more] as const))(
  '400 for a template with an invalid %s: %s',
  async (field, message, more) => {
    expect(await refused(more)).toEqual(invalid([field, message]));
  },
);

test('400 lists all validation errors of a template at once, in the order of the documented fields', async () => {
  const faulty = {
    data_sources_flow: ['x'],
    orders: { reminders_hours: [0], custom_field_title: 1 },
    bridge: { hide_service_logo: 1 },
    products: [],
    name: '',
  };
  expect(await refused(faulty)).toEqual(
    invalid(
      ['name', 'This field may not be blank.'],
      ['products', 'This list may not be empty.'],
      ['bridge.hide_service_logo', BOOLEAN],
      ['orders.custom_field_title', 'Not a valid string.'],
      ['orders.reminders_hours.0', atLeast(1)],
      ['data_sources_flow.0', '"x" is not a valid choice.'],
    ),
  );
  expect(
    await refused({
      name: 'Default',
      reports: { voa: { as_of_date: '2030-01-01' } },
      document_upload: { types: { w2: { min: 2, max: 1 } } },
      orders: { link_expiration: '1' },
      branding: { background_color: '-', accent_color: '-' },
    }),
  ).toEqual(
    invalid(
      ['name', 'This name is reserved.'],
      ['branding.accent_color', COLOR],
      ['branding.background_color', COLOR],
      ['orders.link_expiration', atLeast(24)],
      ['document_upload.types.w2.max', atLeast(2)],
      ['reports.voa.as_of_date', atMost('2026-03-01')],
    ),
  );
});
