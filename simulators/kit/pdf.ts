// Writes text as PDF files. Only standard fonts are used, so that the files are small and have a text layer.

export type PdfText = { x: number; y: number; text: string; size?: number; bold?: boolean };

/** One page of texts at given places. `y` counts from the top of a letter page of 612 × 792 points. */
export function textPdf(texts: readonly PdfText[], title: string): Buffer {
  const content = texts.map(operatorsOf).join('\n');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R /F2 6 0 R >> >> >>',
    streamOf(content),
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>',
    `<< /Title (${escapePdf(title)}) /Producer (Payroll simulator) >>`,
  ];
  return fileOf(objects, '/Root 1 0 R /Info 7 0 R');
}

const LINES_ON_A_PAGE = 60;
const FIRST_PAGE = 4;

/** Lines in a fixed-width font, on as many pages as they need. */
export function linesPdf(lines: readonly string[]): Buffer {
  const pages: string[][] = [];
  for (let at = 0; at < Math.max(1, lines.length); at += LINES_ON_A_PAGE)
    pages.push(lines.slice(at, at + LINES_ON_A_PAGE));
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${pages.map((_, at) => `${FIRST_PAGE + at * 2} 0 R`).join(' ')}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Courier /Encoding /WinAnsiEncoding >>',
    ...pages.flatMap((page, at) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >> /Contents ${FIRST_PAGE + at * 2 + 1} 0 R >>`,
      streamOf(`BT /F1 9 Tf 12 TL 48 756 Td\n${page.map((line) => `(${escapePdf(line)}) Tj T*`).join('\n')}\nET`),
    ]),
  ];
  return fileOf(objects, '/Root 1 0 R');
}

function fileOf(objects: readonly string[], trailer: string): Buffer {
  let file = '%PDF-1.4\n';
  const offsets: number[] = [];
  for (const [at, object] of objects.entries()) {
    offsets.push(Buffer.byteLength(file, 'latin1'));
    file += `${at + 1} 0 obj\n${object}\nendobj\n`;
  }
  const start = Buffer.byteLength(file, 'latin1');
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  file += `xref\n0 ${size}\n0000000000 65535 f \n${table}`;
  file += `trailer\n<< /Size ${size} ${trailer} >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(file, 'latin1');
}

const streamOf = (content: string): string =>
  `<< /Length ${Buffer.byteLength(content, 'latin1')} >>\nstream\n${content}\nendstream`;

const operatorsOf = ({ x, y, text, size = 9, bold = false }: PdfText): string =>
  `BT /${bold ? 'F2' : 'F1'} ${size} Tf ${x} ${792 - y} Td (${escapePdf(text)}) Tj ET`;

/** Escapes backslashes and parentheses. A character that Latin-1 lacks becomes a question mark. */
const escapePdf = (text: string): string =>
  text.replaceAll(/[^\u0020-\u00ff]/g, '?').replaceAll(/[\\()]/g, (sign) => `\\${sign}`);
