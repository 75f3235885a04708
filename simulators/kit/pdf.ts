// Writes one page of text as a PDF file. Only standard fonts are used, so that the file is small and has a text layer.
export type PdfText = { x: number; y: number; text: string; size?: number; bold?: boolean };

/** `y` counts from the top of a letter page of 612 × 792 points. */
export function textPdf(texts: readonly PdfText[], title: string): Buffer {
  const content = texts.map(operatorsOf).join('\n');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R /F2 6 0 R >> >> >>',
    `<< /Length ${Buffer.byteLength(content, 'latin1')} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>',
    `<< /Title (${escapePdf(title)}) /Producer (Payroll simulator) >>`,
  ];
  let file = '%PDF-1.4\n';
  const offsets: number[] = [];
  for (const [at, object] of objects.entries()) {
    offsets.push(Buffer.byteLength(file, 'latin1'));
    file += `${at + 1} 0 obj\n${object}\nendobj\n`;
  }
  const start = Buffer.byteLength(file, 'latin1');
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}`;
  file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info 7 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(file, 'latin1');
}

const operatorsOf = ({ x, y, text, size = 9, bold = false }: PdfText): string =>
  `BT /${bold ? 'F2' : 'F1'} ${size} Tf ${x} ${792 - y} Td (${escapePdf(text)}) Tj ET`;

/** Backslash and parentheses are escaped; what Latin-1 lacks becomes a question mark. */
const escapePdf = (text: string): string =>
  text.replaceAll(/[^\u0020-\u00ff]/g, '?').replaceAll(/[\\()]/g, (sign) => `\\${sign}`);
