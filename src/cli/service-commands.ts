// `vouch serve`, `vouch migrate` and `vouch doctor`: the service itself.
import type { Command } from 'commander';
import { readSettings } from '#config.ts';
import { openStore, quietLog } from '#store.ts';
import { explained, type Print } from './command-parts.ts';

export function addServiceCommands(program: Command, print: Print): void {
  explained(program.command('serve'), 'Runs the service; this is the default command.', 'serve').action(async () => {
    // This import and the import of the doctor are not at the top of the file, so that the other commands do not load
    // the whole service.
    const { serve } = await import('#main.ts');
    await serve(readSettings(process.env), (text) => void process.stdout.write(`${text}\n`));
  });
  explained(program.command('migrate'), 'Applies all migrations to the database.', 'migrate').action(async () => {
    const { embedded } = await openStore(readSettings(process.env), quietLog());
    await embedded?.stop();
    print({ status: 'migrated' }, 'The database is up to date.');
  });
  explained(
    program.command('doctor'),
    'Checks everything the service needs; exits with status 1 if something is wrong.',
    'doctor',
  ).action(async () => {
    const { describeFindings, examine } = await import('./doctor.ts');
    const findings = await examine(process.env);
    print(findings, describeFindings(findings));
    if (findings.some(({ ok }) => !ok)) process.exitCode = 1;
  });
}
