// The names that programs write into their files, and the dates of a file that is saved again.
import type { Random } from '../sample.ts';

export type Program = { Producer: string; Creator?: string };

/** Programs that can change the text of a PDF. */
export const EDITORS: readonly Program[] = [
  { Producer: 'Adobe Acrobat Pro DC (32-bit) 21.7.20099' },
  { Producer: 'Foxit PDF Editor Printer Version 12.1.0.15250', Creator: 'Foxit PDF Editor' },
  { Producer: 'Foxit PhantomPDF Printer Version 10.1.1.37576', Creator: 'Foxit PhantomPDF' },
  { Producer: 'Nitro Pro 13 (13.70.0.30)', Creator: 'Nitro Pro 13 (13.70.0.30)' },
  { Producer: 'PDF-XChange Editor 9.5.366.0', Creator: 'PDF-XChange Editor' },
  { Producer: 'Wondershare PDFelement 9.4.5' },
  { Producer: 'PDFescape Online - https://www.pdfescape.com' },
  { Producer: 'SAMBox 2.3.16 (www.sejda.org)', Creator: 'Sejda 5.3.6 (www.sejda.com)' },
  { Producer: 'Smallpdf.com' },
  { Producer: 'iLovePDF' },
  { Producer: 'DocHub Online' },
  { Producer: 'pdfFiller' },
  { Producer: 'ABBYY FineReader PDF 15' },
  { Producer: 'LibreOffice 7.4', Creator: 'Draw' },
  { Producer: 'Adobe PDF library 17.00', Creator: 'Adobe Illustrator 27.0 (Windows)' },
  { Producer: 'cairo 1.16.0 (https://cairographics.org)', Creator: 'Inkscape 1.2.2 (https://inkscape.org)' },
  { Producer: 'Microsoft® Word for Microsoft 365', Creator: 'Microsoft® Word for Microsoft 365' },
];

/** PDF editors that many people also use as their viewer. */
export const EDITORS_AS_VIEWERS: readonly Program[] = [
  { Producer: 'Foxit PDF Editor Printer Version 12.1.0.15250', Creator: 'Foxit PDF Editor' },
  { Producer: 'Nitro Pro 13 (13.70.0.30)', Creator: 'Nitro Pro 13 (13.70.0.30)' },
  { Producer: 'PDF-XChange Editor 9.5.366.0', Creator: 'PDF-XChange Editor' },
  { Producer: 'PDF Expert 3.5.2', Creator: 'PDF Expert' },
];

/** Programs that save a file again without changing its contents. */
export const VIEWERS: readonly Program[] = [
  { Producer: 'macOS Version 13.4 (Build 22F66) Quartz PDFContext', Creator: 'Preview' },
  { Producer: 'iOS Version 16.5.1 (Build 20F75) Quartz PDFContext' },
  { Producer: 'GPL Ghostscript 9.55.0' },
  { Producer: 'PDFium', Creator: 'PDFium' },
  { Producer: 'Acrobat Distiller 21.0 (Windows)' },
];

export const BROWSERS: readonly Program[] = [
  {
    Producer: 'Skia/PDF m119',
    Creator:
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/119.0.0.0 Safari/537.36',
  },
  { Producer: 'Skia/PDF m114', Creator: 'Chromium' },
  { Producer: 'macOS Version 12.6.3 (Build 21G419) Quartz PDFContext', Creator: 'Safari' },
  { Producer: 'cairo 1.17.6 (https://cairographics.org)', Creator: 'Mozilla Firefox 115.0' },
];

export const PRINTERS: readonly Program[] = [
  { Producer: 'Microsoft: Print To PDF' },
  { Producer: 'macOS Version 14.1 (Build 23B74) Quartz PDFContext', Creator: 'PDF Viewer' },
  { Producer: 'cairo 1.16.0 (https://cairographics.org)', Creator: 'cups-pdf' },
];

/** Office programs in which people fill in pay stub templates. */
export const SPREADSHEETS: readonly Program[] = [
  { Producer: 'Microsoft® Excel® for Microsoft 365', Creator: 'Microsoft® Excel® for Microsoft 365' },
  { Producer: 'LibreOffice 7.5', Creator: 'Calc' },
  { Producer: 'Skia/PDF m121 Google Docs Renderer' },
  { Producer: 'macOS Version 13.6 (Build 22G120) Quartz PDFContext', Creator: 'Numbers' },
];

export const WORD_PROCESSORS: readonly Program[] = [
  { Producer: 'Microsoft® Word for Microsoft 365', Creator: 'Microsoft® Word for Microsoft 365' },
  { Producer: 'Microsoft® Word 2019', Creator: 'Microsoft® Word 2019' },
  { Producer: 'Skia/PDF m121 Google Docs Renderer' },
  { Producer: 'LibreOffice 7.5', Creator: 'Writer' },
];

/** Services that compress or join files. People use them because of size limits. */
export const SHRINKERS: readonly Program[] = [
  { Producer: '3-Heights(TM) PDF Optimization Shell 5.9.1.5 (http://www.pdf-tools.com)' },
  { Producer: 'iLovePDF' },
  { Producer: 'PDFsam Basic v4.3.4', Creator: 'PDFsam Basic v4.3.4' },
];

/**
 * Returns a time, in PDF notation, that is later than the time in `text`. An example of `text` is `D:20241220033000Z`;
 * it may have a time zone offset instead of `Z`.
 */
export function daysLater(text: string | undefined, random: Random, from: number, to: number): string {
  const [, year, month, day] = /D:(\d{4})(\d{2})(\d{2})/.exec(text ?? '') ?? ['', '2024', '06', '03'];
  const time = Date.UTC(Number(year), Number(month) - 1, Number(day) + random.integer(from, to), random.integer(8, 22));
  const moment = new Date(time + random.integer(0, 3_599) * 1_000).toISOString().replace(/\D/g, '').slice(0, 14);
  return `D:${moment}Z`;
}
