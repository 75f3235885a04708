// Appends changes to a PDF, as some editors do: new objects, a table of these objects, and a trailer. Works for files
// with a classic table of objects, as pdfkit writes them.

type Objects = Readonly<Record<number, string>>;

/** Returns the file with the given objects added or replaced. A body is everything between `obj` and `endobj`. */
export function withUpdate(pdf: Buffer, objects: Objects, info?: string): Buffer {
  const text = pdf.toString('latin1');
  const [root, size, previous, old_info] = [
    /\/Root (\d+ 0 R)/g,
    /\/Size (\d+)/g,
    /startxref\s+(\d+)/g,
    /\/Info (\d+) 0 R/g,
  ].map((pattern) => [...text.matchAll(pattern)].at(-1)?.[1] ?? '');
  const all: Record<number, string> = { ...objects };
  if (info !== undefined) all[Number(old_info)] = info;
  let [body, table] = ['', ''];
  for (const [number, content] of Object.entries(all)) {
    const offset = pdf.length + Buffer.byteLength(body, 'latin1');
    table += `${number} 1\n${String(offset).padStart(10, '0')} 00000 n \n`;
    body += `${number} 0 obj\n${content}\nendobj\n`;
  }
  const table_at = pdf.length + Buffer.byteLength(body, 'latin1');
  const count = Math.max(Number(size), ...Object.keys(all).map((number) => Number(number) + 1));
  const trailer = `<< /Size ${count} /Root ${root} /Info ${old_info} 0 R /Prev ${previous} >>`;
  const update = `${body}xref\n${table}trailer\n${trailer}\nstartxref\n${table_at}\n%%EOF\n`;
  return Buffer.concat([pdf, Buffer.from(update, 'latin1')]);
}

/** Returns the newest version of an object's body. */
export function objectBody(pdf: Buffer, number: number): string {
  const text = pdf.toString('latin1');
  const at = text.lastIndexOf(`\n${number} 0 obj`);
  if (at === -1) throw new Error(`the file has no object ${number}`);
  return text.slice(text.indexOf('obj', at) + 3, text.indexOf('endobj', at)).trim();
}

/** Returns the object number of the first page. */
export function firstPage(pdf: Buffer): number {
  const found = /\n(\d+) 0 obj\n<<[^>]*?\/Type \/Page\n/.exec(pdf.toString('latin1'));
  if (found === null) throw new Error('the file has no page');
  return Number(found[1]);
}

export const newObjectNumber = (pdf: Buffer): number =>
  Number([...pdf.toString('latin1').matchAll(/\/Size (\d+)/g)].at(-1)?.[1]);

export const streamBody = (content: string): string => `<< /Length ${content.length} >>\nstream\n${content}\nendstream`;

/**
 * Returns the file with more content painted on its first page. Positions in `content` are in points from the lower
 * left corner. In `content`, the font has the name `Forged`; `font` states which font this name stands for.
 */
export function withContent(pdf: Buffer, content: string, font = 'Helvetica'): Buffer {
  const [page, number] = [firstPage(pdf), newObjectNumber(pdf)];
  const body = objectBody(pdf, page);
  const [whole = '', one, several] = /\/Contents (?:(\d+ 0 R)|\[([^\]]*)\])/.exec(body) ?? [];
  const resources = Number(/\/Resources (\d+) 0 R/.exec(body)?.[1]);
  // The old content may leave the coordinate system upside down. So the graphics state is saved before the old content
  // and restored after it.
  const contents = `/Contents [${number} 0 R ${one ?? several} ${number + 1} 0 R]`;
  const face = `<< /Type /Font /Subtype /Type1 /BaseFont /${font} /Encoding /WinAnsiEncoding >>`;
  const fonts = objectBody(pdf, resources);
  const with_font = /\/Font\s*<</.test(fonts)
    ? fonts.replace(/\/Font\s*<</, `/Font << /Forged ${number + 2} 0 R`)
    : fonts.replace(/>>$/, `/Font << /Forged ${number + 2} 0 R >> >>`);
  return withUpdate(pdf, {
    [page]: body.replace(whole, contents),
    [resources]: with_font,
    [number]: streamBody('q'),
    [number + 1]: streamBody(`Q\n${content}`),
    [number + 2]: face,
  });
}
