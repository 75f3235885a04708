import { readFileSync } from 'node:fs';
import PdfDocument from 'pdfkit';
import { describe, expect, test } from 'vitest';
import type { Page } from '#domain/documents/pages.ts';
import { PAGES_MAX, readPdf } from './pdf.ts';
import { UnreadableFile } from './unreadable-file.ts';

type Pdf = InstanceType<typeof PdfDocument>;
type Options = ConstructorParameters<typeof PdfDocument>[0];

async function pdfOf(draw: (pdf: Pdf) => void, options: Options = {}): Promise<Buffer> {
  const pdf = new PdfDocument({ margin: 0, size: 'LETTER', ...options });
  const chunks: Buffer[] = [];
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise((resolve) => pdf.on('end', resolve));
  draw(pdf);
  pdf.end();
  await ended;
  return Buffer.concat(chunks);
}

async function pageOf(draw: (pdf: Pdf) => void, options: Options = {}): Promise<Page> {
  const [page] = await readPdf(await pdfOf(draw, options));
  if (page === undefined) throw new Error('the file has no page');
  return page;
}

/**
 * Returns a PDF with empty pages. It is made without pdfkit, because pdfkit takes a second for 500 pages. The file has
 * no table of objects, so readers rebuild that table.
 */
function emptyPages(count: number): Buffer {
  const pages = Array.from({ length: count }, () => '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 80 80] >>');
  const kids = pages.map((_, at) => `${at + 3} 0 R`).join(' ');
  const bodies = ['<< /Type /Catalog /Pages 2 0 R >>', `<< /Type /Pages /Kids [${kids}] /Count ${count} >>`, ...pages];
  const objects = bodies.map((body, at) => `${at + 1} 0 obj\n${body}\nendobj\n`).join('');
  return Buffer.from(`%PDF-1.7\n${objects}trailer << /Root 1 0 R /Size ${bodies.length + 1} >>\nstartxref\n0\n%%EOF\n`);
}

const textsOf = ({ words }: Page): string[] => words.map(({ text }) => text);

describe('readPdf', () => {
  test('returns each word with its box; positions are in points from the upper left corner of the page', async () => {
    const page = await pageOf((pdf) => pdf.font('Courier').fontSize(10).text('Net Pay 1,234.56', 100, 200));
    expect(page).toMatchObject({ number: 1, width: 612, height: 792 });
    expect(textsOf(page)).toEqual(['Net', 'Pay', '1,234.56']);
    const [net, , amount] = page.words;
    // A character of Courier is 0.6 of the font size wide.
    expect(net?.box.left).toBeCloseTo(100, 1);
    expect(net?.box.right).toBeCloseTo(118, 1);
    expect(amount?.box.left).toBeCloseTo(148, 1);
    expect(amount?.box.right).toBeCloseTo(196, 1);
    expect(net?.box.bottom).toBeGreaterThan(203);
    expect(net?.box.bottom).toBeLessThan(210);
    expect(net).toMatchObject({ size: 10, confidence: 1 });
  });

  test('estimates the boxes of words in a proportional font with an error of at most a twentieth of the font size', async () => {
    const text = 'Federal income tax withheld 8,412.97';
    const wanted = { left: 0, right: 0 };
    const page = await pageOf((pdf) => {
      pdf.font('Helvetica').fontSize(12).text(text, 72, 100, { lineBreak: false });
      wanted.right = 72 + pdf.widthOfString(text);
      wanted.left = wanted.right - pdf.widthOfString('8,412.97');
    });
    const amount = page.words.at(-1);
    expect(amount?.box.right).toBeCloseTo(wanted.right, 0);
    expect(Math.abs((amount?.box.left ?? 0) - wanted.left)).toBeLessThan(12 / 20);
  });

  test.each([90, 180, 270])('readPdf turns a page upright if its text is rotated by %d degrees', async (degrees) => {
    const page = await pageOf((pdf) => {
      pdf.rotate(degrees, { origin: [306, 396] });
      pdf.font('Courier').fontSize(10).text('Wages 5', 250, 350, { lineBreak: false });
      pdf.text('Taxes 7', 250, 380, { lineBreak: false });
    });
    const [wages, five, taxes] = page.words;
    expect(textsOf(page)).toEqual(['Wages', '5', 'Taxes', '7']);
    expect(page.width).toBe(degrees === 180 ? 612 : 792);
    expect(five?.box.left).toBeCloseTo((wages?.box.left ?? 0) + 36, 0);
    expect(taxes?.box.left).toBeCloseTo(wages?.box.left ?? 0, 0);
    expect((taxes?.box.bottom ?? 0) - (wages?.box.bottom ?? 0)).toBeCloseTo(30, 0);
  });

  test('leaves out text that does not run in the same direction as most text on the page', async () => {
    const page = await pageOf((pdf) => {
      pdf.fontSize(10).text('Gross pay of this period', 100, 100, { lineBreak: false });
      pdf.rotate(90, { origin: [300, 300] }).text('COPY', 300, 300, { lineBreak: false });
    });
    expect(textsOf(page)).toEqual(['Gross', 'pay', 'of', 'this', 'period']);
  });

  test('returns a word once if it is drawn twice at one position to look bold, and twice if it is at two positions', async () => {
    const page = await pageOf((pdf) => {
      pdf.fontSize(10).text('Total', 100, 100, { lineBreak: false });
      pdf.text('Total', 100.3, 100, { lineBreak: false });
      pdf.text('Total', 100, 120, { lineBreak: false });
    });
    expect(textsOf(page)).toEqual(['Total', 'Total']);
  });

  test('returns stroked lines and thin filled boxes as rulings; returns no other shapes', async () => {
    const { rulings } = await pageOf((pdf) => {
      pdf.moveTo(50, 100).lineTo(250, 100).stroke();
      pdf.rect(50, 200, 200, 1).fill();
      pdf.rect(50, 300, 200, 40).fill();
      pdf.moveTo(50, 400).lineTo(52, 400).stroke();
      pdf.moveTo(50, 500).lineTo(250, 600).stroke();
      pdf.moveTo(300, 100).lineTo(300, 180).stroke();
    });
    expect(rulings.map(({ direction, at, from, to }) => [direction, ...[at, from, to].map(Math.round)])).toEqual([
      ['horizontal', 100, 50, 250],
      ['horizontal', 201, 50, 250],
      ['vertical', 300, 100, 180],
    ]);
  });

  test('returns the lines of an official form with embedded fonts', async () => {
    const [page] = await readPdf(readFileSync('bench/documents/forms/fw2.pdf'));
    expect(page?.rulings.length).toBeGreaterThan(100);
    expect(page && textsOf(page)).toContain('compensation');
  });

  test('rejects a file with a password, a damaged file and a file with too many pages', async () => {
    const reasonOf = async (bytes: Buffer): Promise<string> =>
      readPdf(bytes).then(
        () => 'read',
        (error: unknown) => (error instanceof UnreadableFile ? error.reason : `unexpected: ${String(error)}`),
      );
    const good = await pdfOf((pdf) => pdf.text('Pay stub', 100, 100));
    const locked = await pdfOf((pdf) => pdf.text('Pay stub', 100, 100), { userPassword: 'abc' });
    expect(await reasonOf(good)).toBe('read');
    expect(await reasonOf(locked)).toBe('it is password protected');
    expect(await reasonOf(Buffer.from('%PDF-1.7\nnothing else'))).toBe('it is damaged');
    expect(await reasonOf(emptyPages(PAGES_MAX))).toBe('read');
    expect(await reasonOf(emptyPages(PAGES_MAX + 1))).toBe('it is not readable');
  });
});
