import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#base/ids.ts';
import { importCompanies } from '#services/connections/company-import.ts';
import { invalid, NOT_FOUND } from '#test/answers.ts';
import { BASE_URL, type Call, newClient, openTestHouse, type TestHouse } from '#test/house.ts';

let house: TestHouse;
let call: Call;
let prod: Call;
beforeAll(async () => {
  house = await openTestHouse();
  ({ sandbox: call, prod } = await newClient(house));
});
afterAll(() => house.close());

const HOME_DEPOT = {
  company_mapping_id: 'e9c9d4fda4d2d79ec4e9a10302235588',
  id: 'e9c9d4fda4d2d79ec4e9a10302235588',
  name: 'Home Depot',
  domain: 'homedepot.com',
  logo_url: null,
  confidence_level: '1.00',
  success_rate: 'high',
  mapping_status: 'verified',
  provider: { id: 'vouch_payroll', name: 'Vouch Payroll', logo_url: null },
  features: {
    deposit_switch: {
      deposit_types: ['entire', 'amount', 'percent'],
      amount_precision: 2,
      percent_precision: 2,
      max_number: 5,
    },
  },
};
const HARBOR_ID = 'eb5a13c671012117c8316ca8eccee3b8';
const NOWHERE_ID = 'e01b285ee48fb48d5c6215384493127f';

type Company = typeof HOME_DEPOT;
const read = async (url: string, sender = call) => {
  const response = await sender('GET', url);
  expect(response.statusCode).toBe(200);
  return response.json();
};
const search = (query: string, more = '', sender = call): Promise<Company[]> =>
  read(`/v1/company-mappings-search/?query=${encodeURIComponent(query)}${more}`, sender);
const namesOf = (companies: Company[]): string[] => companies.map(({ name }) => name);

async function* fileOf(text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(text);
}

describe('GET /v1/company-mappings-search/', () => {
  test('200: returns a top-level array of companies with all their fields', async () => {
    expect(await search('Home Depot')).toEqual([HOME_DEPOT]);
  });

  test.each([
    ['LOWES', "Lowe's"],
    ['lowe’s companies, inc.', "Lowe's"],
    ['mc donalds', "McDonald's"],
    ['at and t', 'AT&T'],
    ['at&t inc', 'AT&T'],
    ['7eleven', '7-Eleven'],
    ['tmobile', 'T-Mobile'],
    ['chick fil a', 'Chick-fil-A'],
    ['quill and company', 'Quill & Co'],
    ['harbor and pine', 'Harbor & Pine Furnishings'],
    ['krogr', 'Kroger'],
    ['krogger', 'Kroger'],
    ['kreger', 'Kroger'],
    ['korger', 'Kroger'],
    ['bakn of amreica', 'Bank of America'],
    ['bank of am', 'Bank of America'],
    ['strbu', 'Starbucks'],
    ['starbukcs coffee', 'Starbucks'],
    ['starbucks store 4711', 'Starbucks'],
  ])('200: a company search for "%s" finds %s first', async (query, name) => {
    expect(namesOf(await search(query))[0]).toBe(name);
  });

  test.each(['zzqxjvkw', ' ', '!?', '🙂', "zzqx' | 'zzqy", 'x'.repeat(128)])(
    '200: a company search for "%s" finds nothing',
    async (query) => {
      expect(await search(query)).toEqual([]);
    },
  );

  test('200: returns the best match first; returns at most 25 companies, even if 26 match', async () => {
    const rows = Array.from({ length: 26 }, (_, i) => `${newId()},Quokka Outfitters ${i}`);
    await importCompanies(house, 'sandbox', fileOf(`id,name\n${rows.slice(0, 25).join('\n')}`), () => {});
    expect(await search('quokka')).toHaveLength(25);
    await importCompanies(house, 'sandbox', fileOf(`id,name\n${rows.join('\n')}`), () => {});
    expect(await search('quokka outfitters 7')).toMatchObject([{ confidence_level: '1.00' }]);
    const found = await search('quokka outfiters');
    expect(found).toHaveLength(25);
    const levels = found.map(({ confidence_level }) => confidence_level);
    expect(levels).toEqual(levels.toSorted().toReversed());
  });

  test('200: success_rate is the rate for the given product_type', async () => {
    for (const product of ['income', 'employment', 'deposit_switch', 'pll', 'admin']) {
      expect(await search('Home Depot', `&product_type=${product}`)).toMatchObject([{ success_rate: 'high' }]);
    }
    for (const product of ['insurance', 'transactions', 'assets']) {
      expect(await search('Home Depot', `&product_type=${product}`)).toMatchObject([{ success_rate: 'unsupported' }]);
    }
  });

  test('200: sandbox companies are not found in prod', async () => {
    expect(await search('Home Depot', '', prod)).toEqual([]);
  });

  test.each([
    ['', invalid(['query', 'This field is required.'])],
    ['?query=', invalid(['query', 'This field may not be blank.'])],
    [`?query=${'x'.repeat(129)}`, invalid(['query', 'Ensure this field has no more than 128 characters.'])],
    ['?query=a%00b', invalid(['query', 'Not a valid string.'])],
    ['?query=x&product_type=loans', invalid(['product_type', '"loans" is not a valid choice.'])],
    [
      '?product_type=loans',
      invalid(['query', 'This field is required.'], ['product_type', '"loans" is not a valid choice.']),
    ],
  ])('400 for a company search with the query string "%s"', async (query, body) => {
    const response = await call('GET', `/v1/company-mappings-search/${query}`);
    expect(response.statusCode).toBe(400);
    expect(response.json()).toEqual(body);
  });
});

describe('GET /v1/companies/', () => {
  test('200: lists companies with all their fields in pages; two pages together equal one page of double size', async () => {
    const first = await read('/v1/companies/?page_size=100');
    const pages = await Promise.all([1, 2].map((page) => read(`/v1/companies/?page_size=50&page=${page}`)));
    expect(pages.flatMap(({ results }) => results)).toEqual(first.results);
    expect(namesOf(first.results)).toEqual(expect.arrayContaining(['Walmart', 'Nowhere Holdings']));
    expect(first.results.find(({ id }: Company) => id === HOME_DEPOT.id)).toEqual(HOME_DEPOT);
  });

  test('200: lists companies newest first; companies imported at the same time are listed by descending id', async () => {
    const { count } = await read('/v1/companies/');
    house.clock.advance(1_000);
    await importCompanies(house, 'sandbox', fileOf('id,name\nquarry-m,Quarry M\nquarry-z,Quarry Z\n'), () => {});
    house.clock.advance(1_000);
    await importCompanies(house, 'sandbox', fileOf('id,name\nquarry-a,Quarry A\n'), () => {});
    const page = await read('/v1/companies/?page_size=3');
    expect(page.count).toBe(count + 3);
    expect(page.results.map(({ id }: Company) => id)).toEqual(['quarry-a', 'quarry-z', 'quarry-m']);
  });

  test('200: with a query, lists only matching companies, best match first', async () => {
    const page = await read('/v1/companies/?query=dollar&page_size=1&product_type=assets');
    expect(page).toMatchObject({ count: 2, previous: null, results: [{ success_rate: 'unsupported' }] });
    const second = await read(page.next.slice(BASE_URL.length));
    expect(namesOf([...page.results, ...second.results])).toEqual(['Dollar Tree', 'Dollar General']);
    expect(await read('/v1/companies/?query=zzqxjvkw')).toEqual({ count: 0, next: null, previous: null, results: [] });
    expect((await read('/v1/companies/?query=')).count).toBeGreaterThan(25);
  });

  test('200: the list is empty in prod before any import', async () => {
    expect(await read('/v1/companies/', prod)).toEqual({ count: 0, next: null, previous: null, results: [] });
  });

  test('404 for a page after the last page and for page 0', async () => {
    for (const query of ['?page=99', '?query=dollar&page=2', '?page=0']) {
      const response = await call('GET', `/v1/companies/${query}`);
      expect(response.statusCode).toBe(404);
      expect(response.json()).toEqual(NOT_FOUND);
    }
  });
});

describe('POST /v1/companies/', () => {
  const lookUp = async (body: object): Promise<Company[]> => {
    const response = await call('POST', '/v1/companies/', body);
    expect(response.statusCode).toBe(200);
    return response.json();
  };

  test.each([
    [{ id: HARBOR_ID }],
    [{ name: 'Harbor and Pine Furnishings, LLC' }],
    [{ domain: 'https://WWW.harbor-and-pine-furnishings.example/about' }],
    [{ ein: '99-9000002' }],
    [{ phone: '(503) 555-0102' }],
    [{ address: { zip: '97205', city: 'portland', country: 'US' } }],
    [{ state: 'OR' }],
    [{ name: null, domain: '', ein: '999000002', product_type: null }],
  ])('200: a company lookup with the body %j finds the company with confidence 1.00', async (body) => {
    expect(await lookUp(body)).toMatchObject([{ id: HARBOR_ID, confidence_level: '1.00', success_rate: 'high' }]);
  });

  test('200: the company that matches more fields comes first', async () => {
    await importCompanies(
      house,
      'sandbox',
      fileOf('id,name,state,ein\nlark-tx,Lark Supply,TX,99-9000031\nlark-or,Lark Supply,OR,99-9000032\n'),
      () => {},
    );
    const found = await lookUp({ name: 'lark supply', state: 'OR' });
    expect(found.map(({ id, confidence_level }) => [id, confidence_level])).toEqual([
      ['lark-or', '1.00'],
      ['lark-tx', '0.75'],
    ]);
    expect((await lookUp({ name: 'lark supply', ein: '99-9000031' }))[0]?.id).toBe('lark-tx');
    expect((await lookUp({ name: 'lrak suply', address: { state: 'TX' } }))[0]?.id).toBe('lark-tx');
  });

  test('200: if no company has the given id, companies are matched by the other fields', async () => {
    expect(await lookUp({ id: 'nobody' })).toEqual([]);
    expect(await lookUp({ id: newId(), name: 'Home Depot', domain: 'homedepot.com' })).toMatchObject([
      { id: HOME_DEPOT.id, confidence_level: '0.60' },
    ]);
  });

  test('200: the list is empty if no company matches', async () => {
    for (const body of [
      { name: 'zzqxjvkw' },
      { name: '!' },
      { ein: 'none' },
      { address: { street: '1 Main Street' } },
    ]) {
      expect(await lookUp(body)).toEqual([]);
    }
  });

  test('200: success_rate is the rate for the given product_type', async () => {
    expect(await lookUp({ ein: '999000002', product_type: 'insurance' })).toMatchObject([
      { success_rate: 'unsupported' },
    ]);
  });

  test.each([[{}], [{ product_type: 'income' }], [{ name: '', address: {} }], [{ address: { city: null } }]])(
    '400 for a company lookup with the body %j, because it contains no field to search by',
    async (body) => {
      const response = await call('POST', '/v1/companies/', body);
      expect(response.statusCode).toBe(400);
      expect(response.json()).toEqual(invalid(['name', 'This field is required.']));
    },
  );

  test('400 lists every invalid field', async () => {
    const long = 'x'.repeat(257);
    const response = await call('POST', '/v1/companies/', {
      id: long,
      name: long,
      domain: 7,
      phone: '12',
      address: 'Portland',
      product_type: 'loans',
    });
    expect(response.statusCode).toBe(400);
    expect(response.json()).toEqual(
      invalid(
        ['id', 'Ensure this field has no more than 64 characters.'],
        ['name', 'Ensure this field has no more than 256 characters.'],
        ['domain', 'Not a valid string.'],
        ['phone', 'Enter a valid phone number.'],
        ['address', 'Invalid data. Expected an object.'],
        ['product_type', '"loans" is not a valid choice.'],
      ),
    );
    const nested = await call('POST', '/v1/companies/', { address: { zip: 97205 } });
    expect(nested.json()).toEqual(invalid(['address.zip', 'Not a valid string.']));
  });
});

describe('GET /v1/companies/mapping/', () => {
  test('200: returns companies that match the whole name; success_rate is the rate for the given product_type', async () => {
    expect(await read('/v1/companies/mapping/?company_name=The%20Home%20Depot%2C%20Inc.')).toEqual([HOME_DEPOT]);
    expect(await read('/v1/companies/mapping/?company_name=star')).toEqual([]);
    expect(await read('/v1/companies/mapping/?company_name=Home%20Depot&product_type=assets')).toMatchObject([
      { success_rate: 'unsupported' },
    ]);
  });

  test.each([
    ['', invalid(['company_name', 'This field is required.'])],
    ['?company_name=', invalid(['company_name', 'This field may not be blank.'])],
    [
      `?company_name=${'x'.repeat(257)}`,
      invalid(['company_name', 'Ensure this field has no more than 256 characters.']),
    ],
  ])('400 for /v1/companies/mapping/ with the query string "%s"', async (query, body) => {
    const response = await call('GET', `/v1/companies/mapping/${query}`);
    expect(response.statusCode).toBe(400);
    expect(response.json()).toEqual(body);
  });

  test('200: a name of 256 characters is accepted', async () => {
    expect(await read(`/v1/companies/mapping/?company_name=${'x'.repeat(256)}`)).toEqual([]);
  });

  test('405 for POST, because "mapping" is not interpreted as a company id', async () => {
    const response = await call('POST', '/v1/companies/mapping/', {});
    expect(response.statusCode).toBe(405);
    expect(response.headers['allow']).toBe('GET, HEAD');
  });
});

describe('GET /v1/companies/{company_mapping_id}/', () => {
  test('200: returns the company, with or without a trailing slash in the URL', async () => {
    expect(await read(`/v1/companies/${HOME_DEPOT.id}/`)).toEqual(HOME_DEPOT);
    expect(await read(`/v1/companies/${HOME_DEPOT.id}`)).toEqual(HOME_DEPOT);
  });

  test('200: a company without a provider is unmapped and unsupported', async () => {
    expect(await read(`/v1/companies/${NOWHERE_ID}/?product_type=income`)).toMatchObject({
      name: 'Nowhere Holdings',
      mapping_status: 'unmapped',
      success_rate: 'unsupported',
      provider: null,
      features: { deposit_switch: null },
    });
  });

  test('400 for an unknown product_type', async () => {
    const response = await call('GET', `/v1/companies/${HOME_DEPOT.id}/?product_type=loans`);
    expect(response.statusCode).toBe(400);
    expect(response.json()).toEqual(invalid(['product_type', '"loans" is not a valid choice.']));
  });

  test.each([newId(), 'self_employed', 'x'.repeat(65), '%00', 'a%2Fb', '🙂'])(
    '404 for the unknown company id %s, even if product_type is invalid',
    async (id) => {
      const response = await call('GET', `/v1/companies/${encodeURI(id)}/?product_type=loans`);
      expect(response.statusCode).toBe(404);
      expect(response.json()).toEqual(NOT_FOUND);
    },
  );

  test('404 for a sandbox company with a prod key', async () => {
    const response = await prod('GET', `/v1/companies/${HOME_DEPOT.id}/`);
    expect(response.statusCode).toBe(404);
    expect(response.json()).toEqual(NOT_FOUND);
  });
});
