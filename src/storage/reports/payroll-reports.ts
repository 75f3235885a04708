// Rows of payroll reports. A report is made for an administrator, and is read together with the administrator's wrapped
// key. A report is deleted when its link is deleted.

import type { Scope } from '#domain/platform/scope.ts';
import type { PayrollReportStatus } from '#domain/reports/payroll-administration.ts';
import type { WrappedKey } from '#storage/platform/data-keys.ts';
import type { Db } from '#storage/platform/db.ts';

export type NewPayrollReportRow = {
  id: string;
  link_id: string;
  start_date: string;
  end_date: string;
  created_at: Date;
};
export type StoredPayrollReport = NewPayrollReportRow &
  WrappedKey & { user_id: string; status: PayrollReportStatus; sealed: Buffer | null; completed_at: Date | null };

/**
 * Inserts a report. Returns false if the link no longer exists. The link's row is locked, so a concurrent deletion of
 * the link happens either entirely before or entirely after the insert.
 */
export async function insertPayrollReport(tx: Db, scope: Scope, report: NewPayrollReportRow): Promise<boolean> {
  const { rowCount } = await tx.query(
    `insert into payroll_reports (client_id, environment, id, user_id, link_id, status, start_date, end_date, created_at)
     select client_id, environment, $4, user_id, id, 'new', $5, $6, $7 from links
     where client_id = $1 and environment = $2 and id = $3 for key share`,
    [
      scope.client_id,
      scope.environment,
      report.link_id,
      report.id,
      report.start_date,
      report.end_date,
      report.created_at,
    ],
  );
  return rowCount > 0;
}

export async function findPayrollReport(db: Db, scope: Scope, id: string): Promise<StoredPayrollReport | undefined> {
  const { rows } = await db.query<StoredPayrollReport>(
    `select r.id, r.user_id, r.link_id, r.status, r.start_date, r.end_date, r.sealed, r.created_at, r.completed_at,
       k.master_key_id, k.wrapped_key
     from payroll_reports r
     join data_keys k on k.client_id = r.client_id and k.environment = r.environment and k.owner_id = r.user_id
     where r.client_id = $1 and r.environment = $2 and r.id = $3`,
    [scope.client_id, scope.environment, id],
  );
  return rows[0];
}

/** Writes the final state of a report. A report that already has a final state stays unchanged. */
export async function finishPayrollReport(
  tx: Db,
  scope: Scope,
  end: { id: string; status: Exclude<PayrollReportStatus, 'new'>; sealed: Buffer | null; completed_at: Date },
): Promise<void> {
  await tx.query(
    `update payroll_reports set status = $4, sealed = $5, completed_at = $6
     where client_id = $1 and environment = $2 and id = $3 and status = 'new'`,
    [scope.client_id, scope.environment, end.id, end.status, end.sealed, end.completed_at],
  );
}
