// Rows of the ATTACKS table: a client with a valid key uploads files that are hard to read. Receiving the files costs
// the service little, but reading them keeps the reader processes busy all the time.
import sharp from 'sharp';
import { fileOf } from '#test/documents.ts';
import { HOSTILE_FILES } from '#test/hostile-files.ts';
import { payStubPdf } from '#test/pay-stub-pdf.ts';
import { photographed, scanned } from '#test/pictures.ts';
import { type Api, clientOf, newUser } from './client.ts';
import type { Service } from './service.ts';

type Attacked = Pick<Service, 'url' | 'client_id' | 'secret'>;

export const DOCUMENT_ATTACKS: Record<string, (service: Attacked) => Promise<void>> = {
  'reading of hostile files': async (service) => keepReading(service, await hostileFiles()),
  'reading of photographs of 9 MB': async (service) => keepReading(service, [await largePhotograph()]),
};

/** Files that keep a reader process busy until it has read them or is killed. */
const COSTLY: ReadonlySet<string> = new Set([
  'a page that unpacks to 400 MiB',
  'a picture of a gigapixel on a page',
  'a hundred thousand words',
  'a million operators',
  'a hundred thousand pages',
  'a drawing that draws itself',
]);
const BYTES_MIN = 1_002;
const SIDE = 5_600;

type File = { bytes: Buffer; mime_type: string };

async function hostileFiles(): Promise<File[]> {
  const [good, jpeg] = [await payStubPdf({ net_pay: '1,597.00' }), await sharp({ create: BLANK }).jpeg().toBuffer()];
  return HOSTILE_FILES(good, jpeg)
    .filter(({ name }) => COSTLY.has(name))
    .map(({ bytes }) => ({
      bytes: Buffer.concat([bytes, Buffer.alloc(Math.max(0, BYTES_MIN - bytes.length), '\n')]),
      mime_type: 'application/pdf',
    }));
}
const BLANK = { width: 100, height: 100, channels: 3, background: 'white' } as const;

/** A photograph of a pay stub on a table. Its camera noise keeps the file large, because noise does not compress. */
async function largePhotograph(): Promise<File> {
  const photograph = await photographed(await scanned(await payStubPdf({ net_pay: '1,597.00' })), 3);
  const noise = { width: SIDE, height: SIDE, channels: 3, background: 'grey' } as const;
  const grain = await sharp({ create: { ...noise, noise: { type: 'gaussian', mean: 128, sigma: 12 } } })
    .png()
    .toBuffer();
  const bytes = await sharp(photograph)
    .resize(SIDE, SIDE, { fit: 'fill' })
    .composite([{ input: grain, blend: 'soft-light' }])
    .jpeg({ quality: 85 })
    .toBuffer();
  return { bytes, mime_type: 'image/jpeg' };
}

/** Uploads the files, and uploads them again as soon as they have been read. */
async function keepReading(service: Attacked, files: readonly File[]): Promise<void> {
  const api = clientOf({ ...service, pid: 0, data_dir: '', first_answer_ms: 0, stop: async () => undefined });
  const user_id = await newUser(api);
  const upload = async (): Promise<string> => {
    const documents = files.map(({ bytes, mime_type }) => fileOf(bytes.toString('base64'), { mime_type, user_id }));
    const { id } = await api.post('/v1/documents/collections/', { documents });
    if (id === undefined) throw new Error('the upload has no id');
    return id;
  };
  let id = await upload();
  void (async () => {
    for (;;) {
      await untilRead(api, id);
      id = await upload();
    }
  })();
}

async function untilRead(api: Api, id: string): Promise<void> {
  while ((await api.get(`/v1/documents/collections/${id}/`)).status === 'processing') {
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
