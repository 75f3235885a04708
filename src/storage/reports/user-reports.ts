// Rows of reports about a user. A report is found only by its id together with its user and kind.
import type { Scope } from '#domain/platform/scope.ts';
import { REPORT_KINDS, type ReportKind } from '#domain/reports/user-reports.ts';
import type { Db } from '#storage/platform/db.ts';
import type { List } from '#storage/platform/lists/pages.ts';

export type UserReportRow = {
  id: string;
  user_id: string;
  kind: ReportKind;
  is_voe: boolean;
  sealed: Buffer;
  created_at: Date;
};
export type ListedReport = Pick<UserReportRow, 'id' | 'is_voe' | 'created_at'>;

/**
 * Inserts a report. Returns false if the person no longer exists. The person's row is locked, so a concurrent erasure
 * happens either before or after the insert.
 */
export async function insertUserReport(db: Db, scope: Scope, report: UserReportRow): Promise<boolean> {
  const { rowCount } = await db.query(
    `insert into user_reports (client_id, environment, id, user_id, kind, is_voe, sealed, created_at)
     select client_id, environment, $4, id, $5, $6, $7, $8 from users
     where client_id = $1 and environment = $2 and id = $3 for key share`,
    [
      scope.client_id,
      scope.environment,
      report.user_id,
      report.id,
      report.kind,
      report.is_voe,
      report.sealed,
      report.created_at,
    ],
  );
  return rowCount > 0;
}

export async function findUserReport(
  db: Db,
  scope: Scope,
  { user_id, kind, id }: Pick<UserReportRow, 'user_id' | 'kind' | 'id'>,
): Promise<UserReportRow | undefined> {
  const { rows } = await db.query<UserReportRow>(
    `select id, user_id, kind, is_voe, sealed, created_at from user_reports
     where client_id = $1 and environment = $2 and id = $3 and user_id = $4 and kind = $5`,
    [scope.client_id, scope.environment, id, user_id, kind],
  );
  return rows[0];
}

export type NewestReports = Record<`${ReportKind}_report_id`, string | null>;

/**
 * SQL columns with the id of the newest report of each kind. `$1`, `$2` and `$3` must be the client, the environment
 * and the person.
 */
export const NEWEST_REPORTS = REPORT_KINDS.map(
  (kind) => `(select r.id from user_reports r where r.client_id = $1 and r.environment = $2 and r.user_id = $3
    and r.kind = '${kind}' order by r.created_at desc, r.id desc limit 1) as ${kind}_report_id`,
).join(', ');

export async function deleteUserReportsOf(tx: Db, scope: Scope, user_id: string): Promise<void> {
  await tx.query('delete from user_reports where client_id = $1 and environment = $2 and user_id = $3', [
    scope.client_id,
    scope.environment,
    user_id,
  ]);
}

/** A list that is always read for one person and one kind of report. */
export const USER_REPORTS: List = {
  name: 'user_reports',
  table: 'user_reports',
  columns: 'id, is_voe, created_at',
  filters: { user_id: { column: 'user_id' }, kind: { column: 'kind' } },
  without_blocks: true,
};
