import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Company } from '#domain/connections/companies.ts';
import { companyKeys } from '#domain/connections/company-keys.ts';
import { wordsOf } from '#domain/connections/company-names.ts';
import { ENVIRONMENTS } from '#domain/platform/scope.ts';
import { type Db, SYSTEM } from '#storage/platform/db.ts';
import { freshDatabase, type TestDatabase } from '#test/database.ts';
import {
  type CompanyRow,
  findCompany,
  listCompanies,
  listCompaniesBeginning,
  SEARCHES,
  searchCompanies,
  settleCompanyKeys,
  upsertCompanies,
} from './companies.ts';

let database: TestDatabase;
let db: Db;
beforeAll(async () => {
  database = await freshDatabase();
  db = database.scoped(SYSTEM);
});
afterAll(() => database.drop());

const NOW = new Date('2026-03-01T12:00:00Z');
const company = (company_mapping_id: string, name: string, more: Partial<Company> = {}): Company => ({
  company_mapping_id,
  name,
  domain: null,
  logo_url: null,
  ein: null,
  phone: null,
  street: null,
  city: null,
  state: null,
  zip: null,
  provider_id: null,
  mapping_status: 'unmapped',
  success_rate: null,
  deposit_switch: null,
  ...more,
});
const upsert = (...companies: Company[]) => upsertCompanies(db, 'prod', companies, NOW);
const term = (key: string, is_start = false) => ({ key, is_start });
const idsOf = (rows: readonly CompanyRow[]): string[] => rows.map(({ company_mapping_id }) => company_mapping_id);

describe('after the migrations', () => {
  test('sandbox companies have the same search keys as imported companies', async () => {
    const { rows } = await db.query<CompanyRow & { key_list: string[] }>(
      `select *, tsvector_to_array(keys) as key_list from companies where environment = 'sandbox'`,
    );
    expect(rows.length).toBeGreaterThan(50);
    for (const row of rows) {
      expect(row.search_name).toBe(wordsOf(row.name).join(' '));
      const keys = new Set(companyKeys(wordsOf(row.name), row));
      expect(row.key_list.toSorted()).toEqual([...keys].toSorted());
    }
  });

  test('the operator’s prod catalogue is empty', async () => {
    expect(await listCompanies(db, 'prod', { page: 1, page_size: 100 })).toEqual({ count: 0, rows: [] });
  });
});

describe('upsertCompanies', () => {
  const harbor = company('up-1', 'Harbor & Pine', {
    domain: 'harbor.example',
    deposit_switch: { deposit_types: ['entire'], amount_precision: 2, percent_precision: 2, max_number: 1 },
  });

  test('inserts new companies, updates changed companies, and does not write unchanged companies', async () => {
    expect(await upsert(harbor, company('up-2', 'Other'))).toEqual({ created: 2, updated: 0 });
    expect(await findCompany(db, 'prod', 'up-1')).toEqual({ ...harbor, search_name: 'harbor pine' });
    expect(await upsert(harbor, company('up-2', 'Other'))).toEqual({ created: 0, updated: 0 });
    expect(await upsert({ ...harbor, domain: null }, company('up-3', 'Third'))).toEqual({ created: 1, updated: 1 });
    expect(await findCompany(db, 'prod', 'up-1')).toMatchObject({ name: 'Harbor & Pine', domain: null });
  });

  test('makes a renamed company searchable by its new name and no longer by its old name', async () => {
    await upsert(company('renamed', 'Oldname'));
    await upsert(company('renamed', 'Newname'));
    const found = async (key: string) =>
      idsOf(await searchCompanies(db, 'prod', { condition: term(key), name_length: 0 }));
    expect(await found('newname')).toEqual(['renamed']);
    expect(await found('oldname')).toEqual([]);
  });

  test('adds a company only to the given environment', async () => {
    await upsert(company('apart', 'Apart'));
    expect(await findCompany(db, 'sandbox', 'apart')).toBe(undefined);
  });
});

describe('searchCompanies', () => {
  test('searchCompanies treats quotes and operators in a key as plain text', async () => {
    await upsert(company('quotes', 'Quotes'));
    for (const key of ["' | 'quotes", "quotes' | 'x", '\\', "\\' | quotes", ':*', '!quotes', ' ']) {
      expect(await searchCompanies(db, 'prod', { condition: term(key), name_length: 0 })).toEqual([]);
    }
  });

  test('ranks companies by the number of preferences that they meet, and then by how close the length of their name is to the requested length', async () => {
    await upsert(
      company('preference-1', 'Zebra Finch Seeds'),
      company('preference-2', 'Zebra'),
      company('preference-3', 'Zebra Finch'),
      company('preference-4', 'Zebra Crossing Paint'),
    );
    const search = { condition: term('zebra'), preferences: [term('finch')] };
    expect(idsOf(await searchCompanies(db, 'prod', { ...search, name_length: 11 }))).toEqual([
      'preference-3',
      'preference-1',
      'preference-2',
      'preference-4',
    ]);
    expect(idsOf(await searchCompanies(db, 'prod', { condition: term('zeb', true), name_length: 20 }))).toEqual([
      'preference-4',
      'preference-1',
      'preference-3',
      'preference-2',
    ]);
  });
});

test('listCompaniesBeginning returns only companies with matching names, in alphabetical order', async () => {
  await upsert(
    company('b-2', 'Quartz Two'),
    company('b-1', 'Quartz'),
    company('b-3', 'Quarz'),
    company('b-4', 'Quart'),
  );
  expect(idsOf(await listCompaniesBeginning(db, 'prod', 'quartz'))).toEqual(['b-1', 'b-2']);
  expect(idsOf(await listCompaniesBeginning(db, 'prod', 'quart'))).toEqual(['b-4', 'b-1', 'b-2']);
  expect(await listCompaniesBeginning(db, 'sandbox', 'quart')).toEqual([]);
});

test('listCompanies returns companies newest first, page by page', async () => {
  const later = new Date('2030-01-01T00:00:00Z');
  await upsertCompanies(db, 'prod', [company('new-1', 'One'), company('new-2', 'Two')], later);
  await upsertCompanies(db, 'prod', [company('new-1', 'One again')], new Date('2031-01-01T00:00:00Z'));
  const first = await listCompanies(db, 'prod', { page: 1, page_size: 1 });
  const second = await listCompanies(db, 'prod', { page: 2, page_size: 1 });
  expect([first, second].map(({ rows }) => idsOf(rows))).toEqual([['new-2'], ['new-1']]);
  expect(await listCompanies(db, 'prod', { page: first.count + 1, page_size: 1 })).toEqual({
    count: first.count,
    rows: [],
  });
});

describe('settleCompanyKeys', () => {
  test.each(ENVIRONMENTS)(
    'after settleCompanyKeys, a company search in the environment %s uses that environment’s index',
    async (environment) => {
      const many = Array.from({ length: 5_000 }, (_, i) => company(`many-${i}`, `Many ${i}`));
      await upsertCompanies(db, environment, many, NOW);
      await settleCompanyKeys(db, environment);
      const { rows } = await db.query(`explain ${SEARCHES[environment]}`, ["'4711'", [], 4]);
      expect(JSON.stringify(rows)).toContain(`Bitmap Index Scan on companies_${environment}_keys`);
    },
  );
});
