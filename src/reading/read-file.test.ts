// OCR takes seconds per page, so only a few pictures are read here, each with several difficulties at once. If several
// tests need the same picture, OCR reads it only once.
import PdfDocument from 'pdfkit';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { fraudSignals } from '#analysis/documents/fraud/signals.ts';
import { readDocuments } from '#analysis/documents/read.ts';
import type { PageProgress } from '#domain/documents/file-readings.ts';
import { rasterised } from '#render/raster.ts';
import { drawnPdf } from '#test/fraud.ts';
import { nativeOcr, wasmOcr } from '#test/ocr.ts';
import { payStubPdf } from '#test/pay-stub-pdf.ts';
import { heldOnItsSide, photographed, scanned } from '#test/pictures.ts';
import type { OcrEngine } from './ocr/engine.ts';
import { readPdf } from './pdf.ts';
import { OCR_PAGES_MAX, readFile } from './read-file.ts';
import { UnreadableFile } from './unreadable-file.ts';

const TIMEOUT_MS = 300_000;

/** The values that must be read from every picture of the stub. */
const STUB = {
  document_type: 'PAYSTUB',
  fields: {
    employer_name: { value: 'Quill Harbor LLC' },
    pay_date: { value: '2026-01-09' },
    period_start: { value: '2025-12-20' },
    period_end: { value: '2026-01-02' },
    gross_pay: { value: 200_000n },
    net_pay: { value: 159_700n },
  },
  tables: {
    earnings: [{ hours: { value: 8_000n }, rate: { value: 2_500n }, current: { value: 200_000n } }],
    taxes: [{ current: { value: 15_000n } }, { current: { value: 12_400n } }, { current: { value: 2_900n } }],
    deductions: [{ current: { value: 10_000n }, ytd: { value: 10_000n } }],
  },
};

const native = await nativeOcr();
const ENGINES: [name: string, openEngine: () => Promise<OcrEngine>][] = [
  ['WebAssembly', wasmOcr],
  ...(native === undefined
    ? []
    : [['the installed program', async () => native] as [string, () => Promise<OcrEngine>]]),
];

let pdf: Buffer;
let scan: Buffer;
beforeAll(async () => {
  pdf = await payStubPdf({ net_pay: '1,597.00' });
  scan = await scanned(pdf);
});

describe.each(ENGINES)('readFile with OCR by %s', (_, openEngine) => {
  const documentsOf = async (bytes: Buffer) => {
    const { mime_type, pages } = await readFile(bytes, { openEngine });
    return { mime_type, pages, documents: readDocuments(pages) };
  };

  test('reads a scanned PDF, and reports how many pages need OCR and which page is being read', {
    timeout: TIMEOUT_MS,
  }, async () => {
    const counts: number[] = [];
    const progress: PageProgress[] = [];
    const { mime_type, pages } = await readFile(await rasterised(pdf, '2026-01-10'), {
      openEngine,
      onOcrPages: (count) => counts.push(count),
      onPage: (page) => progress.push(page),
    });
    expect(mime_type).toBe('application/pdf');
    expect(counts).toEqual([1]);
    expect(progress).toEqual([{ page: 1, pages: 1 }]);
    expect(pages[0]?.words.every(({ confidence }) => confidence < 1)).toBe(true);
    expect(readDocuments(pages)).toMatchObject([STUB]);
  });

  describe('a scan with invisible text over the picture', () => {
    const readingOf = async (net_pay: string) => {
      const { pages, traces } = await readFile(await layered(pdf, scan, net_pay), { openEngine });
      const documents = readDocuments(pages);
      return { pages, documents, signals: fraudSignals(documents, pages, traces)[0] };
    };

    test('reads the picture of the scan, and keeps the invisible text for a comparison', {
      timeout: TIMEOUT_MS,
    }, async () => {
      const { pages, documents, signals } = await readingOf('9,597.00');
      expect(pages[0]?.words.every(({ confidence }) => confidence < 1)).toBe(true);
      expect(documents).toMatchObject([STUB]);
      expect(pages[0]?.hidden_words?.map(({ text }) => text)).toContain('9,597.00');
      expect(signals).toMatchObject([{ code: 'overlay', severity: 'high', expected: '1,597.00', actual: '9,597.00' }]);
    });

    test('gives no fraud signal if the invisible text and the picture agree', { timeout: TIMEOUT_MS }, async () => {
      expect((await readingOf('1,597.00')).signals).toEqual([]);
    });
  });

  test('reads a scan with a stamp of more than twelve words', { timeout: TIMEOUT_MS }, async () => {
    const stamp = 'Received by the office of the clerk on the ninth of January in good order';
    const { documents } = await documentsOf(await stamped(scan, stamp));
    expect(documents).toMatchObject([STUB]);
  });

  test('reads a page that is on its side, and a page that is upside down', { timeout: TIMEOUT_MS }, async () => {
    const turned = [await sharp(scan).rotate(90).png().toBuffer(), await sharp(scan).rotate(180).png().toBuffer()];
    const tiff = await sharp(turned[0]).tiff({ compression: 'lzw' }).toBuffer();
    expect((await documentsOf(tiff)).documents).toMatchObject([STUB]);
    expect((await documentsOf(turned[1] ?? scan)).documents).toMatchObject([STUB]);
  });

  test('reads a sheet that lies sideways and tilted on a table and was photographed with the camera turned sideways', {
    timeout: TIMEOUT_MS,
  }, async () => {
    const sheet = await sharp(scan).rotate(90).png().toBuffer();
    const photo = await heldOnItsSide(await photographed(sheet, -1.5));
    // The stored pixels are in portrait format. EXIF rotates them to landscape format, in which the text is still on
    // its side.
    const header = await sharp(photo).metadata();
    expect([header.orientation, header.width < header.height]).toEqual([6, true]);
    const { mime_type, pages, documents } = await documentsOf(photo);
    expect(mime_type).toBe('image/jpeg');
    const [page] = pages;
    expect((page?.width ?? 0) / (page?.height ?? 1)).toBeCloseTo(8.5 / 11, 1);
    // Every expected value was copied by hand from the drawn page.
    expect(documents).toMatchObject([
      {
        ...STUB,
        fields: { ...STUB.fields, employee_name: { value: 'Wren Calloway' }, gross_pay_ytd: { value: 200_000n } },
      },
    ]);
  });
});

describe('readFile', () => {
  const withoutOcr = {
    openEngine: (): Promise<OcrEngine> => Promise.reject(new Error('OCR was started')),
  };
  const reasonOf = (bytes: Buffer): Promise<string> =>
    readFile(bytes, withoutOcr).then(
      () => 'read',
      (error: unknown) => (error instanceof UnreadableFile ? error.reason : `unexpected: ${String(error)}`),
    );

  test('starts the OCR engine before it draws the first page; if the OCR engine does not start, rejects', async () => {
    const events: string[] = [];
    const reading = readFile(await rasterised(pdf, '2026-01-10'), {
      openEngine() {
        events.push('engine');
        return Promise.reject(new Error('the engine did not start'));
      },
      onPage: () => events.push('page'),
    });
    await expect(reading).rejects.toThrow('the engine did not start');
    expect(events.slice(0, 2)).toEqual(['engine', 'page']);
  });

  test('opens its own OCR engine if the caller passes none', { timeout: TIMEOUT_MS }, async () => {
    const name = await sharp(scan).extract({ left: 100, top: 100, width: 600, height: 120 }).png().toBuffer();
    const { pages } = await readFile(name);
    expect(pages[0]?.words.map(({ text }) => text).slice(0, 3)).toEqual(['Quill', 'Harbor', 'LLC']);
  });

  test('reads the text of a PDF without OCR', async () => {
    const { mime_type, pages } = await readFile(pdf, withoutOcr);
    expect(mime_type).toBe('application/pdf');
    expect(readDocuments(pages)).toMatchObject([STUB]);
  });

  test('rejects files of unsupported types, damaged files and files with too many pages for OCR', async () => {
    expect(await reasonOf(Buffer.from('GIF89a'))).toBe('it is not readable');
    expect(await reasonOf(pdf.subarray(0, 400))).toBe('it is damaged');
    expect(await reasonOf(await emptyPages(OCR_PAGES_MAX + 1))).toBe('it is not readable');
  });
});

/**
 * Returns a PDF with a scan of the page and, over the scan, the text of the page in render mode 3, which is invisible.
 */
async function layered(original: Buffer, picture: Buffer, net_pay: string): Promise<Buffer> {
  const [page] = await readPdf(original);
  return drawnPdf((document) => {
    document.image(picture, 0, 0, { width: 612, height: 792 }).addContent('3 Tr').fontSize(10);
    for (const { text, box } of page?.words ?? []) {
      const hidden = text === '1,597.00' ? net_pay : text;
      document.text(hidden, box.left, box.bottom, { lineBreak: false, baseline: 'alphabetic' });
    }
  });
}

function stamped(picture: Buffer, stamp: string): Promise<Buffer> {
  return drawnPdf((document) => {
    document.image(picture, 0, 0, { width: 612, height: 792 });
    document.fontSize(8).text(stamp, 60, 600, { lineBreak: false });
  });
}

async function emptyPages(count: number): Promise<Buffer> {
  const document = new PdfDocument({ size: [80, 80] });
  const chunks: Buffer[] = [];
  document.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise((resolve) => document.on('end', resolve));
  for (let page = 1; page < count; page++) document.addPage();
  document.end();
  await ended;
  return Buffer.concat(chunks);
}
