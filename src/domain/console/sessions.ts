// Sessions of dashboard users: what a session still needs before it is complete, how long it lasts, and its schemas.
import { type Static, Type } from 'typebox';
import { choice, Id, shape, Timestamp } from '#base/schema.ts';
import { toTimestamp } from '#base/timestamps.ts';
import { ENVIRONMENTS, type Environment } from '#domain/platform/scope.ts';
import { ROLES, type Role } from './roles.ts';

/**
 * What a session still needs. `second_factor`: a code or a passkey of the user. `enroll`: the user must set up a second
 * factor first. `complete`: nothing.
 */
export const STAGES = ['second_factor', 'enroll', 'complete'] as const;
export type Stage = (typeof STAGES)[number];

export const FACTOR_METHODS = ['totp', 'passkey', 'recovery'] as const;
export type FactorMethod = (typeof FACTOR_METHODS)[number];

export type Membership = { client_id: string; client_name: string; environment: Environment; role: Role };

export type ConsoleSession = {
  id: string;
  user: { id: string; email: string; name: string };
  /** The client to which the user belongs. The user may also have memberships in other clients. */
  client_id: string;
  stage: Stage;
  memberships: Membership[];
  csrf_token: string;
  expires_at: Date;
};

const HOUR_MS = 3_600_000;
export const SESSION_IDLE_MS = 12 * HOUR_MS;
export const SESSION_LIFE_MS = 7 * 24 * HOUR_MS;
/** How long a session may wait for the second factor. */
export const SESSION_INCOMPLETE_MS = HOUR_MS / 4;
/**
 * The maximum number of sessions per user, which is more than the number of browsers that a person uses. The limit
 * prevents a script that signs in again and again from filling the table.
 */
export const SESSIONS_PER_USER_MAX = 50;
/** The stored time at which the session was last used is updated at most once per this interval. */
export const SESSION_SEEN_MS = 60_000;
/**
 * How long the previous secret stays valid after a rotation. Requests that were sent before the rotation still use the
 * previous secret.
 */
export const SESSION_GRACE_MS = 30_000;

/**
 * The time at which the session ends if it is no longer used. A session that is used ends at `expires_at` at the
 * latest.
 */
export function endOfSession(session: { stage: Stage; last_seen_at: Date; expires_at: Date }): Date {
  const idle_ms = session.stage === 'complete' ? SESSION_IDLE_MS : SESSION_INCOMPLETE_MS;
  return new Date(Math.min(session.last_seen_at.getTime() + idle_ms, session.expires_at.getTime()));
}

/**
 * The stage of a session right after the user entered the correct password. In prod, every user needs a second factor.
 */
export function firstStage(methods: readonly FactorMethod[], environments: readonly Environment[]): Stage {
  if (methods.length > 0) return 'second_factor';
  return environments.includes('prod') ? 'enroll' : 'complete';
}

export const membershipOf = (session: ConsoleSession, client_id: string, environment: string): Membership | undefined =>
  session.memberships.find((one) => one.client_id === client_id && one.environment === environment);

export const SessionView = shape('ConsoleSession', 'The session of a dashboard user.', {
  id: Id,
  stage: choice(STAGES),
  methods: Type.Array(choice(FACTOR_METHODS)),
  user: Type.Object({ id: Id, email: Type.String(), name: Type.String() }),
  memberships: Type.Array(
    Type.Object({
      client_id: Id,
      client_name: Type.String(),
      environment: choice(ENVIRONMENTS),
      role: choice(ROLES),
    }),
  ),
  csrf_token: Type.String(),
  expires_at: Timestamp,
});
export type SessionView = Static<typeof SessionView>;

/** Before the second factor, a session shows neither the user's name nor the memberships. */
export function presentSession(session: ConsoleSession, methods: FactorMethod[]): SessionView {
  const { id, stage, user, memberships, csrf_token } = session;
  const is_known = stage !== 'second_factor';
  return {
    id,
    stage,
    methods,
    user: is_known ? user : { ...user, name: '' },
    memberships: is_known ? memberships : [],
    csrf_token,
    expires_at: toTimestamp(session.expires_at),
  };
}

export const SessionList = Type.Object({
  results: Type.Array(
    Type.Object({
      id: Id,
      created_at: Timestamp,
      last_seen_at: Timestamp,
      ip: Type.String(),
      user_agent: Type.String(),
      is_current: Type.Boolean(),
    }),
  ),
});
