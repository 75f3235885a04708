// Generates the forged and the scanned documents, counts them, and writes them into a folder for inspection. The
// benchmark does not read these documents.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Table } from '../income/tables.ts';
import { scannedSamples } from './generator/scans/scans.ts';
import { KINDS, tamperedSamples } from './generator/tampering/tampering.ts';

export async function tamperingTable(seeds: readonly number[], folder?: string): Promise<Table> {
  const counts = new Map(KINDS.map(({ name }) => [name, { files: 0, changes: 0, bytes: 0 }]));
  for await (const { original: _, bytes, ...sample } of tamperedSamples(seeds)) {
    const count = counts.get(sample.kind);
    if (count === undefined) continue;
    count.files += 1;
    count.changes += sample.changes.length;
    count.bytes += bytes.length;
    await saved(folder, `${sample.kind}-${sample.layout}-${sample.seed}`, bytes, sample);
  }
  return {
    title: 'Forged documents and controls',
    heads: ['kind', 'clean', 'files', 'fields changed', 'kB per file', 'what was done'],
    rows: KINDS.map(({ name, is_clean, note }) => {
      const { files, changes, bytes } = counts.get(name) ?? { files: 0, changes: 0, bytes: 0 };
      return [name, is_clean ? 'yes' : 'no', String(files), String(changes), kilobytes(bytes, files), note];
    }),
  };
}

export async function scanTable(seeds: readonly number[], folder?: string): Promise<Table> {
  const counts = new Map<string, { files: number; pages: number; bytes: number }>();
  for await (const { bytes, ...sample } of scannedSamples(seeds)) {
    const device = sample.pages[0]?.device ?? '';
    const key = `${device}, ${sample.format}`;
    const count = counts.get(key) ?? { files: 0, pages: 0, bytes: 0 };
    counts.set(key, {
      files: count.files + 1,
      pages: count.pages + sample.pages.length,
      bytes: count.bytes + bytes.length,
    });
    await saved(folder, `${device}-${sample.layout}-${sample.seed}`, bytes, sample);
  }
  return {
    title: 'Scans',
    heads: ['device and format', 'files', 'pages', 'kB per file'],
    rows: [...counts].map(([key, { files, pages, bytes }]) => [
      key,
      String(files),
      String(pages),
      kilobytes(bytes, files),
    ]),
  };
}

const kilobytes = (bytes: number, files: number): string => (files === 0 ? '' : (bytes / files / 1000).toFixed(0));

async function saved(
  folder: string | undefined,
  name: string,
  bytes: Buffer,
  truth: { mime_type: string } & object,
): Promise<void> {
  if (folder === undefined) return;
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, `${name}.${truth.mime_type.replace(/^.*\//, '')}`), bytes);
  await writeFile(join(folder, `${name}.json`), JSON.stringify(truth, null, 2));
}
