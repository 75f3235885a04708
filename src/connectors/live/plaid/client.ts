// The only file that sends requests to Plaid. Every request is a POST with the operator's keys in its body.
import { type Static, type TSchema, Type } from 'typebox';
import { Check } from 'typebox/value';
import { type Io, type IoResponse, ProviderFailure } from '#connectors/contract.ts';
import { busy } from '#connectors/live/busy.ts';
import { secret } from '#connectors/live/kinds.ts';
import { list, text } from '#connectors/live/shapes.ts';
import { readJson } from '#connectors/wire.ts';
import { PlaidFailure } from './errors.ts';
import { PlaidError } from './wire.ts';

export const Settings = Type.Object({
  /** The address of Plaid's API: `https://production.plaid.com` or `https://sandbox.plaid.com`. */
  base_url: Type.String({ pattern: '^https?://[^/?#@]+(/[^?#]*)?$', maxLength: 512 }),
  client_id: text(256),
  secret: secret(text(256)),
  /** The name that Plaid's page shows to the person. */
  client_name: Type.Optional(Type.String({ minLength: 1, maxLength: 30 })),
  country_codes: Type.Optional(list(Type.String({ pattern: '^[A-Z]{2}$' }), 30)),
  language: Type.Optional(Type.String({ pattern: '^[a-z]{2}$' })),
});
export type Settings = Static<typeof Settings>;

export const urlOf = ({ base_url }: Settings): string => base_url.replace(/\/+$/, '');

export async function ask<Schema extends TSchema>(
  settings: Settings,
  path: string,
  body: object,
  schema: Schema,
  io: Io,
): Promise<Static<Schema>> {
  const response = await io.fetch(`${urlOf(settings)}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({ client_id: settings.client_id, secret: settings.secret, ...body }),
  });
  if (response.status !== 200) throw failureOf(response, io);
  return readJson(schema, response);
}

function failureOf(response: IoResponse, io: Io): ProviderFailure {
  const error = errorIn(response.body);
  if (response.status === 429 || error?.error_type === 'RATE_LIMIT_EXCEEDED') {
    const is_bank = error?.error_code === 'INSTITUTION_RATE_LIMIT';
    return busy('Plaid', response, io, is_bank ? 'institution' : 'provider');
  }
  if (error !== undefined) return new PlaidFailure(error);
  return new ProviderFailure('unavailable', 'Plaid is not available. Please try again later.');
}

function errorIn(body: string): PlaidError | undefined {
  try {
    const value: unknown = JSON.parse(body);
    return Check(PlaidError, value) ? value : undefined;
  } catch {
    return undefined;
  }
}
