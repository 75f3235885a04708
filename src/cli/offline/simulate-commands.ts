// `vouch simulate` starts a simulated provider on this computer and prints how to use it. The command needs no running
// service and no database. The simulators are not part of the service: only this command loads them.
import { type Command, InvalidArgumentError } from 'commander';
import { explained, type Print, wholeNumber } from '#cli/command-parts.ts';
import { OperatorError } from '#services/access/clients.ts';

type Options = { port: number; seed: number; keys?: string };

/**
 * The highest allowed value of a simulator's first port. It leaves room for the following ports, because a simulator
 * uses up to three consecutive ports.
 */
const PORT_MAX = 65_533;

export function addSimulateCommand(program: Command, print: Print): void {
  explained(
    program.command('simulate <kind>'),
    'Runs a simulated provider with invented people until Ctrl-C (a wrong kind lists the kinds).',
    'simulate fdx --port 4400',
  )
    .option('--port <number>', 'first port on the loopback interface; 0 takes free ones', wholeNumber(0, PORT_MAX), 0)
    .option(
      '--seed <number>',
      'changes the amounts of the people and the random faults',
      wholeNumber(0, 999_999_999),
      0,
    )
    .option('--keys <folder>', 'where client keys are kept (default: data/simulators/<kind>)', toFolder)
    .action(async (kind: string, { port, seed, keys }: Options) => {
      const { SIMULATORS } = await import('#simulators/kinds.ts');
      const found = Object.hasOwn(SIMULATORS, kind) ? SIMULATORS[kind] : undefined;
      if (found === undefined) throw new OperatorError(`the kind must be one of ${Object.keys(SIMULATORS).join(', ')}`);
      const simulator = await found.start({ port, seed, folder: keys ?? `data/simulators/${kind}` });
      try {
        print({ url: simulator.url, ...simulator.guide }, describe(found.describes, simulator));
        await untilStopped();
      } finally {
        await simulator.close();
      }
    });
}

type Described = {
  url: string;
  guide: {
    control_url: string;
    logins: readonly { username: string; password: string; story: string }[];
    providers: readonly unknown[];
    environment: Readonly<Record<string, string>>;
  };
};

function describe(what: string, { url, guide }: Described): string {
  const wide = Math.max(...guide.logins.map(({ username }) => username.length));
  const wider = Math.max(...guide.logins.map(({ password }) => password.length));
  const logins = guide.logins.map(
    ({ username, password, story }) => `  ${username.padEnd(wide)}  ${password.padEnd(wider)}  ${story}`,
  );
  const variables = Object.entries(guide.environment).map(([name, value]) => `  export ${name}='${value}'`);
  return [
    `This is ${what}: ${url}`,
    `Faults, clock and request log: ${guide.control_url}`,
    '',
    'Logins (username, password):',
    ...logins,
    '',
    ...(variables.length === 0 ? [] : ['Environment variables:', ...variables, '']),
    'providers.json:',
    JSON.stringify({ providers: guide.providers }, null, 2),
    '',
    'Ctrl-C ends it.',
  ].join('\n');
}

function untilStopped(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
  });
}

function toFolder(text: string): string {
  if (text === '') throw new InvalidArgumentError('It must be a folder.');
  return text;
}
