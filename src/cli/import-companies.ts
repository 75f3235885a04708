// `vouch companies import`: opens the file, shows progress, and describes the result.
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Command } from 'commander';
import { ENVIRONMENTS, type Environment } from '#domain/platform/scope.ts';
import { OperatorError } from '#services/access/clients.ts';
import { type ImportReport, importCompanies } from '#services/connections/company-import.ts';
import type { House } from '#services/house.ts';
import { explained, type Print, toEnvironment, type WithHouse } from './command-parts.ts';

export function addCompanyCommands(program: Command, print: Print, withHouse: WithHouse): void {
  const companies = explained(
    program.command('companies'),
    'Manages the catalogue of employers.',
    'companies import companies.csv',
  );
  explained(
    companies.command('import <file.csv>'),
    'Adds the companies in a file, and updates those whose id already exists.',
    'companies import companies.csv --env prod',
  )
    .option('--env <environment>', `environment of the catalogue: ${ENVIRONMENTS.join(' or ')}`, toEnvironment, 'prod')
    .action((file: string, { env }: { env: Environment }) =>
      withHouse(async (house) => {
        const report = await importCompanyFile(house, env, file, process.stderr);
        print(report, describeImport(report));
        if (report.refused > 0) process.exitCode = 1;
      }),
    );
}

/**
 * The stream to which progress is written. A terminal gets a progress bar. Any other stream gets a line for every tenth
 * of the file.
 */
export type Screen = { readonly isTTY?: boolean; write(text: string): unknown };

export async function importCompanyFile(
  house: House,
  environment: Environment,
  path: string,
  screen: Screen,
): Promise<ImportReport> {
  const { size } = await stat(path).catch((cause) => {
    throw new OperatorError(`${path} cannot be read (${cause.code})`, { cause });
  });
  const file = createReadStream(path);
  const progress = openProgress(screen);
  const report = await importCompanies(house, environment, file, (rows) =>
    progress.show(size === 0 ? 1 : file.bytesRead / size, rows),
  );
  progress.end(report.rows);
  return report;
}

export function describeImport(report: ImportReport): string {
  const { rows, created, updated, unchanged, refused, faults, ignored_columns, unknown_providers } = report;
  const counts = `${number(created)} new, ${number(updated)} changed, ${number(unchanged)} unchanged, ${number(refused)} rejected`;
  return [
    `${number(rows)} rows: ${counts}`,
    ...(ignored_columns.length > 0 ? [`columns not used: ${ignored_columns.join(', ')}`] : []),
    ...(unknown_providers.length > 0
      ? [`providers not available in this service: ${unknown_providers.join(', ')}`]
      : []),
    ...faults.map(({ line, message }) => `line ${line}: ${message}`),
    ...(refused > faults.length ? [`and ${number(refused - faults.length)} more`] : []),
  ].join('\n');
}

const BAR_WIDTH = 30;

function openProgress(screen: Screen) {
  let tenths_shown = 0;
  const line = (share: number, rows: number) => `${String(Math.floor(share * 100)).padStart(3)}%  ${number(rows)} rows`;
  return {
    show(share: number, rows: number): void {
      const done = Math.round(share * BAR_WIDTH);
      if (screen.isTTY === true) {
        screen.write(`\r[${'#'.repeat(done)}${' '.repeat(BAR_WIDTH - done)}] ${line(share, rows)}`);
      } else if (Math.floor(share * 10) > tenths_shown) {
        tenths_shown = Math.floor(share * 10);
        screen.write(`${line(share, rows)}\n`);
      }
    },
    end(rows: number): void {
      if (screen.isTTY === true) screen.write(`\r[${'#'.repeat(BAR_WIDTH)}] ${line(1, rows)}\n`);
    },
  };
}

const number = (value: number): string => value.toLocaleString('en-US');
