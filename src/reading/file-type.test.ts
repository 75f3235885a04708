import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FILE_TYPES, fileTypeOf } from './file-type.ts';

const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1');
const bmp = (header_length: number): Buffer => {
  const bytes = Buffer.alloc(54);
  bytes.write('BM');
  bytes.writeUInt32LE(header_length, 14);
  return bytes;
};
const heif = (...brands: string[]): Buffer => {
  const [main = '', ...compatible] = brands;
  const box = latin1(`\0\0\0\0ftyp${main}\0\0\0\0${compatible.join('')}`);
  box.writeUInt32BE(box.length);
  return Buffer.concat([box, latin1('\0\0\0\x08meta')]);
};

describe('fileTypeOf', () => {
  test.each([
    ['application/pdf', latin1('%PDF-1.7')],
    ['image/jpeg', latin1('\xff\xd8\xff\xe0\0\x10JFIF')],
    ['image/png', latin1('\x89PNG\r\n\x1a\n\0\0\0\rIHDR')],
    ['image/tiff', latin1('II*\0\x08\0\0\0')],
    ['image/tiff', latin1('MM\0*\0\0\0\x08')],
    ['image/webp', latin1('RIFF\x24\0\0\0WEBPVP8 ')],
    ['image/x-ms-bmp', bmp(40)],
    ['image/heic', heif('heic', 'mif1')],
    ['image/heic', heif('mif1', 'mif1', 'heic')],
    ['image/heif', heif('mif1', 'mif1', 'jpeg')],
  ])('fileTypeOf recognises a file of type %s', (type, bytes) => {
    expect(fileTypeOf(bytes)).toBe(type);
  });

  test('accepts a PDF whose signature ends within the first 1,024 bytes', () => {
    const after = (count: number) => Buffer.concat([Buffer.alloc(count, 'x'), latin1('%PDF-1.4')]);
    expect(fileTypeOf(after(1019))).toBe('application/pdf');
    expect(fileTypeOf(after(1020))).toBeUndefined();
  });

  test('returns the type of the first signature if a file has two signatures', () => {
    expect(fileTypeOf(latin1('\x89PNG\r\n\x1a\n%PDF-1.7'))).toBe('image/png');
    expect(fileTypeOf(latin1('%PDF-1.7\n\xff\xd8\xff\xe0'))).toBe('application/pdf');
    expect(fileTypeOf(latin1('<html>%PDF-1.7'))).toBe('application/pdf');
  });

  test('returns undefined for files of unsupported types', () => {
    const others = ['', 'GIF89a', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'PK\x03\x04', 'RIFF\0\0\0\0WAVE', 'BMW'];
    expect(others.map((text) => fileTypeOf(latin1(text)))).toEqual(others.map(() => undefined));
    expect(fileTypeOf(bmp(41))).toBeUndefined();
    expect(fileTypeOf(heif('avif', 'mif1'))).toBeUndefined();
    expect(fileTypeOf(heif('mp42', 'isom'))).toBeUndefined();
  });

  test('never throws, whatever the bytes are', () => {
    const starts = fc.constantFrom('', 'BM', 'RIFF', '\0\0\0\x18ftyp', '\xff\xff\xff\xffftypmif1', 'II*', '%PDF');
    fc.assert(
      fc.property(starts, fc.uint8Array({ maxLength: 60 }), (start, rest) => {
        const type = fileTypeOf(Buffer.concat([latin1(start), rest]));
        expect([undefined, ...FILE_TYPES]).toContain(type);
      }),
    );
  });
});
