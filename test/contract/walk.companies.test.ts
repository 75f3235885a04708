// Contract, sections 18 and 24.1: the catalogue of companies and providers.
import { describe, expect, test } from 'vitest';
import { newId } from '#base/ids.ts';
import { invalid, NOT_FOUND } from '#test/answers.ts';
import { BASE_URL } from '#test/house.ts';
import { companies, company, provider } from './shapes/companies.ts';
import { PATHS } from './shapes/paths.ts';
import { startWalk } from './shapes/walk.ts';
import { page } from './shapes/words.ts';

const walk = startWalk();
const { expectAnswer, expectRead, expectRefused } = walk;

type Company = { id: string; company_mapping_id: string; name: string; confidence_level: string };
type Provider = { id: string; name: string; data_source: string; products: string[] };

const search = async (query: string, more = ''): Promise<Company[]> =>
  expectRead(companies, `/v1/company-mappings-search/?query=${encodeURIComponent(query)}${more}`);
const named = async (name: string): Promise<Company> => {
  const [found] = await search(name);
  if (found === undefined) throw new Error(`no company is called ${name}`);
  return found;
};

function expectBestFirst(found: Company[]): void {
  const levels = found.map(({ confidence_level }) => confidence_level);
  expect(levels).toEqual(levels.toSorted().toReversed());
  expect(found.filter(({ id, company_mapping_id }) => id !== company_mapping_id)).toEqual([]);
}

describe('section 18: GET /v1/company-mappings-search/', () => {
  test.each(['Home Depot', 'Walmart', 'Kroger', 'Fable Freight', 'Quill & Co'])(
    '200: the company search for %s returns that company first',
    async (name) => {
      const found = await search(name);
      expectBestFirst(found);
      expect(found[0]?.name).toBe(name);
    },
  );

  test('200: the list has at most 25 results; if nothing matches, it is empty', async () => {
    expect((await search('a')).length).toBeLessThanOrEqual(25);
    expect(await search('zzqxjvkw')).toEqual([]);
  });

  test.each([
    ['home depot', 'in lower case'],
    ['Home-Depot', 'with punctuation'],
    ['Home Depot, Inc.', 'with a company suffix'],
    ['Hone Depot', 'with a wrong letter'],
    ['Home Depo', 'with a missing letter'],
    ['Hoome Deepot', 'with one error in each word'],
  ])('200: the company search for "%s" (%s) finds Home Depot', async (query) => {
    expect((await search(query))[0]?.name).toBe('Home Depot');
  });

  test('400 if query is missing, empty or longer than 128 characters, or if product_type is unknown', async () => {
    const url = '/v1/company-mappings-search/';
    expect(await expectRefused(400, 'GET', url)).toEqual(invalid(['query', 'This field is required.']));
    const empty = await expectRefused(400, 'GET', `${url}?query=`);
    expect(empty.error.extra['invalid-params']).toMatchObject([{ field: 'query' }]);
    await expectRead(companies, `${url}?query=${'x'.repeat(128)}`);
    expect(await expectRefused(400, 'GET', `${url}?query=${'x'.repeat(129)}`)).toEqual(
      invalid(['query', 'Ensure this field has no more than 128 characters.']),
    );
    expect(await expectRefused(400, 'GET', `${url}?query=x&product_type=x`)).toEqual(
      invalid(['product_type', '"x" is not a valid choice.']),
    );
  });

  test('200: success_rate is the success rate of the requested product_type', async () => {
    for (const product_type of ['income', 'deposit_switch', 'pll']) {
      const [found] = await search('Home Depot', `&product_type=${product_type}`);
      expect(found).toMatchObject({ name: 'Home Depot', success_rate: 'high' });
    }
  });
});

describe('section 18: GET /v1/companies/', () => {
  test('200: without a query all companies are listed in pages; with a query the best match is first', async () => {
    const first = await expectRead(page(company), '/v1/companies/?page_size=10');
    expect(first.count).toBeGreaterThan(24);
    expect(first.results).toHaveLength(10);
    const second = await expectRead(page(company), first.next.slice(BASE_URL.length));
    expect(second.results.map(({ id }: Company) => id)).not.toContain(first.results[0].id);
    const { results } = await expectRead(page(company), '/v1/companies/?query=kroger&product_type=income');
    expectBestFirst(results);
    expect(results[0].name).toBe('Kroger');
  });
});

describe('section 18: POST /v1/companies/', () => {
  const find = (body: object) => expectAnswer(200, companies, 'POST', '/v1/companies/', body);

  test('200: a company is found by id, name or domain', async () => {
    const known = await expectRead(company, `/v1/companies/${(await named('Walmart')).id}/`);
    expect((await find({ id: known.id }))[0]).toMatchObject({ id: known.id, name: 'Walmart' });
    expect((await find({ name: 'walmart' }))[0]).toMatchObject({ id: known.id });
    expect((await find({ domain: known.domain }))[0]).toMatchObject({ id: known.id });
    expectBestFirst(await find({ name: 'Home Depot', state: 'GA', product_type: 'income' }));
    expect(await find({ name: 'zzqxjvkw' })).toEqual([]);
  });

  test('400 on the field "name" if id, name and domain are all missing', async () => {
    for (const body of [{}, { product_type: 'income' }]) {
      const { error } = await expectRefused(400, 'POST', '/v1/companies/', body);
      expect(error.extra['invalid-params']).toMatchObject([{ field: 'name' }]);
    }
  });
});

describe('section 18: GET /v1/companies/mapping/', () => {
  test('200 with the best match first; 400 if company_name is missing', async () => {
    const found = await expectRead(companies, '/v1/companies/mapping/?company_name=Home%20Depot&product_type=pll');
    expectBestFirst(found);
    expect(found[0].name).toBe('Home Depot');
    expect(await expectRefused(400, 'GET', '/v1/companies/mapping/')).toEqual(
      invalid(['company_name', 'This field is required.']),
    );
  });
});

describe('section 18: GET /v1/companies/{company_mapping_id}/', () => {
  test('200: a company that is requested by its id has confidence_level 1.00', async () => {
    const { id } = await named('Home Depot');
    const answer = await expectRead(company, `/v1/companies/${id}/?product_type=income`);
    expect(answer).toMatchObject({
      id,
      company_mapping_id: id,
      confidence_level: '1.00',
      success_rate: 'high',
      provider: { id: 'vouch_payroll' },
    });
    expect(answer.features.deposit_switch).not.toBeNull();
  });

  test.each([
    ['Fable Freight', 'medium'],
    ['Quill & Co', 'low'],
    ['Nowhere Holdings', 'unsupported'],
  ])('section 24.1: the company %s has the success rate %s', async (name, success_rate) => {
    const { id } = await named(name);
    expect(await expectRead(company, `/v1/companies/${id}/`)).toMatchObject({ name, success_rate });
  });

  test('section 24.1: the company “Nowhere Holdings” has the mapping status `unmapped`', async () => {
    const { id } = await named('Nowhere Holdings');
    expect(await expectRead(company, `/v1/companies/${id}/`)).toMatchObject({ mapping_status: 'unmapped' });
  });

  test('404 for an unknown company', async () => {
    for (const id of [newId(), 'nobody']) {
      expect(await expectRefused(404, 'GET', `/v1/companies/${id}/`)).toEqual(NOT_FOUND);
    }
  });
});

describe('section 18: GET /v1/providers/', () => {
  const list = async (query = ''): Promise<Provider[]> =>
    (await expectRead(page(provider), `/v1/providers/?page_size=100${query}`)).results;
  const idsOf = (providers: Provider[]): string[] => providers.map(({ id }) => id);

  test('200: providers are sorted by name and include the five sandbox providers', async () => {
    const providers = await list();
    const names = providers.map(({ name }) => name);
    expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b, 'en')));
    expect(idsOf(providers)).toEqual(
      expect.arrayContaining(['vouch_bank', 'vouch_bank_oauth', 'vouch_insurance', 'vouch_payroll', 'vouch_tax']),
    );
  });

  test.each([
    ['vouch_payroll', 'Vouch Payroll', 'payroll', ['income', 'employment', 'deposit_switch', 'pll', 'admin']],
    ['vouch_bank', 'Vouch Bank', 'financial_accounts', ['assets', 'transactions', 'income']],
    ['vouch_bank_oauth', 'Vouch Bank (OAuth)', 'financial_accounts', ['assets', 'transactions', 'income']],
    ['vouch_insurance', 'Vouch Insurance', 'insurance', ['insurance']],
    ['vouch_tax', 'Vouch Tax', 'tax', ['income']],
  ])(
    'section 24.1: the provider %s has the documented name, data source and products',
    async (id, name, data_source, products) => {
      const answer = await expectRead(provider, `/v1/providers/${id}/`);
      expect(answer).toMatchObject({ id, name, data_source, is_supported: true });
      expect(answer.products.toSorted()).toEqual(products.toSorted());
    },
  );

  test('200: each filter returns only matching providers', async () => {
    expect(idsOf(await list('&query=vouch%20insurance'))).toContain('vouch_insurance');
    expect(idsOf(await list('&query=zzqxjvkw'))).toEqual([]);
    expect((await list('&product_type=admin')).filter(({ products }) => !products.includes('admin'))).toEqual([]);
    expect(idsOf(await list('&product_type=admin'))).toContain('vouch_payroll');
    expect((await list('&data_source=tax')).filter(({ data_source }) => data_source !== 'tax')).toEqual([]);
    expect(idsOf(await list('&data_source=tax'))).toContain('vouch_tax');
  });

  test('400 for a bad filter value; 404 for an unknown provider', async () => {
    expect(await expectRefused(400, 'GET', '/v1/providers/?data_source=x')).toEqual(
      invalid(['data_source', '"x" is not a valid choice.']),
    );
    expect(await expectRefused(400, 'GET', '/v1/providers/?product_type=x')).toEqual(
      invalid(['product_type', '"x" is not a valid choice.']),
    );
    expect(await expectRefused(404, 'GET', '/v1/providers/nobody/')).toEqual(NOT_FOUND);
  });

  test('sections 24.1 and 27.1: with a prod- key, the list contains vouch_files but no sandbox provider', async () => {
    const { results } = (await walk.acme().prod('GET', '/v1/providers/?page_size=100')).json();
    expect(idsOf(results).filter((id) => id.startsWith('vouch_'))).toEqual(['vouch_files']);
    expect(idsOf(await list('&query=statement%20file'))).toEqual(['vouch_files']);
  });
});

test('this file calls every endpoint of section 18', () => expect(walk.unwalked(PATHS.companies)).toEqual([]));
