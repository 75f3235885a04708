// Compute jobs that read imported files and merge them. A file may have 32 MiB, which takes seconds to read.
import { hash, type KeyObject } from 'node:crypto';
import { InvalidColumns } from '#analysis/imports/csv/layout.ts';
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
import { readImport } from '#analysis/imports/read-import.ts';
import { incorrect } from '#base/errors.ts';
import { parseJson } from '#base/json.ts';
import {
  checkedImport,
  checkSize,
  IMPORTED_TRANSACTIONS_MAX,
  type ImportCounts,
  type ImportWarning,
  type SentImport,
  toSentImport,
} from '#domain/connections/imports.ts';
import { sealBlocks, unsealBlocks } from './sealed-json.ts';
import { asBuffer, type Sealed } from './sealed-sections.ts';

/** An import returns at most this many warnings. */
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
    if (error instanceof UnreadableFile) throw incorrect({ field: 'content', message: error.message });
    if (error instanceof InvalidColumns) throw incorrect({ field: 'columns', message: error.message });
    if (error instanceof NobodyFound)
      throw incorrect({ field: 'content', message: 'No record of this person was found.' });
    if (error instanceof SeveralFound)
      throw incorrect({ field: 'content', message: 'Several people in this file have the name of this person.' });
    throw error;
  }
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

/** The rows of all files of a person, as JSON in pieces, because a list of objects takes longer to send to a thread. */
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

/** Opens only the head, which is the first item, so only the first block is read. */
export function openHead({ key, sealed, where }: Sealed): ImportHead {
  const [head] = unsealBlocks<Item>(key, asBuffer(sealed), where, () => true);
  if (!isHead(head)) throw new Error('an import begins with its head');
  return head;
}
