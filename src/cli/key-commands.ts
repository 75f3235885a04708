// `vouch key`: access keys of clients, and the master key of the service.
import type { Command } from 'commander';
import { presentKey } from '#domain/access/keys.ts';
import { createClientKey, deleteClientKey, listClientKeys, listClients } from '#services/access/clients.ts';
import { explained, type Print, type ScopeOptions, type WithHouse, withClient, withScope } from './command-parts.ts';

/** `rotate` implements `key rotate-master` and returns the number of keys that it wrapped with the new master key. */
export function addKeyCommands(
  program: Command,
  print: Print,
  withHouse: WithHouse,
  rotate: () => Promise<number>,
): void {
  const key = explained(
    program.command('key'),
    'Manages access keys and the master key.',
    'key list --client CLIENT_ID',
  );
  withScope(
    explained(
      key.command('create'),
      'Creates an access key and prints its secret once.',
      'key create --client CLIENT_ID --env sandbox',
    ),
  ).action(({ client, env }: ScopeOptions) =>
    withHouse(async (house) => {
      const { key, access_secret } = await createClientKey(house, { client_id: client, environment: env });
      print({ ...presentKey(key), access_secret }, `key ${key.id}\nsecret ${access_secret}   (shown only once)`);
    }),
  );
  explained(key.command('list'), 'Lists access keys, without their secrets.', 'key list --client CLIENT_ID')
    .option('--client <id>', 'id of the client (default: the keys of all clients)')
    .action(({ client }: { client?: string }) =>
      withHouse(async (house) => {
        const owners = client === undefined ? (await listClients(house)).map(({ id }) => id) : [client];
        const keys = (await Promise.all(owners.map((id) => listClientKeys(house, id)))).flat().map(presentKey);
        const line = (one: (typeof keys)[number]) =>
          `${one.id}  ${one.client_id}  ${one.env_type.padEnd(7)}  ${one.is_active ? 'active     ' : 'deactivated'}  ${one.masked_secret}`;
        print(keys, keys.map(line).join('\n'));
      }),
    );
  withClient(
    explained(
      key.command('delete <key_id>'),
      'Deactivates an access key permanently.',
      'key delete KEY_ID --client CLIENT_ID',
    ),
  ).action((key_id: string, { client }: { client: string }) =>
    withHouse(async (house) => {
      const deleted = await deleteClientKey(house, client, key_id);
      print(presentKey(deleted), `key ${deleted.id} is permanently deactivated`);
    }),
  );
  explained(
    key.command('rotate-master'),
    'Wraps every data key with a new master key while the service runs.',
    'key rotate-master',
  ).action(async () => {
    const rewrapped = await rotate();
    print({ rewrapped }, `${rewrapped} keys are wrapped with the new master key`);
  });
}
