// The `vouch` command. People wait for the service to start, so starting it loads only the service, not the commands.
import { readSettings, SettingError } from '#config.ts';

export async function run(argv: readonly string[]): Promise<void> {
  try {
    if (asksToServe(argv.slice(2))) {
      // The settings are read before the service is loaded, so that an invalid setting is reported immediately.
      const settings = readSettings(process.env);
      const { serve } = await import('#main.ts');
      await serve(settings, (text) => void process.stdout.write(`${text}\n`));
    } else {
      const { runCommand } = await import('./commands.ts');
      await runCommand(argv);
    }
  } catch (error) {
    for (const line of linesOf(error)) process.stderr.write(`vouch: ${line}\n`);
    process.exitCode = 1;
  }
}

/** True if the arguments start the service. `--json` is ignored here, because it has no effect on the service. */
const asksToServe = (args: readonly string[]): boolean =>
  ['', 'serve'].includes(args.filter((one) => one !== '--json').join(' '));

/**
 * A `SettingError` is printed whole, because it has one line per fault. Of any other error, only the first line is
 * printed.
 */
function linesOf(error: unknown): string[] {
  const lines = (error instanceof Error ? error.message : String(error)).split('\n');
  return error instanceof SettingError ? lines : lines.slice(0, 1);
}
