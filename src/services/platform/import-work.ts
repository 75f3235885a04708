// Compute jobs that read imported files and merge them. A file may be 32 MiB large, and reading such a file takes
// seconds.
import { hash, type KeyObject } from 'node:crypto';
import { InvalidColumns } from '#analysis/imports/csv/layout.ts';
import { previewCsv } from '#analysis/imports/csv/preview-csv.ts';
import { detectFormat } from '#analysis/imports/formats.ts';
import { type Chunks, type CsvColumns, type ImportFormat, UnreadableFile } from '#analysis/imports/imported-parts.ts';
import { balanceWarnings } from '#analysis/imports/merging/balance-warnings.ts';
import {
  type ImportContent,
  type ImportedRow,
  type ImportHead,
  type TakenImport,
  type TakeOptions,
  takeParts,
} from '#analysis/imports/merging/import-content.ts';
import { mergeForms, mergePayments, mergeW2s } from '#analysis/imports/merging/merge-heads.ts';
import { countNewRows, countRows, mergeRows } from '#analysis/imports/merging/merge-rows.ts';
import { NobodyFound, SeveralFound } from '#analysis/imports/merging/own-records.ts';
import { HEAD_BYTES, readImport, UNKNOWN_FORMAT } from '#analysis/imports/read-import.ts';
import { incorrect } from '#base/errors.ts';
import { parseForm, plainFileName, textIn } from '#base/http/forms.ts';
import { parseJson } from '#base/json.ts';
import { formatMoney } from '#base/money.ts';
import {
  checkedColumns,
  checkedImport,
  checkSize,
  IMPORTED_TRANSACTIONS_MAX,
  type ImportCounts,
  type ImportWarning,
  NO_ACCOUNT,
  type SentImport,
  toSentImport,
} from '#domain/connections/imports.ts';
import type { FileQuestion } from '#domain/widget/widget-files.ts';
import { sealBlocks, unsealBlocks } from './sealed-json.ts';
import { asBuffer, type Sealed } from './sealed-sections.ts';

/** The maximum number of warnings that an import returns. */
const WARNINGS_MAX = 100;
const CHUNK_BYTES = 65_536;
/** The number of merged rows that are sent to the main thread in one piece of JSON. */
const ROWS_AT_ONCE = 200;

/** Parses and checks the raw body of a request, and decodes the file in it. */
export function readImportBody({ body }: { body: Uint8Array }): SentImport {
  const sent = checkedImport(parseJson(asBuffer(body)));
  const content = Buffer.from(sent.content, 'base64');
  checkSize(content);
  return toSentImport(sent, content, hash('sha256', content));
}

/** A form that the widget sends: a file, and details about the file. */
export type SentForm = {
  suborder_id: string | null;
  /** Whether the applicant has confirmed how the file is read. */
  is_confirmed: boolean;
  sent: Omit<SentImport, 'user_id'>;
  format: ImportFormat;
  /**
   * How a CSV file would be read. Null for other formats. Also null if the applicant has confirmed how the file is
   * read.
   */
  question: FileQuestion | null;
};

/** Parses a form with a file, recognises the format of the file, and reads the first rows of a CSV file. */
export async function readImportForm(body: { bytes: Uint8Array; type: string }): Promise<SentForm> {
  const form = await parseForm(body);
  const file = form.get('content');
  if (!(file instanceof File)) throw incorrect({ field: 'content', message: 'This field is required.' });
  checkSize({ length: file.size });
  const columns = checkedColumns(jsonIn(form, 'columns'));
  const content = new Uint8Array(await file.arrayBuffer());
  const is_confirmed = textIn(form, 'is_confirmed') === 'true';
  const format = detectFormat(content.subarray(0, HEAD_BYTES));
  if (format === undefined) throw unreadable(new UnreadableFile({ line: 1, column: 1 }, UNKNOWN_FORMAT));
  return {
    suborder_id: textIn(form, 'suborder_id'),
    is_confirmed,
    sent: {
      filename: plainFileName(file.name),
      content,
      sha256: hash('sha256', content),
      format,
      account: NO_ACCOUNT,
      columns,
    },
    format,
    question: format === 'csv' && !is_confirmed ? await questionAbout(content, columns) : null,
  };
}

function jsonIn(form: FormData, name: string): unknown {
  const text = textIn(form, name);
  return text === null ? undefined : parseJson(Buffer.from(text));
}

async function questionAbout(content: Uint8Array, columns: Partial<CsvColumns>): Promise<FileQuestion> {
  try {
    const { rows, ...preview } = await previewCsv(chunksOf(content), columns);
    return { ...preview, rows: rows.map((row) => ({ ...row, amount: formatMoney(row.amount) })) };
  } catch (error) {
    throw unreadable(error);
  }
}

export type ReadImport = ImportCounts & {
  format: ImportFormat;
  columns: CsvColumns | null;
  warnings: ImportWarning[];
  /** Whether the file contains something that no earlier file contains. */
  is_new: boolean;
  /** The content of the file, sealed. */
  content: Uint8Array;
};

/** Reads a file and compares it with the earlier files of the person. */
export async function readImportFile(
  input: Pick<SentImport, 'content' | 'format' | 'account' | 'columns'> &
    Pick<TakeOptions, 'sought'> & { earlier: readonly Sealed[]; goes: { key: KeyObject; where: string } },
): Promise<ReadImport> {
  const { format, taken } = await take(input);
  const { head, rows } = taken;
  const earlier = input.earlier.map(openContent);
  const after = countRows([...earlier, taken]);
  if (after.posted + after.pending.size > IMPORTED_TRANSACTIONS_MAX)
    throw incorrect({ field: 'content', message: TOO_MANY });
  const heads = earlier.map((content) => content.head);
  const new_transactions_count = rows.length === 0 ? 0 : countNewRows(countRows(earlier), after);
  return {
    format,
    accounts_count: head.accounts.length,
    transactions_count: rows.length,
    new_transactions_count,
    statements_count: head.payments.length,
    tax_documents_count: head.w2s.length + head.forms.length,
    columns: taken.columns,
    warnings: [...taken.warnings, ...balanceWarnings(heads, head)].slice(0, WARNINGS_MAX),
    is_new: new_transactions_count > 0 || bringsNews(heads, head),
    content: await sealBlocks(input.goes.key, [head, ...rows], input.goes.where),
  };
}

const TOO_MANY = `The files of this user contain more than ${IMPORTED_TRANSACTIONS_MAX.toLocaleString('en-US')} transactions.`;

async function take({
  content,
  format,
  account,
  columns,
  sought,
}: Pick<SentImport, 'content' | 'format' | 'account' | 'columns'> & Pick<TakeOptions, 'sought'>): Promise<{
  format: ImportFormat;
  taken: TakenImport;
}> {
  try {
    const read = await readImport(chunksOf(content), { format: format ?? undefined, csv: { columns } });
    const options = { account, sought, rows_max: IMPORTED_TRANSACTIONS_MAX };
    return { format: read.format, taken: await takeParts(read.format, read.parts, options) };
  } catch (error) {
    throw unreadable(error);
  }
}

/**
 * If the error means that the file is unreadable, returns the error for the client. Returns any other error unchanged.
 */
function unreadable(error: unknown): unknown {
  if (error instanceof UnreadableFile) return incorrect({ field: 'content', message: error.message });
  if (error instanceof InvalidColumns) return incorrect({ field: 'columns', message: error.message });
  if (error instanceof NobodyFound)
    return incorrect({ field: 'content', message: 'No record of this person was found.' });
  if (error instanceof SeveralFound)
    return incorrect({ field: 'content', message: 'Several people in this file have the name of this person.' });
  return error;
}

async function* chunksOf(content: Uint8Array): Chunks {
  for (let at = 0; at < content.length; at += CHUNK_BYTES) yield content.subarray(at, at + CHUNK_BYTES);
}

/** Whether the file has an account, a balance, a payment or a tax form that the earlier files do not have. */
function bringsNews(earlier: readonly ImportHead[], head: ImportHead): boolean {
  const known = new Set(earlier.flatMap(({ accounts }) => accounts.flatMap(knownOf)));
  return (
    head.accounts.flatMap(knownOf).some((one) => !known.has(one)) ||
    [mergePayments, mergeW2s, mergeForms].some(
      (merge) => JSON.stringify(merge([...earlier, head])) !== JSON.stringify(merge(earlier)),
    )
  );
}

const knownOf = ({ identity, balances }: ImportHead['accounts'][number]): string[] => [
  identity,
  ...balances.map((balance) => JSON.stringify([identity, balance])),
];

/**
 * Returns the rows of all imported files of a person. They are returned as pieces of JSON, because sending them to
 * another thread as a list of objects takes longer.
 */
export function mergeImports({ imports }: { imports: readonly Sealed[] }): Uint8Array[] {
  const rows = mergeRows(imports.map(openContent));
  const pieces = Array.from({ length: Math.ceil(rows.length / ROWS_AT_ONCE) }, (_, at) => at * ROWS_AT_ONCE);
  return pieces.map((from) => Buffer.from(JSON.stringify(rows.slice(from, from + ROWS_AT_ONCE))));
}

type Item = ImportHead | ImportedRow;
const isHead = (item: Item | undefined): item is ImportHead => item !== undefined && 'format' in item;
const isRow = (item: Item): item is ImportedRow => !isHead(item);

function openContent({ key, sealed, where }: Sealed): ImportContent {
  const items = unsealBlocks<Item>(key, asBuffer(sealed), where, () => false);
  const [head] = items;
  if (!isHead(head)) throw new Error('an import begins with its head');
  return { head, rows: items.filter(isRow) };
}

/** Reads only the head of an import. The head is the first item, so only the first block is unsealed. */
export function openHead({ key, sealed, where }: Sealed): ImportHead {
  const [head] = unsealBlocks<Item>(key, asBuffer(sealed), where, () => true);
  if (!isHead(head)) throw new Error('an import begins with its head');
  return head;
}
