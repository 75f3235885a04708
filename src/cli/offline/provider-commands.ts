// `vouch providers check` checks the operator's list of live providers and calls each provider to check whether the
// settings work. The command needs no running service and no database.
import type { Command } from 'commander';
import { systemClock } from '#base/clock.ts';
import { explained, type Print } from '#cli/command-parts.ts';
import { readSettings, type Settings } from '#config.ts';
import { checkLive } from '#connectors/live/checks.ts';
import type { CheckedEntry } from '#connectors/live/provider-file.ts';
import { IoFault } from '#outbound/provider-io.ts';
import { providersFile, readProviders } from '#providers.ts';

export type CheckedProvider = { id: string; ok: boolean; faults: string[] };

export function addProviderCommands(program: Command, print: Print): void {
  const group = explained(program.command('providers'), 'Checks the list of live providers.', 'providers check');
  explained(
    group.command('check'),
    'Checks every entry of the list and asks each provider whether it accepts its settings (exits with 1 if not).',
    'providers check',
  ).action(async () => {
    const settings = readSettings(process.env);
    const checked = await checkProviders(await readProviders(settings));
    print(checked, describeProviders(settings, checked));
    if (checked.some(({ ok }) => !ok)) process.exitCode = 1;
  });
}

export const checkProviders = (entries: readonly CheckedEntry[]): Promise<CheckedProvider[]> =>
  Promise.all(
    entries.map(async ({ id, faults: found, provider }) => {
      const faults =
        provider === undefined ? found.map(({ field, message }) => `${field}: ${message}`) : await ask(provider);
      return { id, ok: faults.length === 0, faults };
    }),
  );

const TIMEOUT_MS = 30_000;

/** Calls the provider through its connector. A network error is returned as a fault, like any other fault. */
async function ask({ kind, entry, connector }: NonNullable<CheckedEntry['provider']>): Promise<string[]> {
  const { runStep } = await import('#services/connections/provider-calls.ts');
  try {
    const options = { now: () => systemClock.now(), timeout_ms: TIMEOUT_MS };
    return await runStep(connector, (io) => checkLive(kind, entry, io), options);
  } catch (error) {
    const cause = error instanceof Error ? error.cause : undefined;
    // If `error` was caused by a network error, the message of the network error is used. It is more precise and
    // contains no personal data, whereas the message of `error` is meant for applicants.
    return [cause instanceof IoFault ? cause.message : error instanceof Error ? error.message : String(error)];
  }
}

function describeProviders(settings: Settings, checked: readonly CheckedProvider[]): string {
  if (checked.length === 0) return `no providers are configured in ${providersFile(settings)}`;
  return checked
    .flatMap(({ id, ok, faults }) => [`${ok ? 'ok ' : 'BAD'}  ${id}`, ...faults.map((fault) => `       ${fault}`)])
    .join('\n');
}
