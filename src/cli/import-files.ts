// `vouch import FILE --user ID` sends a file from a bank, a payroll program or a tax program to a running service.
import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { type Command, Option } from 'commander';
import { BANK_ACCOUNT_TYPES, IMPORT_FORMATS, type ImportFormat } from '#domain/connections/import-formats.ts';
import { FILE_TOO_LARGE, IMPORT_FILE_BYTES_MAX } from '#domain/connections/imports.ts';
import { OperatorError } from '#services/access/clients.ts';
import { type AccessOptions, readAccess, withAccess } from './api-access.ts';
import { type ImportedFile, withApi } from './api-client.ts';
import { explained, type Print } from './command-parts.ts';
import { toFormat } from './offline/import-commands.ts';

type ImportOptions = AccessOptions & {
  user?: string;
  format?: ImportFormat;
  accountName?: string;
  accountType?: string;
  mask?: string;
  dateFormat?: string;
};

/** Adds this action to the command group `vouch import`. `vouch import read` is a separate command of the group. */
export function addImportAction(group: Command, print: Print): void {
  const action = explained(
    group.argument('<file>'),
    'Imports a file from a bank, a payroll program or a tax program for a user.',
    'import statement.ofx --user USER_ID',
  )
    // The option `--user` is mandatory. It is not declared as mandatory to commander, because commander would then also
    // require it for `import read`. Instead, the action below checks it.
    .option('--user <id>', 'id of the user whom the file is about (required)')
    .option('--format <format>', `${IMPORT_FORMATS.join(', ')} (default: recognised by the content)`, toFormat)
    .option('--account-name <name>', 'name of the account, for CSV files')
    .addOption(new Option('--account-type <type>', 'type of the account').choices(BANK_ACCOUNT_TYPES))
    .option('--mask <characters>', 'last four characters of the account number, for CSV files')
    .option('--date-format <format>', 'format of the dates in a CSV file, such as MM/DD/YYYY');
  withAccess(action).action(async (file: string, options: ImportOptions, command: Command) => {
    const { user } = options;
    if (user === undefined) return command.error("error: required option '--user <id>' not specified");
    const imported = await send(file, { ...options, user });
    print(imported, describe(imported));
  });
}

async function send(file: string, options: ImportOptions & { user: string }): Promise<ImportedFile> {
  const { user, format, accountName, accountType, mask, dateFormat } = options;
  const access = await readAccess(options, process.env);
  const content = await contentOf(file);
  return withApi(access, (api) =>
    api.importFile({
      user_id: user,
      filename: basename(file),
      content,
      ...(format === undefined ? {} : { format }),
      account: { name: accountName ?? null, type: accountType ?? null, mask: mask ?? null },
      columns: { date_format: dateFormat ?? null },
    }),
  );
}

/** Returns the file in base64. A file that is too large for the service is neither read nor sent. */
async function contentOf(file: string): Promise<string> {
  const unreadable = (cause: unknown): never => {
    throw new OperatorError(`${file} cannot be opened`, { cause });
  };
  const { size } = await stat(file).catch(unreadable);
  if (size > IMPORT_FILE_BYTES_MAX) throw new OperatorError(`content: ${FILE_TOO_LARGE}`);
  return readFile(file, 'base64').catch(unreadable);
}

function describe(imported: ImportedFile): string {
  const counts: [number, string][] = [
    [imported.accounts_count, 'account'],
    [imported.transactions_count, 'transaction'],
    [imported.statements_count, 'pay statement'],
    [imported.tax_documents_count, 'tax document'],
  ];
  const found = counts
    .filter(([count]) => count > 0)
    .map(([count, name]) => `${count} ${name}${count === 1 ? '' : 's'}`);
  const known = imported.transactions_count === 0 ? '' : `, ${imported.new_transactions_count} of them new`;
  return [
    `${imported.format}: ${found.join(', ') || 'nothing'}${known}`,
    `import ${imported.id}, link ${imported.link_id}, task ${imported.task_id}`,
    ...imported.warnings.map(({ line, column, message }) => `warning at line ${line}, column ${column}: ${message}`),
  ].join('\n');
}
