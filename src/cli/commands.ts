// The operator commands, as sub-commands of `vouch`. Each prints text for people, or with --json one JSON value.
import { Command, InvalidArgumentError } from 'commander';
import { toOrigin } from '#base/http/hosts.ts';
import { readSettings, type Settings } from '#config.ts';
import { SETTABLE_LIMITS, type SettableLimit } from '#domain/access/callers.ts';
import { FEATURE_NAMES, type Feature } from '#domain/access/features.ts';
import { presentKey } from '#domain/access/keys.ts';
import { ENVIRONMENTS, type Environment } from '#domain/platform/scope.ts';
import {
  type Client,
  createClient,
  createClientKey,
  createDashboardUser,
  deleteClientKey,
  listClientKeys,
  listClients,
  OperatorError,
  setFeatures,
  setLimits,
  setWidgetOrigins,
} from '#services/access/clients.ts';
import { openStore, quietLog } from '#store.ts';
import { type OpenHouse, openHouse } from '#wiring.ts';
import { examine } from './doctor.ts';
import { addEventCommands } from './event-commands.ts';
import { addFunnelCommand } from './funnel-commands.ts';
import { describeImport, importCompanyFile } from './import-companies.ts';
import { addIncomeCommands } from './income-commands.ts';
import { addPriceCommands } from './price-commands.ts';
import { rotateMasterKey } from './rotate-master-key.ts';

export const runCommand = async (argv: readonly string[]): Promise<void> => {
  await commands().parseAsync([...argv]);
};

function commands(): Command {
  const program = new Command('vouch')
    .description('Verifies employment, income, assets and liabilities.')
    .option('--json', 'print one JSON value instead of text');
  const json = (): boolean => program.opts<{ json?: true }>().json === true;
  const print = (value: unknown, text: string): void => write(json() ? JSON.stringify(value) : text);

  program
    .command('serve', { isDefault: true })
    .description('run the service')
    .action(async () => {
      // Imported only here, so that other commands do not load the whole service.
      const { serve } = await import('#main.ts');
      await serve(settings(), write);
    });

  program
    .command('migrate')
    .description('bring the database up to date')
    .action(async () => {
      const { embedded } = await openStore(settings(), quietLog());
      await embedded?.stop();
      print({ status: 'migrated' }, 'The database is up to date.');
    });

  const client = program.command('client').description('the clients of the service');
  client
    .command('create')
    .requiredOption('--name <name>', 'company name, shown to applicants')
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
          `${line}\nsandbox secret ${secrets.sandbox_secret}   (shown this once)\nprod secret    ${secrets.prod_secret}   (shown this once)`,
        );
      }),
    );
  client.command('list').action(() =>
    withHouse(async (house) => {
      const clients = await listClients(house);
      print(clients, clients.map(clientLine).join('\n'));
    }),
  );
  client
    .command('set')
    .description('change a client')
    .requiredOption('--client <id>', 'which one')
    .requiredOption(
      '--widget-origins <origins>',
      'whose pages may open its widget, separated by commas, or any',
      toOrigins,
    )
    .action(({ client, widgetOrigins }: { client: string; widgetOrigins: string[] }) =>
      withHouse(async (house) => {
        const changed = await setWidgetOrigins(house, client, widgetOrigins);
        print(changed, clientLine(changed));
      }),
    );

  const key = program.command('key').description('access keys');
  key
    .command('create')
    .requiredOption('--client <id>', 'whose key')
    .requiredOption('--env <environment>', ENVIRONMENTS.join(' or '), toEnvironment)
    .action(({ client, env }: { client: string; env: Environment }) =>
      withHouse(async (house) => {
        const { key, access_secret } = await createClientKey(house, { client_id: client, environment: env });
        print({ ...presentKey(key), access_secret }, `key ${key.id}\nsecret ${access_secret}   (shown this once)`);
      }),
    );
  key
    .command('list')
    .option('--client <id>', 'whose keys; without it those of all clients')
    .action(({ client }: { client?: string }) =>
      withHouse(async (house) => {
        const owners = client === undefined ? (await listClients(house)).map(({ id }) => id) : [client];
        const keys = (await Promise.all(owners.map((id) => listClientKeys(house, id)))).flat().map(presentKey);
        const line = (one: (typeof keys)[number]) =>
          `${one.id}  ${one.client_id}  ${one.env_type.padEnd(7)}  ${one.is_active ? 'active     ' : 'deactivated'}  ${one.masked_secret}`;
        print(keys, keys.map(line).join('\n'));
      }),
    );
  key
    .command('delete <key_id>')
    .requiredOption('--client <id>', 'whose key')
    .action((key_id: string, { client }: { client: string }) =>
      withHouse(async (house) => {
        const deleted = await deleteClientKey(house, client, key_id);
        print(presentKey(deleted), `key ${deleted.id} is deactivated for ever`);
      }),
    );
  key
    .command('rotate-master')
    .description('wrap every data key with a new master key, while the service runs')
    .action(() =>
      withHouse(async (house) => {
        const rewrapped = await rotateMasterKey(house, settings(), (line) => process.stderr.write(`${line}\n`));
        print({ rewrapped }, `${rewrapped} keys are wrapped with the new master key`);
      }),
    );

  program
    .command('user')
    .description('dashboard users')
    .command('create')
    .requiredOption('--email <email>', 'sign-in name')
    .option('--client <id>', 'whose user; without it the first client')
    .action(({ email, client }: { email: string; client?: string }) =>
      withHouse(async (house) => {
        const { id, password } = await createDashboardUser(house, email, client);
        print({ id, email, password }, `${email} / ${password}   (shown this once)`);
      }),
    );

  program
    .command('feature')
    .description('what a client may use')
    .command('set <choices...>')
    .description(`such as liabilities=on (${FEATURE_NAMES.join(', ')})`)
    .requiredOption('--client <id>', 'for whom')
    .requiredOption('--env <environment>', ENVIRONMENTS.join(' or '), toEnvironment)
    .action((choices: string[], { client, env }: { client: string; env: Environment }) =>
      withHouse(async (house) => {
        const features = Object.fromEntries(choices.map(toFeatureChoice));
        await setFeatures(house, { client_id: client, environment: env }, features);
        print(features, choices.join('\n'));
      }),
    );

  program
    .command('limits')
    .description('how much a client may do')
    .command('set <limits...>')
    .description(`such as orders=5000 (${SETTABLE_LIMITS.join(', ')})`)
    .requiredOption('--client <id>', 'for whom')
    .option('--env <environment>', 'only there; without it in both', toEnvironment)
    .action((texts: string[], { client, env }: { client: string; env?: Environment }) =>
      withHouse(async (house) => {
        const limits = Object.fromEntries(texts.map(toLimit));
        await setLimits(house, client, env === undefined ? ENVIRONMENTS : [env], limits);
        print(limits, texts.join('\n'));
      }),
    );

  program
    .command('companies')
    .description('the catalogue of employers')
    .command('import <file.csv>')
    .description('add the companies of a file, and update those whose id is known')
    .option('--env <environment>', `${ENVIRONMENTS.join(' or ')}: whose catalogue`, toEnvironment, 'prod')
    .action((file: string, { env }: { env: Environment }) =>
      withHouse(async (house) => {
        const report = await importCompanyFile(house, env, file, process.stderr);
        print(report, describeImport(report));
        if (report.refused > 0) process.exitCode = 1;
      }),
    );

  program
    .command('jobs')
    .description('background work')
    .command('dead')
    .description('the jobs that were given up, latest first')
    .action(() =>
      withHouse(async (house) => {
        const jobs = await house.queue.deadJobs(100);
        const line = (job: (typeof jobs)[number]) =>
          `${job.died_at.toISOString()}  ${job.name}  ${job.owner}  ${job.attempts} attempts  ${job.message}`;
        print(jobs, jobs.map(line).join('\n'));
      }),
    );

  addPriceCommands(program, print, withHouse);
  addFunnelCommand(program, print, withHouse, toEnvironment);
  addIncomeCommands(program, print);
  addEventCommands(program, json);

  program
    .command('doctor')
    .description('check that everything the service needs is in order')
    .action(async () => {
      const findings = await examine(process.env);
      const line = ({ check, ok, note }: (typeof findings)[number]) => `${ok ? 'ok ' : 'BAD'}  ${check}: ${note}`;
      print(findings, findings.map(line).join('\n'));
      if (findings.some(({ ok }) => !ok)) process.exitCode = 1;
    });
  return program;
}

const settings = (): Settings => readSettings(process.env);

/** Opens the service for a command. Commands log only errors, because their output is the result. */
async function withHouse(work: (house: OpenHouse) => Promise<void>): Promise<void> {
  const house = await openHouse({ ...settings(), VOUCH_LOG_LEVEL: 'error' });
  try {
    await work(house);
  } finally {
    await house.close();
  }
}

const clientLine = ({ id, name, widget_origins }: Client): string =>
  [id, name, ...(widget_origins.length === 0 ? [] : [`widget on ${widget_origins.join(', ')}`])].join('  ');

function toOrigins(text: string): string[] {
  if (text === 'any') return [];
  return text.split(',').map((part) => {
    const origin = toOrigin(part.trim());
    if (origin === undefined)
      throw new InvalidArgumentError(`"${part.trim()}" is not an origin such as https://app.example.com.`);
    return origin;
  });
}

function toEnvironment(text: string): Environment {
  const environment = ENVIRONMENTS.find((one) => one === text);
  if (environment === undefined) throw new InvalidArgumentError(`It is ${ENVIRONMENTS.join(' or ')}.`);
  return environment;
}

function toFeatureChoice(text: string): [Feature, boolean] {
  const [name, state, ...rest] = text.split('=');
  const feature = FEATURE_NAMES.find((one) => one === name);
  if (feature === undefined || rest.length > 0 || (state !== 'on' && state !== 'off')) {
    throw new OperatorError(`"${text}" is not a feature (${FEATURE_NAMES.join(', ')}) with =on or =off`);
  }
  return [feature, state === 'on'];
}

function toLimit(text: string): [SettableLimit, number] {
  const [name, number, ...rest] = text.split('=');
  const limit = SETTABLE_LIMITS.find((one) => one === name);
  if (limit === undefined || rest.length > 0 || !/^[1-9]\d{0,8}$/.test(number ?? '')) {
    throw new OperatorError(`"${text}" is not a limit (${SETTABLE_LIMITS.join(', ')}) with =1 to =999999999`);
  }
  return [limit, Number(number)];
}

function write(text: string): void {
  process.stdout.write(`${text}\n`);
}
