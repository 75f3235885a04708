// `vouch feature` shows and sets which features a client may use. `vouch limits` shows and sets how much a client may
// use.
import type { Command } from 'commander';
import { SETTABLE_LIMITS, type SettableLimit } from '#domain/access/callers.ts';
import { FEATURE_NAMES, type Feature } from '#domain/access/features.ts';
import { BUDGETS } from '#domain/access/limits.ts';
import { ENVIRONMENTS, type Environment } from '#domain/platform/scope.ts';
import { listFeatures, listLimits, OperatorError, setFeatures, setLimits } from '#services/access/clients.ts';
import {
  explained,
  type Print,
  type ScopeOptions,
  toEnvironment,
  type WithHouse,
  withClient,
  withScope,
} from './command-parts.ts';

export function addFeatureCommands(program: Command, print: Print, withHouse: WithHouse): void {
  const feature = explained(
    program.command('feature'),
    'Shows and sets which features a client may use.',
    'feature list --client CLIENT_ID --env prod',
  );
  withScope(
    explained(
      feature.command('set <choices...>'),
      `Switches features of a client on or off (${FEATURE_NAMES.join(', ')}).`,
      'feature set liabilities=on --client CLIENT_ID --env prod',
    ),
  ).action((choices: string[], { client, env }: ScopeOptions) =>
    withHouse(async (house) => {
      const features = Object.fromEntries(choices.map(toFeatureChoice));
      await setFeatures(house, { client_id: client, environment: env }, features);
      print(features, choices.join('\n'));
    }),
  );
  withScope(
    explained(
      feature.command('list'),
      'Lists every feature of a client and whether it is on.',
      'feature list --client CLIENT_ID --env prod',
    ),
  ).action(({ client, env }: ScopeOptions) =>
    withHouse(async (house) => {
      const features = await listFeatures(house, { client_id: client, environment: env });
      print(features, FEATURE_NAMES.map((name) => `${name}=${features[name] ? 'on' : 'off'}`).join('\n'));
    }),
  );
}

export function addLimitCommands(program: Command, print: Print, withHouse: WithHouse): void {
  const limits = explained(
    program.command('limits'),
    'Shows and sets the limits of a client.',
    'limits list --client CLIENT_ID',
  );
  withClient(
    explained(
      limits.command('set <limits...>'),
      `Sets limits of a client (${SETTABLE_LIMITS.join(', ')}).`,
      'limits set orders=5000 requests=600 --client CLIENT_ID',
    ),
  )
    .option('--env <environment>', 'only this environment (default: both)', toEnvironment)
    .action((texts: string[], { client, env }: { client: string; env?: Environment }) =>
      withHouse(async (house) => {
        const limits = Object.fromEntries(texts.map(toLimit));
        await setLimits(house, client, env === undefined ? ENVIRONMENTS : [env], limits);
        print(limits, texts.join('\n'));
      }),
    );
  withClient(
    explained(
      limits.command('clear <limits...>'),
      `Clears limits of a client, so that their defaults apply again (${SETTABLE_LIMITS.join(', ')}).`,
      'limits clear orders requests --client CLIENT_ID',
    ),
  )
    .option('--env <environment>', 'only this environment (default: both)', toEnvironment)
    .action((names: string[], { client, env }: { client: string; env?: Environment }) =>
      withHouse(async (house) => {
        const cleared = Object.fromEntries(names.map((name) => [toLimitName(name), null]));
        await setLimits(house, client, env === undefined ? ENVIRONMENTS : [env], cleared);
        print(cleared, names.map((name) => `${name}=default`).join('\n'));
      }),
    );
  withClient(
    explained(
      limits.command('list'),
      'Lists the limits of a client in both environments.',
      'limits list --client CLIENT_ID',
    ),
  ).action(({ client }: { client: string }) =>
    withHouse(async (house) => {
      const [sandbox, prod] = [
        await listLimits(house, { client_id: client, environment: 'sandbox' }),
        await listLimits(house, { client_id: client, environment: 'prod' }),
      ];
      print({ sandbox, prod }, [...linesOf('sandbox', sandbox), ...linesOf('prod', prod)].join('\n'));
    }),
  );
}

const linesOf = (environment: Environment, limits: Record<SettableLimit, number>): string[] =>
  SETTABLE_LIMITS.map(
    (name) => `${environment.padEnd(7)}  ${name}=${limits[name]} in ${BUDGETS[name].window_seconds} seconds`,
  );

function toFeatureChoice(text: string): [Feature, boolean] {
  const [name, state, ...rest] = text.split('=');
  const feature = FEATURE_NAMES.find((one) => one === name);
  if (feature === undefined || rest.length > 0 || (state !== 'on' && state !== 'off')) {
    throw new OperatorError(`"${text}" is not a feature (${FEATURE_NAMES.join(', ')}) followed by =on or =off`);
  }
  return [feature, state === 'on'];
}

function toLimit(text: string): [SettableLimit, number] {
  const [name, number, ...rest] = text.split('=');
  const limit = SETTABLE_LIMITS.find((one) => one === name);
  if (limit === undefined || rest.length > 0 || !/^[1-9]\d{0,8}$/.test(number ?? '')) {
    throw new OperatorError(`"${text}" is not a limit (${SETTABLE_LIMITS.join(', ')}) followed by =1 to =999999999`);
  }
  return [limit, Number(number)];
}

function toLimitName(text: string): SettableLimit {
  const limit = SETTABLE_LIMITS.find((one) => one === text);
  if (limit === undefined) throw new OperatorError(`"${text}" is not a limit (${SETTABLE_LIMITS.join(', ')})`);
  return limit;
}
