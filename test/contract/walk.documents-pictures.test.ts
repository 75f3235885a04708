// Contract, sections 15.3, 15.5 and 24.5: pictures, and PDFs that contain only pictures.
import { crc32, deflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { fileOf } from '#test/documents.ts';
import { unprocessed, VALIDATIONS } from './shapes/documents.ts';
import { drawn, startUploads } from './shapes/uploads.ts';

const { sample, collect } = startUploads();

/** The fields that must be read from the sample pay stub, whether it is a PDF or a picture. */
const VALUES = ['employer_name', 'employee_name', 'pay_date', 'period_start', 'period_end', 'gross_pay', 'net_pay'];
const ALL_TRUE = Object.fromEntries(VALIDATIONS.map((name) => [name, true]));

/** Returns the JPEG picture inside the sandbox's image-only PDF. */
async function pictureOf(query = ''): Promise<string> {
  const pdf = Buffer.from(await sample('paystub', `?raster=true${query}`), 'base64');
  const start = pdf.indexOf(Buffer.from([0xff, 0xd8, 0xff]));
  const end = pdf.indexOf('endstream', start);
  return pdf.subarray(start, end).toString('base64');
}

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
};
/** Returns a white picture as PNG, in base64. */
function blank(width = 1_275, height = 1_650): string {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // The picture is greyscale, with eight bits per pixel.
  header.writeUInt8(8, 8);
  const rows = Buffer.concat(
    Array.from({ length: height }, () => Buffer.concat([Buffer.of(0), Buffer.alloc(width, 255)])),
  );
  const signature = Buffer.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
  const chunks = [chunk('IHDR', header), chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))];
  return Buffer.concat([signature, ...chunks]).toString('base64');
}

describe('pictures and pages without text', () => {
  const fieldsOf = async (file: object): Promise<Record<string, unknown>> => {
    const { uploaded_files, documents } = await collect({ documents: [file] });
    expect(uploaded_files).toMatchObject([{ status: 'successful', validations: ALL_TRUE, error: null }]);
    expect(documents).toMatchObject([{ document_type: 'PAYSTUB', is_suspicious: false, fraud_signals: [] }]);
    return Object.fromEntries(VALUES.map((name) => [name, documents[0]?.fields[name]]));
  };

  test('an image-only PDF of the pay stub with index 1 yields the same values as the PDF with text', async () => {
    const plain = await fieldsOf(fileOf(await sample('paystub', '?index=1')));
    expect(await fieldsOf(fileOf(await sample('paystub', '?index=1&raster=true')))).toEqual(plain);
  });

  test('a JPEG picture of the pay stub yields the same values as the PDF with text', async () => {
    const plain = await fieldsOf(fileOf(await sample('paystub')));
    const picture = fileOf(await pictureOf(), { filename: 'photo.jpg', mime_type: 'image/jpeg' });
    expect(await fieldsOf(picture)).toEqual(plain);
  });

  test('a blank picture is not readable: is_readable is false', async () => {
    const { uploaded_files, documents } = await collect({
      documents: [fileOf(blank(), { filename: 'blank.png', mime_type: 'image/png' })],
    });
    expect(uploaded_files).toMatchObject([
      {
        status: 'invalid',
        validations: {
          is_supported_type: true,
          is_accessible: true,
          is_valid: true,
          is_readable: false,
          is_unique: true,
        },
        error: { message: 'config_error', detail: unprocessed('it is not readable') },
      },
    ]);
    expect(documents).toEqual([]);
  });

  test('a damaged picture is invalid: is_valid is false', async () => {
    const whole = Buffer.from(blank(), 'base64');
    const damaged = Buffer.concat([whole.subarray(0, 60), Buffer.alloc(2_000, 0x5a)]).toString('base64');
    const { uploaded_files } = await collect({ documents: [fileOf(damaged, { mime_type: 'image/png' })] });
    expect(uploaded_files).toMatchObject([
      {
        status: 'invalid',
        validations: { is_supported_type: true, is_valid: false },
        error: { message: 'config_error', detail: unprocessed('it is damaged') },
      },
    ]);
  });

  test('an empty page is not readable', async () => {
    const { uploaded_files } = await collect({
      documents: [fileOf(await drawn([' '], { info: { Title: 'x'.repeat(1_000) } }))],
    });
    expect(uploaded_files).toMatchObject([
      { status: 'invalid', error: { message: 'config_error', detail: unprocessed('it is not readable') } },
    ]);
  });
});
