// Cover sheets, which come before the documents of a bundle: fax covers, transmittals and lists of enclosures.
import type { Layout, Random } from '../sample.ts';
import { drawnPdf } from '../scans/label.ts';
import { type Owner } from './owner.ts';

const ENCLOSED = [
  'Pay stubs for the last 30 days',
  'W-2 forms for the last two years',
  'Bank statements, all pages, last two months',
  'Signed Form 1040 with all schedules',
  '1099 forms',
  'Homeowners insurance declarations page',
  'Letter of explanation',
  'Lease agreement',
];

/** Draws a cover sheet. Its document type is OTHER, although the sheet names the documents that follow. */
export async function coverSheet(random: Random, owner: Owner, pages: number): Promise<Buffer> {
  const kind = random.pick(['fax', 'transmittal', 'separator'] as const);
  const loan = `${random.integer(10, 99)}-${random.integer(100_000, 999_999)}`;
  return drawnPdf([612, 792], (document) => {
    const line = (text: string, x: number, y: number, size = 11, font = 'Helvetica') => {
      document.font(font).fontSize(size).fillColor('#000000').text(text, x, y, { lineBreak: false });
    };
    if (kind === 'separator') {
      document.lineWidth(2).rect(60, 250, 492, 220).stroke('#000000');
      line('DOCUMENT SEPARATOR', 150, 300, 24, 'Helvetica-Bold');
      line(`Loan ${loan}`, 240, 350, 16);
      line('Place this sheet between documents before scanning', 160, 410, 12);
      return;
    }
    line(kind === 'fax' ? 'FAX' : 'Document Transmittal', 54, 60, 30, 'Helvetica-Bold');
    const facts: [string, string][] = [
      ['To:', 'Loan Processing Center'],
      ['From:', random.pick(['Branch 014', 'Harborline Home Loans', 'R. Castellano, loan officer'])],
      ['Borrower:', `${owner.first} ${owner.last}`],
      ['Loan number:', loan],
      ['Pages:', `${pages} including cover`],
      ['Date:', `${random.integer(1, 12)}/${random.integer(1, 28)}/${random.integer(2023, 2025)}`],
    ];
    facts.forEach(([label, value], at) => {
      line(label, 54, 130 + at * 24, 12, 'Helvetica-Bold');
      line(value, 170, 130 + at * 24, 12);
    });
    document.moveTo(54, 290).lineTo(558, 290).stroke('#000000');
    line('Enclosed:', 54, 310, 12, 'Helvetica-Bold');
    ENCLOSED.forEach((text, at) => {
      document
        .lineWidth(0.8)
        .rect(60, 338 + at * 22, 10, 10)
        .stroke('#000000');
      if (random.chance(0.6)) line('X', 61.5, 338 + at * 22, 10, 'Helvetica-Bold');
      line(text, 80, 337 + at * 22);
    });
    line('CONFIDENTIAL. If you received this by mistake, call the sender and destroy all copies.', 54, 740, 8);
  });
}

/** Returns a sample that contains the cover sheet. The sample has the same type as the samples that layouts return. */
export const coverSample = async (...input: Parameters<typeof coverSheet>): ReturnType<Layout> => ({
  layout: 'cover',
  seed: 0,
  file: await coverSheet(...input),
  documents: [{ document_type: 'OTHER', subtype: null, pages: [1, 1], fields: {}, tables: {} }],
});
