import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestHouse, type TestHouse } from '#test/house.ts';
import { describeImport, importCompanyFile } from './import-companies.ts';

let house: TestHouse;
let folder: string;
beforeAll(async () => {
  house = await openTestHouse();
  folder = await mkdtemp(join(tmpdir(), 'vouch-import-'));
});
afterAll(async () => {
  await house.close();
  await rm(folder, { recursive: true });
});

async function shown(isTTY: boolean, rows: number): Promise<string> {
  const path = join(folder, 'companies.csv');
  await writeFile(path, `id,name\n${Array.from({ length: rows }, (_, i) => `${i},Row ${i}\n`).join('')}`);
  let text = '';
  await importCompanyFile(house, 'prod', path, { isTTY, write: (more: string) => (text += more) });
  return text;
}

describe('importCompanyFile', () => {
  test('shows a progress bar on a terminal', async () => {
    const text = await shown(true, 2_001);
    expect(text).toMatch(/^\r\[#* *\] .*2,000 rows\r/);
    expect(text).toMatch(/\r\[#{30}\] 100% {2}2,001 rows\n$/);
  });

  test('prints progress as lines if the output is not a terminal', async () => {
    expect(await shown(false, 2_001)).toMatch(/^100% {2}2,00[01] rows\n$/);
  });

  test('if the file is missing, fails with an error that contains the file’s path', async () => {
    const path = join(folder, 'nowhere.csv');
    const screen = { write: () => true };
    await expect(importCompanyFile(house, 'prod', path, screen)).rejects.toThrow(`${path} cannot be read (ENOENT)`);
  });
});

test('describeImport() lists counts, unused columns, unknown providers and invalid lines', () => {
  const report = {
    rows: 12_345,
    created: 12_000,
    updated: 300,
    unchanged: 40,
    refused: 5,
    faults: [{ line: 7, message: 'name: missing' }],
    ignored_columns: ['colour'],
    unknown_providers: ['northwind'],
  };
  expect(describeImport(report)).toBe(
    [
      '12,345 rows: 12,000 new, 300 changed, 40 unchanged, 5 rejected',
      'columns not used: colour',
      'providers not available in this service: northwind',
      'line 7: name: missing',
      'and 4 more',
    ].join('\n'),
  );
  const fine = { ...report, refused: 0, faults: [], ignored_columns: [], unknown_providers: [] };
  expect(describeImport(fine)).toBe('12,345 rows: 12,000 new, 300 changed, 40 unchanged, 0 rejected');
});
