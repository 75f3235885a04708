// `vouch client` and `vouch user`: the clients of the service and their dashboard users.
import { type Command, InvalidArgumentError, Option } from 'commander';
import { CLIENT_NAME_LENGTH_MAX, toClientName, toOrigins } from '#domain/access/client-settings.ts';
import { ROLES, type Role } from '#domain/console/roles.ts';
import { ENVIRONMENTS, type Environment } from '#domain/platform/scope.ts';
import {
  type Client,
  createClient,
  createClientKey,
  createDashboardUser,
  listClients,
  renameClient,
  setWidgetOrigins,
} from '#services/access/clients.ts';
import { harmless } from './columns.ts';
import { explained, type Print, required, type WithHouse, withClient } from './command-parts.ts';

export function addClientCommands(program: Command, print: Print, withHouse: WithHouse): void {
  const client = explained(program.command('client'), 'Manages the clients of the service.', 'client list');
  addCreate(client, print, withHouse);
  explained(client.command('list'), 'Lists all clients, oldest first.', '--json client list').action(() =>
    withHouse(async (house) => {
      const clients = await listClients(house);
      print(clients, clients.map(clientLine).join('\n'));
    }),
  );
  required(
    withClient(
      explained(
        client.command('rename'),
        'Renames a client; the new name applies to everything created from now on.',
        'client rename --client CLIENT_ID --name "Acme Home Loans"',
      ),
    ),
    '--name <name>',
    'company name, shown to applicants',
    toName,
  ).action(({ client, name }: { client: string; name: string }) =>
    withHouse(async (house) => {
      const renamed = await renameClient(house, client, name);
      print(renamed, clientLine(renamed));
    }),
  );
  required(
    withClient(
      explained(
        client.command('set'),
        'Sets which pages may open the widget of a client.',
        'client set --client CLIENT_ID --widget-origins https://app.example.com',
      ),
    ),
    '--widget-origins <origins>',
    'origins of the pages, separated by commas, or "any"',
    toPageOrigins,
  ).action(({ client, widgetOrigins }: { client: string; widgetOrigins: string[] }) =>
    withHouse(async (house) => {
      const changed = await setWidgetOrigins(house, client, widgetOrigins);
      print(changed, clientLine(changed));
    }),
  );
}

function addCreate(client: Command, print: Print, withHouse: WithHouse): void {
  required(
    explained(client.command('create'), 'Creates a client.', 'client create --name "Acme Lending" --with-keys'),
    '--name <name>',
    'company name, shown to applicants',
    toName,
  )
    .option('--with-keys', 'also create an access key for each environment')
    .action(({ name, withKeys }: { name: string; withKeys?: true }) =>
      withHouse(async (house) => {
        const created = await createClient(house, name);
        const line = `client ${created.id}  ${created.name}`;
        if (withKeys !== true) return print(created, line);
        const [sandbox, prod] = await Promise.all(
          ENVIRONMENTS.map((environment) => createClientKey(house, { client_id: created.id, environment })),
        );
        const secrets = { sandbox_secret: sandbox?.access_secret, prod_secret: prod?.access_secret };
        print(
          { ...created, ...secrets },
          `${line}\nsandbox secret ${secrets.sandbox_secret}   (shown only once)\nprod secret    ${secrets.prod_secret}   (shown only once)`,
        );
      }),
    );
}

export function addUserCommands(program: Command, print: Print, withHouse: WithHouse): void {
  const user = explained(program.command('user'), 'Manages dashboard users.', 'user create --email ann@example.com');
  required(
    explained(
      user.command('create'),
      'Creates a dashboard user and prints the password once.',
      'user create --email ann@example.com --role developer --client CLIENT_ID',
    ),
    '--email <email>',
    'sign-in name',
  )
    .option('--client <id>', 'id of the client (default: the first client)')
    .addOption(new Option('--role <role>', 'what the user may do in the console').choices(ROLES).default('owner'))
    .addOption(new Option('--env <environment>', 'where the role applies (default: both)').choices(ENVIRONMENTS))
    .action(({ email, client, role, env }: UserOptions) =>
      withHouse(async (house) => {
        const environments = env === undefined ? ENVIRONMENTS : [env];
        const created = await createDashboardUser(house, { email, role, environments }, client);
        const { id, email: sign_in_name, password } = created;
        print({ id, email: sign_in_name, role, password }, `${sign_in_name} / ${password}   (shown only once)`);
      }),
    );
}

type UserOptions = { email: string; client?: string; role: Role; env?: Environment };

const clientLine = ({ id, name, widget_origins }: Client): string =>
  [id, harmless(name), ...(widget_origins.length === 0 ? [] : [`widget on ${widget_origins.join(', ')}`])].join('  ');

function toName(text: string): string {
  const name = toClientName(text);
  if (name === undefined) throw new InvalidArgumentError(`It must have 1 to ${CLIENT_NAME_LENGTH_MAX} characters.`);
  return name;
}

function toPageOrigins(text: string): string[] {
  if (text === 'any') return [];
  const read = toOrigins(text.split(','));
  if ('wrong' in read)
    throw new InvalidArgumentError(`"${read.wrong}" is not an origin such as https://app.example.com.`);
  return read.origins;
}
