import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DEFAULT_DOCUMENT_UPLOAD } from '#domain/access/template-documents.ts';
import { TERMS_VERSION } from '#domain/widget/terms.ts';
import { SYSTEM } from '#storage/platform/db.ts';
import { invalid } from '#test/answers.ts';
import { type Call, newClient, type TestHouse } from '#test/house.ts';
import { advance, connect, finishTasks, newUser, openWorkingHouse } from '#test/tasks.ts';
import { ACCOUNT, login, newWidget, openWidget, settled } from '#test/widget.ts';

let house: TestHouse;
let call: Call;
let user_id: string;
beforeAll(async () => {
  house = await openWorkingHouse();
});
beforeEach(async () => {
  call = (await newClient(house)).sandbox;
  user_id = await newUser(call, 'p-1');
});
afterAll(() => house.close());

const open = (more: object = {}) => openWidget(house, call, user_id, more);
const linkOf = async (id: string) => (await call('GET', `/v1/links/${id}/`)).json();
const accessTokenOf = async (link_id: string): Promise<string> =>
  (await call('GET', `/v1/links/?user_id=${user_id}`)).json().results.find(({ id }: { id: string }) => id === link_id)
    .access_token;

describe('GET /widget/api/session/ and consent', () => {
  test('200: the session of a token without optional settings has all defaults', async () => {
    expect(await (await newWidget(house, call, user_id)).get('session/')).toEqual({
      environment: 'sandbox',
      locale: 'en',
      product_type: 'income',
      allowed_products: ['income'],
      client_name: 'Acme Lending',
      branding: {
        company_name: null,
        logo: null,
        accent_color: null,
        background_color: null,
        privacy_url: null,
        hide_confetti: false,
        custom_end_user_agreement: null,
      },
      texts: { search_header: null, success_cta: null },
      hide_service_logo: false,
      hide_support_button: false,
      support_email: null,
      document_upload: DEFAULT_DOCUMENT_UPLOAD,
      consent_at: null,
      methods: ['payroll', 'docs', 'tax', 'financial_accounts'],
      file_sources: ['financial_accounts', 'payroll', 'tax'],
      preselected: { company: null, provider: null },
      update: null,
      deposit: null,
      links: [],
      task: null,
      order: null,
    });
  });

  test('200: applies the settings of the token and its template', async () => {
    const template = {
      name: 'Ours',
      bridge: { texts: { search_header: 'Who pays you?' }, hide_support_button: true },
      branding: {
        company_name: 'Acme',
        accent_color: '#1a73e8',
        custom_end_user_agreement: { header: 'Our terms', url: 'https://acme.example/terms' },
      },
      orders: { support_email: 'help@acme.example' },
      data_sources_flow: ['financial_accounts', 'payroll', 'docs'],
    };
    const template_id = (await call('POST', '/v1/templates/', template)).json().id;
    const session = await (await open({ template_id, client_name: 'Acme Cars', locale: 'es' })).get('session/');
    expect(session).toMatchObject({
      locale: 'es',
      client_name: 'Acme Cars',
      branding: { company_name: 'Acme', custom_end_user_agreement: template.branding.custom_end_user_agreement },
      texts: { search_header: 'Who pays you?', success_cta: null },
      hide_support_button: true,
      support_email: 'help@acme.example',
      methods: ['financial_accounts', 'payroll', 'docs', 'tax'],
    });
  });

  test('200: the list of methods never contains scoring_attributes together with financial_accounts', async () => {
    const methodsOf = async (data_sources?: string[]) =>
      (await (await open({ product_type: 'assets', ...(data_sources && { data_sources }) })).get('session/')).methods;
    expect(await methodsOf()).toEqual(['financial_accounts', 'docs']);
    expect(await methodsOf(['scoring_attributes', 'docs'])).toEqual(['scoring_attributes', 'docs']);
    expect(await methodsOf(['docs'])).toEqual(['docs']);
  });

  test('200: the employer or provider in the token is preselected if it is known and serves the product', async () => {
    const chosen = async (more: object) => (await (await open(more)).get('session/')).preselected;
    expect(await chosen({ company_mapping_id: 'e9c9d4fda4d2d79ec4e9a10302235588' })).toMatchObject({
      company: { name: 'Home Depot' },
      provider: { id: 'vouch_payroll', fields: expect.any(Array) },
    });
    expect(await chosen({ provider_id: 'vouch_bank_oauth' })).toMatchObject({
      company: null,
      provider: { id: 'vouch_bank_oauth', is_oauth: true },
    });
    const nobody = { company: null, provider: null };
    expect(await chosen({ company_mapping_id: 'nobody', provider_id: 'nobody' })).toEqual(nobody);
    // This company has no provider, and `vouch_insurance` does not serve income.
    expect(await chosen({ company_mapping_id: 'e01b285ee48fb48d5c6215384493127f' })).toMatchObject({ provider: null });
    expect(await chosen({ provider_id: 'vouch_insurance' })).toEqual(nobody);
    expect(await chosen({ provider_id: 'vouch_bank', data_sources: ['payroll'] })).toEqual(nobody);
  });

  test('200: shows the deposit account without its routing number, and with only the last four digits of its account number', async () => {
    const account = { ...ACCOUNT, bank_name: 'First Pine', deposit_type: 'amount', deposit_value: 25.5 };
    const own = await open({ product_type: 'deposit_switch', account });
    const response = await own.call('GET', 'session/');
    expect(response.json().deposit).toEqual({
      bank_name: 'First Pine',
      account_mask: '4721',
      account_type: 'checking',
      deposit_type: 'amount',
      deposit_value: '25.50',
    });
    expect(response.body).not.toContain(ACCOUNT.account_number);
    expect(response.body).not.toContain(ACCOUNT.routing_number);
  });

  test('200: consent_at is the time of the first consent with the token; a second consent does not change it', async () => {
    const own = await newWidget(house, call, user_id);
    await own.post('consent/', { terms_version: '1' }, 204);
    const { consent_at } = await own.get('session/');
    expect(consent_at).toBe('2026-03-01T12:00:00Z');
    await advance(house, call, 60);
    await own.post('consent/', undefined, 204);
    expect((await own.get('session/')).consent_at).toBe(consent_at);
    expect((await (await newWidget(house, call, user_id)).get('session/')).consent_at).toBeNull();
    const { rows } = await house.database
      .scoped(SYSTEM)
      .query('select consented_at, consent_version from bridge_tokens where token_hash = $1', [
        house.vault.hash('bridge_token', own.token),
      ]);
    expect(rows).toEqual([{ consented_at: new Date('2026-03-01T12:00:00Z'), consent_version: '1' }]);
  });

  test.for([{}, { terms_version: '' }, { terms_version: null }])(
    '204: a consent %j without a version is stored with the version of the terms that the service shows',
    async (consent) => {
      const own = await newWidget(house, call, user_id);
      await own.post('consent/', consent, 204);
      const { rows } = await house.database
        .scoped(SYSTEM)
        .query('select consent_version from bridge_tokens where token_hash = $1', [
          house.vault.hash('bridge_token', own.token),
        ]);
      expect(rows).toEqual([{ consent_version: TERMS_VERSION }]);
    },
  );

  test('403 for POST tasks/ before consent, both to connect a new link and to update a link; 201 after consent', async () => {
    const { link_id } = await connect(call, user_id);
    const access_token = await accessTokenOf(link_id);
    for (const more of [{}, { access_token }]) {
      const own = await newWidget(house, call, user_id, more);
      const refused = await own.call('POST', 'tasks/', login());
      expect([refused.statusCode, refused.json()]).toEqual([403, { detail: 'The terms have not been accepted yet.' }]);
      await own.post('consent/', {}, 204);
      await own.post('tasks/', login(), 201);
    }
  });
});

describe('a user’s existing links in the widget', () => {
  const offered = async (more: object = {}) =>
    (await (await open(more)).get('session/')).links.map(({ link_id }: { link_id: string }) => link_id);

  test('a user’s existing links are offered if they can serve the product; the person can confirm an offered link instead of logging in, even if the refresh limit is reached', async () => {
    const { link_id } = await connect(call, user_id);
    await finishTasks(house);
    const own = await open({ product_type: 'employment' });
    expect((await own.get('session/')).links).toEqual([
      {
        link_id,
        provider: { id: 'vouch_payroll', name: 'Vouch Payroll', logo_url: null },
        company: null,
        connected_at: '2026-03-01T12:00:00Z',
      },
    ]);
    const access_token = await accessTokenOf(link_id);
    for (let i = 0; i < 4; i++) {
      expect((await call('POST', '/v1/refresh/tasks/', { access_token })).statusCode).toBe(201);
      await finishTasks(house);
    }
    expect((await call('POST', '/v1/refresh/tasks/', { access_token })).statusCode).toBe(429);
    const { task_id } = await own.post('tasks/', { link_id, confirm: true }, 201);
    const view = await settled(house, own, task_id);
    expect(view).toMatchObject({ status: 'done', is_logged_in: true, public_token: expect.any(String) });
    expect((await call('GET', `/v1/tasks/${task_id}/`)).json()).toMatchObject({ is_refresh: true, link_id });
    expect((await linkOf(link_id)).allowed_products).toEqual(['income', 'employment']);
  });

  test('links for another product, method, provider or employer are not offered; for a deposit switch, links that cannot switch deposits are not offered', async () => {
    const { link_id } = await connect(call, user_id, { company_mapping_id: 'e9c9d4fda4d2d79ec4e9a10302235588' });
    const fixed = await connect(call, user_id, { username: 'no.dds' });
    const admin = await connect(call, user_id, { username: 'goodlogin.tn1', product_type: 'admin' });
    await finishTasks(house);
    expect(await offered()).toEqual(expect.arrayContaining([link_id, fixed.link_id]));
    expect(await offered()).toHaveLength(2);
    expect(await offered({ product_type: 'admin' })).toEqual([admin.link_id]);
    expect(await offered({ product_type: 'assets' })).toEqual([]);
    expect(await offered({ data_sources: ['tax'] })).toEqual([]);
    expect(await offered({ provider_id: 'vouch_tax' })).toEqual([]);
    expect(await offered({ provider_id: 'nobody' })).toHaveLength(2);
    expect(await offered({ product_type: 'deposit_switch', account: ACCOUNT })).toEqual([link_id]);
    expect(await offered({ company_mapping_id: '66e3b6ba012c092d4cf43b93a07c7ae3' })).toEqual([fixed.link_id]);
  });

  test('400 for confirming a link that is not offered, such as another user’s link or a disconnected link', async () => {
    const refused = invalid(['link_id', 'Object not found.']);
    const theirs = await connect(call, await newUser(call, 'p-2'));
    const lost = await connect(call, user_id, { username: 'disconnect.on.refresh' });
    await finishTasks(house);
    await call('POST', '/v1/refresh/tasks/', { access_token: await accessTokenOf(lost.link_id) });
    await finishTasks(house);
    expect((await linkOf(lost.link_id)).is_connected).toBe(false);
    const own = await open();
    for (const link_id of [theirs.link_id, lost.link_id]) {
      expect((await own.call('POST', 'tasks/', { link_id, confirm: true })).json()).toEqual(refused);
    }
  });

  test('after a person confirms an existing link, the provider may ask for a code, but the bank does not ask for consent again', async () => {
    const guarded = await connect(call, user_id, { password: 'mfa', mfa_code: '12345' });
    const bank = await connect(call, user_id, { provider_id: 'vouch_bank_oauth', product_type: 'assets' });
    await finishTasks(house);
    const own = await open();
    const { task_id } = await own.post('tasks/', { link_id: guarded.link_id, confirm: true }, 201);
    expect(await settled(house, own, task_id)).toMatchObject({ status: 'mfa', step: 'code' });
    await own.post(`tasks/${task_id}/mfa/`, { code: '12345' }, 200);
    expect((await settled(house, own, task_id)).status).toBe('done');
    const assets = await open({ product_type: 'assets' });
    const renewed = await assets.post('tasks/', { link_id: bank.link_id, confirm: true }, 201);
    expect(await settled(house, assets, renewed.task_id)).toMatchObject({ status: 'done', redirect_url: null });
  });
});
