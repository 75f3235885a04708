// Finds the users of orders and document collections by the client's `external_user_id`, or creates them.
import type { KeyObject } from 'node:crypto';
import { mapInTurns } from '#base/turns.ts';
import type { Person, User } from '#domain/people/users.ts';
import type { Ctx } from '#services/platform/ctx.ts';
import { insertUsers, lockUsersByExternalId, updateUser } from '#storage/people/users.ts';
import type { WrappedKey } from '#storage/platform/data-keys.ts';
import { openUser, sealUser } from './users.ts';

export type OrderedPerson = Person & { external_user_id: string | null };
type Placed = { user: User; key: KeyObject; row: WrappedKey; is_new: boolean; is_changed: boolean };

/**
 * Returns one user per person, in the same sequence as `people`. Known users keep their data; only missing fields are
 * filled in.
 */
export async function placeUsers(
  ctx: Ctx,
  people: readonly OrderedPerson[],
): Promise<{ id: string; key: KeyObject }[]> {
  const known = await knownPeople(ctx, people);
  const placed = await mapInTurns(people, (person) => {
    const found = person.external_user_id === null ? undefined : known.get(person.external_user_id);
    const place = found ?? newPerson(ctx, person);
    if (found !== undefined) fill(ctx, found, person);
    else if (person.external_user_id !== null) known.set(person.external_user_id, place);
    return place;
  });
  const all = [...new Set(placed)];
  const fresh = all.filter(({ is_new }) => is_new);
  const sealed = await mapInTurns(fresh, ({ user, key, row }) => ({ ...sealUser(ctx, user, key), ...row }));
  await insertUsers(ctx.db, ctx.scope, sealed);
  for (const { user, key } of all.filter(({ is_new, is_changed }) => is_changed && !is_new)) {
    await updateUser(ctx.db, ctx.scope, sealUser(ctx, user, key));
  }
  return placed.map(({ user, key }) => ({ id: user.id, key }));
}

async function knownPeople(ctx: Ctx, people: readonly OrderedPerson[]): Promise<Map<string, Placed>> {
  const names = new Set(people.map(({ external_user_id }) => external_user_id).filter((name) => name !== null));
  if (names.size === 0) return new Map();
  const stored = await lockUsersByExternalId(ctx.db, ctx.scope, [...names]);
  const entries = await Promise.all(
    stored.map(async (row): Promise<[string, Placed]> => {
      const [user, key] = await Promise.all([openUser(ctx, row), ctx.vault.unwrap(ctx.scope, row.id, row)]);
      if (row.external_user_id === null) throw new Error('a person found by external_user_id has no external_user_id');
      return [row.external_user_id, { user, key, row, is_new: false, is_changed: false }];
    }),
  );
  return new Map(entries);
}

function newPerson(ctx: Ctx, person: OrderedPerson): Placed {
  const now = ctx.now();
  const user: User = { ...person, id: ctx.newId(), created_at: now, updated_at: now };
  return { user, ...ctx.vault.newDataKey(ctx.scope, user.id), is_new: true, is_changed: false };
}

const FIELDS = ['first_name', 'last_name', 'email', 'phone', 'ssn'] as const;

function fill(ctx: Ctx, place: Placed, person: Person): void {
  const missing = FIELDS.filter((name) => place.user[name] === null && person[name] !== null);
  if (missing.length === 0) return;
  const filled = Object.fromEntries(missing.map((name) => [name, person[name]]));
  place.user = { ...place.user, ...filled, updated_at: ctx.now() };
  place.is_changed = true;
}
