// Entries of the audit log: who saw or changed what, when, from where and why. The entries of a client form a chain:
// the hash of each entry covers the entry itself and the hash of the previous entry, so that no entry can be changed or
// removed unnoticed.
import { createHash } from 'node:crypto';
import { type Static, type TSchema, Type } from 'typebox';
import { choice, Id, nullable, PAGING, pageOf, QueryText, QueryTimestamp, shape, Timestamp } from '#base/schema.ts';
import { toTimestamp } from '#base/timestamps.ts';
import { ENVIRONMENTS, type Environment } from '#domain/platform/scope.ts';

/** The purpose for which a user wants to see the full values of masked fields. */
export const PURPOSES = ['underwriting', 'support', 'dispute', 'audit'] as const;
export type Purpose = (typeof PURPOSES)[number];

/** Entries are kept for seven years. Older entries are removed, but the hash of the last removed entry is kept. */
export const AUDIT_KEPT_DAYS = 7 * 365;

/** The dashboard user who performs an action, and the user's IP address. */
export type Actor = { user_id: string; email: string; ip: string };

/** The data that is recorded about an action. `before` and `after` must contain no personal data. */
export type NewAuditEntry = {
  action: string;
  object: string;
  purpose?: Purpose;
  before?: unknown;
  after?: unknown;
};

/**
 * An entry as it is stored. `number` is the entry's position among all entries of the client. `place` is its position
 * among the entries of the environment.
 */
export type AuditEntry = {
  client_id: string;
  environment: Environment;
  number: number;
  place: number;
  at: Date;
  user_id: string;
  email: string;
  ip: string;
  action: string;
  object: string;
  purpose: Purpose | null;
  before: unknown;
  after: unknown;
  hash: string;
};

/** The first entry of a client has no previous entry. This value takes the place of the previous hash. */
export const FIRST_HASH = '0'.repeat(64);

/**
 * Computes the SHA-256 of a text that consists of the previous hash (as 64 hex digits) and the canonical JSON of the
 * entry. The JSON has the form in which the entry is shown, without the field `hash`.
 */
export function hashOfEntry(previous_hash: string, entry: Omit<AuditEntry, 'hash'>): string {
  const { hash: _hash, ...shown } = presentAuditEntry({ ...entry, hash: '' });
  return createHash('sha256').update(previous_hash).update(canonicalJson(shown)).digest('hex');
}

/** JSON with sorted keys and without spaces (RFC 8785, for strings, integers, booleans, null, lists and objects). */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const fields = Object.entries(value).filter(([, part]) => part !== undefined);
  return `{${fields
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, part]) => `${JSON.stringify(name)}:${canonicalJson(part)}`)
    .join(',')}}`;
}

const AuditActor = shape('AuditActor', 'The dashboard user who acted.', { user_id: Id, email: Type.String() });

export const AuditEntryAnswer = shape('AuditEntry', 'One entry of the audit log.', {
  number: Type.Integer({ description: 'Counts all entries of the client, from 1.' }),
  client_id: Id,
  environment: choice(ENVIRONMENTS),
  at: Timestamp,
  actor: AuditActor,
  ip: Type.String(),
  action: Type.String(),
  object: Type.String(),
  purpose: nullable(Type.String()),
  before: Type.Unsafe<unknown>({}),
  after: Type.Unsafe<unknown>({}),
  hash: Type.String(),
});
export type AuditEntryAnswer = Static<typeof AuditEntryAnswer>;
export const AuditPage = pageOf(AuditEntryAnswer);

export const presentAuditEntry = (entry: AuditEntry): AuditEntryAnswer => ({
  number: entry.number,
  client_id: entry.client_id,
  environment: entry.environment,
  at: toTimestamp(entry.at),
  actor: { user_id: entry.user_id, email: entry.email },
  ip: entry.ip,
  action: entry.action,
  object: entry.object,
  purpose: entry.purpose,
  before: entry.before,
  after: entry.after,
  hash: entry.hash,
});

const FILTERS = {
  /** The id or the e-mail address of a dashboard user. */
  actor: QueryText,
  action: QueryText,
  object: QueryText,
  created_at__gte: QueryTimestamp,
  created_at__lte: QueryTimestamp,
};
export const AuditListQuery = Type.Object({ ...FILTERS, ...PAGING });
export const AuditExportQuery = Type.Object(FILTERS);
export const AuditEntryParams = Type.Object({ number: Type.String({ pattern: '^[0-9]{1,15}$' }) });
export type AuditFilters = Static<typeof AuditExportQuery>;

/**
 * Returns the names of those given filters that the schema declares. Only these names are recorded, because the name of
 * any other query parameter could contain personal data.
 */
export function declaredNames(schema: TSchema, given: unknown): string[] {
  if (!Type.IsObject(schema) || typeof given !== 'object' || given === null) return [];
  return Object.keys(given).filter((name) => Object.hasOwn(schema.properties, name));
}
