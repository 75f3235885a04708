import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { exifOf, makingOfPicture } from './exif.ts';

const blank = () => sharp({ create: { width: 60, height: 60, channels: 3, background: 'white' } });

describe('makingOfPicture', () => {
  test.each(['jpeg', 'png', 'webp'] as const)(
    'makingOfPicture reads the name of the program that wrote a picture of type %s',
    async (format) => {
      const picture = await blank()
        .withExif({ IFD0: { Software: 'Adobe Photoshop 25.0', DateTime: '2026:01:12 10:00:00' } })
        .toFormat(format)
        .toBuffer();
      expect(await makingOfPicture(picture)).toMatchObject({
        producer: 'Adobe Photoshop 25.0',
        modified_at: '2026-01-12T10:00:00Z',
      });
    },
  );

  test('reads the name of the program from the directory of a TIFF', async () => {
    const tiff = 'MM\0*\0\0\0\x08\0\x01\x01\x31\0\x02\0\0\0\x05\0\0\0\x1a\0\0\0\0GIMP\0';
    expect(await makingOfPicture(Buffer.from(tiff, 'latin1'))).toMatchObject({ producer: 'GIMP', created_at: null });
  });

  test('reads the time when the picture was taken', async () => {
    const picture = await blank()
      .withExif({ IFD2: { DateTimeOriginal: '2026:01:09 08:30:00' } })
      .jpeg()
      .toBuffer();
    expect(await makingOfPicture(picture)).toMatchObject({ created_at: '2026-01-09T08:30:00Z' });
  });

  test('reads the name of the program from the XMP', async () => {
    const xmp = (content: string) =>
      blank().withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/">${content}</x:xmpmeta>`).jpeg().toBuffer();
    const written = await xmp('<rdf:Description xmp:CreatorTool="GIMP 2.10"/>');
    expect(await makingOfPicture(written)).toMatchObject({ creator: 'GIMP 2.10' });
    const nested = await xmp('<xmp:CreatorTool>Canva</xmp:CreatorTool>');
    expect(await makingOfPicture(nested)).toMatchObject({ creator: 'Canva' });
  });

  test('returns null for a picture that names neither a program nor a time, and for bytes that are not a picture', async () => {
    expect(await makingOfPicture(await blank().png().toBuffer())).toBeNull();
    expect(await makingOfPicture(Buffer.from('no picture'))).toBeNull();
  });
});

describe('exifOf', () => {
  test('returns nothing for damaged data', () => {
    expect(exifOf(Buffer.alloc(0))).toEqual({});
    expect(exifOf(Buffer.from('II*\0\xff\xff\xff\xff', 'latin1'))).toEqual({});
    const cyclic = Buffer.from('II*\0\x08\0\0\0\x01\0\x69\x87\x04\0\x01\0\0\0\x08\0\0\0', 'latin1');
    expect(exifOf(cyclic)).toEqual({});
    const far = Buffer.from('II*\0\x08\0\0\0\x01\0\x31\x01\x02\0\x40\0\0\0\xff\xff\xff\x7f', 'latin1');
    expect(exifOf(far)).toEqual({});
  });
});
