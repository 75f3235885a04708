// Rows of notices that live providers sent, and of the logins that such notices name. All functions except
// `upsertLinkLogin` need the system scope, because a notice does not say to which client it belongs.
import type { Scope } from '#domain/platform/scope.ts';
import type { Db } from '#storage/platform/db.ts';

/** Stores the login of a link. If the link was connected again with a new login, replaces the old login. */
export async function upsertLinkLogin(tx: Db, scope: Scope, link_id: string, login_hash: Buffer): Promise<void> {
  await tx.query(
    `insert into link_logins (client_id, environment, link_id, login_hash) values ($1, $2, $3, $4)
     on conflict (client_id, environment, link_id) do update set login_hash = excluded.login_hash`,
    [scope.client_id, scope.environment, link_id, login_hash],
  );
}

export type NoticedLink = Scope & { link_id: string };

export async function listLinksByLogin(db: Db, hashes: readonly Buffer[], limit: number): Promise<NoticedLink[]> {
  const { rows } = await db.query<NoticedLink>(
    `select client_id, environment, link_id from link_logins where login_hash = any($1)
     order by client_id, environment, link_id limit $2`,
    [hashes, limit],
  );
  return rows;
}

export type NoticeRow = { provider_id: string; notice_hash: Buffer; received_at: Date };

/**
 * Inserts a notice. Returns false if the same notice already arrived after `since`. If the same notice arrived before
 * that time, its row is replaced.
 */
export async function insertNotice(tx: Db, notice: NoticeRow, since: Date): Promise<boolean> {
  const { rowCount } = await tx.query(
    `insert into provider_notices as known (provider_id, notice_hash, received_at) values ($1, $2, $3)
     on conflict (provider_id, notice_hash) do update set received_at = excluded.received_at
       where known.received_at <= $4`,
    [notice.provider_id, notice.notice_hash, notice.received_at, since],
  );
  return rowCount > 0;
}
