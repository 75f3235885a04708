// Rows of scoring reports. Each row is read together with the wrapped key with which the row is encrypted. This key
// belongs to the person or to the client.

import type { Scope } from '#domain/platform/scope.ts';
import type { ScoringStatus } from '#domain/reports/scoring-reports.ts';
import type { WrappedKey } from '#storage/platform/data-keys.ts';
import type { Db } from '#storage/platform/db.ts';

export type ScoringRow = {
  id: string;
  /** The person whose data was scored; null if the report was made from data that the client sent. */
  user_id: string | null;
  /**
   * The link whose data was scored. It is null if the report was made from all of the person's links, or from data that
   * the client sent.
   */
  link_id: string | null;
  refresh: boolean;
  status: ScoringStatus;
  sealed: Buffer;
  created_at: Date;
  updated_at: Date;
};
export type StoredScoringReport = ScoringRow & WrappedKey;

const INSERT = `insert into scoring_reports (client_id, environment, id, user_id, link_id, customer_hash, refresh, status,
  sealed, created_at, updated_at)`;
const VALUES = '$1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11';

/**
 * Inserts a report. Returns false if the person or link no longer exists. The insert locks the row of the person or
 * link, so a concurrent erasure happens either before or after the insert.
 */
export async function insertScoringReport(
  db: Db,
  scope: Scope,
  report: ScoringRow & { customer_hash: Buffer },
): Promise<boolean> {
  const { rowCount } = await db.query(`${INSERT} ${sourceOf(report)}`, [
    scope.client_id,
    scope.environment,
    report.id,
    report.user_id,
    report.link_id,
    report.customer_hash,
    report.refresh,
    report.status,
    report.sealed,
    report.created_at,
    report.updated_at,
  ]);
  return rowCount > 0;
}

function sourceOf({ user_id, link_id }: ScoringRow): string {
  const owned = 'where client_id = $1 and environment = $2 and id =';
  if (link_id !== null) return `select ${VALUES} from links ${owned} $5 and user_id = $4 for key share`;
  return user_id === null ? `values (${VALUES})` : `select ${VALUES} from users ${owned} $4 for key share`;
}

export async function findScoringReport(db: Db, scope: Scope, id: string): Promise<StoredScoringReport | undefined> {
  const { rows } = await db.query<StoredScoringReport>(
    `select r.id, r.user_id, r.link_id, r.refresh, r.status, r.sealed, r.created_at, r.updated_at,
       k.master_key_id, k.wrapped_key
     from scoring_reports r
     join data_keys k on k.client_id = r.client_id and k.environment = r.environment
       and k.owner_id = coalesce(r.user_id, r.client_id)
     where r.client_id = $1 and r.environment = $2 and r.id = $3`,
    [scope.client_id, scope.environment, id],
  );
  return rows[0];
}

/** Whether a report about this customer exists. */
export async function hasScoringReport(db: Db, scope: Scope, customer_hash: Buffer): Promise<boolean> {
  const { rowCount } = await db.query(
    'select 1 from scoring_reports where client_id = $1 and environment = $2 and customer_hash = $3 limit 1',
    [scope.client_id, scope.environment, customer_hash],
  );
  return rowCount > 0;
}

/** Writes the final state of a report. Returns false, and changes nothing, if the report already has a final state. */
export async function finishScoringReport(
  db: Db,
  scope: Scope,
  { id, status, sealed, updated_at }: Pick<ScoringRow, 'id' | 'status' | 'sealed' | 'updated_at'>,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `update scoring_reports set status = $4, sealed = $5, updated_at = $6
     where client_id = $1 and environment = $2 and id = $3 and status = 'processing'`,
    [scope.client_id, scope.environment, id, status, sealed, updated_at],
  );
  return rowCount > 0;
}

/** Deletes the person's reports, including reports of a single link. */
export async function deleteScoringReportsOf(tx: Db, scope: Scope, user_id: string): Promise<void> {
  await tx.query('delete from scoring_reports where client_id = $1 and environment = $2 and user_id = $3', [
    scope.client_id,
    scope.environment,
    user_id,
  ]);
}
