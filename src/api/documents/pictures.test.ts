import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#base/ids.ts';
import { readUpload } from '#services/documents/reader-work.ts';
import { collect, fileOf, sampleOf } from '#test/documents.ts';
import { type Call, newClient, type TestHouse } from '#test/house.ts';
import { finishTasks, newUser, openWorkingHouse } from '#test/tasks.ts';

let house: TestHouse;
let call: Call;
/** The pay stub that the fake reader reads instead of the uploaded file. */
let stub: Buffer;
beforeAll(async () => {
  house = await openWorkingHouse({
    // A fake reader always reads the same pay stub, because OCR takes seconds and only the name and the type of the
    // file are tested here.
    reader: {
      async read() {
        const outcome = await readUpload(stub);
        return 'reading' in outcome ? { reading: { ...outcome.reading, mime_type: 'image/png' } } : outcome;
      },
    },
  });
  call = (await newClient(house)).sandbox;
  stub = Buffer.from(await sampleOf(call, 'paystub'), 'base64');
});
afterAll(() => house.close());

test('a picture is served with the file extension and content type of its actual format, whatever type the upload declared', async () => {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  const picture = await sharp({ create: { width: 90, height: 90, channels: 3, background: 'white', noise } })
    .png()
    .toBuffer();
  const user_id = await newUser(call, newId());
  const collection = await collect(house, call, {
    documents: [fileOf(picture.toString('base64'), { user_id, mime_type: 'application/pdf' })],
  });
  expect(collection.uploaded_files).toMatchObject([{ mime_type: 'image/png', status: 'successful' }]);
  const path = `/v1/documents/collections/${collection.id}/finalize/`;
  await call('POST', path, {});
  await finishTasks(house);
  const { link_id } = (await call('GET', path)).json();
  const first = async (list: string) => (await call('GET', `/v1/links/${link_id}/${list}/`)).json().results[0];
  const { employments } = (await call('GET', `/v1/links/${link_id}/income/report/`)).json();
  const offered: string[] = [
    collection.uploaded_files[0]?.file,
    collection.documents[0]?.file,
    (await first('documents')).file,
    (await first('statements')).file,
    employments[0].statements[0].file,
  ];
  for (const file of offered) {
    const url = new URL(file);
    expect(url.pathname).toMatch(/\.png$/);
    const response = await house.app.inject({ method: 'GET', url: url.pathname + url.search });
    expect(response.statusCode, url.pathname).toBe(200);
    expect(response.headers['content-type']).toBe('image/png');
    expect(response.headers['content-disposition']).toMatch(/^attachment; filename="[\w-]+\.png"$/);
    expect(response.rawPayload.equals(picture)).toBe(true);
  }
});
