// `vouch import read` reads a file from a bank, a payroll program or a tax program and prints what it contains. The
// command needs no running service and no database, and sends no data.
import { createReadStream } from 'node:fs';
import { type Command, InvalidArgumentError } from 'commander';
import { InvalidColumns } from '#analysis/imports/csv/layout.ts';
import { UnreadableFile } from '#analysis/imports/imported-parts.ts';
import { inDecimals } from '#base/money.ts';
import { explained, type Print } from '#cli/command-parts.ts';
import { IMPORT_FORMATS, type ImportFormat } from '#domain/connections/import-formats.ts';
import { OperatorError } from '#services/access/clients.ts';
import { describeImport, shownSummary } from './import-text.ts';

/** Returns the command group `import`, so that the caller can add the command that needs a service. */
export function addImportCommands(program: Command, print: Print): Command {
  const group = program.command('import').enablePositionalOptions();
  explained(
    group.command('read <file>'),
    'Prints the accounts, transactions, payments and tax forms in a file, or the first fault with its line and column.',
    'import read statement.ofx',
  )
    .option('--format <format>', `${IMPORT_FORMATS.join(', ')} (default: recognised by the content)`, toFormat)
    .action(async (file: string, { format }: { format?: ImportFormat }) => {
      const summary = await readFile(file, format);
      print(inDecimals(summary), describeImport(summary));
    });
  return group;
}

async function readFile(file: string, format: ImportFormat | undefined) {
  // The parsers are loaded only when they are needed, because every command loads this file.
  const [{ readImport }, { summarize }] = await Promise.all([
    import('#analysis/imports/read-import.ts'),
    import('#analysis/imports/import-summary.ts'),
  ]);
  try {
    const read = await readImport(createReadStream(file), { format });
    return shownSummary(read.format, await summarize(read.parts));
  } catch (error) {
    if (error instanceof UnreadableFile || error instanceof InvalidColumns)
      throw new OperatorError(`${file} could not be read. ${error.message}`);
    if (error instanceof Error && 'syscall' in error) throw new OperatorError(`${file} cannot be opened`);
    throw error;
  }
}

export function toFormat(text: string): ImportFormat {
  const format = IMPORT_FORMATS.find((one) => one === text);
  if (format === undefined) throw new InvalidArgumentError(`It must be one of ${IMPORT_FORMATS.join(', ')}.`);
  return format;
}
