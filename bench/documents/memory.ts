// Measures how much memory the pages of each group occupy after they were read. This memory grows with the number of
// pages in a file.
import { readDocuments } from '#analysis/documents/read.ts';
import { readPdf } from '#reading/pdf.ts';
import { collector } from '../income/memory.ts';
import type { Group } from './groups.ts';

const SEED = 9_003;
/** Several files are measured together, because the memory of a single page is too small to measure in the heap. */
const FILES_MAX = 8;

/** Returns a map from the name of each group to the megabytes per page. */
export async function memoryOf(groups: readonly Group[]): Promise<Map<string, number>> {
  const collect = collector();
  const found = new Map<string, number>();
  for (const { name, layouts } of groups) {
    const files: Buffer[] = [];
    for (const make of Object.values(layouts).slice(0, FILES_MAX)) files.push((await make(SEED)).file);
    // The files are read once before the measurement, so that data which is created on first use is not measured.
    await readAll(files);
    collect();
    const before = process.memoryUsage().heapUsed;
    const readings = await readAll(files);
    collect();
    const held = process.memoryUsage().heapUsed - before;
    found.set(name, held / 1024 ** 2 / readings.reduce((sum, { pages }) => sum + pages.length, 0));
  }
  return found;
}

type Held = { pages: Awaited<ReturnType<typeof readPdf>>; documents: ReturnType<typeof readDocuments> };

async function readAll(files: readonly Buffer[]): Promise<Held[]> {
  const readings: Held[] = [];
  for (const file of files) {
    const pages = await readPdf(file);
    readings.push({ pages, documents: readDocuments(pages) });
  }
  return readings;
}
