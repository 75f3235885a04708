// Rows of the sessions of dashboard users. A session is found by the hash of the secret in its cookie.
import type { ConsoleSession, Membership, Stage } from '#domain/console/sessions.ts';
import type { Db } from '#storage/platform/db.ts';

export type SessionRow = {
  client_id: string;
  id: string;
  dashboard_user_id: string;
  secret_hash: Buffer;
  stage: Stage;
  created_at: Date;
  last_seen_at: Date;
  expires_at: Date;
  ip: string;
  user_agent: string;
};

export type FoundSessionRow = Pick<SessionRow, 'client_id' | 'id' | 'stage' | 'last_seen_at' | 'expires_at'> & {
  /** True if the session needs a new secret after a change of role, and the request was sent with the old secret. */
  must_rotate: boolean;
  user: ConsoleSession['user'];
  memberships: Membership[];
};

/**
 * Finds a session, together with its user and the user's memberships. Needs the system scope, because the client is not
 * known yet. After a rotation, the previous secret is accepted until `previous_until`.
 */
export async function findSessionRow(db: Db, secret_hash: Buffer, now: Date): Promise<FoundSessionRow | undefined> {
  const { rows } = await db.query<FoundSessionRow>(
    `select s.client_id, s.id, s.stage, s.last_seen_at, s.expires_at, s.must_rotate and s.secret_hash = $1 as must_rotate,
       json_build_object('id', u.id, 'email', u.email, 'name', u.name) as "user",
       coalesce((
         select json_agg(json_build_object('client_id', m.client_id, 'client_name', c.name,
           'environment', m.environment, 'role', m.role) order by c.name, m.client_id, m.environment desc)
         from dashboard_members m join clients c on c.id = m.client_id
         where m.home_client_id = s.client_id and m.dashboard_user_id = s.dashboard_user_id), '[]') as memberships
     from dashboard_sessions s join dashboard_users u on u.client_id = s.client_id and u.id = s.dashboard_user_id
     where s.secret_hash = $1 or (s.previous_hash = $1 and s.previous_until > $2)`,
    [secret_hash, now],
  );
  return rows[0];
}

export async function insertSession(db: Db, session: SessionRow): Promise<void> {
  await db.query(
    `insert into dashboard_sessions
       (client_id, id, dashboard_user_id, secret_hash, stage, created_at, last_seen_at, expires_at, ip, user_agent)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      session.client_id,
      session.id,
      session.dashboard_user_id,
      session.secret_hash,
      session.stage,
      session.created_at,
      session.last_seen_at,
      session.expires_at,
      session.ip,
      session.user_agent,
    ],
  );
}

/**
 * Replaces the secret after a change of role. If several requests use the old secret, only the first request replaces
 * it. Returns false for the other requests.
 */
export async function rotateSecret(
  db: Db,
  session: { client_id: string; id: string },
  hashes: { old: Buffer; next: Buffer },
  previous_until: Date,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `update dashboard_sessions
     set secret_hash = $4, previous_hash = $3, previous_until = $5, must_rotate = false
     where client_id = $1 and id = $2 and secret_hash = $3 and must_rotate`,
    [session.client_id, session.id, hashes.old, hashes.next, previous_until],
  );
  return rowCount === 1;
}

/** Marks all sessions of a user, so that the next request of each session gets a new secret. */
export async function requireRotation(db: Db, client_id: string, dashboard_user_id: string): Promise<void> {
  await db.query('update dashboard_sessions set must_rotate = true where client_id = $1 and dashboard_user_id = $2', [
    client_id,
    dashboard_user_id,
  ]);
}

export async function touchSession(db: Db, client_id: string, id: string, last_seen_at: Date): Promise<void> {
  await db.query(
    'update dashboard_sessions set last_seen_at = $3 where client_id = $1 and id = $2 and last_seen_at < $3',
    [client_id, id, last_seen_at],
  );
}

/** Deletes one session of a user and returns it; undefined if the user has no such session. */
export async function deleteSession(
  db: Db,
  client_id: string,
  dashboard_user_id: string,
  id: string,
): Promise<SessionRow | undefined> {
  const { rows } = await db.query<SessionRow>(
    `delete from dashboard_sessions where client_id = $1 and dashboard_user_id = $2 and id = $3 returning ${COLUMNS}`,
    [client_id, dashboard_user_id, id],
  );
  return rows[0];
}

/** Deletes all sessions of a user, except the session with the id `spared`. */
export async function deleteSessions(db: Db, client_id: string, dashboard_user_id: string, spared = ''): Promise<void> {
  await db.query('delete from dashboard_sessions where client_id = $1 and dashboard_user_id = $2 and id <> $3', [
    client_id,
    dashboard_user_id,
    spared,
  ]);
}

/** Deletes the older sessions of a user, and keeps the newest ones. `kept` is the number of sessions to keep. */
export async function deleteOldestSessions(
  db: Db,
  client_id: string,
  dashboard_user_id: string,
  kept: number,
): Promise<void> {
  await db.query(
    `delete from dashboard_sessions where client_id = $1 and id in (
       select id from dashboard_sessions where client_id = $1 and dashboard_user_id = $2
       order by created_at desc, id desc offset $3)`,
    [client_id, dashboard_user_id, kept],
  );
}

/** Returns the sessions of a user, newest first. */
export async function listSessionRows(db: Db, client_id: string, dashboard_user_id: string): Promise<SessionRow[]> {
  const { rows } = await db.query<SessionRow>(
    `select ${COLUMNS} from dashboard_sessions where client_id = $1 and dashboard_user_id = $2 order by created_at desc, id`,
    [client_id, dashboard_user_id],
  );
  return rows;
}

const COLUMNS =
  'client_id, id, dashboard_user_id, secret_hash, stage, created_at, last_seen_at, expires_at, ip, user_agent';

export type Challenge = { value: string; purpose: 'sign_in' | 'registration'; expires_at: Date };

export async function setChallenge(
  db: Db,
  session: { client_id: string; id: string },
  challenge: Challenge,
): Promise<void> {
  await db.query(
    `update dashboard_sessions set challenge = $3, challenge_purpose = $4, challenge_expires_at = $5
     where client_id = $1 and id = $2`,
    [session.client_id, session.id, challenge.value, challenge.purpose, challenge.expires_at],
  );
}

/** Returns the session's challenge and deletes it from the session, so that the challenge cannot be used again. */
export async function takeChallenge(
  db: Db,
  session: { client_id: string; id: string },
  purpose: Challenge['purpose'],
  now: Date,
): Promise<string | undefined> {
  const { rows } = await db.query<{ challenge: string }>(
    `with taken as (select challenge from dashboard_sessions
       where client_id = $1 and id = $2 and challenge_purpose = $3 and challenge_expires_at > $4 for update)
     update dashboard_sessions s set challenge = null, challenge_purpose = null, challenge_expires_at = null
     from taken where s.client_id = $1 and s.id = $2 returning taken.challenge`,
    [session.client_id, session.id, purpose, now],
  );
  return rows[0]?.challenge;
}
