// Rows of templates. Deleted templates are kept in a separate table, because objects that were created with them still
// refer to them.

import type { ProductType } from '#domain/access/products.ts';
import { completeSettings, type Template } from '#domain/access/templates.ts';
import type { Paging } from '#domain/platform/pages.ts';
import type { Scope } from '#domain/platform/scope.ts';
import type { Db } from '#storage/platform/db.ts';
import { type List, readPage } from '#storage/platform/lists/pages.ts';

export const TEMPLATE_NAME_TAKEN = 'templates_name';

const COLUMNS = 'id, name, products, default_for_products, settings, created_at, updated_at';
const ONE = 'client_id = $1 and environment = $2 and id = $3';

export const TEMPLATES: List = { name: 'templates', table: 'templates', columns: COLUMNS, filters: {} };

const toTemplate = (row: Template): Template => ({ ...row, settings: completeSettings(row.settings) });

export async function insertTemplate(tx: Db, scope: Scope, template: Template): Promise<void> {
  await tx.query(
    `insert into templates (client_id, environment, ${COLUMNS}) values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      scope.client_id,
      scope.environment,
      template.id,
      template.name,
      template.products,
      template.default_for_products,
      JSON.stringify(template.settings),
      template.created_at,
      template.updated_at,
    ],
  );
}

export async function findTemplate(db: Db, scope: Scope, id: string): Promise<Template | undefined> {
  const { rows } = await db.lookup<Template>(`select ${COLUMNS} from templates where ${ONE}`, [
    scope.client_id,
    scope.environment,
    id,
  ]);
  return rows.map(toTemplate)[0];
}

/** Finds a template, even if the template has been deleted. */
export async function findTemplateEver(db: Db, scope: Scope, id: string): Promise<Template | undefined> {
  const { rows } = await db.query<Template>(
    `select ${COLUMNS} from templates where ${ONE}
     union all
     select id, name, products, false, settings, created_at, updated_at from deleted_templates where ${ONE}`,
    [scope.client_id, scope.environment, id],
  );
  return rows.map(toTemplate)[0];
}

/** Whether the template exists, for callers that do not need its content. */
export async function hasTemplate(db: Db, scope: Scope, id: string): Promise<boolean> {
  const { rowCount } = await db.query(`select 1 from templates where ${ONE}`, [scope.client_id, scope.environment, id]);
  return rowCount > 0;
}

export async function findDefaultTemplateId(
  db: Db,
  scope: Scope,
  product_type: ProductType,
): Promise<string | undefined> {
  const { rows } = await db.query<{ id: string }>(
    `select id from templates
     where client_id = $1 and environment = $2 and default_for_products and $3 = any(products)`,
    [scope.client_id, scope.environment, product_type],
  );
  return rows[0]?.id;
}

/** Returns one page of templates, newest first. */
export async function listTemplates(
  db: Db,
  scope: Scope,
  paging: Paging,
): Promise<{ count: number; templates: Template[]; needs_closing: boolean }> {
  const { count, rows, needs_closing } = await readPage<Template>(db, scope, TEMPLATES, paging);
  return { count, templates: rows.map(toTemplate), needs_closing };
}

export async function updateTemplate(tx: Db, scope: Scope, template: Template): Promise<void> {
  await tx.query(
    `update templates set name = $4, products = $5, default_for_products = $6, settings = $7, updated_at = $8
     where ${ONE}`,
    [
      scope.client_id,
      scope.environment,
      template.id,
      template.name,
      template.products,
      template.default_for_products,
      JSON.stringify(template.settings),
      template.updated_at,
    ],
  );
}

/** Removes the default mark from all other templates that are the default for one of this template's products. */
export async function unmarkOthers(tx: Db, scope: Scope, { id, products, updated_at }: Template): Promise<void> {
  await tx.query(
    `update templates set default_for_products = false, updated_at = $5
     where client_id = $1 and environment = $2 and default_for_products and id <> $3 and products && $4`,
    [scope.client_id, scope.environment, id, products, updated_at],
  );
}

export async function deleteTemplate(tx: Db, scope: Scope, id: string, deleted_at: Date): Promise<void> {
  await tx.query(
    `with gone as (delete from templates where ${ONE} returning *)
     insert into deleted_templates (client_id, environment, id, name, products, settings, created_at, updated_at,
       deleted_at)
     select client_id, environment, id, name, products, settings, created_at, updated_at, $4 from gone`,
    [scope.client_id, scope.environment, id, deleted_at],
  );
}
