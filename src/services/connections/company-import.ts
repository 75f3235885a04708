// Imports an operator's company file into the catalogue, in batches: known companies are updated, new companies are
// added, and bad rows are reported and skipped. Each batch is committed as soon as it is written, so an import that is
// run again after an interruption finds most rows unchanged.
import { ownerNow } from '#base/clock.ts';
import { type CsvRecord, readCsv } from '#base/csv.ts';
import type { Company } from '#domain/connections/companies.ts';
import { COMPANY_COLUMNS, readCompanyRow } from '#domain/connections/company-rows.ts';
import { isOfferedIn } from '#domain/connections/providers.ts';
import type { Environment } from '#domain/platform/scope.ts';
import { OperatorError } from '#services/access/clients.ts';
import type { CtxParts } from '#services/platform/ctx.ts';
import { settleCompanyKeys, upsertCompanies } from '#storage/connections/companies.ts';
import { SYSTEM } from '#storage/platform/db.ts';

export type RowFault = { line: number; message: string };
export type ImportReport = {
  rows: number;
  created: number;
  updated: number;
  unchanged: number;
  refused: number;
  /** The rejected rows. Only the first 100 are listed. */
  faults: RowFault[];
  /** The names of unknown columns. */
  ignored_columns: string[];
  /**
   * Providers that are named in rows but do not exist in this service. Users cannot connect to the companies of these
   * rows.
   */
  unknown_providers: string[];
};
type ImportParts = Pick<CtxParts, 'database' | 'clock' | 'connectors'>;

/** Called after each batch with the number of rows processed so far. */
export type OnImported = (rows: number) => void;

/** The number of rows in a batch. A batch of this size takes about 200 ms. */
const BATCH_ROWS = 2_000;
const FAULTS_MAX = 100;
const NAMES_MAX = 100;

export async function importCompanies(
  parts: ImportParts,
  environment: Environment,
  file: AsyncIterable<Buffer>,
  onImported: OnImported,
): Promise<ImportReport> {
  const report: ImportReport = {
    rows: 0,
    created: 0,
    updated: 0,
    unchanged: 0,
    refused: 0,
    faults: [],
    ignored_columns: [],
    unknown_providers: [],
  };
  const write = openWriter(parts, environment, report, onImported);
  const check = openCheck(parts, environment, report);
  let columns: readonly string[] | undefined;
  for await (const record of readCsv(file)) {
    if (columns === undefined) {
      columns = readHeader(record);
      report.ignored_columns = columns.filter((name) => !isColumn(name)).slice(0, NAMES_MAX);
      continue;
    }
    report.rows++;
    const read = readRecord(record, columns);
    const faults = 'company' in read ? check(read.company) : read.faults;
    if ('company' in read && faults.length === 0) await write.add(read.company);
    else reject(report, record.line, faults.join('; '));
  }
  if (columns === undefined) throw new OperatorError('the file is empty');
  await write.finish();
  await settleCompanyKeys(parts.database.scoped(SYSTEM), environment);
  return report;
}

function readHeader(record: CsvRecord): string[] {
  const columns = 'fields' in record ? record.fields.map((name) => name.trim().toLowerCase()) : [];
  if (columns.includes('name')) return columns;
  throw new OperatorError('the first line of the file must name its columns, and one of them must be "name"');
}

const isColumn = (name: string): boolean => COMPANY_COLUMNS.some((column) => column === name);

function readRecord(record: CsvRecord, columns: readonly string[]): ReturnType<typeof readCompanyRow> {
  if ('fault' in record) return { faults: [record.fault] };
  const { fields } = record;
  if (fields.length !== columns.length) {
    return { faults: [`has ${fields.length} values, but the first line names ${columns.length} columns`] };
  }
  return readCompanyRow(Object.fromEntries(columns.map((name, i) => [name, fields[i]])));
}

/**
 * Rejects a company whose provider belongs to the other environment. An unknown provider is only reported, because a
 * later release may add it.
 */
function openCheck(parts: ImportParts, environment: Environment, report: ImportReport): (company: Company) => string[] {
  const unknown = new Set<string>();
  return ({ provider_id }) => {
    if (provider_id === null) return [];
    const provider = parts.connectors.get(provider_id)?.manifest;
    if (provider !== undefined && !isOfferedIn(provider, environment)) {
      return [`provider_id: "${provider_id}" is not offered in ${environment}`];
    }
    if (provider === undefined && !unknown.has(provider_id) && unknown.size < NAMES_MAX) {
      unknown.add(provider_id);
      report.unknown_providers = [...unknown].toSorted();
    }
    return [];
  };
}

/** Writes companies in batches. While a batch is being written, the next batch is read. */
function openWriter(parts: ImportParts, environment: Environment, report: ImportReport, onImported: OnImported) {
  const db = parts.database.scoped(SYSTEM);
  const now = ownerNow(parts.clock, 0);
  let batch = new Map<string, Company>();
  let writing: Promise<void> = Promise.resolve();

  async function write(companies: readonly Company[]): Promise<void> {
    // The companies are sorted by id, so that two concurrent imports do not deadlock.
    const sorted = companies.toSorted((a, b) => (a.company_mapping_id < b.company_mapping_id ? -1 : 1));
    const { created, updated } = await db.transaction((tx) => upsertCompanies(tx, environment, sorted, now));
    report.created += created;
    report.updated += updated;
    report.unchanged += companies.length - created - updated;
    onImported(report.created + report.updated + report.unchanged + report.refused);
  }

  async function flush(): Promise<void> {
    const companies = [...batch.values()];
    batch = new Map();
    await writing;
    writing = write(companies);
    // Without this handler, a failed write would be reported as an unhandled rejection. The error is handled where the
    // promise is awaited.
    writing.catch(() => undefined);
  }

  return {
    async add(company: Company): Promise<void> {
      // If several rows have the same id, the last of these rows is kept. The result is the same as if each row were
      // written separately.
      if (batch.has(company.company_mapping_id)) report.updated++;
      batch.set(company.company_mapping_id, company);
      if (batch.size >= BATCH_ROWS) await flush();
    },
    async finish(): Promise<void> {
      await flush();
      await writing;
    },
  };
}

function reject(report: ImportReport, line: number, message: string): void {
  report.refused++;
  if (report.faults.length < FAULTS_MAX) report.faults.push({ line, message });
}
