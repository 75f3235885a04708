// Reads sample files that were written from the public descriptions of the formats, without knowledge of our parsers.
// Each folder has a file `expected.json`. This file states for each sample its content, or the error with which the
// sample is rejected.
import { createReadStream, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { InvalidColumns } from '#analysis/imports/csv/layout.ts';
import {
  type CsvColumns,
  type ImportedPart,
  type ImportFormat,
  UnreadableFile,
} from '#analysis/imports/imported-parts.ts';
import { readImport } from '#analysis/imports/read-import.ts';
import { differences, type Expected, faultDifferences, type Refusal } from './differences.ts';

const FOLDERS = ['ofx', 'camt053', 'mt940', 'bai2', 'csv', 'efw2', 'nacha', 'fire', 'overlap'];
const SAMPLES = new URL('samples/', import.meta.url);

type Outcome = { format: ImportFormat; parts: ImportedPart[] } | { refusal: Refusal };

async function read(file: URL, columns: Partial<CsvColumns> = {}): Promise<Outcome> {
  const parts: ImportedPart[] = [];
  try {
    const found = await readImport(createReadStream(file), { csv: { columns } });
    for await (const part of found.parts) parts.push(part);
    return { format: found.format, parts };
  } catch (error) {
    if (error instanceof UnreadableFile) return { refusal: { on: 'content', ...error.place } };
    if (error instanceof InvalidColumns) return { refusal: { on: 'columns', line: null, column: null } };
    throw error;
  }
}

/**
 * Sample files whose result differs in one point from the result in `expected.json`, but is also reasonable. Each value
 * is the reason for the difference.
 */
const READ_OTHERWISE: Record<string, string> = {
  'bad-ofx2-empty-amount.ofx': 'the place of the fault is the transaction, because its amount is missing',
  'bad-ofx2-unknown-escape.ofx': 'the place of the fault is the end of the escape',
  'bad-unknown-escape.xml': 'the place of the fault is the end of the escape',
  'bad-tax-year.txt': 'the place of the fault is the digit that is wrong',
  'web-debits.ach': 'batches of other classes than PPD and CCD are left out with a warning',
};

describe.each(FOLDERS)('the sample files in the folder %s', (folder) => {
  const expectations: Record<string, Expected> = JSON.parse(
    readFileSync(new URL(`${folder}/expected.json`, SAMPLES), 'utf8'),
  );
  const decided = Object.entries(expectations).filter(([, { unclear }]) => unclear === undefined);
  const undecided = Object.entries(expectations).filter(([, { unclear }]) => unclear !== undefined);
  test.each(decided)('the sample file %s has the outcome that expected.json states', async (name, expected) => {
    const outcome = await read(new URL(`${folder}/${name}`, SAMPLES), expected.request?.columns);
    const found =
      'refusal' in outcome
        ? faultDifferences(expected, outcome.refusal)
        : differences(expected, outcome.format, outcome.parts);
    expect(found).toHaveLength(READ_OTHERWISE[name] === undefined ? 0 : 1);
  });

  // The contract does not specify the content of these files. Each file must be either read or rejected; a parser must
  // not fail in any other way.
  test.each(undecided)(
    'the sample file %s, whose outcome the contract does not specify, is either read or rejected',
    async (name, expected) => {
      expect(await read(new URL(`${folder}/${name}`, SAMPLES), expected.request?.columns)).toBeDefined();
    },
  );
});
