// Tests that a file with more records does not need more memory than a smaller one. `npm run test:imports` reads
// 500,000 NACHA entries and a million CSV rows.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { batchControl, batchHeader, entry, fileControl, HASH, header } from '#test/nacha-files.ts';
import { parseCsv } from './csv/parse-csv.ts';
import type { FileParser } from './imported-parts.ts';
import { parseNacha } from './nacha/parse-nacha.ts';

const ROWS = Number(process.env['TEST_VOUCH_IMPORT_ROWS'] ?? 50_000);
/**
 * The maximum growth of memory per row. If each record were kept in memory, it would take more than a hundred bytes.
 * Other code in the same process changes the memory by up to half a megabyte, however many rows are read: with 25,000
 * rows, this is twenty bytes per row.
 */
const KEPT_BYTES_PER_ROW_MAX = 50;
const CENTS = 123_456;

type Large = { parse: FileParser; part: string; rows: number; lines(rows: number): Generator<string> };

const FILES: Record<string, Large> = {
  NACHA: { parse: parseNacha, part: 'payment', rows: ROWS / 2, lines: nachaLines },
  CSV: { parse: parseCsv(), part: 'transaction', rows: ROWS, lines: csvLines },
};

test.each(Object.entries(FILES))(
  'the memory for reading a %s file does not grow with the number of its records',
  async (_, { parse, part, rows, lines }) => {
    setFlagsFromString('--expose-gc');
    const collect: () => void = runInNewContext('gc');
    const heap = () => {
      collect();
      return process.memoryUsage().heapUsed;
    };
    const heaps: number[] = [];
    let seen = 0;
    for await (const found of parse(inChunks(lines(rows)))) {
      if (found.part !== part) continue;
      seen++;
      if (seen === Math.ceil(rows / 5) || seen === rows) heaps.push(heap());
    }
    expect(seen).toBe(rows);
    const [early = Number.NaN, late] = heaps;
    expect(late).toBeLessThan(early + (rows * 4 * KEPT_BYTES_PER_ROW_MAX) / 5);
  },
  600_000,
);

function* nachaLines(rows: number): Generator<string> {
  yield header();
  yield batchHeader();
  for (let row = 0; row < rows; row++) yield entry('22', CENTS, { 40: `E-${row}` });
  const totals = { count: rows, hash: (HASH * rows) % 10 ** 10, credits: rows * CENTS };
  yield batchControl(totals);
  const records = rows + 4;
  yield fileControl({ ...totals, fields: { 8: String(Math.ceil(records / 10)).padStart(6, '0') } });
  for (let row = records; row % 10 !== 0; row++) yield '9'.repeat(94);
}

function* csvLines(rows: number): Generator<string> {
  yield 'Date,Description,Amount';
  const day = (row: number) => String(1 + (row % 28)).padStart(2, '0');
  for (let row = 0; row < rows; row++) yield `2026-01-${day(row)},Card purchase ${row} Harbor Street,-${row % 900}.25`;
}

async function* inChunks(lines: Generator<string>): AsyncGenerator<Uint8Array> {
  let text = '';
  for (const line of lines) {
    text += `${line}\n`;
    if (text.length < 64 * 1024) continue;
    yield Buffer.from(text, 'latin1');
    text = '';
  }
  yield Buffer.from(text, 'latin1');
}
