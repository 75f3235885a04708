// Reads damaged and hostile files in the reader process. Each file is either read, or reported as unreadable with a
// reason. No file stops the reader permanently: good files are still read between the hostile files. `npm run
// test:hostile` reads more files.
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openReaderPool, type ReaderPool } from '#services/documents/reader-pool.ts';
import { HOSTILE_FILES, type HostileFile, mutationsOf } from '#test/hostile-files.ts';
import { payStubPdf } from '#test/pay-stub-pdf.ts';

const MUTATIONS = Number(process.env['TEST_VOUCH_MUTATIONS'] ?? 5);
const SEED = 20_261_117;
/**
 * The tests use the built reader, because it starts much faster than the reader's source. Many files end the reader
 * process, so the process starts often.
 */
const BUILT_READER = new URL('../../dist/services/documents/reader-process.js', import.meta.url);

let pool: ReaderPool;
let good: Buffer;
let files: HostileFile[];
beforeAll(async () => {
  good = await payStubPdf({ net_pay: '1,597.00' });
  const jpeg = await sharp({ create: { width: 900, height: 600, channels: 3, background: 'white' } })
    .jpeg()
    .toBuffer();
  const png = await sharp(jpeg).png().toBuffer();
  files = [...HOSTILE_FILES(good, jpeg), ...mutationsOf([good, jpeg, good, png], MUTATIONS, SEED)];
  // A good file takes a fifth of a second, and the time limit is seven times that. Time in which the reader waits for a
  // core is not counted. A page without text gets no extra time, because none of the files needs the OCR engine: their
  // pages are empty or cannot be drawn at all. The other limits are long, because a reader has a low priority and may
  // wait minutes for a core while other tests run.
  pool = openReaderPool({
    file_ms_max: 1_500,
    ocr_page_ms_max: 1_500,
    busy_factor: 100,
    start_ms_max: 300_000,
    entry: BUILT_READER,
  });
});
afterAll(() => pool.close());

async function isGood(): Promise<boolean> {
  const outcome = await pool.read(good);
  return 'reading' in outcome && outcome.reading.documents[0]?.document_type === 'PAYSTUB';
}

test('every hostile file is read or reported as unreadable with a reason, and good files are still read in between', {
  timeout: 600_000 + MUTATIONS * 5_000,
}, async () => {
  const wrong: string[] = [];
  for (const [at, { name, bytes }] of files.entries()) {
    const outcome = await pool.read(bytes);
    if (!('reading' in outcome) && !outcome.unreadable.startsWith('it is ')) wrong.push(name);
    if (at % 20 === 0 && !(await isGood())) wrong.push(`a good file after ${name}`);
  }
  expect(await isGood()).toBe(true);
  expect(wrong).toEqual([]);
});
