// Rows of income reports that cover one link. They are deleted with their link.

import type { Scope } from '#domain/platform/scope.ts';
import type { LinkIncomeStatus } from '#domain/reports/income-insights.ts';
import type { Db } from '#storage/platform/db.ts';

export type LinkIncomeRow = {
  id: string;
  link_id: string;
  status: LinkIncomeStatus;
  days_requested: number;
  sealed: Buffer;
  created_at: Date;
  completed_at: Date | null;
};

/**
 * Inserts a report. Returns false if the link no longer exists. The link's row is locked, so a concurrent deletion of
 * the link happens either before or after the insert.
 */
export async function insertLinkIncome(db: Db, scope: Scope, report: LinkIncomeRow): Promise<boolean> {
  const { rowCount } = await db.query(
    `insert into link_income_reports (client_id, environment, id, user_id, link_id, status, days_requested, sealed,
       created_at, completed_at)
     select client_id, environment, $4, user_id, id, $5, $6, $7, $8, $9 from links
     where client_id = $1 and environment = $2 and id = $3 for key share`,
    [
      scope.client_id,
      scope.environment,
      report.link_id,
      report.id,
      report.status,
      report.days_requested,
      report.sealed,
      report.created_at,
      report.completed_at,
    ],
  );
  return rowCount > 0;
}

export async function findNewestLinkIncome(db: Db, scope: Scope, link_id: string): Promise<LinkIncomeRow | undefined> {
  const { rows } = await db.query<LinkIncomeRow>(
    `select id, link_id, status, days_requested, sealed, created_at, completed_at from link_income_reports
     where client_id = $1 and environment = $2 and link_id = $3 order by created_at desc, id desc limit 1`,
    [scope.client_id, scope.environment, link_id],
  );
  return rows[0];
}

/** Writes the final state of a report. Returns false, and changes nothing, if the report already has a final state. */
export async function finishLinkIncome(
  db: Db,
  scope: Scope,
  { id, status, sealed, completed_at }: Pick<LinkIncomeRow, 'id' | 'status' | 'sealed' | 'completed_at'>,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `update link_income_reports set status = $4, sealed = $5, completed_at = $6
     where client_id = $1 and environment = $2 and id = $3 and status = 'processing'`,
    [scope.client_id, scope.environment, id, status, sealed, completed_at],
  );
  return rowCount > 0;
}
