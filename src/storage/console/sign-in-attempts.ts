// Times of recent attempts to sign in, per account, per IP address of the visitor and, for the second factor, per user.
// All processes share these rows.
import type { Db } from '#storage/platform/db.ts';

const RESERVE = `
  insert into sign_in_attempts (subject_hash, attempted_at, updated_at) values ($1, array[$2::timestamptz], $2)
  on conflict (subject_hash) do update set updated_at = $2, attempted_at =
    array(select t from unnest(sign_in_attempts.attempted_at) as t where t > $3 order by t) || $2::timestamptz
  where (select count(*) from unnest(sign_in_attempts.attempted_at) as t where t > $3) < $4`;

/**
 * Records an attempt, unless `limit` attempts after `since` are already recorded. The row is locked during this check,
 * so concurrent attempts cannot exceed the limit.
 */
export async function reserveAttempt(
  db: Db,
  subject_hash: Buffer,
  { now, since, limit }: { now: Date; since: Date; limit: number },
): Promise<boolean> {
  const { rowCount } = await db.query(RESERVE, [subject_hash, now, since, limit]);
  return rowCount === 1;
}

/** Returns the times of the attempts after `since`, oldest first. */
export async function listAttempts(db: Db, subject_hash: Buffer, since: Date): Promise<Date[]> {
  const { rows } = await db.query<{ at: Date }>(
    'select t as at from sign_in_attempts, unnest(attempted_at) as t where subject_hash = $1 and t > $2 order by t',
    [subject_hash, since],
  );
  return rows.map(({ at }) => at);
}

/** Removes one attempt that was recorded at the given time. Called if the attempt succeeded. */
export async function releaseAttempt(db: Db, subject_hash: Buffer, at: Date): Promise<void> {
  await db.query(
    `update sign_in_attempts
     set attempted_at = attempted_at[:array_position(attempted_at, $2) - 1]
       || attempted_at[array_position(attempted_at, $2) + 1:]
     where subject_hash = $1 and array_position(attempted_at, $2) is not null`,
    [subject_hash, at],
  );
}
