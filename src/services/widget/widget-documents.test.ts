import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#base/ids.ts';
import { filesRead } from '#base/measures.ts';
import type { PageProgress, ReadOutcome } from '#domain/documents/file-readings.ts';
import { noise } from '#test/documents.ts';
import { type Call, newClient, type TestHouse } from '#test/house.ts';
import { until } from '#test/jobs.ts';
import { newUser, openWorkingHouse } from '#test/tasks.ts';
import { openWidget, sendFile } from '#test/widget.ts';

type Begun = { onPage(page: PageProgress): void; end(outcome: ReadOutcome): void };
/** The files that are being read. A test sets the progress and the outcome for each file. */
const begun: Begun[] = [];
async function nextBegun(): Promise<Begun> {
  await until(() => begun.length > 0);
  const [reading] = begun.splice(0);
  if (reading === undefined) throw new Error('no file is being read');
  return reading;
}

let house: TestHouse;
let call: Call;
beforeAll(async () => {
  house = await openWorkingHouse({
    reader: {
      read: (_bytes, { onPage } = {}) =>
        new Promise((end) => {
          begun.push({ onPage: onPage ?? (() => undefined), end });
        }),
    },
  });
  call = (await newClient(house)).sandbox;
});
afterAll(() => house.close());

test('the widget sees which page of a file is being read, until the reading of the file ends', async () => {
  const own = await openWidget(house, call, await newUser(call, newId()));
  const { body } = await sendFile(own, { file: Buffer.from(noise(), 'base64') });
  expect(body.files[0].reading).toBeNull();
  const reading = await nextBegun();
  const shown = async () => (await own.get('documents/')).files[0].reading;
  for (const page of [1, 2, 3]) {
    reading.onPage({ page, pages: 3 });
    await until(async () => (await shown())?.page === page);
  }
  expect(await shown()).toEqual({ page: 3, pages: 3 });
  reading.end({ unreadable: 'it is damaged' });
  await until(async () => (await own.get('documents/')).files[0].is_final);
  expect(await shown()).toBeNull();
});

test('the metric of read files counts a file once, when the file gets its final status', async () => {
  const invalid = async () =>
    (await filesRead.get()).values.find(({ labels }) => labels.environment === 'sandbox' && labels.status === 'invalid')
      ?.value ?? 0;
  const before = await invalid();
  const own = await openWidget(house, call, await newUser(call, newId()));
  await sendFile(own, { file: Buffer.from(noise(2), 'base64') });
  const reading = await nextBegun();
  reading.end({ unreadable: 'it is damaged' });
  await until(async () => (await own.get('documents/')).files[0].is_final);
  expect(await invalid()).toBe(before + 1);
});
