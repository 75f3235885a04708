// Finds the type of a file by its first bytes, because the name of a file and the type that an upload declares are not
// reliable.

/** The accepted types of files, as in the published list of MIME types. */
export const FILE_TYPES = [
  'application/pdf',
  'image/jpeg',
  'image/png',
  'image/tiff',
  'image/webp',
  'image/x-ms-bmp',
  'image/heic',
  'image/heif',
] as const;
export type FileType = (typeof FILE_TYPES)[number];
export type PictureType = Exclude<FileType, 'application/pdf'>;

/**
 * A PDF may begin with other bytes, for example a byte order mark or the header of a mail. PDF readers accept up to 1
 * kB of such bytes.
 */
const PDF_START_MAX = 1024;

/**
 * Returns the type of the file, or undefined if its type is not supported. If a file has two signatures, its first bytes
 * decide: a picture with `%PDF-` after its header is a picture.
 */
export function fileTypeOf(bytes: Uint8Array): FileType | undefined {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, PDF_START_MAX));
  return pictureTypeOf(start) ?? (start.includes('%PDF-') ? 'application/pdf' : undefined);
}

function pictureTypeOf(start: Buffer): PictureType | undefined {
  const has = (text: string, at = 0): boolean => start.toString('latin1', at, at + text.length) === text;
  if (has('\xff\xd8\xff')) return 'image/jpeg';
  if (has('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (has('II*\0') || has('MM\0*')) return 'image/tiff';
  if (has('RIFF') && has('WEBP', 8)) return 'image/webp';
  if (has('BM') && isBmpHeader(start)) return 'image/x-ms-bmp';
  return has('ftyp', 4) ? heifTypeOf(start) : undefined;
}

/**
 * The two letters `BM` are not enough to recognise a BMP. Four bytes must also be zero, and the second header must have
 * a known length.
 */
const isBmpHeader = (start: Buffer): boolean =>
  start.length >= 26 && start.readUInt32LE(6) === 0 && [12, 40, 52, 56, 64, 108, 124].includes(start.readUInt32LE(14));

/** Brands of still pictures compressed with HEVC. */
const HEIC_BRANDS = new Set(['heic', 'heix', 'heim', 'heis']);
/** Main brands of HEIF files with any compression. The compatible brands show how the picture is compressed. */
const HEIF_BRANDS = new Set(['mif1', 'msf1', 'mif2', 'heif']);

/**
 * Returns the type of a HEIF file. Its first box contains the word `ftyp`, the main brand, a version and the compatible
 * brands.
 */
function heifTypeOf(start: Buffer): PictureType | undefined {
  const end = Math.min(start.length, start.readUInt32BE(0));
  const brands: string[] = [];
  for (let at = 8; at + 4 <= end; at += 4) if (at !== 12) brands.push(start.toString('latin1', at, at + 4));
  const [main = ''] = brands;
  if (HEIC_BRANDS.has(main)) return 'image/heic';
  if (!HEIF_BRANDS.has(main)) return undefined;
  return brands.some((brand) => HEIC_BRANDS.has(brand)) ? 'image/heic' : 'image/heif';
}
