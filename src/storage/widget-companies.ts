// Companies by their very names.
import type { Environment } from '#domain/scope.ts';
import type { CompanyRow } from './companies.ts';
import type { Db } from './db.ts';

/** As `wordsOf` of domain/company-names.ts writes them. */
export async function listCompaniesNamed(
  db: Db,
  environment: Environment,
  search_names: readonly string[],
): Promise<CompanyRow[]> {
  const { rows } = await db.query<CompanyRow>(
    `select company_mapping_id, name, search_name, domain, logo_url, ein, phone, street, city, state, zip, provider_id,
       mapping_status, success_rate, deposit_switch
     from companies where environment = $1 and search_name = any($2)
     order by search_name, mapping_status = 'unmapped', company_mapping_id`,
    [environment, search_names],
  );
  return rows;
}
