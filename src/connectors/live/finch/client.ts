// The settings of Finch, and the requests for a company's data. The requests of the login are in connect.ts and
// sessions.ts.
import { type Static, type TSchema, Type } from 'typebox';
import { type Io, type IoResponse, ProviderFailure } from '#connectors/contract.ts';
import { busy } from '#connectors/live/busy.ts';
import { secret } from '#connectors/live/kinds.ts';
import { text } from '#connectors/live/shapes.ts';
import { matches, readJson } from '#connectors/wire.ts';
import { Batch } from './wire.ts';

const url = Type.String({ pattern: '^https?://[^/?#@]+(/[^?#]*)?$', maxLength: 512 });

export const Settings = Type.Object({
  /** The address of Finch's API: `https://api.tryfinch.com`. */
  base_url: url,
  client_id: text(256),
  secret: secret(text(256)),
  /**
   * Set only for tests. `finch`: companies that Finch invented. `provider`: the test environment of the payroll system.
   */
  sandbox: Type.Optional(Type.Union([Type.Literal('finch'), Type.Literal('provider')])),
  /** The secret of the webhook in Finch's dashboard, in base64. If it is missing, all webhooks are rejected. */
  webhook_secret: Type.Optional(secret(Type.String({ pattern: '^[A-Za-z0-9+/]{8,}={0,2}$', maxLength: 256 }))),
});
export type Settings = Static<typeof Settings>;

export const baseOf = ({ base_url }: Settings): string => base_url.replace(/\/+$/, '');

export const API_HEADERS = { accept: 'application/json', 'finch-api-version': '2020-09-17' } as const;

/**
 * Thrown while Finch is still fetching data from the company's payroll system (status 202). The payroll system causes
 * the delay, not Finch.
 */
export class Pending extends ProviderFailure {
  constructor() {
    super('unavailable', 'Finch is still preparing the data. Please try again later.', { scope: 'institution' });
  }
}

export async function ask<Schema extends TSchema>(
  settings: Settings,
  access_token: string,
  path: string,
  schema: Schema,
  io: Io,
  body?: object,
): Promise<Static<Schema>> {
  const response = await io.fetch(`${baseOf(settings)}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      ...API_HEADERS,
      authorization: `Bearer ${access_token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (response.status !== 200) throw failureOf(response, io);
  return readJson(schema, response);
}

/**
 * Sends a batch of requests. An answer with the status 404 is left out. Throws `Pending` if one of the answers is still
 * being prepared. `payment_id` is present in the answers about payments.
 */
export async function askBatch<Schema extends TSchema>(
  settings: Settings,
  access_token: string,
  path: string,
  requests: readonly object[],
  schema: Schema,
  io: Io,
): Promise<{ payment_id: string | null | undefined; body: Static<Schema> }[]> {
  const { responses } = await ask(settings, access_token, path, Batch, io, { requests });
  return responses.flatMap(({ code, payment_id, body }) => {
    if (code === 202) throw new Pending();
    if (code === 404) return [];
    if (code !== 200) throw failureOf({ status: code, headers: {} }, io);
    if (!matches(schema, body)) throw new Error('the provider sent an unexpected response');
    return [{ payment_id, body }];
  });
}

function failureOf(response: Pick<IoResponse, 'status' | 'headers'>, io: Io): ProviderFailure {
  switch (response.status) {
    case 429:
      return busy('Finch', response, io);
    case 202:
      return new Pending();
    case 401:
      return new ProviderFailure('login_error', 'Access to the payroll has ended. Please connect it again.');
    case 402:
      return new ProviderFailure('config_error', 'Finch requires payment of its invoices.');
    case 403:
      return new ProviderFailure('config_error', 'Finch does not allow this data for these keys.');
    case 400:
    case 422:
      return new ProviderFailure('config_error', 'Finch refused a request.');
    case 404:
    case 501:
      return new ProviderFailure('not_supported', 'This payroll system does not have the data.', {
        scope: 'institution',
      });
    default:
      return new ProviderFailure('unavailable', 'Finch is not available. Please try again later.');
  }
}
