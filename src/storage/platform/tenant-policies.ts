// The row-level security policy of every table that has a `client_id`. The policy is defined only here. It is applied
// after each migration, in the migration's transaction, so that no migration can leave a table unprotected.
import pg from 'pg';

/**
 * The two settings that each of our connections has (db.ts). A connection without these settings sees no row; a
 * connection whose client id is `*` sees all rows.
 */
const CLIENT = `(select current_setting('vouch.client_id', true))`;
const ENVIRONMENT = `(select current_setting('vouch.environment', true))`;

/**
 * Creates the policy for each table that has a `client_id` and no policy yet. To change the policy of existing tables,
 * a migration drops the old policy, and this function then creates the new one.
 */
export async function protectTenantTables(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string; has_environment: boolean }>(
    `select c.relname as name, exists (select 1 from pg_attribute e
         where e.attrelid = c.oid and e.attname = 'environment' and not e.attisdropped) as has_environment
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'client_id' and not a.attisdropped
     where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')
       and not exists (select 1 from pg_policy p where p.polrelid = c.oid and p.polname = 'tenant')`,
  );
  for (const { name, has_environment } of rows) {
    const table = pg.escapeIdentifier(name);
    // A row of a table without an environment column belongs to the client in both environments.
    const own = `client_id = ${CLIENT}${has_environment ? ` and environment = ${ENVIRONMENT}` : ''}`;
    await client.query(
      `alter table ${table} enable row level security;
       alter table ${table} force row level security;
       create policy tenant on ${table} using ((${own}) or ${CLIENT} = '*')`,
    );
  }
}
