// Reads a file in any of the supported formats. The format is recognised by the beginning of the file.
import { parseBai2 } from './bai2.ts';
import { parseCamt053 } from './camt053.ts';
import { type CsvOptions, parseCsv } from './csv/parse-csv.ts';
import { parseEfw2 } from './efw2/parse-efw2.ts';
import { parseFire } from './fire/parse-fire.ts';
import { detectFormat } from './formats.ts';
import {
  type Chunks,
  type FileParser,
  type ImportedPart,
  type ImportFormat,
  UnreadableFile,
} from './imported-parts.ts';
import { parseMt940 } from './mt940.ts';
import { parseNacha } from './nacha/parse-nacha.ts';
import { parseOfx } from './ofx.ts';

/**
 * The number of bytes that are used to recognise a format. Some banks write several lines about the account above the
 * table.
 */
export const HEAD_BYTES = 4_096;
export const UNKNOWN_FORMAT = 'the file has none of the known formats';

const PARSERS: Record<Exclude<ImportFormat, 'csv'>, FileParser> = {
  ofx: parseOfx,
  qfx: parseOfx,
  camt053: parseCamt053,
  mt940: parseMt940,
  bai2: parseBai2,
  efw2: parseEfw2,
  nacha: parseNacha,
  fire: parseFire,
};

export type ImportOptions = {
  /** The format of the file. If undefined, the format is detected. */
  format?: ImportFormat | undefined;
  /** Options that are used only for CSV files. */
  csv?: CsvOptions;
};

/** Detects the format and returns the parts. The file is read while the caller iterates over the parts. */
export async function readImport(
  chunks: Chunks,
  { format, csv }: ImportOptions = {},
): Promise<{ format: ImportFormat; parts: AsyncGenerator<ImportedPart> }> {
  const reading = chunks[Symbol.asyncIterator]();
  const head = await headOf(reading);
  const found = format ?? detectFormat(head);
  if (found === undefined) throw new UnreadableFile({ line: 1, column: 1 }, UNKNOWN_FORMAT);
  const parse = found === 'csv' ? parseCsv(csv ?? {}) : PARSERS[found];
  return { format: found, parts: parse(allOf(head, reading)) };
}

async function headOf(reading: AsyncIterator<Uint8Array>): Promise<Buffer> {
  const read: Uint8Array[] = [];
  for (let bytes = 0; bytes < HEAD_BYTES; ) {
    const { done, value } = await reading.next();
    if (done === true) break;
    read.push(value);
    bytes += value.length;
  }
  return Buffer.concat(read);
}

async function* allOf(head: Uint8Array, rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield head;
  for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value;
}
