import type { Command } from 'commander';
import { describe, expect, test } from 'vitest';
import { commands } from './commands.ts';

type Outcome = { exit_code: number; out: string; err: string };

/** Runs the command line until it exits. Use only arguments that make it exit before any action runs. */
async function vouch(...args: string[]): Promise<Outcome> {
  const outcome = { exit_code: 0, out: '', err: '' };
  const program = commands('1.2.3');
  for (const command of everyCommand(program)) {
    command.exitOverride().configureOutput({
      writeOut: (text) => void (outcome.out += text),
      writeErr: (text) => void (outcome.err += text),
    });
  }
  await program.parseAsync(args, { from: 'user' }).catch((error) => {
    outcome.exit_code = error.exitCode;
  });
  return outcome;
}

const everyCommand = (command: Command): Command[] => [command, ...command.commands.flatMap(everyCommand)];

const pathOf = (command: Command): string[] =>
  command.parent === null ? [] : [...pathOf(command.parent), command.name()];

const paths = everyCommand(commands(''))
  .map(pathOf)
  .filter((path) => path.length > 0)
  .map((path) => path.join(' '));

test('--version prints the version and nothing else', async () => {
  expect(await vouch('--version')).toEqual({ exit_code: 0, out: '1.2.3\n', err: '' });
});

describe('an invalid command line prints one line, with the nearest known name if there is one, and exits with status 1', () => {
  test.for([
    ['clinet list', "vouch: unknown command 'clinet' (Did you mean client?)"],
    ['client lst', "vouch: unknown command 'lst' (Did you mean list?)"],
    ['job dead', "vouch: unknown command 'job' (Did you mean jobs?)"],
    ['clock advnce --client 1 --seconds 2', "vouch: unknown command 'advnce' (Did you mean advance?)"],
    ['client teleport', "vouch: unknown command 'teleport' (see vouch --help for a list)"],
    ['--vesion', "vouch: unknown option '--vesion' (Did you mean --version?)"],
    ['key list --clinet 1', "vouch: unknown option '--clinet' (Did you mean --client?)"],
    ['key list --jsn', "vouch: unknown option '--jsn' (Did you mean --json?)"],
    ['clock --clinet 1', "vouch: unknown option '--clinet' (Did you mean --client?)"],
    ['clock', "vouch: required option '--client <id>' not specified"],
    ['serve now', "vouch: too many arguments for 'serve'. Expected 0 arguments but got 1."],
    [
      'key create --client 1 --env dev',
      "vouch: option '--env <environment>' argument 'dev' is invalid. It must be sandbox or prod.",
    ],
  ] as const)(
    'the invalid command “vouch %s” prints a one-line error and exits with status 1',
    async ([args, line]) => {
      expect(await vouch(...args.split(' '))).toEqual({ exit_code: 1, out: '', err: `${line}\n` });
    },
  );
});

describe('the help of every command', () => {
  test.for(paths)('vouch %s: the help has one sentence and an example that the command accepts', async (path) => {
    const { out, exit_code } = await vouch(...path.split(' '), '--help');
    expect(exit_code).toBe(0);
    const command = everyCommand(commands('')).find((one) => pathOf(one).join(' ') === path);
    expect(command?.description()).toMatch(/^[A-Z][^.\n]+(?:\([^)\n]+\))?\.$/);
    const [, example = ''] = /\nExample:\n {2}vouch (?:--json )?(.+)\n$/.exec(out) ?? [];
    expect(example.startsWith(path)).toBe(true);
    const { exit_code: status, err } = await vouch(...wordsOf(example), '--help');
    expect({ status, err }).toEqual({ status: 0, err: '' });
    expect(optionsOf(example).filter((option) => !knownOptions(example).includes(option))).toEqual([]);
  });
});

const wordsOf = (example: string): string[] => example.match(/"[^"]*"|\S+/g) ?? [];
const optionsOf = (example: string): string[] => wordsOf(example).filter((word) => word.startsWith('--'));

/** Returns the options that the command in the example accepts. */
function knownOptions(example: string): string[] {
  let command = commands('');
  for (const word of wordsOf(example)) command = command.commands.find((one) => one.name() === word) ?? command;
  const own = command.commands.length > 0 ? everyCommand(command) : [command];
  return own.flatMap(({ options }) => options.map(({ long }) => long ?? ''));
}
