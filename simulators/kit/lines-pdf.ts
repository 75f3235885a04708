// A small PDF writer: lines of plain ASCII text in a fixed-width font, on as many pages as they need.

const LINES_ON_A_PAGE = 60;
const FONT_SIZE = 9;
const LEADING = 12;

export function textPdf(lines: readonly string[]): Buffer {
  const pages: string[][] = [];
  for (let at = 0; at < Math.max(1, lines.length); at += LINES_ON_A_PAGE)
    pages.push(lines.slice(at, at + LINES_ON_A_PAGE));
  const first_page = 4;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${pages.map((_, at) => `${first_page + at * 2} 0 R`).join(' ')}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Courier /Encoding /WinAnsiEncoding >>',
    ...pages.flatMap((page, at) => {
      const drawn = page.map((line) => `(${line.replaceAll(/[\\()]/g, '\\$&')}) Tj T*`).join('\n');
      const stream = `BT /F1 ${FONT_SIZE} Tf ${LEADING} TL 48 756 Td\n${drawn}\nET`;
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >> /Contents ${first_page + at * 2 + 1} 0 R >>`,
        `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
      ];
    }),
  ];
  let text = '%PDF-1.4\n';
  const offsets = objects.map((object, at) => {
    const offset = text.length;
    text += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  text += `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`;
  return Buffer.from(text, 'latin1');
}
