// Access keys: which environment a secret belongs to, and the schemas of a key.
import { type Static, Type } from 'typebox';
import { maskSecret } from '#base/mask.ts';
import { choice, Id, nullable, optionalChoice, optionalName, sensitive, shape, Timestamp } from '#base/schema.ts';
import { toTimestamp } from '#base/timestamps.ts';
import { ENVIRONMENTS, type Environment } from '#domain/platform/scope.ts';

export const ACTIVE_KEYS_MAX = 2;

const SECRET = /^(sandbox|prod)-[0-9a-f]{40}$/;

/** The environment named by the secret's prefix; `undefined` if the string does not have the format of our secrets. */
export function environmentOf(secret: string): Environment | undefined {
  const prefix = SECRET.exec(secret)?.[1];
  return ENVIRONMENTS.find((environment) => environment === prefix);
}

export const NewKey = shape('NewKey', 'An access key to create.', { env_type: optionalChoice(ENVIRONMENTS) });

export const KeyToDeactivate = shape('KeyToDeactivate', 'The access key to deactivate, by its id or its secret.', {
  id: optionalName(),
  access_secret: optionalName(),
});
export type KeyToDeactivate = Static<typeof KeyToDeactivate>;

const KEY = {
  id: Id,
  client_id: Id,
  env_type: choice(ENVIRONMENTS),
  is_active: Type.Boolean(),
  masked_secret: Type.String({ examples: ['sandbox-************************************1f9c'] }),
  created_at: Timestamp,
  last_used_at: nullable(Timestamp),
  deactivated_at: nullable(Timestamp),
};
export const KeyAnswer = shape('Key', 'An access key.', KEY);
export type KeyAnswer = Static<typeof KeyAnswer>;
/** The response to the creation of a key. It is the only response that contains the secret itself. */
export const NewKeyAnswer = shape('CreatedKey', 'An access key with its secret.', {
  ...KEY,
  access_secret: sensitive('secret', Type.String()),
});

export type Key = {
  id: string;
  client_id: string;
  environment: Environment;
  secret_last4: string;
  created_at: Date;
  last_used_at: Date | null;
  deactivated_at: Date | null;
};

export const presentKey = (key: Key): KeyAnswer => ({
  id: key.id,
  client_id: key.client_id,
  env_type: key.environment,
  is_active: key.deactivated_at === null,
  masked_secret: maskSecret(`${key.environment}-`, key.secret_last4),
  created_at: toTimestamp(key.created_at),
  last_used_at: key.last_used_at === null ? null : toTimestamp(key.last_used_at),
  deactivated_at: key.deactivated_at === null ? null : toTimestamp(key.deactivated_at),
});
