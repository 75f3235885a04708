// Tests the creation of valid orders. Invalid orders are tested in orders.refusals.test.ts.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#base/ids.ts';
import { BASE_URL, type Call, newClient, openTestHouse, type TestHouse } from '#test/house.ts';
import { type Answer, newOrder, readOrder } from '#test/orders.ts';

let house: TestHouse;
let call: Call;
beforeAll(async () => {
  house = await openTestHouse();
  call = (await newClient(house)).sandbox;
});
afterAll(() => house.close());

const ACCOUNT = { account_number: '400100219999', routing_number: '991000012', account_type: 'checking' };
const HEX = /^[0-9a-f]{32}$/;

const OWN = new Set(['id', 'user_id', 'order_group_id', 'bridge_token', 'share_url', 'short_share_url', 'employers']);

/** The order without the fields whose values are different in every order. */
const comparable = (order: Answer): Answer =>
  Object.fromEntries(Object.entries(order).filter(([name]) => !OWN.has(name)));

describe('POST /v1/orders/', () => {
  test('201: a minimal order gets the documented defaults', async () => {
    const order = await newOrder(call);
    expect(order).toEqual({
      id: expect.stringMatching(HEX),
      user_id: expect.stringMatching(HEX),
      order_group_id: expect.stringMatching(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
      products: ['income'],
      status: 'pending',
      order_number: null,
      external_user_id: null,
      custom_field: null,
      notes: null,
      template_id: null,
      source: 'internal',
      client_name: 'Acme Lending',
      first_name: 'Jane',
      last_name: 'Roe',
      email: null,
      phone: null,
      ssn: null,
      bridge_token: expect.stringMatching(HEX),
      share_url: expect.stringMatching(new RegExp(`^${BASE_URL}/verify/[0-9a-f]{32}/$`)),
      short_share_url: expect.stringMatching(new RegExp(`^${BASE_URL}/s/[0-9a-z]{10}$`)),
      created_at: '2026-03-01T12:00:00Z',
      updated_at: '2026-03-01T12:00:00Z',
      completed_at: null,
      canceled_at: null,
      expired_at: '2026-03-04T12:00:00Z',
      is_expired: false,
      user_consent_at: null,
      initial_order: null,
      refresh_order: null,
      voie_report_id: null,
      voa_report_id: null,
      employers: [
        {
          id: expect.stringMatching(HEX),
          product_type: 'income',
          status: 'pending',
          suborder_number: null,
          created_at: '2026-03-01T12:00:00Z',
          updated_at: '2026-03-01T12:00:00Z',
          bridge_token: order.bridge_token,
          link_id: null,
          access_token: null,
          data_source: null,
          provider: null,
          is_suspicious: null,
          last_task_status: null,
          tasks: [],
          pdf_report: null,
          company_mapping_id: null,
          company_name: null,
          company_domain: null,
          company_logo: null,
          company_address: null,
          start_date: null,
          end_date: null,
          account: null,
          employments: [],
        },
      ],
      financial_accounts: [],
      insurance: null,
      loan: {
        loan_number: null,
        application_number: null,
        originator_name: null,
        originator_email: null,
        loan_processor_name: null,
        loan_processor_email: null,
        external_id: null,
        funding_date: null,
      },
      manager: null,
      cc_emails: [],
      notification_settings: { suppress_user_notifications: false, first_notification_delay_hours: 0 },
      refresh_approved: false,
    });
    expect(await readOrder(call, order.id)).toEqual(order);
  });

  test('201: fields of the maximum length are returned as sent, except that the phone number is normalised and the SSN is masked', async () => {
    const { id: template_id } = (await call('POST', '/v1/templates/', { name: newId() })).json();
    const email = `${'e'.repeat(64)}@${'d'.repeat(63)}.${'d'.repeat(63)}.${'d'.repeat(58)}.us`;
    const fields = {
      products: ['assets', 'income', 'insurance'],
      first_name: 'f'.repeat(50),
      last_name: 'l'.repeat(50),
      email,
      order_number: 'o'.repeat(128),
      external_user_id: 'x'.repeat(512),
      loan: {
        loan_number: 'l'.repeat(128),
        application_number: 'a'.repeat(128),
        originator_name: 'o'.repeat(128),
        originator_email: email,
        loan_processor_name: 'p'.repeat(128),
        loan_processor_email: email,
        external_id: 'e'.repeat(128),
        funding_date: '2026-02-28',
      },
      template_id,
      custom_field: 'c'.repeat(256),
      cc_emails: Array.from({ length: 10 }, (_, at) => `cc${at}@acme.example`),
      notes: 'n'.repeat(2000),
      notification_settings: { suppress_user_notifications: true, first_notification_delay_hours: 168 },
      refresh_approved: true,
      manager: { name: 'm'.repeat(128), email },
      source: 's'.repeat(64),
    };
    expect(email).toHaveLength(254);
    const order = await newOrder(call, {
      ...fields,
      phone: ` (415) 555-0134${' '.repeat(113)}`,
      ssn: `991-91-9991${' '.repeat(117)}`,
      reports: { voa: { days_requested: 730, is_voe: true } },
    });
    expect(order).toMatchObject({ ...fields, phone: '+14155550134', ssn: '*****9991' });
    expect(await readOrder(call, order.id)).toEqual(order);
  });

  test('201: null and blank fields count as absent', async () => {
    const nulls = ['employers', 'financial_institutions', 'insurance', 'loan', 'reports', 'cc_emails', 'manager'];
    const blanks = ['ssn', 'social_security_number', 'email', 'phone', 'order_number', 'external_user_id'];
    const more = ['template_id', 'custom_field', 'source'];
    const names = [...nulls, ...blanks, ...more, 'notes', 'notification_settings'];
    const plain = comparable(await newOrder(call));
    expect(comparable(await newOrder(call, Object.fromEntries(names.map((name) => [name, null]))))).toEqual(plain);
    expect(
      comparable(await newOrder(call, Object.fromEntries([...blanks, ...more].map((name) => [name, ''])))),
    ).toEqual(plain);
  });

  test('201: unknown fields and a top-level data_sources field are ignored', async () => {
    expect(await newOrder(call, { data_sources: 17, unheard_of: {} })).toMatchObject({ status: 'pending' });
  });

  test('201: two requests with the same order_number create two separate orders', async () => {
    const [one, two] = [await newOrder(call, { order_number: 'L-1' }), await newOrder(call, { order_number: 'L-1' })];
    for (const name of ['id', 'user_id', 'order_group_id', 'bridge_token', 'share_url', 'short_share_url']) {
      expect(one[name]).not.toBe(two[name]);
    }
  });

  test('201: employers are returned as requested', async () => {
    const employer = {
      company_mapping_id: 'm'.repeat(64),
      company_name: 'n'.repeat(256),
      company_domain: 'd'.repeat(253),
      company_logo: 'https://a.example/'.padEnd(2048, 'l'),
      company_address: { street: '418 Larimer Court', city: 'Denver', state: 'CO', zip: '80205', country: 'US' },
      start_date: '2020-02-29',
      end_date: '2024-02-29',
      suborder_number: 's'.repeat(128),
    };
    const account = { ...ACCOUNT, bank_name: 'Vouch Bank', deposit_type: 'percent', deposit_value: 100 };
    const { employers } = await newOrder(call, { employers: [{ ...employer, account }, {}] });
    expect(employers).toHaveLength(2);
    expect(employers[0]).toMatchObject({ ...employer, account: { ...account, deposit_value: '100.00' } });
    expect(employers[0].account).not.toHaveProperty('bank_address');
    expect(employers[1]).toMatchObject({ company_name: null, account: null });
  });

  test('201: the response lists the requested banks', async () => {
    const { employers, financial_accounts } = await newOrder(call, {
      products: ['transactions'],
      financial_institutions: [
        { id: 'vouch_bank', suborder_number: 'S-1' },
        { name: 'First Bank', data_sources: ['docs'] },
      ],
    });
    expect(employers).toEqual([]);
    expect(financial_accounts).toMatchObject([
      { product_type: 'transactions', name: null, suborder_number: 'S-1', accounts: [], bank_income_sources: [] },
      { product_type: 'transactions', name: 'First Bank', suborder_number: null },
    ]);
  });

  test('201: an insurance order has one insurance suborder, even for an unknown provider', async () => {
    const empty = { policies: [], drivers: [], addresses: [], driving_records: [], agents: [] };
    const { insurance } = await newOrder(call, { products: ['insurance'], insurance: { provider_id: 'nobody_knows' } });
    expect(insurance).toMatchObject({ product_type: 'insurance', status: 'pending', ...empty });
  });

  test('201: accepts ten employers and ten banks', async () => {
    const ten = Array.from({ length: 10 }, () => ({}));
    const order = await newOrder(call, {
      products: ['income', 'assets'],
      employers: ten,
      financial_institutions: ten,
    });
    expect([order.employers.length, order.financial_accounts.length]).toEqual([10, 10]);
  });

  test('201: accepts all eight products', async () => {
    const products = ['income', 'employment', 'deposit_switch', 'pll', 'insurance', 'transactions', 'assets', 'admin'];
    const order = await newOrder(call, { products, employers: [{ account: ACCOUNT }] });
    expect(order.products).toEqual(products);
    const kinds = (suborders: { product_type: string }[]) => suborders.map(({ product_type }) => product_type);
    expect(kinds(order.employers)).toEqual(['income', 'deposit_switch', 'pll', 'admin']);
    expect(kinds(order.financial_accounts)).toEqual(['assets']);
    expect(order.insurance.product_type).toBe('insurance');
  });

  test('201: an order without template_id uses its first product’s default template and that template’s link_expiration', async () => {
    const orders = { link_expiration: '24' };
    const template = { name: newId(), products: ['pll'], default_for_products: true, orders };
    const { id } = (await call('POST', '/v1/templates/', template)).json();
    const order = await newOrder(call, { products: ['pll', 'income'], employers: [{ account: ACCOUNT }] });
    expect(order).toMatchObject({ template_id: id, expired_at: '2026-03-02T12:00:00Z' });
    expect(await newOrder(call)).toMatchObject({ template_id: null, expired_at: '2026-03-04T12:00:00Z' });
    expect(await newOrder(call, { template_id: id })).toMatchObject({ template_id: id });
  });

  test('201: the tables of orders and suborders contain no unencrypted personal data', async () => {
    const secrets = { first_name: 'Persephone', last_name: 'Quillfeather', ssn: '991-91-7777', notes: 'Owes Albert.' };
    const loan = { loan_number: 'Loan-Zanzibar' };
    await newOrder(call, {
      ...secrets,
      loan,
      email: 'zebra@example.com',
      phone: '4155550177',
    });
    const { rows } = await house.database
      .scoped('system')
      .query<{ row: string }>(`select o::text || s::text as row from orders o join suborders s on s.order_id = o.id`);
    const hex = (text: string) => Buffer.from(text).toString('hex');
    expect(rows.length).toBeGreaterThan(0);
    for (const secret of ['Persephone', 'Quillfeather', '991917777', 'Albert', 'Zanzibar', 'zebra', '4155550177']) {
      expect(
        rows.some(({ row }) => row.includes(secret) || row.includes(hex(secret))),
        secret,
      ).toBe(false);
    }
  });
});
