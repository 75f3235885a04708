// Measures how long it takes to read a page. The time of a born-digital page is compared with the time of pdf.js alone.
// The time of a scanned page is compared with the time of the OCR engine alone. Both times of a comparison are measured
// on the same files in the same run.
import { getDocumentProxy } from 'unpdf';
import { readDocuments } from '#analysis/documents/read.ts';
import { textKindOf } from '#reading/hidden-text.ts';
import type { OcrEngine } from '#reading/ocr/engine.ts';
import { openOcr } from '#reading/ocr/open-engine.ts';
import { readPdf } from '#reading/pdf.ts';
import { openPicture } from '#reading/pictures/decode.ts';
import { OCR_DPI } from '#reading/pictures/page-picture.ts';
import { readUpload } from '#services/documents/reader-work.ts';
import type { Bounded } from '../income/tables.ts';
import type { Layout } from './generator/sample.ts';
import { scanOf } from './generator/scans/scans.ts';
import { GROUPS } from './groups.ts';
import type { Section } from './sections.ts';

const PAGE_MS_MAX = 60;
const OCR_RATIO_MAX = 1.2;
const SEED = 9_001;
/**
 * The number of rounds. Only the time of the best round is used, because disturbances can only make a round slower. The
 * first round also serves as a warm-up.
 */
const ROUNDS = 4;
const OCR_ROUNDS = 2;
/** Only every fourth layout is measured. This is enough for a mean over all kinds of pages. */
const LAYOUTS_STEP = 4;

const layoutsOf = (group: string): Layout[] => Object.values(GROUPS.find(({ name }) => name === group)?.layouts ?? {});

type Work = { name: string; run: (file: Buffer) => Promise<unknown> };

/** The steps of reading a file. The work of each step includes the work of the step before it. */
const STEPS: readonly Work[] = [
  { name: 'text by pdf.js alone', run: pdfTexts },
  { name: 'words, lines and form fields', run: readPdf },
  { name: 'and documents with their fields', run: async (file) => readDocuments(await readPdf(file)) },
  { name: 'and signs of alteration: all that a reader does', run: (file) => readUpload(file) },
];

/**
 * Returns one file per layout. A file is left out if one of its pages has hardly any text, because that page would be
 * read by OCR.
 */
export async function digitalFiles(seed: number, step = 1): Promise<{ files: Buffer[]; pages: number }> {
  const known = GROUPS.filter(({ held_out }) => held_out === undefined).flatMap(({ layouts }) =>
    Object.values(layouts),
  );
  const files: Buffer[] = [];
  let pages = 0;
  for (const make of known.filter((_, at) => at % step === 0)) {
    const { file } = await make(seed);
    const read = await readPdf(file);
    if (read.some((page) => textKindOf(page, undefined) === 'no_text')) continue;
    files.push(file);
    pages += read.length;
  }
  return { files, pages };
}

export async function digitalSection(): Promise<Section> {
  const { files, pages } = await digitalFiles(SEED, LAYOUTS_STEP);
  const per_page: number[] = [];
  for (const { run } of STEPS) per_page.push((await bestOf(files, run, ROUNDS)) / pages);
  const [bare = Number.NaN, whole = Number.NaN] = [per_page[0], per_page.at(-1)];
  return {
    figures: [
      {
        name: 'a born-digital page, warm',
        value: `${whole.toFixed(1)} ms`,
        of: `${(whole / bare).toFixed(1)} times pdf.js alone`,
        bound: `≤ ${PAGE_MS_MAX} ms`,
        holds: whole <= PAGE_MS_MAX,
      },
    ],
    tables: [
      {
        title: 'Time of a born-digital page',
        heads: ['what is done', 'ms per page'],
        rows: STEPS.map(({ name }, at) => [name, per_page[at]?.toFixed(1) ?? '–']),
        note: `${files.length} files with ${pages} pages, one of each fourth layout; the best of ${ROUNDS} rounds.`,
      },
    ],
  };
}

async function pdfTexts(file: Buffer): Promise<void> {
  const document = await getDocumentProxy(new Uint8Array(file), { isEvalSupported: false, verbosity: 0 });
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number);
    await page.getTextContent();
    page.cleanup();
  }
  await document.destroy();
}

/** Returns the sum of the best times of all files. */
async function bestOf(files: readonly Buffer[], run: Work['run'], rounds: number): Promise<number> {
  const best = files.map(() => Number.POSITIVE_INFINITY);
  for (let round = 0; round < rounds; round++) {
    for (const [at, file] of files.entries()) best[at] = Math.min(best[at] ?? 0, await millisecondsOf(() => run(file)));
  }
  return best.reduce((sum, ms) => sum + ms, 0);
}

/** The wall time, or the CPU time if that is less, so that waiting for other programs does not count. */
async function millisecondsOf(work: () => Promise<unknown>): Promise<number> {
  const [start, start_cpu] = [performance.now(), process.cpuUsage()];
  await work();
  const by_clock = performance.now() - start;
  const { user, system } = process.cpuUsage(start_cpu);
  return Math.min(by_clock, (user + system) / 1_000);
}

/**
 * Only the wall time is measured, because OCR runs in another process or thread. The engine alone and the whole reader
 * are measured alternately.
 */
export async function ocrSection(scans_count: number): Promise<Section> {
  const engine = await openOcr();
  let [ours, bare, pages] = [0, 0, 0];
  try {
    for (const make of layoutsOf('pay stubs').slice(0, scans_count)) {
      const scan = await scanOf(await make(SEED), SEED, { device: 'flatbed', format: 'png' });
      const times = { ours: Number.POSITIVE_INFINITY, bare: Number.POSITIVE_INFINITY };
      for (let round = 0; round < OCR_ROUNDS; round++) {
        times.bare = Math.min(times.bare, await wallOf(() => ocrAlone(scan.bytes, engine)));
        times.ours = Math.min(
          times.ours,
          await wallOf(() => readUpload(scan.bytes, { openEngine: async () => engine })),
        );
      }
      [ours, bare, pages] = [ours + times.ours, bare + times.bare, pages + scan.pages.length];
    }
  } finally {
    await engine.close();
  }
  const figure: Bounded = {
    name: 'a scanned page, against the OCR engine alone on the same picture',
    value: `${(ours / bare).toFixed(2)} times`,
    of: `${(bare / pages / 1_000).toFixed(1)} s by the engine alone`,
    bound: `≤ ${OCR_RATIO_MAX} times`,
    holds: ours / bare <= OCR_RATIO_MAX,
  };
  return { figures: [figure], tables: [] };
}

async function ocrAlone(bytes: Buffer, engine: OcrEngine): Promise<void> {
  const file = await openPicture(bytes, 'image/png');
  for (let index = 0; index < file.pages_count; index++) {
    const { picture, density } = await file.page(index);
    await engine.hocrOf({ ...picture, dpi: density ?? OCR_DPI });
  }
}

async function wallOf(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
