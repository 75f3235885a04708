// Contract, section 4: bridge tokens, and the exchange of public tokens for access tokens.
import { describe, expect, test } from 'vitest';
import { newId } from '#base/ids.ts';
import { invalid, NOT_FOUND, OTHER_ENVIRONMENT } from '#test/answers.ts';
import { newClient } from '#test/house.ts';
import { bridgeToken, exchange, linkInFull } from './shapes/links.ts';
import { PATHS } from './shapes/paths.ts';
import { DEPOSIT_ACCOUNT, startWalk } from './shapes/walk.ts';
import { page } from './shapes/words.ts';

const walk = startWalk();
const { expectAnswer, expectRead, expectRefused, newUser, connect, begin, advanceTo, exchanged } = walk;

/** Contract, section 2.1: the data sources of each product. */
const SOURCES = {
  income: ['payroll', 'docs', 'tax', 'financial_accounts'],
  employment: ['payroll', 'docs'],
  deposit_switch: ['payroll'],
  pll: ['payroll'],
  admin: ['payroll'],
  insurance: ['insurance', 'docs'],
  assets: ['financial_accounts', 'docs', 'scoring_attributes'],
  transactions: ['financial_accounts', 'docs', 'scoring_attributes'],
};
const PAYROLL = { provider_id: 'vouch_payroll', product_type: 'income' };

const create = async (body: object, user_id?: string) =>
  expectAnswer(201, bridgeToken, 'POST', `/v1/users/${user_id ?? (await newUser())}/tokens/`, body);
const refuse = async (body: object, user_id?: string) =>
  expectRefused(400, 'POST', `/v1/users/${user_id ?? (await newUser())}/tokens/`, body);

describe('section 4.1: POST /v1/users/{user_id}/tokens/', () => {
  test('201: if the request has only product_type, all other fields have their defaults, and the response contains no id', async () => {
    const user_id = await newUser();
    const answer = await create({ product_type: 'income' }, user_id);
    const in_six_hours = new Date(Number(await walk.now()) + 6 * 3_600_000);
    expect(answer).toEqual({
      bridge_token: answer.bridge_token,
      user_id,
      product_type: 'income',
      allowed_products: ['income'],
      client_name: 'Acme Lending',
      tracking_info: null,
      company_mapping_id: null,
      provider_id: null,
      access_token: null,
      template_id: null,
      data_sources: SOURCES.income,
      expires_at: in_six_hours.toISOString().replace('.000Z', 'Z'),
    });
  });

  test.each(Object.entries(SOURCES))(
    '201: by default, a token for the product %s has every data source of that product',
    async (product_type, sources) => {
      const answer = await create({ product_type, account: DEPOSIT_ACCOUNT });
      expect(answer.data_sources.toSorted()).toEqual(sources.toSorted());
      expect(answer.allowed_products).toEqual([product_type]);
    },
  );

  test('201: every option is accepted, and each option that the response includes has the given value', async () => {
    const options = {
      product_type: 'deposit_switch',
      allowed_products: ['deposit_switch', 'income'],
      tracking_info: 'x'.repeat(256),
      client_name: 'y'.repeat(128),
      company_mapping_id: 'c'.repeat(64),
      provider_id: 'p'.repeat(64),
      data_sources: ['payroll'],
    };
    const unseen = { account: DEPOSIT_ACCOUNT, use_case: 'u'.repeat(64), request_extended_history: true, locale: 'es' };
    expect(await create({ ...options, ...unseen })).toMatchObject(options);
    expect(await create({ product_type: 'income', locale: 'fr' })).toMatchObject({ product_type: 'income' });
  });

  test('201: an option that is null or "" is treated as missing', async () => {
    for (const nothing of [null, '']) {
      const answer = await create({
        product_type: 'income',
        tracking_info: nothing,
        client_name: nothing,
        company_mapping_id: nothing,
        provider_id: nothing,
        access_token: nothing,
        template_id: nothing,
        use_case: nothing,
      });
      expect(answer).toMatchObject({ client_name: 'Acme Lending', tracking_info: null, provider_id: null });
    }
  });

  test('201: product_type is added to allowed_products if it is missing there', async () => {
    const { allowed_products } = await create({ product_type: 'income', allowed_products: ['employment'] });
    expect(allowed_products.toSorted()).toEqual(['employment', 'income']);
  });

  test('201: data sources that the product cannot use are left out of data_sources', async () => {
    const answer = await create({ product_type: 'employment', data_sources: ['insurance', 'docs'] });
    expect(answer.data_sources).toEqual(['docs']);
  });

  test('201: in update mode the access token in the response is masked', async () => {
    const link = await connect(PAYROLL);
    const access_token = await exchanged(link);
    const answer = await create({ product_type: 'income', access_token }, link.user_id);
    expect(answer.access_token).toBe(`${'*'.repeat(28)}${access_token.slice(-4)}`);
  });

  test('404 if the access token is unknown or belongs to another user or client; 403 with the key of the other environment', async () => {
    const access_token = await exchanged(await connect(PAYROLL));
    const body = { product_type: 'income', access_token };
    const url = `/v1/users/${await newUser()}/tokens/`;
    expect(await expectRefused(404, 'POST', url, body)).toEqual(NOT_FOUND);
    expect(await expectRefused(404, 'POST', url, { ...body, access_token: newId() })).toEqual(NOT_FOUND);
    const other = await newClient(walk.house());
    const { id } = (await other.sandbox('POST', '/v1/users/', { external_user_id: newId() })).json();
    await expectRefused(404, 'POST', `/v1/users/${id}/tokens/`, body, other.sandbox);
    const { prod } = walk.acme();
    const { id: prod_id } = (await prod('POST', '/v1/users/', { external_user_id: newId() })).json();
    expect(await expectRefused(403, 'POST', `/v1/users/${prod_id}/tokens/`, body, prod)).toEqual(OTHER_ENVIRONMENT);
  });

  test('400 for an unknown template', async () => {
    expect(await refuse({ product_type: 'income', template_id: newId() })).toEqual(
      invalid(['template_id', 'Object not found.']),
    );
  });

  test('400 if the product can use none of the given data sources', async () => {
    const { error } = await refuse({ product_type: 'employment', data_sources: ['insurance'] });
    expect(error.extra['invalid-params']).toMatchObject([{ field: 'data_sources' }]);
  });

  test.each(['deposit_switch', 'pll'])(
    '400 for a token for the product %s without a deposit account',
    async (product_type) => {
      expect(await refuse({ product_type })).toEqual(invalid(['account', 'This field is required.']));
    },
  );

  test.each<[string, object]>([
    ['account_number', { account_number: '123' }],
    ['account_number', { account_number: '1'.repeat(21) }],
    ['account_number', { account_number: '12a4' }],
    ['routing_number', { routing_number: '123' }],
    ['routing_number', { routing_number: '1'.repeat(18) }],
    ['account_type', { account_type: 'money_market' }],
    ['bank_name', { bank_name: 'b'.repeat(129) }],
    ['deposit_type', { deposit_type: 'half' }],
    ['deposit_value', { deposit_type: 'amount' }],
    ['deposit_value', { deposit_type: 'percent' }],
    ['deposit_value', { deposit_type: 'amount', deposit_value: 0 }],
    ['deposit_value', { deposit_type: 'percent', deposit_value: '100.01' }],
    ['deposit_value', { deposit_type: 'amount', deposit_value: '1.234' }],
    ['action', { action: 'delete' }],
  ])('400 with an error at account.%s for a token whose account has %j', async (field, change) => {
    const { error } = await refuse({ product_type: 'pll', account: { ...DEPOSIT_ACCOUNT, ...change } });
    expect(error.extra['invalid-params']).toMatchObject([{ field: `account.${field}` }]);
  });

  test.each([
    { account_number: '1234', routing_number: '1234' },
    { account_number: '1'.repeat(20), routing_number: '1'.repeat(17) },
    { deposit_type: 'percent', deposit_value: 100 },
    { deposit_type: 'amount', deposit_value: '0.01' },
    { deposit_type: 'entire', deposit_value: 500 },
    { action: 'create', bank_address: 'a'.repeat(256) },
  ])('201 for a token whose deposit account has %j', async (change) => {
    expect(await create({ product_type: 'pll', account: { ...DEPOSIT_ACCOUNT, ...change } })).toMatchObject({
      product_type: 'pll',
    });
  });

  test('400: missing, unknown and overlong values are reported on their fields', async () => {
    expect(await refuse({})).toEqual(invalid(['product_type', 'This field is required.']));
    expect(await refuse({ product_type: 'loan' })).toEqual(invalid(['product_type', '"loan" is not a valid choice.']));
    const long = { tracking_info: 257, client_name: 129, company_mapping_id: 65, provider_id: 65, use_case: 65 };
    const fields = Object.fromEntries(Object.entries(long).map(([name, length]) => [name, 'x'.repeat(length)]));
    expect(await refuse({ product_type: 'income', ...fields })).toEqual(
      invalid(
        ...Object.entries(long).map(
          ([name, length]) => [name, `Ensure this field has no more than ${length - 1} characters.`] as const,
        ),
      ),
    );
    const { error } = await refuse({ product_type: 'income', request_extended_history: 'true' });
    expect(error.extra['invalid-params']).toEqual([
      { field: 'request_extended_history', message: 'Must be a valid boolean.' },
    ]);
  });

  test('404 for an unknown user or another client’s user; 403 for a user of the other environment', async () => {
    const body = { product_type: 'income' };
    expect(await expectRefused(404, 'POST', `/v1/users/${newId()}/tokens/`, body)).toEqual(NOT_FOUND);
    const url = `/v1/users/${await newUser()}/tokens/`;
    const other = await newClient(walk.house());
    expect(await expectRefused(404, 'POST', url, body, other.sandbox)).toEqual(NOT_FOUND);
    expect(await expectRefused(403, 'POST', url, body, walk.acme().prod)).toEqual(OTHER_ENVIRONMENT);
  });
});

describe('section 4.3: POST /v1/link-access-tokens/', () => {
  const URL = '/v1/link-access-tokens/';
  const expired = (public_token: string | null) => ({
    error: { code: 'expired_token', message: `Public token expired: ${public_token}` },
  });

  test('200: the response contains the new link’s access token, which GET /v1/links/?user_id= shows in full', async () => {
    const { public_token, link_id, user_id } = await connect(PAYROLL);
    const answer = await expectAnswer(200, exchange, 'POST', URL, { public_token });
    expect(answer.link_id).toBe(link_id);
    const { results } = await expectRead(page(linkInFull), `/v1/links/?user_id=${user_id}`);
    expect(results).toMatchObject([{ id: link_id, access_token: answer.access_token }]);
    expect(new Set([public_token, answer.access_token, link_id]).size).toBe(3);
  });

  test('200: a public token can be exchanged while the task is still running', async () => {
    const { public_token } = await begin({ ...PAYROLL, password: 'longcheck' });
    await expectAnswer(200, exchange, 'POST', URL, { public_token });
  });

  test('200: after a second connection of the same account, the new public_token is exchanged for the same access_token', async () => {
    const first = await connect(PAYROLL);
    const second = await connect({ ...PAYROLL, user_id: first.user_id });
    expect(second.public_token).not.toBe(first.public_token);
    expect(second.link_id).toBe(first.link_id);
    expect(await exchanged(second)).toBe(await exchanged(first));
  });

  test('410 for a public token that was already exchanged', async () => {
    const { public_token } = await connect(PAYROLL);
    await expectAnswer(200, exchange, 'POST', URL, { public_token });
    expect(await expectRefused(410, 'POST', URL, { public_token })).toEqual(expired(public_token));
  });

  test('200 for exactly one of several simultaneous exchanges of a public token; 410 for all others', async () => {
    const { public_token } = await connect(PAYROLL);
    const answers = await Promise.all(Array.from({ length: 8 }, () => walk.send('POST', URL, { public_token })));
    const statuses = answers.map(({ statusCode }) => statusCode).toSorted();
    expect(statuses).toEqual([200, ...Array.from({ length: 7 }, () => 410)]);
  });

  test('410 for a token one second older than 30 minutes; 200 for a token one second younger than 30 minutes', async () => {
    const young = await connect(PAYROLL);
    await advanceTo(await walk.now(), 1_799);
    await expectAnswer(200, exchange, 'POST', URL, { public_token: young.public_token });
    const old = await connect(PAYROLL);
    await advanceTo(await walk.now(), 1_801);
    const body = { public_token: old.public_token };
    expect(await expectRefused(410, 'POST', URL, body)).toEqual(expired(old.public_token));
  });

  test('410: used and expired tokens still get 410 instead of 404 after almost 30 days', async () => {
    const [used, unused] = [await connect(PAYROLL), await connect(PAYROLL)];
    await exchanged(used);
    await advanceTo(await walk.now(), 30 * 86_400 - 60);
    for (const { public_token } of [used, unused]) {
      expect(await expectRefused(410, 'POST', URL, { public_token })).toEqual(expired(public_token));
    }
  });

  test('410: an Idempotency-Key does not make a used token valid again', async () => {
    const { public_token } = await connect(PAYROLL);
    const again = () => walk.acme().sandbox('POST', URL, { public_token }, { 'idempotency-key': 'once' });
    expect([(await again()).statusCode, (await again()).statusCode]).toEqual([200, 410]);
  });

  test('404 for an unknown token or another client’s token, 403 with the key of the other environment; the token stays valid', async () => {
    const { public_token } = await connect(PAYROLL);
    for (const unknown of [newId(), 'abc', 'x'.repeat(300)]) {
      expect(await expectRefused(404, 'POST', URL, { public_token: unknown })).toEqual(NOT_FOUND);
    }
    const other = await newClient(walk.house());
    expect(await expectRefused(404, 'POST', URL, { public_token }, other.sandbox)).toEqual(NOT_FOUND);
    expect(await expectRefused(403, 'POST', URL, { public_token }, walk.acme().prod)).toEqual(OTHER_ENVIRONMENT);
    await expectAnswer(200, exchange, 'POST', URL, { public_token });
  });

  test('400 if public_token is missing, null, blank or not a string', async () => {
    const refusal = async (body: object) => expectRefused(400, 'POST', URL, body);
    expect(await refusal({})).toEqual(invalid(['public_token', 'This field is required.']));
    expect(await refusal({ public_token: null })).toEqual(invalid(['public_token', 'This field may not be null.']));
    expect(await refusal({ public_token: '' })).toEqual(invalid(['public_token', 'This field may not be blank.']));
    expect(await refusal({ public_token: 5 })).toEqual(invalid(['public_token', 'Not a valid string.']));
  });
});

test('this file calls every endpoint of section 4', () => expect(walk.unwalked(PATHS.tokens)).toEqual([]));
