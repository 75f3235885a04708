// Runs CLI commands in the test's own process, against the service that the test has opened (`TestHouse`).
import { Command } from 'commander';
import type { Print, WithHouse } from '#cli/command-parts.ts';
import type { TestHouse } from './house.ts';

export type Printed = { value: unknown; text: string };

/**
 * Runs one command. Returns the parsed value that the command prints with `--json`, and the text that it prints without
 * `--json`. If the command fails, throws the error.
 */
export async function runOn(
  house: TestHouse,
  add: (program: Command, print: Print, withHouse: WithHouse) => void,
  ...args: string[]
): Promise<Printed> {
  const program = new Command('vouch').exitOverride().configureOutput({ writeErr: () => undefined });
  let printed: Printed | undefined;
  add(
    program,
    (value, text) => {
      printed = { value: JSON.parse(JSON.stringify(value)), text };
    },
    (work) => work(house),
  );
  await program.parseAsync(args, { from: 'user' });
  if (printed === undefined) throw new Error('nothing was printed');
  return printed;
}
