// Tests that invalid orders are rejected. Values just within the limits are tested in orders.create.test.ts.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#base/ids.ts';
import { invalid } from '#test/answers.ts';
import { type Call, newClient, openTestHouse, type TestClient, type TestHouse } from '#test/house.ts';
import { PERSON } from '#test/orders.ts';

let house: TestHouse;
let acme: TestClient;
let call: Call;
beforeAll(async () => {
  house = await openTestHouse();
  acme = await newClient(house);
  call = acme.sandbox;
});
afterAll(() => house.close());

/** Expects status 400, and checks that the request created neither an order nor a user. */
const refused = async (body: unknown) => {
  const response = await call('POST', '/v1/orders/', body);
  expect(response.statusCode, response.body).toBe(400);
  expect((await call('GET', '/v1/orders/')).json().count).toBe(0);
  expect((await call('GET', '/v1/users/')).json().count).toBe(0);
  return response.json();
};

const chars = (count: number): string => `Ensure this field has no more than ${count} characters.`;
const items = (count: number): string => `Ensure this list has no more than ${count} items.`;
const atLeast = (limit: number): string => `Ensure this value is greater than or equal to ${limit}.`;
const atMost = (limit: number | string): string => `Ensure this value is less than or equal to ${limit}.`;
const REQUIRED = 'This field is required.';
const NULL = 'This field may not be null.';
const BLANK = 'This field may not be blank.';
const STRING = 'Not a valid string.';
const BOOLEAN = 'Must be a valid boolean.';
const OBJECT = 'Invalid data. Expected an object.';
const LIST = 'Expected a list of items.';
const EMAIL = 'Enter a valid email address.';
const SSN = 'Enter 9 digits or the last 4 digits.';
const PHONE = 'Enter a valid phone number.';
const DATE = 'Date has wrong format. Use YYYY-MM-DD.';
const SOURCES = 'None of these sources can serve the product.';
const choice = (value: string): string => `"${value}" is not a valid choice.`;

const ACCOUNT = { account_number: '400100219999', routing_number: '991000012', account_type: 'checking' };
const employer = (fields: object) => ({ employers: [{}, fields] });
const account = (fields: object) => employer({ account: { ...ACCOUNT, ...fields } });
const bank = (fields: object) => ({ products: ['assets'], financial_institutions: [fields] });
const voa = (fields: object) => ({ reports: { voa: fields } });
const eleven = Array.from({ length: 11 }, () => ({}));
const x = (length: number): string => 'x'.repeat(length);
const mail = (length: number): string => `${x(64)}@${x(63)}.${x(63)}.${x(length - 196)}.us`;

const REFUSALS: [field: string, more: object, message: string][] = [
  ['products', { products: undefined }, REQUIRED],
  ['products', { products: null }, NULL],
  ['products', { products: 'income' }, LIST],
  ['products', { products: [] }, 'This list may not be empty.'],
  ['products', { products: Array.from({ length: 9 }, () => 'income') }, items(8)],
  ['products', { products: ['income', 'income'] }, 'Ensure this list has no repeated items.'],
  ['products.1', { products: ['income', 'x'] }, choice('x')],
  ['products.0', { products: [1] }, STRING],
  ...['first_name', 'last_name'].flatMap((name): typeof REFUSALS => [
    [name, { [name]: undefined }, REQUIRED],
    [name, { [name]: null }, NULL],
    [name, { [name]: '' }, BLANK],
    [name, { [name]: 17 }, STRING],
    [name, { [name]: x(51) }, chars(50)],
  ]),
  ...['ssn', 'social_security_number'].flatMap((name): typeof REFUSALS => [
    [name, { [name]: '99191999' }, SSN],
    [name, { [name]: '991-91-99911' }, SSN],
    [name, { [name]: '999x' }, SSN],
    [name, { [name]: 991919991 }, STRING],
    [name, { [name]: `991-91-9991${' '.repeat(118)}` }, chars(128)],
  ]),
  ['social_security_number', { ssn: '9991', social_security_number: 'x' }, SSN],
  ['email', { email: 'nobody' }, EMAIL],
  ['email', { email: mail(255) }, chars(254)],
  ['phone', { phone: '555' }, PHONE],
  ['phone', { phone: 'call me' }, PHONE],
  ['phone', { phone: `4155550134${' '.repeat(119)}` }, chars(128)],
  ['order_number', { order_number: x(129) }, chars(128)],
  ['order_number', { order_number: 17 }, STRING],
  ['external_user_id', { external_user_id: x(513) }, chars(512)],
  ['employers', { employers: {} }, LIST],
  ['employers', { employers: eleven }, items(10)],
  ['employers.0', { employers: ['Acme'] }, OBJECT],
  ['employers.1.company_mapping_id', employer({ company_mapping_id: x(65) }), chars(64)],
  ['employers.1.company_name', employer({ company_name: x(257) }), chars(256)],
  ['employers.1.company_domain', employer({ company_domain: x(254) }), chars(253)],
  ['employers.1.company_logo', employer({ company_logo: 'logo.svg' }), 'Enter a valid URL.'],
  ['employers.1.company_logo', employer({ company_logo: 'https://a.example/'.padEnd(2049, 'l') }), chars(2048)],
  ['employers.1.company_address', employer({ company_address: 'Denver' }), OBJECT],
  ['employers.1.company_address.country', employer({ company_address: { country: 'USA' } }), chars(2)],
  ['employers.1.start_date', employer({ start_date: '2026-02-29' }), DATE],
  ['employers.1.end_date', employer({ end_date: '01/02/2026' }), DATE],
  ['employers.1.suborder_number', employer({ suborder_number: x(129) }), chars(128)],
  ['employers.1.data_sources', employer({ data_sources: 'payroll' }), LIST],
  ['employers.1.data_sources.0', employer({ data_sources: ['x'] }), choice('x')],
  ['employers.1.data_sources', employer({ data_sources: ['insurance'] }), SOURCES],
  ['employers.1.account', employer({ account: 'x' }), OBJECT],
  [
    'employers.1.account.account_number',
    account({ account_number: '123' }),
    'Ensure this field has at least 4 characters.',
  ],
  ['employers.1.account.account_number', account({ account_number: '1'.repeat(21) }), chars(20)],
  ['employers.1.account.routing_number', account({ routing_number: '1'.repeat(18) }), chars(17)],
  ['employers.1.account.account_type', account({ account_type: 'x' }), choice('x')],
  ['employers.1.account.deposit_value', account({ deposit_type: 'amount' }), REQUIRED],
  ['employers.1.account.deposit_value', account({ deposit_type: 'percent', deposit_value: '100.01' }), atMost(100)],
  ['employers.1.account.action', account({ action: 'delete' }), choice('delete')],
  ['employers', { products: ['deposit_switch'] }, REQUIRED],
  ['employers', { products: ['pll'], employers: [] }, REQUIRED],
  ['employers.1.account', { products: ['income', 'pll'], employers: [{ account: ACCOUNT }, {}] }, REQUIRED],
  ['financial_institutions', { financial_institutions: 'x' }, LIST],
  ['financial_institutions', { products: ['assets'], financial_institutions: eleven }, items(10)],
  ['financial_institutions.0.id', bank({ id: x(65) }), chars(64)],
  ['financial_institutions.0.name', bank({ name: x(257) }), chars(256)],
  ['financial_institutions.0.suborder_number', bank({ suborder_number: x(129) }), chars(128)],
  ['financial_institutions.0.data_sources', bank({ data_sources: ['payroll'] }), SOURCES],
  ['insurance', { insurance: [] }, OBJECT],
  ['insurance.provider_id', { insurance: { provider_id: x(65) } }, chars(64)],
  ['loan', { loan: 'L-1' }, OBJECT],
  ...['loan_number', 'application_number', 'originator_name', 'loan_processor_name', 'external_id'].map(
    (name): (typeof REFUSALS)[number] => [`loan.${name}`, { loan: { [name]: x(129) } }, chars(128)],
  ),
  ...['originator_email', 'loan_processor_email'].flatMap((name): typeof REFUSALS => [
    [`loan.${name}`, { loan: { [name]: 'nobody' } }, EMAIL],
    [`loan.${name}`, { loan: { [name]: mail(255) } }, chars(254)],
  ]),
  ['loan.funding_date', { loan: { funding_date: 'soon' } }, DATE],
  ['reports', { reports: 'voa' }, OBJECT],
  ['reports.voa.days_requested', voa({ days_requested: 29 }), atLeast(30)],
  ['reports.voa.days_requested', voa({ days_requested: 731 }), atMost(730)],
  ['reports.voa.as_of_date', voa({ as_of_date: '2026-03-02' }), atMost('2026-03-01')],
  ['reports.voa.is_voe', voa({ is_voe: 'true' }), BOOLEAN],
  ['reports.voa.account_ids.0', voa({ account_ids: [newId()] }), 'Object not found.'],
  ['template_id', { template_id: newId() }, 'Object not found.'],
  ['template_id', { template_id: 'x' }, 'Object not found.'],
  ['template_id', { template_id: 17 }, STRING],
  ['custom_field', { custom_field: x(257) }, chars(256)],
  ['cc_emails', { cc_emails: 'a@acme.example' }, LIST],
  ['cc_emails', { cc_emails: Array.from({ length: 11 }, () => 'a@acme.example') }, items(10)],
  ['cc_emails.1', { cc_emails: ['a@acme.example', 'b'] }, EMAIL],
  ['cc_emails.0', { cc_emails: [''] }, BLANK],
  ['cc_emails.0', { cc_emails: [mail(255)] }, chars(254)],
  ['notes', { notes: '' }, BLANK],
  ['notes', { notes: x(2001) }, chars(2000)],
  ['notification_settings', { notification_settings: true }, OBJECT],
  [
    'notification_settings.suppress_user_notifications',
    { notification_settings: { suppress_user_notifications: 'true' } },
    BOOLEAN,
  ],
  ...(
    [
      [-1, atLeast(0)],
      [169, atMost(168)],
      [1.5, 'A valid integer is required.'],
      ['1', 'A valid integer is required.'],
    ] as const
  ).map(([first_notification_delay_hours, message]): (typeof REFUSALS)[number] => [
    'notification_settings.first_notification_delay_hours',
    { notification_settings: { first_notification_delay_hours } },
    message,
  ]),
  ['refresh_approved', { refresh_approved: 'true' }, BOOLEAN],
  ['refresh_approved', { refresh_approved: null }, NULL],
  ['manager', { manager: 'Ann' }, OBJECT],
  ['manager.name', { manager: { name: x(129) } }, chars(128)],
  ['manager.email', { manager: { email: 'ann' } }, EMAIL],
  ['source', { source: x(65) }, chars(64)],
];

describe('POST /v1/orders/', () => {
  test.each(REFUSALS.map(([field, more, message]) => [field, message, more] as const))(
    '400 for a new order with an invalid %s: %s',
    async (field, message, more) => {
      expect(await refused({ products: ['income'], ...PERSON, ...more })).toEqual(invalid([field, message]));
    },
  );

  test('400: the response lists every invalid field, in the order in which the fields are documented', async () => {
    expect(await refused({ source: 1, employers: [{ end_date: 'x', start_date: 'x' }], ssn: 'x' })).toEqual(
      invalid(
        ['products', REQUIRED],
        ['first_name', REQUIRED],
        ['last_name', REQUIRED],
        ['ssn', SSN],
        ['employers.0.start_date', DATE],
        ['employers.0.end_date', DATE],
        ['source', STRING],
      ),
    );
  });

  test('400 for a request without a body, or with a body that is not an object', async () => {
    const missing = invalid(['products', REQUIRED], ['first_name', REQUIRED], ['last_name', REQUIRED]);
    expect(await refused(undefined)).toEqual(missing);
    expect(await refused([])).toEqual(invalid(['body', OBJECT]));
  });

  test('400 for a template of another client or environment', async () => {
    const stranger = await newClient(house);
    for (const owner of [stranger.sandbox, acme.prod]) {
      const { id } = (await owner('POST', '/v1/templates/', { name: newId() })).json();
      expect(await refused({ products: ['income'], ...PERSON, template_id: id })).toEqual(
        invalid(['template_id', 'Object not found.']),
      );
    }
  });
});
