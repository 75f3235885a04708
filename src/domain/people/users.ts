// A user: a person who connects accounts. The schemas follow the table in the specification. The functions convert a
// request to the stored form.
import { type Static, Type } from 'typebox';
import { maskSsn } from '#base/mask.ts';
import {
  choice,
  Id,
  nullable,
  optionalText,
  PAGING,
  QueryBoolean,
  QueryText,
  QueryTimestamp,
  requiredText,
  sensitive,
  shape,
  Timestamp,
} from '#base/schema.ts';
import { toTimestamp } from '#base/timestamps.ts';
import { PRODUCT_TYPES } from '#domain/access/products.ts';
import { toE164, toSsn } from '#domain/platform/people.ts';

const PERSON = {
  first_name: optionalText(128),
  last_name: optionalText(128),
  email: optionalText(254, { format: 'email', examples: ['jane.roe@example.com'] }),
  phone: optionalText(128, { format: 'phone', examples: ['(415) 555-0134'] }),
  ssn: optionalText(128, { format: 'ssn', examples: ['991-91-9991'], description: '9 digits or the last 4.' }),
};

export const NewUser = shape('NewUser', 'A person to create.', {
  external_user_id: requiredText(512, { description: 'Your own id for this person; unique per environment.' }),
  ...PERSON,
});
export type NewUser = Static<typeof NewUser>;

export const UserChanges = shape('UserChanges', 'Changes to a user; absent fields stay unchanged.', {
  external_user_id: Type.Optional(requiredText(512)),
  ...PERSON,
});
export type UserChanges = Static<typeof UserChanges>;

export const UserListQuery = Type.Object({
  external_user_id: QueryText,
  product_type: Type.Optional(choice(PRODUCT_TYPES)),
  created_at__gte: QueryTimestamp,
  created_at__lte: QueryTimestamp,
  list_links: QueryBoolean,
  ...PAGING,
});
export type UserListQuery = Static<typeof UserListQuery>;

export const UserQuery = Type.Object({ list_links: QueryBoolean });

export const UserAnswer = shape('User', 'A person who connects accounts.', {
  id: Id,
  external_user_id: nullable(Type.String()),
  first_name: nullable(Type.String()),
  last_name: nullable(Type.String()),
  email: nullable(Type.String()),
  phone: nullable(Type.String({ description: 'E.164', examples: ['+14155550134'] })),
  ssn: sensitive('number', nullable(Type.String({ description: 'Masked.', examples: ['*****9991'] }))),
  created_at: Timestamp,
  updated_at: Timestamp,
});
export type UserAnswer = Static<typeof UserAnswer>;

/** Personal data, stored encrypted with the user's own data key. */
export type Person = {
  first_name: string | null;
  last_name: string | null;
  email: string | null;
  phone: string | null;
  ssn: string | null;
};

export type User = Person & {
  id: string;
  external_user_id: string | null;
  created_at: Date;
  updated_at: Date;
};

export const newUser = (input: NewUser, id: string, now: Date): User => ({
  id,
  external_user_id: input.external_user_id,
  first_name: given(input.first_name),
  last_name: given(input.last_name),
  email: given(input.email),
  phone: normalised(input.phone, toE164),
  ssn: normalised(input.ssn, toSsn),
  created_at: now,
  updated_at: now,
});

/** Absent fields stay unchanged. `null` and `""` clear a field, except `external_user_id`, which cannot be cleared. */
export const changeUser = (user: User, changes: UserChanges, now: Date): User => ({
  ...user,
  external_user_id: changes.external_user_id ?? user.external_user_id,
  first_name: changes.first_name === undefined ? user.first_name : given(changes.first_name),
  last_name: changes.last_name === undefined ? user.last_name : given(changes.last_name),
  email: changes.email === undefined ? user.email : given(changes.email),
  phone: changes.phone === undefined ? user.phone : normalised(changes.phone, toE164),
  ssn: changes.ssn === undefined ? user.ssn : normalised(changes.ssn, toSsn),
  updated_at: now,
});

export const presentUser = (user: User): UserAnswer => ({
  id: user.id,
  external_user_id: user.external_user_id,
  first_name: user.first_name,
  last_name: user.last_name,
  email: user.email,
  phone: user.phone,
  ssn: user.ssn === null ? null : maskSsn(user.ssn),
  created_at: toTimestamp(user.created_at),
  updated_at: toTimestamp(user.updated_at),
});

const given = (text: string | null | undefined): string | null => (text === undefined || text === '' ? null : text);

function normalised(text: string | null | undefined, normalise: (text: string) => string | undefined): string | null {
  const value = given(text);
  return value === null ? null : (normalise(value) ?? null);
}

/**
 * A name or an e-mail address in the form in which it is compared: in lower case, without accents, and with single
 * spaces.
 */
export const comparable = (text: string): string =>
  text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().trim().replaceAll(/\s+/g, ' ');
