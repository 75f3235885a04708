// Reads the metadata of a picture: which program wrote the picture, and when it was taken and changed. The metadata is
// not trusted: every position is checked, and only a few entries are read.
import sharp from 'sharp';
import type { Making } from '#domain/documents/pdf-traces.ts';
import { timeOf } from '#reading/pdf-making.ts';

const TAGS = { software: 0x0131, modified: 0x0132, exif: 0x8769, taken: 0x9003 } as const;
const ENTRIES_MAX = 200;
const TEXT_LENGTH_MAX = 200;
/** The types of EXIF entries that are read: a text, and a position of 32 bits. */
const [TYPE_TEXT, TYPE_LONG] = [2, 4];

/** Returns null if the picture names neither a program nor a date. HEIC and BMP pictures are not examined. */
export async function makingOfPicture(bytes: Buffer): Promise<Making | null> {
  const { exif, xmp } = await sharp(bytes)
    .metadata()
    .catch((): { exif?: Buffer; xmp?: Buffer } => ({}));
  // A TIFF file has the same structure as EXIF data. So if there are no EXIF data, the entries are read from the file
  // itself.
  const found = exifOf(exif ?? bytes);
  const creator = xmp === undefined ? null : creatorIn(xmp.toString('utf8'));
  const making: Making = {
    producer: found.software ?? null,
    creator,
    created_at: dateOf(found.taken),
    modified_at: dateOf(found.modified),
    xmp: null,
  };
  return Object.values(making).every((value) => value === null) ? null : making;
}

type Exif = { software?: string; modified?: string; taken?: string };

/** Reads the texts of the main directory and of the directory of the camera. Both are lists of entries of 12 bytes. */
export function exifOf(bytes: Buffer): Exif {
  const start = bytes.subarray(0, 4).toString('latin1') === 'Exif' ? 6 : 0;
  const tiff = bytes.subarray(start);
  const is_little = tiff.subarray(0, 2).toString('latin1') === 'II';
  if (tiff.length < 8 || (!is_little && tiff.subarray(0, 2).toString('latin1') !== 'MM')) return {};
  const short = (at: number) => (at + 2 > tiff.length ? 0 : is_little ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const long = (at: number) => (at + 4 > tiff.length ? 0 : is_little ? tiff.readUInt32LE(at) : tiff.readUInt32BE(at));
  const directory = (at: number): Map<number, number> => {
    const count = at === 0 ? 0 : Math.min(short(at), ENTRIES_MAX);
    return new Map(Array.from({ length: count }, (_, index) => [short(at + 2 + 12 * index), at + 2 + 12 * index]));
  };
  const text = (entry: number | undefined): string | undefined => {
    if (entry === undefined || short(entry + 2) !== TYPE_TEXT) return undefined;
    const length = Math.min(long(entry + 4), TEXT_LENGTH_MAX);
    const from = long(entry + 4) <= 4 ? entry + 8 : long(entry + 8);
    const value = tiff
      .subarray(from, from + length)
      .toString('utf8')
      .replace(/\0.*$/s, '')
      .trim();
    return value === '' ? undefined : value;
  };
  const main = directory(long(4));
  const link = main.get(TAGS.exif);
  const camera = directory(link === undefined || short(link + 2) !== TYPE_LONG ? 0 : long(link + 8));
  const [software, modified, taken] = [main.get(TAGS.software), main.get(TAGS.modified), camera.get(TAGS.taken)].map(
    text,
  );
  return {
    ...(software === undefined ? {} : { software }),
    ...(modified === undefined ? {} : { modified }),
    ...(taken === undefined ? {} : { taken }),
  };
}

/** Converts an EXIF date, such as `2026:01:09 08:30:00`, to an ISO timestamp. */
const dateOf = (text: string | undefined): string | null =>
  text === undefined ? null : timeOf(text.replace(/^(\d{4}):(\d{2}):(\d{2})/, '$1-$2-$3'));

/** Returns the program that the XMP metadata name, either in an attribute or in an element. */
function creatorIn(xmp: string): string | null {
  const [, attribute, element] = /xmp:CreatorTool\s*(?:=\s*"([^"]{1,200})"|>([^<]{1,200})<)/.exec(xmp) ?? [];
  return attribute ?? element ?? null;
}
