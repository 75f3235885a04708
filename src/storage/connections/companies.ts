// Rows of the company catalogue. A catalogue belongs to an environment, not to a client.
import type { Company } from '#domain/connections/companies.ts';
import { type Condition, companyKeys } from '#domain/connections/company-keys.ts';
import { wordsOf } from '#domain/connections/company-names.ts';
import type { Paging } from '#domain/platform/pages.ts';
import type { Environment } from '#domain/platform/scope.ts';
import type { Db } from '#storage/platform/db.ts';

export type CompanyRow = Company & { search_name: string };

const COLUMNS = `company_mapping_id, name, search_name, domain, logo_url, ein, phone, street, city, state, zip,
  provider_id, mapping_status, success_rate, deposit_switch`;

export async function findCompany(db: Db, environment: Environment, id: string): Promise<CompanyRow | undefined> {
  const { rows } = await db.query<CompanyRow>(
    `select ${COLUMNS} from companies where environment = $1 and company_mapping_id = $2`,
    [environment, id],
  );
  return rows[0];
}

export type CompanySearch = {
  /** The condition that a company must meet. */
  condition: Condition;
  /** Preferences. Companies that meet more preferences come first. */
  preferences?: readonly Condition[];
  /**
   * The preferred length of the company's name. Among companies that meet equally many preferences, companies whose
   * names have about this length come first.
   */
  name_length: number;
};

/** Maximum number of matches that are ranked. A common word such as "services" has tens of thousands of matches. */
const CANDIDATES_MAX = 2_000;
/** Maximum number of results. It is small, because the caller compares the name of each result letter by letter. */
const FOUND_MAX = 200;

export async function searchCompanies(
  db: Db,
  environment: Environment,
  { condition, preferences = [], name_length }: CompanySearch,
): Promise<CompanyRow[]> {
  const { rows } = await db.query<CompanyRow>(SEARCHES[environment], [
    writeQuery(condition),
    preferences.map(writeQuery),
    name_length,
  ]);
  return rows;
}

/**
 * The SQL text contains the environment, because the statement is planned once and the plan must use the partial index
 * of the environment.
 */
const searchSql = (environment: Environment): string => `
  select ${COLUMNS} from (
    select * from companies where environment = '${environment}' and keys @@ $1::tsquery limit ${CANDIDATES_MAX}
  ) candidates
  order by (select count(*) from unnest($2::tsquery[]) preference where keys @@ preference) desc,
    abs(length(search_name) - $3::integer), search_name, company_mapping_id
  limit ${FOUND_MAX}`;
export const SEARCHES: Readonly<Record<Environment, string>> = {
  sandbox: searchSql('sandbox'),
  prod: searchSql('prod'),
};

/** Returns companies whose name begins with `start`, in alphabetical order. */
export async function listCompaniesBeginning(db: Db, environment: Environment, start: string): Promise<CompanyRow[]> {
  const { rows } = await db.query<CompanyRow>(
    `select ${COLUMNS} from companies where environment = $1 and search_name >= $2 and search_name < $3
     order by search_name, company_mapping_id limit ${FOUND_MAX}`,
    [environment, start, `${start}\u{10ffff}`],
  );
  return rows;
}

/** Returns one page of companies, newest first. */
export async function listCompanies(
  db: Db,
  environment: Environment,
  { page, page_size }: Paging,
): Promise<{ count: number; rows: CompanyRow[] }> {
  // The count and the page's ids come from an index, so no rows are read for them. The page's rows are read afterwards.
  const { rows } = await db.query<CompanyRow & { list_count: number }>(
    `with length as materialized (select count(*) as list_count from companies where environment = $1),
       keys as materialized (
         select company_mapping_id from companies where environment = $1
         order by created_at desc, company_mapping_id desc offset $2 limit $3
       ),
       page as (select * from companies where environment = $1 and company_mapping_id in (table keys))
     select list_count, ${COLUMNS} from length left join page on true
     order by created_at desc, company_mapping_id desc`,
    [environment, (page - 1) * page_size, page_size],
  );
  return {
    count: rows[0]?.list_count ?? 0,
    rows: rows.filter(({ company_mapping_id }) => company_mapping_id !== null),
  };
}

/** Counts the companies of the catalogue up to a limit. Also returns the time at which the newest company was added. */
export async function countCompanies(
  db: Db,
  environment: Environment,
  limit: number,
): Promise<{ count: number; last_added_at: Date | null }> {
  const { rows } = await db.query<{ count: number; last_added_at: Date | null }>(
    `select (select count(*) from (select 1 from companies where environment = $1 limit $2) counted) as count,
       (select created_at from companies where environment = $1
        order by created_at desc, company_mapping_id desc limit 1) as last_added_at`,
    [environment, limit],
  );
  return rows[0] ?? { count: 0, last_added_at: null };
}

/** Inserts or updates companies in one statement; unchanged rows are not written. Each id may occur only once. */
export async function upsertCompanies(
  db: Db,
  environment: Environment,
  companies: readonly Company[],
  now: Date,
): Promise<{ created: number; updated: number }> {
  const words = companies.map(({ name }) => wordsOf(name));
  const texts = TEXT_COLUMNS.map((column) => companies.map((company) => company[column]));
  const { rows } = await db.query<{ created: number; written: number }>(UPSERT, [
    environment,
    now,
    ...texts,
    companies.map(({ deposit_switch }) => deposit_switch && JSON.stringify(deposit_switch)),
    words.map((one) => one.join(' ')),
    companies.map((company, i) => companyKeys(words[i] ?? [], company).join(' ')),
  ]);
  const { created, written } = rows[0] ?? { created: 0, written: 0 };
  return { created, updated: written - created };
}

/**
 * Call this function after inserting many rows. It moves the keys of these rows out of the index's pending list, which
 * every search scans. It also updates the planner statistics. Autovacuum would do both some time later.
 */
export async function settleCompanyKeys(db: Db, environment: Environment): Promise<void> {
  await db.query('select gin_clean_pending_list($1::regclass)', [KEY_INDEXES[environment]]);
  await db.query('analyze companies');
}

const KEY_INDEXES: Readonly<Record<Environment, string>> = {
  sandbox: 'companies_sandbox_keys',
  prod: 'companies_prod_keys',
};

const TEXT_COLUMNS = [
  'company_mapping_id',
  'name',
  'domain',
  'logo_url',
  'ein',
  'phone',
  'street',
  'city',
  'state',
  'zip',
  'provider_id',
  'mapping_status',
  'success_rate',
] as const satisfies readonly (keyof Company)[];

const WRITTEN = [...TEXT_COLUMNS, 'deposit_switch', 'search_name', 'keys'];
const CHANGED = WRITTEN.filter((column) => column !== 'company_mapping_id');
const UPSERT = `
  with given as materialized (
    select * from unnest(${WRITTEN.map((_, i) => `$${i + 3}::text[]`).join(', ')}) as given (${WRITTEN.join(', ')})
  ),
  known as materialized (
    select company_mapping_id from companies join given using (company_mapping_id) where environment = $1
  ),
  written as (
    insert into companies as old (environment, ${WRITTEN.join(', ')}, created_at, updated_at)
    select $1, ${WRITTEN.map(typed).join(', ')}, $2, $2 from given
    on conflict (environment, company_mapping_id) do update
      set ${[...CHANGED, 'updated_at'].map((column) => `${column} = excluded.${column}`).join(', ')}
      where (${CHANGED.map((column) => `old.${column}`).join(', ')})
        is distinct from (${CHANGED.map((column) => `excluded.${column}`).join(', ')})
    returning 1
  )
  select (select count(*) from given) - (select count(*) from known) as created,
    (select count(*) from written) as written`;

function typed(column: string): string {
  if (column === 'deposit_switch') return `deposit_switch::jsonb`;
  return column === 'keys' ? `array_to_tsvector(string_to_array(keys, ' '))` : column;
}

function writeQuery(condition: Condition): string {
  if ('key' in condition) return `'${condition.key.replaceAll(/['\\]/g, '$&$&')}'${condition.is_start ? ':*' : ''}`;
  const [parts, sign] = 'all' in condition ? [condition.all, '&'] : [condition.any, '|'];
  return `(${parts.map(writeQuery).join(sign)})`;
}

/**
 * Finds companies by name. The names must be in the form that `wordsOf` (domain/connections/company-names.ts) makes.
 */
export async function listCompaniesNamed(
  db: Db,
  environment: Environment,
  search_names: readonly string[],
): Promise<CompanyRow[]> {
  const { rows } = await db.query<CompanyRow>(
    `select ${COLUMNS} from companies where environment = $1 and search_name = any($2)
     order by search_name, mapping_status = 'unmapped', company_mapping_id`,
    [environment, search_names],
  );
  return rows;
}
