// Rows of saved views. A view belongs to one dashboard user in one environment.
import type { Scope } from '#domain/platform/scope.ts';
import type { Db } from '#storage/platform/db.ts';

export type ViewRow = { id: string; page: string; name: string; filters: Record<string, string>; created_at: Date };

const OWN = 'client_id = $1 and environment = $2 and dashboard_user_id = $3';

export async function listViews(db: Db, scope: Scope, user_id: string): Promise<ViewRow[]> {
  const { rows } = await db.query<ViewRow>(
    `select id, page, name, filters, created_at from console_views where ${OWN} order by page, name, id`,
    [scope.client_id, scope.environment, user_id],
  );
  return rows;
}

/** Inserts a view, unless the user already has `views_max` views. Returns whether the view was inserted. */
export async function insertView(
  db: Db,
  scope: Scope,
  user_id: string,
  view: ViewRow,
  views_max: number,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `insert into console_views (client_id, environment, dashboard_user_id, id, page, name, filters, created_at)
     select $1, $2, $3, $4, $5, $6, $7, $8 where (select count(*) from console_views where ${OWN}) < $9`,
    [
      scope.client_id,
      scope.environment,
      user_id,
      view.id,
      view.page,
      view.name,
      JSON.stringify(view.filters),
      view.created_at,
      views_max,
    ],
  );
  return rowCount > 0;
}

export async function deleteView(db: Db, scope: Scope, user_id: string, id: string): Promise<boolean> {
  const { rowCount } = await db.query(`delete from console_views where ${OWN} and id = $4`, [
    scope.client_id,
    scope.environment,
    user_id,
    id,
  ]);
  return rowCount > 0;
}
