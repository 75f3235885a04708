// The URL and credentials with which a command calls the running service. They come from options, from environment
// variables, or from the credentials file. The first start of the service writes this file to the data folder.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Command, Option } from 'commander';
import { Type } from 'typebox';
import { Check } from 'typebox/value';
import { isUrl } from '#base/text.ts';
import { baseUrlOf, readSettings } from '#config.ts';
import { ENVIRONMENTS, type Environment } from '#domain/platform/scope.ts';
import { OperatorError } from '#services/access/clients.ts';
import { type Access, jsonOf } from './api-client.ts';

export type AccessOptions = { url?: string; clientId?: string; accessSecret?: string; env?: Environment };

export const withAccess = (command: Command): Command =>
  command
    .option('--url <url>', 'address of the service (default: the one in the settings)')
    .option('--client-id <id>', 'id of the client (default: VOUCH_CLIENT_ID)')
    .option('--access-secret <secret>', 'access secret (default: VOUCH_ACCESS_SECRET)')
    .addOption(
      new Option('--env <environment>', 'which secret of credentials.json to use (default: sandbox)').choices(
        ENVIRONMENTS,
      ),
    );

/** Options take precedence over environment variables, and both take precedence over the file. */
export async function readAccess(
  options: AccessOptions,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<Access> {
  const settings = readSettings(environment);
  const url = (options.url ?? baseUrlOf(settings)).replace(/\/+$/, '');
  if (!isUrl(url)) throw new OperatorError(`"${url}" is not an address that begins with http:// or https://`);
  const client_id = options.clientId ?? (environment['VOUCH_CLIENT_ID'] || undefined);
  const access_secret = options.accessSecret ?? (environment['VOUCH_ACCESS_SECRET'] || undefined);
  if (client_id === undefined && access_secret === undefined) {
    return { url, ...(await readCredentials(settings.VOUCH_DATA_DIR, options.env ?? 'sandbox')) };
  }
  if (client_id === undefined)
    throw new OperatorError('VOUCH_CLIENT_ID is missing: an access secret requires its client id');
  if (access_secret === undefined)
    throw new OperatorError('VOUCH_ACCESS_SECRET is missing: a client id requires its access secret');
  const found = environmentOf(access_secret);
  if (options.env !== undefined && found !== options.env) {
    throw new OperatorError(`the access secret is for ${found}, not for ${options.env}`);
  }
  return { url, client_id, access_secret };
}

/** The environment of a secret, according to the secret's prefix. */
export function environmentOf(access_secret: string): Environment {
  const environment = ENVIRONMENTS.find((one) => access_secret.startsWith(`${one}-`));
  if (environment === undefined) throw new OperatorError('an access secret begins with sandbox- or prod-');
  return environment;
}

const Credentials = Type.Object({
  client_id: Type.String(),
  sandbox_secret: Type.String(),
  prod_secret: Type.String(),
});

async function readCredentials(data_dir: string, environment: Environment): Promise<Omit<Access, 'url'>> {
  const file = join(data_dir, 'credentials.json');
  const hint = 'set VOUCH_CLIENT_ID and VOUCH_ACCESS_SECRET instead';
  const text = await readFile(file, 'utf8').catch((cause) => {
    throw new OperatorError(`there are no credentials in ${file} (${cause.code}); ${hint}`, { cause });
  });
  const credentials = jsonOf(text);
  if (!Check(Credentials, credentials)) throw new OperatorError(`${file} does not contain valid credentials; ${hint}`);
  const { client_id, sandbox_secret, prod_secret } = credentials;
  return { client_id, access_secret: environment === 'prod' ? prod_secret : sandbox_secret };
}
