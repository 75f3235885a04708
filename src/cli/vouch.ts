// The `vouch` command. People wait for the service to start, so starting it loads only the service, not the commands.
import { readSettings } from '#config.ts';

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
    process.stderr.write(`vouch: ${error instanceof Error ? error.message.split('\n', 1)[0] : String(error)}\n`);
    process.exitCode = 1;
  }
}

/** True if the arguments start the service. `--json` is ignored here, because it has no effect on the service. */
const asksToServe = (args: readonly string[]): boolean =>
  ['', 'serve'].includes(args.filter((one) => one !== '--json').join(' '));
