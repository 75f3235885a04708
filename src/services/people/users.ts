// Creates, reads and changes users. user-erasure.ts erases them.

import type { KeyObject } from 'node:crypto';
import { incorrect } from '#base/errors.ts';
import { seal } from '#base/sealing.ts';
import {
  changeUser,
  comparable,
  type NewUser,
  newUser,
  type Person,
  type User,
  type UserChanges,
  type UserListQuery,
} from '#domain/people/users.ts';
import { type Paging, parseRange } from '#domain/platform/pages.ts';
import type { Scope } from '#domain/platform/scope.ts';
import { type Ctx, inTransaction, missing } from '#services/platform/ctx.ts';
import { place } from '#services/platform/vault.ts';
import {
  EXTERNAL_USER_ID_TAKEN,
  findUser,
  findUserWithReports,
  insertUser,
  listUsersByName,
  listUsersWithoutHashes,
  lockUser,
  type NameHashes,
  type StoredUser,
  USERS,
  type UserRow,
  updateUser as updateRow,
  writeNameHashes,
} from '#storage/people/users.ts';
import { isUniqueViolation } from '#storage/platform/db.ts';
import { readPage } from '#storage/platform/lists/pages.ts';
import type { NewestReports } from '#storage/reports/user-reports.ts';

export async function createUser(ctx: Ctx, input: NewUser): Promise<User> {
  const user = newUser(input, ctx.newId(), ctx.now());
  const { row, key } = ctx.vault.newDataKey(ctx.scope, user.id);
  await unlessTaken(insertUser(ctx.db, ctx.scope, sealUser(ctx, user, key), row));
  return user;
}

export const getUser = async (ctx: Ctx, id: string): Promise<User> => openUser(ctx, await getStoredUser(ctx, id));

/** The user, with the id of their newest report of each kind. */
export async function getUserWithReports(ctx: Ctx, id: string): Promise<{ user: User; newest: NewestReports }> {
  const stored = await findUserWithReports(ctx.db, ctx.scope, id);
  if (stored === undefined) throw await missing(ctx, (db, scope) => findUser(db, scope, id));
  const { voie_report_id, voa_report_id, income_insights_report_id } = stored;
  return { user: await openUser(ctx, stored), newest: { voie_report_id, voa_report_id, income_insights_report_id } };
}

/** The user's row, still sealed, for callers that need only the user's data key. */
export async function getStoredUser(ctx: Ctx, id: string): Promise<StoredUser> {
  const stored = await findUser(ctx.db, ctx.scope, id);
  if (stored === undefined) throw await missing(ctx, (db, scope) => findUser(db, scope, id));
  return stored;
}

export async function listUsers(
  ctx: Ctx,
  query: UserListQuery,
  paging: Paging,
): Promise<{ count: number; users: User[] }> {
  const { count, rows, needs_closing } = await readPage<StoredUser>(ctx.db, ctx.scope, USERS, {
    ...query,
    ...paging,
    ...parseRange(query),
  });
  if (needs_closing) ctx.block_closer.wake(ctx.database.scoped(ctx.scope), ctx.scope, USERS);
  return { count, users: await Promise.all(rows.map((row) => openUser(ctx, row))) };
}

export async function updateUser(ctx: Ctx, id: string, changes: UserChanges): Promise<User> {
  return inTransaction(ctx, async (ctx) => {
    const stored = await lockUser(ctx.db, ctx.scope, id);
    if (stored === undefined) throw await missing(ctx, (db, scope) => findUser(db, scope, id));
    const user = changeUser(await openUser(ctx, stored), changes, ctx.now());
    const key = await ctx.vault.unwrap(ctx.scope, id, stored);
    await unlessTaken(updateRow(ctx.db, ctx.scope, sealUser(ctx, user, key)));
    return user;
  });
}

const sealedPlace = (scope: Scope, id: string): string => place(scope, 'users', 'sealed', id);

export function sealUser(ctx: Ctx, user: User, key: KeyObject): UserRow {
  const { first_name, last_name, email, phone, ssn } = user;
  const person: Person = { first_name, last_name, email, phone, ssn };
  return {
    id: user.id,
    external_user_id: user.external_user_id,
    sealed: seal(key, JSON.stringify(person), sealedPlace(ctx.scope, user.id)),
    ssn_hash: ssn?.length === 9 ? ctx.vault.hash('ssn', ctx.scope.client_id, ssn) : null,
    ssn_last4_hash: ssn === null ? null : ctx.vault.hash('ssn_last4', ctx.scope.client_id, ssn.slice(-4)),
    ...nameHashes(ctx, user),
    created_at: user.created_at,
    updated_at: user.updated_at,
  };
}

function nameHashes(
  { vault, scope }: Ctx,
  { first_name, last_name, email }: Omit<Person, 'phone' | 'ssn'>,
): NameHashes {
  const hash = (purpose: 'person_email' | 'person_name' | 'person_last_name', ...parts: (string | null)[]) => {
    const text = comparable(parts.filter((part) => part !== null).join(' '));
    return text === '' ? null : vault.hash(purpose, scope.client_id, text);
  };
  return {
    email_hash: hash('person_email', email),
    name_hash: hash('person_name', first_name, last_name),
    last_name_hash: hash('person_last_name', last_name),
  };
}

/**
 * People who were stored by an earlier version have no name hashes. One search adds the hashes of at most this many
 * people.
 */
const HASHED_AT_ONCE = 200;

/** Finds people by email address, full name or last name. The search ignores case, accents and spaces. */
export async function findPeople(ctx: Ctx, text: string, limit: number): Promise<User[]> {
  const without = await listUsersWithoutHashes(ctx.db, ctx.scope, HASHED_AT_ONCE);
  if (without.length > 0) {
    const people = await Promise.all(without.map((row) => openUser(ctx, row)));
    await writeNameHashes(
      ctx.db,
      ctx.scope,
      people.map((person) => ({ id: person.id, ...nameHashes(ctx, person) })),
    );
  }
  const names = nameHashes(ctx, { first_name: null, last_name: text, email: text });
  const full = nameHashes(ctx, { first_name: text, last_name: null, email: null });
  const rows = await listUsersByName(ctx.db, ctx.scope, { ...names, name_hash: full.name_hash }, limit);
  const once = [...new Map(rows.map((row) => [row.id, row])).values()].slice(0, limit);
  return Promise.all(once.map((row) => openUser(ctx, row)));
}

export async function openUser(ctx: Ctx, stored: StoredUser): Promise<User> {
  const where = sealedPlace(ctx.scope, stored.id);
  const person = (await ctx.vault.readRecord(ctx.scope, stored.id, stored, stored.sealed, where)) as Person;
  return {
    id: stored.id,
    external_user_id: stored.external_user_id,
    ...person,
    created_at: stored.created_at,
    updated_at: stored.updated_at,
  };
}

async function unlessTaken(write: Promise<void>): Promise<void> {
  try {
    await write;
  } catch (error) {
    if (!isUniqueViolation(error, EXTERNAL_USER_ID_TAKEN)) throw error;
    throw incorrect({ field: 'external_user_id', message: 'User with this external_user_id already exists.' });
  }
}
