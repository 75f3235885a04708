// Draws a short text as a small PDF or as pixels, for stamps and for patches that are pasted over an amount.
import Pdf from 'pdfkit';
import { type Raster, rastersOf } from './raster.ts';

export type Label = {
  text: string;
  font: string;
  size: number;
  width: number;
  height: number;
  /** The distance of the baseline from the lower edge of the label, in points. */
  baseline: number;
  x: number;
  color?: string;
  background?: string;
};

export async function labelPixels(label: Label, dpi: number): Promise<Raster> {
  const { text, font, size, width, height, baseline, x, color = '#000000', background = '#ffffff' } = label;
  const pdf = await drawnPdf([width, height], (document) => {
    document.rect(0, 0, width, height).fill(background);
    document.font(font).fontSize(size).fillColor(color);
    document.text(text, x, height - baseline, { lineBreak: false, baseline: 'alphabetic' });
  });
  const [raster] = await rastersOf(pdf, dpi);
  if (raster === undefined) throw new RangeError('the label has no page');
  return raster;
}

export async function drawnPdf(
  size: [number, number],
  draw: (document: InstanceType<typeof Pdf>) => void,
): Promise<Buffer> {
  const document = new Pdf({ size, margin: 0, info: { CreationDate: new Date(0) } });
  const chunks: Buffer[] = [];
  document.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<void>((resolve) => document.on('end', () => resolve()));
  draw(document);
  document.end();
  await ended;
  return Buffer.concat(chunks);
}
