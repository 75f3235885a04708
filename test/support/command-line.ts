// Runs CLI commands in the test's own process. A test can run single commands against the service that it has opened
// (`TestHouse`), or the whole command line against a service that runs elsewhere.
import { Command } from 'commander';
import { vi } from 'vitest';
import { asJson, type Print, type WithHouse } from '#cli/command-parts.ts';
import { run } from '#cli/vouch.ts';
import type { TestHouse } from './house.ts';
import { cleanEnvironment, type Environment, PATIENT } from './process.ts';

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
      printed = { value: JSON.parse(asJson(value)), text };
    },
    (work) => work(house),
  );
  await program.parseAsync(args, { from: 'user' });
  if (printed === undefined) throw new Error('nothing was printed');
  return printed;
}

/**
 * Runs the command line as the program does, with these settings, but in the test's own process. A separate process
 * would take a second of CPU time to load.
 */
export async function runHere(
  args: readonly string[],
  environment: Environment,
): Promise<{ status: number; stdout: string; stderr: string }> {
  const written = { stdout: '', stderr: '' };
  let status: number | undefined;
  const keep = (stream: 'stdout' | 'stderr') =>
    vi.spyOn(process[stream], 'write').mockImplementation((text) => {
      // Output after the exit is dropped, because a real program writes nothing after its exit.
      if (status === undefined) written[stream] += String(text);
      return true;
    });
  const spies = [
    keep('stdout'),
    keep('stderr'),
    vi.spyOn(process, 'exit').mockImplementation((code) => {
      status ??= Number(code ?? 0);
      throw new Error('the program has ended');
    }),
  ];
  const before = process.env;
  process.env = cleanEnvironment({ ...PATIENT, ...environment });
  try {
    await run(['node', 'vouch', ...args]);
    status ??= Number(process.exitCode ?? 0);
  } finally {
    process.exitCode = undefined;
    process.env = before;
    for (const spy of spies) spy.mockRestore();
  }
  return { status, ...written };
}
