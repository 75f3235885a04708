import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#base/ids.ts';
import * as employers from '#connectors/sandbox/cast/sample-employers.ts';
import { type Ctx, ctxFor } from '#services/platform/ctx.ts';
import { openTestHouse, type TestHouse } from '#test/house.ts';
import {
  bestCompanyMatch,
  employerOnStatement,
  findCompany,
  getCompany,
  matchCompanies,
  searchCompanies,
} from './companies.ts';

let house: TestHouse;
let ctx: Ctx;
let prod: Ctx;
beforeAll(async () => {
  house = await openTestHouse();
  ctx = ctxFor(house, { client_id: newId(), environment: 'sandbox' }, 0);
  prod = ctxFor(house, { client_id: newId(), environment: 'prod' }, 0);
});
afterAll(() => house.close());

const HOME_DEPOT = { id: 'e9c9d4fda4d2d79ec4e9a10302235588', name: 'Home Depot', logo_url: null };

describe('bestCompanyMatch', () => {
  test.each(['Home Depot', 'THE HOME DEPOT, INC.', 'Homedepot', 'Home Dpeot', 'Home Depot USA', 'Home Depot #45'])(
    'the company name "%s" matches Home Depot',
    async (name) => expect(await bestCompanyMatch(ctx, name)).toEqual(HOME_DEPOT),
  );

  test.each(['Home', 'Home Depot Garden Centre Atlanta', 'Depot', 'Somebody Else', '', '!'])(
    'the company name "%s" matches no company with enough confidence',
    async (name) => expect(await bestCompanyMatch(ctx, name)).toBe(undefined),
  );

  test('searches only the caller’s environment', async () => {
    expect(await bestCompanyMatch(prod, 'Home Depot')).toBe(undefined);
  });
});

describe('employerOnStatement', () => {
  test.each([
    ['HOME DEPOT', 'Home Depot'],
    ['KROGER CO', 'Kroger'],
    // The next two names are truncated to 16 characters, as in transaction descriptions.
    ['LARKSPUR ANALYTI', 'Larkspur Analytics'],
    ['COPPER CANYON LO', 'Copper Canyon Logistics'],
  ])('the name "%s" on a statement matches the employer %s', async (name, employer) => {
    expect(await employerOnStatement(ctx, name)).toMatchObject({ id: expect.any(String), name: employer });
  });

  test.each(['BEST', 'UNITED', 'COPPER', 'GULF TEACHERS RET', 'HARBOR CAFE', ''])(
    'the name %o on a statement matches no employer with enough certainty',
    async (name) => expect(await employerOnStatement(ctx, name)).toBeUndefined(),
  );
});

describe('findCompany', () => {
  test('finds a company by its id, but only in the company’s own environment', async () => {
    expect(await findCompany(ctx, HOME_DEPOT.id)).toEqual(HOME_DEPOT);
    expect(await findCompany(prod, HOME_DEPOT.id)).toBe(undefined);
    expect(await findCompany(ctx, 'self_employed')).toBe(undefined);
  });
});

describe('the sandbox’s catalogue', () => {
  test.each(Object.values(employers))(
    'the sandbox’s catalogue of companies contains $name, an employer of the sample people',
    async (employer) => {
      const found = await bestCompanyMatch(ctx, employer.name);
      expect(found?.name).toBe(employer.name);
      const { street, city, state, zip } = employer.address;
      expect(await getCompany(ctx, found?.id ?? '')).toMatchObject({
        ein: employer.ein.replace('-', ''),
        phone: employer.phone,
        street,
        city,
        state,
        zip,
        mapping_status: 'verified',
      });
    },
  );
});

describe('searchCompanies', () => {
  const names = async (query: string): Promise<string[]> =>
    (await searchCompanies(ctx, query)).map(({ company }) => company.name);

  test('each further letter narrows the results and moves the intended company to the top', async () => {
    const with_d = await names('d');
    expect(with_d).toEqual(expect.arrayContaining(['Dollar Tree', 'Dollar General']));
    expect(with_d.filter((name) => !name.startsWith('D'))).toEqual([]);
    expect(await names('w')).toEqual(expect.arrayContaining(['Walmart', 'Walgreens', "Wendy's"]));
    expect((await names('wal'))[0]).toBe('Walmart');
    expect((await names('walg'))[0]).toBe('Walgreens');
    expect(await names('dollar')).toEqual(['Dollar Tree', 'Dollar General']);
    expect(await names('dollar g')).toEqual(['Dollar General']);
  });

  test('a query of three or more letters also matches words inside a name', async () => {
    expect((await names('de')).filter((name) => !name.startsWith('De'))).toEqual([]);
    expect(await names('dep')).toContain('Home Depot');
  });

  test('ranks exact matches before near matches', async () => {
    const found = await searchCompanies(ctx, 'gag');
    expect(found.filter(({ confidence }) => confidence === 1)).toEqual([]);
    expect((await names('ups'))[0]).toBe('UPS');
    const [first, ...others] = await names('usp');
    expect(first).toBe('USPS');
    expect(others).toContain('UPS');
  });
});

test('matchCompanies: a query with an unknown word returns the best partial match if the unknown word comes last, and nothing if it comes first', async () => {
  const [first] = await matchCompanies(ctx, 'Walmart Supercenter');
  expect(first).toMatchObject({ company: { name: 'Walmart' }, confidence: expect.closeTo(0.56, 2) });
  expect(await matchCompanies(ctx, 'Supercenter Walmart')).toEqual([]);
});
