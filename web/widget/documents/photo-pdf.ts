// Writes photos into one PDF file, one JPEG per page, so that a document of several pages is one file.

export type Photo = { jpeg: Uint8Array; width: number; height: number };

/** The longer side of every page in points: the height of a US Letter page. */
const LONG_SIDE = 792;

/** The number of the first page's first object. The objects 1 and 2 are the catalog and the list of pages. */
const FIRST = 3;
/** Each page has three objects: the page itself, its image and its drawing instructions. */
const PER_PAGE = 3;

export function photoPdf(photos: readonly Photo[]): Uint8Array<ArrayBuffer> {
  const numbers = photos.map((_, at) => FIRST + at * PER_PAGE);
  const objects = [
    ['<< /Type /Catalog /Pages 2 0 R >>'],
    [`<< /Type /Pages /Count ${photos.length} /Kids [${numbers.map((number) => `${number} 0 R`).join(' ')}] >>`],
    ...photos.flatMap((photo, at) => pageObjects(photo, FIRST + at * PER_PAGE)),
  ];
  return writeFile(objects);
}

/** The content of an object, in parts that are written one after the other. */
type Parts = readonly (string | Uint8Array)[];

function pageObjects({ jpeg, width, height }: Photo, number: number): Parts[] {
  const scale = LONG_SIDE / Math.max(width, height);
  const [wide, high] = [(width * scale).toFixed(2), (height * scale).toFixed(2)];
  const drawing = `q ${wide} 0 0 ${high} 0 0 cm /Photo Do Q`;
  return [
    [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${wide} ${high}] /Contents ${number + 2} 0 R`,
      ` /Resources << /XObject << /Photo ${number + 1} 0 R >> >> >>`,
    ],
    [
      `<< /Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceRGB`,
      ` /BitsPerComponent 8 /Filter /DCTDecode /Length ${jpeg.length} >>\nstream\n`,
      jpeg,
      '\nendstream',
    ],
    [`<< /Length ${drawing.length} >>\nstream\n${drawing}\nendstream`],
  ];
}

/** Writes the header, the objects, the table of their positions, and the trailer. */
function writeFile(objects: readonly Parts[]): Uint8Array<ArrayBuffer> {
  const encoder = new TextEncoder();
  const written: Uint8Array[] = [];
  let length = 0;
  const write = (part: string | Uint8Array): void => {
    const bytes = typeof part === 'string' ? encoder.encode(part) : part;
    written.push(bytes);
    length += bytes.length;
  };
  // The second line has bytes above 127, so that programs that transfer the file recognise it as binary.
  write('%PDF-1.4\n%');
  write(new Uint8Array([0xe2, 0xe3, 0xcf, 0xd3, 0x0a]));
  const positions = objects.map((parts, at) => {
    const position = length;
    for (const part of [`${at + 1} 0 obj\n`, ...parts, '\nendobj\n']) write(part);
    return position;
  });
  const table = length;
  const rows = positions.map((position) => `${String(position).padStart(10, '0')} 00000 n \n`);
  write(`xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows.join('')}`);
  write(`trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`);
  return joined(written, length);
}

function joined(parts: readonly Uint8Array[], length: number): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
