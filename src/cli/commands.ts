// The commands for operators. Each group of commands is defined in its own file. A command prints text for people. With
// --json it prints one JSON value for programs; `listen` and `events tail` print one JSON value per line.
import { readFile } from 'node:fs/promises';
import { Command } from 'commander';
import { ServiceError } from '#base/errors.ts';
import { readSettings } from '#config.ts';
import { OperatorError } from '#services/access/clients.ts';
import type { OpenHouse } from '#wiring.ts';
import { addFeatureCommands, addLimitCommands } from './allowance-commands.ts';
import { addAuditCommands } from './audit-commands.ts';
import { addClientCommands, addUserCommands } from './client-commands.ts';
import { addClockCommands } from './clock-commands.ts';
import { asJson, oneLine } from './command-parts.ts';
import { addEventCommands } from './event-commands.ts';
import { addFunnelCommand } from './funnel-commands.ts';
import { addCompanyCommands } from './import-companies.ts';
import { addImportAction } from './import-files.ts';
import { addJobCommands } from './job-commands.ts';
import { addKeyCommands } from './key-commands.ts';
import { addDocumentCommands } from './offline/document-commands.ts';
import { addImportCommands } from './offline/import-commands.ts';
import { addIncomeCommands } from './offline/income-commands.ts';
import { addProviderCommands } from './offline/provider-commands.ts';
import { addSimulateCommand } from './offline/simulate-commands.ts';
import { addOrderCommands } from './order-commands.ts';
import { addPriceCommands } from './price-commands.ts';
import { rotateMasterKey } from './rotate-master-key.ts';
import { addServiceCommands } from './service-commands.ts';
import { addWebhookCommands } from './webhook-commands.ts';

export async function runCommand(argv: readonly string[]): Promise<void> {
  const version = await readVersion();
  await commands(argv.includes('--json') ? JSON.stringify({ version }) : version).parseAsync([...argv]);
}

export function commands(version: string): Command {
  const program = new Command('vouch')
    .description('Verifies employment, income, assets and liabilities.')
    .option('--json', 'print one JSON value instead of text')
    .version(version, '--version', 'print the version')
    .configureOutput({ outputError: (text, write) => write(oneLine(text)) });
  const json = (): boolean => program.opts<{ json?: true }>().json === true;
  const print = (value: unknown, text: string) => void process.stdout.write(`${json() ? asJson(value) : text}\n`);

  addServiceCommands(program, print);
  addClientCommands(program, print, withHouse);
  addKeyCommands(program, print, withHouse, rotate);
  addUserCommands(program, print, withHouse);
  addFeatureCommands(program, print, withHouse);
  addLimitCommands(program, print, withHouse);
  addPriceCommands(program, print, withHouse);
  addOrderCommands(program, print, withHouse);
  addClockCommands(program, print, withHouse);
  addJobCommands(program, print, withHouse);
  addAuditCommands(program, print, withHouse);
  addCompanyCommands(program, print, withHouse);
  addFunnelCommand(program, print, withHouse);
  addIncomeCommands(program, print);
  addDocumentCommands(program, print);
  addImportAction(addImportCommands(program, print), print);
  addSimulateCommand(program, print);
  addProviderCommands(program, print);
  addEventCommands(program, json);
  addWebhookCommands(program, print);
  return program;
}

/** package.json is in the parent folder of both `src/` and `dist/`. */
async function readVersion(): Promise<string> {
  const text = await readFile(new URL('../../package.json', import.meta.url), 'utf8');
  const { version }: { version: string } = JSON.parse(text);
  return version;
}

async function rotate(): Promise<number> {
  let rewrapped = 0;
  await withHouse(async (house) => {
    const say = (line: string) => void process.stderr.write(`${line}\n`);
    rewrapped = await rotateMasterKey(house, readSettings(process.env), say);
  });
  return rewrapped;
}

/** Commands log only errors, so that the output contains only the command's result. */
async function withHouse(work: (house: OpenHouse) => Promise<void>): Promise<void> {
  // This import is not at the top of the file, so that commands without a database, and `--help`, start faster.
  const { openHouse } = await import('#wiring.ts');
  const house = await openHouse({ ...readSettings(process.env), VOUCH_LOG_LEVEL: 'error' });
  try {
    await work(house);
  } catch (error) {
    throw refusalOf(error);
  } finally {
    await house.close();
  }
}

/**
 * Makes an error message for the command line. The API's response lists all invalid values. This message names only the
 * first invalid value.
 */
function refusalOf(error: unknown): unknown {
  const [param] = error instanceof ServiceError ? error.invalid_params : [];
  return param === undefined ? error : new OperatorError(`${param.field}: ${param.message}`, { cause: error });
}
