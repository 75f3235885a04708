// Damaged and hostile files: good files with random changes, and files made to exhaust or mislead a reader.
import { constants, deflateRawSync, deflateSync } from 'node:zlib';

export type HostileFile = { name: string; bytes: Buffer };

/** Returns a generator of numbers between 0 and 1. The same seed gives the same numbers. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
}

/**
 * Changes good files: cuts them off, writes wrong bytes, removes or repeats parts, and changes numbers. The same seed
 * gives the same files.
 */
export function mutationsOf(good: readonly Buffer[], count: number, seed: number): HostileFile[] {
  const random = randomFrom(seed);
  const below = (n: number): number => Math.floor(random() * n);
  const mutate: Record<string, (bytes: Buffer) => Buffer> = {
    truncated: (bytes) => bytes.subarray(0, below(bytes.length)),
    flipped: (bytes) => {
      const copy = Buffer.from(bytes);
      for (let flips = 1 + below(200); flips > 0; flips--) copy[below(copy.length)] = below(256);
      return copy;
    },
    'with a hole': (bytes) => {
      const from = below(bytes.length);
      return Buffer.concat([bytes.subarray(0, from), bytes.subarray(from + below(5_000))]);
    },
    'with a part twice': (bytes) => {
      const [from, length] = [below(bytes.length), below(20_000)];
      return Buffer.concat([bytes.subarray(0, from + length), bytes.subarray(from)]);
    },
    'with other numbers': (bytes) =>
      Buffer.from(
        bytes
          .toString('latin1')
          .replace(/\d{1,6}(?= )/g, (digits) => (random() < 0.02 ? String(below(2 ** 31)) : digits)),
        'latin1',
      ),
  };
  const kinds = Object.entries(mutate);
  return Array.from({ length: count }, (_, at) => {
    const [kind, change] = kinds[at % kinds.length] ?? [];
    const source = good[at % good.length];
    if (kind === undefined || change === undefined || source === undefined) throw new Error('there are no good files');
    return { name: `${kind} ${at}`, bytes: change(source) };
  });
}

const HEADER = '%PDF-1.7\n';

/**
 * Builds a PDF from the bodies of its objects; the first object is the catalog. The file has no table of objects, so
 * readers have to rebuild that table.
 */
const pdf = (objects: readonly (string | Buffer)[], tail = ''): Buffer => {
  const parts = objects.map((body, at) =>
    Buffer.concat([Buffer.from(`${at + 1} 0 obj\n`), Buffer.from(body), Buffer.from('\nendobj\n')]),
  );
  return Buffer.concat([
    Buffer.from(HEADER),
    ...parts,
    Buffer.from(`trailer << /Root 1 0 R /Size ${objects.length + 1} ${tail} >>\nstartxref\n0\n%%EOF\n`),
  ]);
};

const stream = (dictionary: string, data: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from(`<< ${dictionary} /Length ${data.length} >>\nstream\n`),
    data,
    Buffer.from('\nendstream'),
  ]);

const CATALOG = '<< /Type /Catalog /Pages 2 0 R >>';
const page = (more: string): string => `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] ${more} >>`;
const pages = (kids: string, count: number): string => `<< /Type /Pages /Kids [${kids}] /Count ${count} >>`;
const MIB = 1_048_576;

/** One MiB of zeros, compressed. The compressed data ends at a byte boundary, so that copies of it can be joined. */
const PACKED_MIB = deflateRawSync(Buffer.alloc(MIB), { level: 9, finishFlush: constants.Z_FULL_FLUSH });

/**
 * Returns compressed zeros, which unpack to a thousand times their size. The stream consists of copies of one block,
 * because compressing a gigabyte takes seconds.
 */
export function packedZeros(mebibytes: number): Buffer {
  const header = Buffer.from([0x78, 0xda]);
  const last_block = Buffer.from([0x03, 0x00]);
  // The Adler-32 checksum of a sequence of zeros: the upper half is the number of zeros modulo 65521, and the lower
  // half is 1.
  const checksum = Buffer.alloc(4);
  checksum.writeUInt16BE((mebibytes * MIB) % 65_521, 0);
  checksum.writeUInt16BE(1, 2);
  return Buffer.concat([header, ...Array.from({ length: mebibytes }, () => PACKED_MIB), last_block, checksum]);
}

function png(width: number, height: number, data: Buffer): Buffer {
  const chunk = (type: string, body: Buffer): Buffer => {
    const head = Buffer.alloc(4);
    head.writeUInt32BE(body.length);
    return Buffer.concat([head, Buffer.from(type, 'latin1'), body, Buffer.alloc(4)]);
  };
  const size = Buffer.alloc(13);
  size.writeUInt32BE(width, 0);
  size.writeUInt32BE(height, 4);
  size[8] = 8;
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', size),
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Builds a TIFF whose first directory names itself as the next directory. */
function cyclicTiff(): Buffer {
  const tiff = Buffer.alloc(2_000);
  tiff.write('II*\0', 0, 'latin1');
  tiff.writeUInt32LE(8, 4);
  tiff.writeUInt16LE(1, 8);
  tiff.writeUInt16LE(256, 10);
  tiff.writeUInt16LE(3, 12);
  tiff.writeUInt32LE(1, 14);
  tiff.writeUInt32LE(100, 18);
  tiff.writeUInt32LE(8, 22);
  return tiff;
}

function hugeBmp(): Buffer {
  const bmp = Buffer.alloc(2_000);
  bmp.write('BM', 0, 'latin1');
  bmp.writeUInt32LE(bmp.length, 2);
  bmp.writeUInt32LE(54, 10);
  bmp.writeUInt32LE(40, 14);
  bmp.writeInt32LE(2 ** 31 - 1, 18);
  bmp.writeInt32LE(-(2 ** 31), 22);
  bmp.writeUInt16LE(1, 26);
  bmp.writeUInt16LE(24, 28);
  return bmp;
}

/** Builds a JPEG whose EXIF data has an impossible orientation and offsets that lead outside of the file. */
const lyingJpeg = (jpeg: Buffer): Buffer => {
  const exif = Buffer.concat([
    Buffer.from('Exif\0\0II*\0', 'latin1'),
    Buffer.from([8, 0, 0, 0, 2, 0, 0x12, 1, 3, 0, 1, 0, 0, 0, 99, 0, 0, 0, 0x69, 0x87, 4, 0, 0xff, 0xff, 0xff, 0xff]),
    Buffer.from([0xf0, 0xff, 0xff, 0x7f, 8, 0, 0, 0]),
  ]);
  const head = Buffer.from([0xff, 0xd8, 0xff, 0xe1, 0, 0]);
  head.writeUInt16BE(exif.length + 2, 4);
  return Buffer.concat([head, exif, jpeg.subarray(2)]);
};

const kidsOf = (from: number, count: number): string =>
  Array.from({ length: count }, (_, at) => `${from + at} 0 R`).join(' ');

/**
 * Handmade files, each of which tries to break a reader in a different way. Some of them are made from the PDF `good`
 * or from the picture `jpeg`.
 */
export const HOSTILE_FILES = (good: Buffer, jpeg: Buffer): HostileFile[] => [
  { name: 'only a header', bytes: Buffer.from(HEADER.padEnd(1_200)) },
  { name: 'zeros', bytes: Buffer.alloc(5_000) },
  { name: 'a table at an offset outside of the file', bytes: withStart(good, 2 ** 31) },
  { name: 'a table that follows itself', bytes: pdf([CATALOG, pages('', 0)], '/Prev 9') },
  { name: 'a catalog that is its own page tree', bytes: pdf(['<< /Type /Catalog /Pages 1 0 R >>']) },
  { name: 'a page tree that contains itself', bytes: pdf([CATALOG, pages('2 0 R', 1)]) },
  { name: 'two page trees that contain each other', bytes: pdf([CATALOG, pages('3 0 R', 1), pages('2 0 R', 1)]) },
  { name: 'a hundred thousand pages', bytes: pdf([CATALOG, pages(kidsOf(3, 100_000), 100_000), page('')]) },
  { name: 'a page count that is not true', bytes: pdf([CATALOG, pages('3 0 R', 2_000_000_000), page('')]) },
  { name: 'a page count below zero', bytes: pdf([CATALOG, pages('3 0 R', -5), page('')]) },
  {
    name: 'a stream of two gigabytes that is not there',
    bytes: pdf([
      CATALOG,
      pages('3 0 R', 1),
      page('/Contents 4 0 R'),
      '<< /Length 2147483647 >>\nstream\nBT ET\nendstream',
    ]),
  },
  {
    name: 'a page that unpacks to 400 MiB',
    bytes: pdf([CATALOG, pages('3 0 R', 1), page('/Contents 4 0 R'), stream('/Filter /FlateDecode', packedZeros(400))]),
  },
  {
    name: 'a page packed twice',
    bytes: pdf([
      CATALOG,
      pages('3 0 R', 1),
      page('/Contents 4 0 R'),
      stream('/Filter [/FlateDecode /FlateDecode]', deflateSync(packedZeros(300), { level: 9 })),
    ]),
  },
  {
    name: 'a picture of a gigapixel on a page',
    bytes: pdf([
      CATALOG,
      pages('3 0 R', 1),
      page('/Contents 4 0 R /Resources << /XObject << /I 5 0 R >> >>'),
      stream('', Buffer.from('600 0 0 700 0 0 cm /I Do')),
      stream(
        '/Type /XObject /Subtype /Image /Width 32000 /Height 32000 /BitsPerComponent 8 /ColorSpace /DeviceGray /Filter /FlateDecode',
        packedZeros(200),
      ),
    ]),
  },
  {
    name: 'a drawing that draws itself',
    bytes: pdf([
      CATALOG,
      pages('3 0 R', 1),
      page('/Contents 4 0 R /Resources << /XObject << /X 5 0 R >> >>'),
      stream('', Buffer.from('/X Do')),
      stream(
        '/Type /XObject /Subtype /Form /BBox [0 0 1 1] /Resources << /XObject << /X 5 0 R >> >>',
        Buffer.from('/X Do /X Do'),
      ),
    ]),
  },
  {
    name: 'a million operators',
    bytes: pdf([
      CATALOG,
      pages('3 0 R', 1),
      page('/Contents 4 0 R'),
      stream('/Filter /FlateDecode', deflateSync(Buffer.from('q Q '.repeat(1_000_000)))),
    ]),
  },
  {
    name: 'a hundred thousand words',
    bytes: pdf([
      CATALOG,
      pages('3 0 R', 1),
      page('/Contents 4 0 R /Resources << /Font << /F << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >>'),
      stream(
        '/Filter /FlateDecode',
        deflateSync(Buffer.from(`BT /F 1 Tf ${'1 0 0 1 9 9 Tm (1,234.56 Pay) Tj '.repeat(100_000)} ET`)),
      ),
    ]),
  },
  { name: 'arrays within arrays', bytes: pdf([`<< /Type /Catalog /Pages 2 0 R /A ${'['.repeat(200_000)} >>`]) },
  {
    name: 'a sheet of paper as large as a town',
    bytes: pdf([CATALOG, pages('3 0 R', 1), '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 1e9 1e9] >>']),
  },
  {
    name: 'a sheet without a size',
    bytes: pdf([CATALOG, pages('3 0 R', 1), '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 0 0] >>']),
  },
  {
    name: 'a script that runs on opening',
    bytes: pdf([
      '<< /Type /Catalog /Pages 2 0 R /OpenAction << /S /JavaScript /JS (while \\(true\\) {}) >> >>',
      pages('3 0 R', 1),
      page('/AA << /O << /S /Launch /F (/bin/sh) >> >>'),
    ]),
  },
  {
    name: 'encrypted with an unknown method',
    bytes: pdf(
      [CATALOG, pages('3 0 R', 1), page('')],
      `/ID [<00><00>] /Encrypt << /Filter /Standard /V 4 /R 4 /O <${'41'.repeat(32)}> /U <${'42'.repeat(32)}> /P -4 >>`,
    ),
  },
  { name: 'a PDF that is also an archive', bytes: Buffer.concat([good, Buffer.from('PK\x03\x04'), Buffer.alloc(500)]) },
  { name: 'a PDF behind 900 bytes of something else', bytes: Buffer.concat([Buffer.alloc(900, '<html>'), good]) },
  { name: 'a picture that is also a PDF', bytes: Buffer.concat([jpeg, good]) },
  { name: 'a page of the web', bytes: Buffer.from('<!doctype html><script>while(true){}</script>'.padEnd(1_200)) },
  { name: 'a picture with a header of a gigapixel', bytes: png(32_000, 32_000, packedZeros(4)) },
  { name: 'a picture that unpacks to a gigabyte', bytes: png(30_000, 30_000, packedZeros(900)) },
  { name: 'a picture without size', bytes: png(0, 0, packedZeros(1)) },
  {
    name: 'a picture of one dot',
    bytes: Buffer.concat([png(1, 1, deflateSync(Buffer.alloc(2))), Buffer.alloc(1_000)]),
  },
  { name: 'a TIFF that follows itself', bytes: cyclicTiff() },
  { name: 'a BMP of impossible size', bytes: hugeBmp() },
  { name: 'EXIF data that lies', bytes: lyingJpeg(jpeg) },
  {
    name: 'a WebP without content',
    bytes: Buffer.from('RIFF\xff\xff\xff\x7fWEBPVP8 \xff\xff\xff\x7f'.padEnd(1_200, '\0'), 'latin1'),
  },
  {
    name: 'a HEIC that contains itself',
    bytes: Buffer.from(`\0\0\0\x18ftypheic\0\0\0\0heicmif1${'\0\0\0\x08meta'.repeat(200)}`, 'latin1'),
  },
];

const withStart = (good: Buffer, offset: number): Buffer =>
  Buffer.from(good.toString('latin1').replace(/startxref\s+\d+/, `startxref\n${offset}`), 'latin1');
