// Finds or creates the users to whom the files of an upload belong.
import type { KeyObject } from 'node:crypto';
import { type InvalidParam, incorrect } from '#base/errors.ts';
import { isId } from '#base/ids.ts';
import type { Upload, UploadedFile, UploadedPerson } from '#domain/documents/uploads.ts';
import { placeUsers } from '#services/people/placed-users.ts';
import type { Ctx } from '#services/platform/ctx.ts';
import { findUser, holdUser } from '#storage/people/users.ts';

export type Addressee = { id: string; key: KeyObject };
type Addressees = {
  /** The user of each file; null if the request names no user for the file. */
  of_files: (Addressee | null)[];
  /** All users that the request names. Users in the list `people` come first. */
  user_ids: string[];
};

const NOTHING_KNOWN = { first_name: null, last_name: null, email: null, phone: null, ssn: null };

export async function placeAddressees(ctx: Ctx, { files, people }: Upload): Promise<Addressees> {
  const known = await knownUsers(ctx, files, people);
  const by_external_id = [
    ...people.filter(({ id }) => id === null),
    ...files.filter(({ external_user_id }) => external_user_id !== null),
  ];
  const placed = await placeUsers(
    ctx,
    by_external_id.map((person) => ({
      ...NOTHING_KNOWN,
      ...('first_name' in person ? { first_name: person.first_name, last_name: person.last_name } : {}),
      external_user_id: person.external_user_id,
    })),
  );
  const found = new Map<UploadedFile | UploadedPerson, Addressee>();
  for (const [at, person] of by_external_id.entries()) {
    const user = placed[at];
    if (user !== undefined) found.set(person, user);
  }
  const addresseeOf = (named: UploadedFile | UploadedPerson, id: string | null): Addressee | null =>
    (id === null ? found.get(named) : known.get(id)) ?? null;
  const of_people = people.map((person) => addresseeOf(person, person.id));
  const of_files = files.map((file) => addresseeOf(file, file.user_id));
  return { of_files, user_ids: [...of_people, ...of_files].flatMap((user) => (user === null ? [] : [user.id])) };
}

/** Finds and locks the users that are given by id, so that they cannot be erased until the transaction ends. */
async function knownUsers(
  ctx: Ctx,
  files: readonly UploadedFile[],
  people: readonly UploadedPerson[],
): Promise<Map<string, Addressee>> {
  const named = [
    ...files.map(({ user_id }, at) => ({ id: user_id, field: `documents.${at}.user_id` })),
    ...people.map(({ id }, at) => ({ id, field: `users.${at}.id` })),
  ];
  const known = new Map<string, Addressee>();
  const unknown: InvalidParam[] = [];
  for (const { id, field } of named) {
    if (id === null || known.has(id)) continue;
    const user =
      isId(id) && (await holdUser(ctx.db, ctx.scope, id)) ? await findUser(ctx.db, ctx.scope, id) : undefined;
    if (user === undefined) unknown.push({ field, message: 'Object not found.' });
    else known.set(id, { id, key: await ctx.vault.unwrap(ctx.scope, id, user) });
  }
  if (unknown.length > 0) throw incorrect(...unknown);
  return known;
}
