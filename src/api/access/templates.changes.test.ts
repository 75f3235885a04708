import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '#base/ids.ts';
import { invalid } from '#test/answers.ts';
import { type Call, newClient, openTestHouse, type TestClient, type TestHouse } from '#test/house.ts';
import { newUser } from '#test/tasks.ts';

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

const urlOf = ({ id }: { id: string }): string => `/v1/templates/${id}/`;
const created = async (more: object = {}, send = call) => {
  const response = await send('POST', '/v1/templates/', { name: newId(), ...more });
  expect(response.statusCode, response.body).toBe(201);
  return response.json();
};
const read = async (template: { id: string }) => (await call('GET', urlOf(template))).json();
const patched = async (template: { id: string }, changes: object) => {
  const response = await call('PATCH', urlOf(template), changes);
  expect(response.statusCode, response.body).toBe(200);
  expect(await read(template)).toEqual(response.json());
  return response.json();
};
const refused = async (template: { id: string }, changes: object) => {
  const response = await call('PATCH', urlOf(template), changes);
  expect(response.statusCode, response.body).toBe(400);
  return response.json();
};
const marksOf = async (...templates: { id: string }[]): Promise<boolean[]> =>
  Promise.all(templates.map(async (template) => (await read(template)).default_for_products));
/** The id of the template that a new bridge token for this product gets. */
const chosenFor = async (product_type: string): Promise<string | null> => {
  const user_id = await newUser(call, newId());
  return (await call('POST', `/v1/users/${user_id}/tokens/`, { product_type })).json().template_id;
};

describe('PATCH /v1/templates/{id}/', () => {
  test('200: objects are merged key by key at any depth, and omitted fields keep their values', async () => {
    const template = await created({
      products: ['income'],
      bridge: { texts: { search_header: 'Find it', success_cta: 'Done' }, hide_service_logo: true },
      branding: { company_name: 'Acme', custom_end_user_agreement: { header: 'Terms' } },
      orders: { link_expiration: '48', first_email: { subject: 'Hello', text: 'Please' }, reminders_hours: [1] },
      document_upload: { types: { w2: { min: 1, max: 2 }, paystub: { required: true } } },
      data: { files: false },
      reports: { voa: { days_requested: 60, large_deposit_threshold: { fixed_amount: 1000 } } },
      data_sources_flow: ['docs'],
    });
    house.clock.advance(5_000);
    const changed = await patched(template, {
      bridge: { texts: { success_cta: 'Ready' } },
      branding: { custom_end_user_agreement: { url: 'https://acme.example/terms' } },
      orders: { first_email: { text: 'Kindly' }, reminders_hours: [2, 3] },
      document_upload: { types: { w2: { max: 3 } } },
      data: { w2s: false },
      reports: { voa: { large_deposit_threshold: { loan_type: 'VA' } }, income_insights: { days_requested: 365 } },
    });
    expect(changed).toEqual({
      ...template,
      bridge: { ...template.bridge, texts: { search_header: 'Find it', success_cta: 'Ready' } },
      branding: {
        ...template.branding,
        custom_end_user_agreement: { header: 'Terms', url: 'https://acme.example/terms' },
      },
      orders: { ...template.orders, first_email: { subject: 'Hello', text: 'Kindly' }, reminders_hours: [2, 3] },
      document_upload: {
        types: { ...template.document_upload.types, w2: { min: 1, max: 3, required: false } },
      },
      data: { statements: true, w2s: false, files: false },
      reports: {
        voa: {
          ...template.reports.voa,
          large_deposit_threshold: {
            ...template.reports.voa.large_deposit_threshold,
            fixed_amount: '1000.00',
            loan_type: 'VA',
          },
        },
        income_insights: { days_requested: 365 },
      },
      updated_at: '2026-03-01T12:00:05Z',
    });
    expect(changed.created_at).toBe('2026-03-01T12:00:00Z');
  });

  test('200: null resets a field that has a default value to that default, and clears any other field; "" clears a string', async () => {
    const template = await created({
      branding: { logo: 'https://acme.example/logo.svg', accent_color: '#1a73e8' },
      orders: { link_expiration: '48', first_sms: { text: 'Hello' } },
      document_upload: { types: { w2: { min: 1, max: 2 }, paystub: { required: true } } },
      reports: { voa: { as_of_date: '2026-01-31', large_deposit_threshold: { sales_price: 1, loan_type: 'FHA' } } },
    });
    const changed = await patched(template, {
      branding: { logo: null, accent_color: '' },
      orders: { link_expiration: null, first_sms: { text: '' } },
      document_upload: { types: { w2: null, paystub: { min: null } } },
      reports: { voa: { as_of_date: null, large_deposit_threshold: { sales_price: null, loan_type: null } } },
    });
    expect(changed.branding).toMatchObject({ logo: null, accent_color: null });
    expect(changed.orders).toMatchObject({ link_expiration: '72', first_sms: { text: null } });
    expect(changed.document_upload.types).toMatchObject({
      w2: null,
      paystub: { min: null, max: null, required: true },
    });
    expect(changed.reports.voa).toMatchObject({
      as_of_date: null,
      large_deposit_threshold: { sales_price: null, loan_type: null },
    });
  });

  test('200: if the body is empty or equal to the template, only updated_at changes', async () => {
    const template = await created({ orders: { link_expiration: '48' }, products: ['pll'] });
    house.clock.advance(1_000);
    expect(await patched(template, {})).toEqual({ ...template, updated_at: '2026-03-01T12:00:01Z' });
    expect(await patched(template, template)).toEqual({ ...template, updated_at: '2026-03-01T12:00:01Z' });
  });

  test('400 for a name that is reserved, in use, empty or null; 200 for the template’s own name and for a new name', async () => {
    const [template, other] = [await created(), await created()];
    expect(await refused(template, { name: 'Default' })).toEqual(invalid(['name', 'This name is reserved.']));
    expect(await refused(template, { name: '' })).toEqual(invalid(['name', 'This field may not be blank.']));
    expect(await refused(template, { name: null })).toEqual(invalid(['name', 'This field may not be null.']));
    expect(await refused(template, { name: other.name })).toEqual(
      invalid(['name', 'Template with this name already exists.']),
    );
    expect(await patched(template, { name: template.name })).toMatchObject({ name: template.name });
    expect(await patched(template, { name: 'Renamed' })).toMatchObject({ name: 'Renamed' });
  });

  test('400 for a value that conflicts with the template’s stored settings, and the template is not changed', async () => {
    const template = await created({ document_upload: { types: { w2: { min: 2, max: 4 } } } });
    const { updated_at, ...before } = await read(template);
    house.clock.advance(1_000);
    expect(await refused(template, { name: 'New', document_upload: { types: { w2: { max: 1 } } } })).toEqual(
      invalid(['document_upload.types.w2.max', 'Ensure this value is greater than or equal to 2.']),
    );
    expect(await read(template)).toEqual({ ...before, updated_at });
    await patched(template, { document_upload: { types: { w2: { max: 2 } } } });
  });
});

describe('a template’s default_for_products', () => {
  test('a bridge token has no template if its product has no default template', async () => {
    await created();
    await created({ products: ['assets'], default_for_products: true });
    expect(await chosenFor('income')).toBe(null);
    expect(await chosenFor('assets')).not.toBe(null);
  });

  test('when a new or existing template becomes the default of a product, the previous default template is no longer the default', async () => {
    const first = await created({ default_for_products: true });
    const second = await created({ default_for_products: true });
    expect(await marksOf(first, second)).toEqual([false, true]);
    house.clock.advance(1_000);
    await patched(first, { default_for_products: true });
    expect(await marksOf(first, second)).toEqual([true, false]);
    expect((await read(second)).updated_at).toBe('2026-03-01T12:00:01Z');
    expect(await chosenFor('income')).toBe(first.id);
  });

  test('each product has its own default template: a new default template replaces only default templates that share a product with it', async () => {
    const income = await created({ products: ['income', 'employment'], default_for_products: true });
    const assets = await created({ products: ['assets'], default_for_products: true });
    expect(await marksOf(income, assets)).toEqual([true, true]);
    expect([await chosenFor('employment'), await chosenFor('assets')]).toEqual([income.id, assets.id]);
    const employment = await created({ products: ['employment'], default_for_products: true });
    expect(await marksOf(income, assets, employment)).toEqual([false, true, true]);
    expect(await chosenFor('employment')).toBe(employment.id);
  });

  test('adding products to a default template makes it the default of these products and removes their previous defaults', async () => {
    const income = await created({ products: ['income'], default_for_products: true });
    const assets = await created({ products: ['assets'], default_for_products: true });
    await patched(income, { products: ['income', 'assets'] });
    expect(await marksOf(income, assets)).toEqual([true, false]);
    expect(await chosenFor('assets')).toBe(income.id);
  });

  test('changing a template that is not the default does not change which template is the default', async () => {
    const [first, second] = [await created({ default_for_products: true }), await created()];
    await patched(second, { name: 'Renamed', default_for_products: false });
    expect(await marksOf(first, second)).toEqual([true, false]);
  });

  test('a template can stop being the default; a default template applies only to one environment of one client', async () => {
    const template = await created({ default_for_products: true });
    const other = await newClient(house);
    await created({ default_for_products: true }, acme.prod);
    await created({ default_for_products: true }, other.sandbox);
    expect(await marksOf(template)).toEqual([true]);
    await patched(template, { default_for_products: false });
    expect(await chosenFor('income')).toBe(null);
  });
});

describe('DELETE /v1/templates/{id}/', () => {
  test('204: the template is deleted and its name can be used again; 404 for a second DELETE', async () => {
    const template = await created({ name: 'Mortgage' });
    const response = await call('DELETE', urlOf(template));
    expect([response.statusCode, response.body]).toEqual([204, '']);
    expect((await call('DELETE', urlOf(template))).statusCode).toBe(404);
    await created({ name: 'Mortgage' });
  });

  test('400 for deleting the default template of a product; 204 once the template is no longer the default', async () => {
    const template = await created({ products: ['pll'], default_for_products: true });
    const response = await call('DELETE', urlOf(template));
    expect(response.statusCode).toBe(400);
    expect(response.json()).toEqual(
      invalid(['default_for_products', 'The default template of a product cannot be deleted.']),
    );
    expect(await read(template)).toEqual(template);
    await created({ default_for_products: true });
    expect((await call('DELETE', urlOf(template))).statusCode).toBe(204);
  });
});
