// Finds the signals of alteration in a PDF, and builds small PDFs that cause such signals.
import PdfDocument from 'pdfkit';
import { fraudSignals } from '#analysis/documents/fraud/signals.ts';
import { readDocuments } from '#analysis/documents/read.ts';
import type { FraudSignal } from '#domain/documents/fraud-signals.ts';
import type { Word } from '#domain/documents/pages.ts';
import { readPdf } from '#reading/pdf.ts';
import { readPdfWithTraces } from '#reading/pdf-traces.ts';

export type Pdf = InstanceType<typeof PdfDocument>;
type Options = ConstructorParameters<typeof PdfDocument>[0];

export async function drawnPdf(draw: (pdf: Pdf) => void, options: Options = {}): Promise<Buffer> {
  const pdf = new PdfDocument({ margin: 0, size: 'LETTER', ...options });
  const chunks: Buffer[] = [];
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise((resolve) => pdf.on('end', resolve));
  draw(pdf);
  pdf.end();
  await ended;
  return Buffer.concat(chunks);
}

/** Returns the signals of all documents in the file. */
export async function signalsIn(pdf: Buffer): Promise<FraudSignal[]> {
  const { pages, traces } = await readPdfWithTraces(pdf);
  return fraudSignals(readDocuments(pages), pages, traces).flat();
}

/** Returns only the parts of each signal that the tests compare: severity, code, expected and actual value. */
export const summaryOf = (signals: readonly FraudSignal[]): (string | null)[][] =>
  signals.map(({ severity, code, expected, actual }) => [severity, code, expected, actual]);

/**
 * Finds the first word with this text on the first page. Returns the word and its position, which is measured from the
 * lower left corner of the page, as in a PDF.
 */
export async function placeOf(pdf: Buffer, text: string): Promise<{ x: number; y: number; right: number; word: Word }> {
  const [page] = await readPdf(pdf);
  const word = page?.words.find((one) => one.text === text);
  if (page === undefined || word === undefined) throw new Error(`the page does not show ${text}`);
  return { x: word.box.left, y: page.height - word.box.bottom, right: word.box.right, word };
}

/** Returns PDF operators that cover a text with a filled rectangle and write another text on it. */
export async function patchOver(pdf: Buffer, old_text: string, new_text: string, color = '1 1 1'): Promise<string> {
  const { x, y, right } = await placeOf(pdf, old_text);
  const box = `${color} rg ${x - 2} ${y - 2} ${right - x + 4} 11 re f`;
  return new_text === '' ? box : `${box}\n0 0 0 rg BT /Forged 10 Tf ${x} ${y} Td (${new_text}) Tj ET`;
}
