// Rows of certifications: one decision for each employment and account of an order.
import type { Decision, RejectionReason } from '#domain/orders/certifications.ts';
import type { Scope } from '#domain/platform/scope.ts';
import type { Db } from '#storage/platform/db.ts';

export type CertificationRow = {
  order_id: string;
  subject_id: string;
  user_id: string;
  kind: 'employment' | 'account';
  decision: Decision;
  rejection_reason: RejectionReason | null;
  sealed: Buffer;
  created_at: Date;
};

/**
 * Inserts the decision. If there already is a decision on this employment or account, the existing decision is kept.
 */
export async function insertCertification(tx: Db, scope: Scope, row: CertificationRow): Promise<void> {
  await tx.query(
    `insert into certifications (client_id, environment, order_id, subject_id, user_id, kind, decision,
       rejection_reason, sealed, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) on conflict do nothing`,
    [
      scope.client_id,
      scope.environment,
      row.order_id,
      row.subject_id,
      row.user_id,
      row.kind,
      row.decision,
      row.rejection_reason,
      row.sealed,
      row.created_at,
    ],
  );
}

/** Returns the certifications of an order, oldest first. */
export async function listCertifications(db: Db, scope: Scope, order_id: string): Promise<CertificationRow[]> {
  const { rows } = await db.query<CertificationRow>(
    `select order_id, subject_id, user_id, kind, decision, rejection_reason, sealed, created_at from certifications
     where client_id = $1 and environment = $2 and order_id = $3 order by inserted_at`,
    [scope.client_id, scope.environment, order_id],
  );
  return rows;
}

export async function deleteCertificationsOf(tx: Db, scope: Scope, user_id: string): Promise<void> {
  await tx.query('delete from certifications where client_id = $1 and environment = $2 and user_id = $3', [
    scope.client_id,
    scope.environment,
    user_id,
  ]);
}
