import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { PageProgress, ReadOutcome } from '#domain/documents/file-readings.ts';
import { bundledUrl } from '#test/bundled.ts';
import { packedZeros } from '#test/hostile-files.ts';
import { payStubPdf } from '#test/pay-stub-pdf.ts';
import { openReaderPool, type ReaderPool, type ReaderPoolOptions } from './reader-pool.ts';

/** A reader process that does what the text of its file says: it loops, waits, crashes or uses much memory. */
const ODD = new URL('../../../test/support/odd-reader-process.js', import.meta.url);
const NOT_READABLE = { unreadable: 'it is not readable' };
const TIMEOUT = { timeout: 120_000 };

const pools: ReaderPool[] = [];
const open = (options: Partial<ReaderPoolOptions>): ReaderPool => {
  const pool = openReaderPool(options);
  pools.push(pool);
  return pool;
};
const odd = (options: Partial<ReaderPoolOptions> = {}): ReaderPool => open({ entry: ODD, ...options });
afterEach(() => Promise.all(pools.splice(0).map((pool) => pool.close())));

const file = (text: string): Buffer => Buffer.from(text);
const pidOf = (outcome: ReadOutcome): number => ('reading' in outcome ? Number(outcome.reading.mime_type) : Number.NaN);
const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

describe('openReaderPool', () => {
  /** The service's own reader. Two tests share it. */
  let real: ReaderPool;
  beforeAll(async () => {
    const entry = await bundledUrl('src/services/documents/reader-process.ts');
    real = openReaderPool({ memory_bytes_max: 600 * 1024 * 1024, entry });
  });
  afterAll(() => real.close());

  test('reads a pay stub in another process', TIMEOUT, async () => {
    expect(await real.read(await payStubPdf({ net_pay: '1,597.00' }))).toMatchObject({
      reading: {
        mime_type: 'application/pdf',
        pages_count: 1,
        documents: [{ document_type: 'PAYSTUB', fields: { net_pay: { value: 159_700n } }, fraud_signals: [] }],
      },
    });
    expect(await real.read(file('%PDF-1.7 nothing else'))).toEqual({ unreadable: 'it is damaged' });
    expect(await real.read(file('GIF89a'))).toEqual({ unreadable: 'it is damaged', is_known_type: false });
  });

  test.skipIf(process.platform !== 'linux')('kills a process whose PDF unpacks to gigabytes', TIMEOUT, async () => {
    expect(await real.read(hugePicturePdf())).toEqual(NOT_READABLE);
  });

  test(
    'reads files one after the other in one process, and starts a new process after `files_max` files',
    TIMEOUT,
    async () => {
      const pool = odd({ files_max: 2 });
      const outcomes = await Promise.all([pool.read(file('a')), pool.read(file('b')), pool.read(file('c'))]);
      const [a, b, c] = outcomes.map(pidOf);
      expect(a).toBe(b);
      expect(c).not.toBe(a);
    },
  );

  test(
    'starts a process without arguments, and with only those environment variables that contain search paths',
    TIMEOUT,
    async () => {
      const outcome = await odd().read(file('tell environment'));
      if (!('reading' in outcome)) throw new Error('the file was not read');
      expect(outcome.reading.pages_count).toBe(2);
      const passed = outcome.reading.mime_type.split(',').filter((name) => !name.startsWith('NODE_CHANNEL'));
      expect(['PATH', 'TESSDATA_PREFIX', 'LD_LIBRARY_PATH']).toEqual(expect.arrayContaining(passed));
    },
  );

  test('kills a process if reading its file takes too long; a new process reads the next file', TIMEOUT, async () => {
    const pool = odd({ file_ms_max: 300 });
    const before = pidOf(await pool.read(file('a')));
    expect(await pool.read(file('loop'))).toEqual(NOT_READABLE);
    expect(isRunning(before)).toBe(false);
    expect(pidOf(await pool.read(file('b')))).not.toBe(before);
  });

  test('allows more time for a file with pages that need OCR', TIMEOUT, async () => {
    const pool = odd({ file_ms_max: 1000, ocr_page_ms_max: 60_000, cpuMs: () => undefined });
    expect(await pool.read(file('wait 2000'))).toEqual(NOT_READABLE);
    expect(pidOf(await pool.read(file('ocr 2000')))).toBeGreaterThan(0);
  });

  test('a separate process draws the page of a file, within the same limits as for reading', TIMEOUT, async () => {
    const pool = odd({ file_ms_max: 300 });
    const drawn = await pool.draw(file('draw'), 7);
    expect('picture' in drawn && Buffer.from(drawn.picture).toString()).toBe('page 7');
    expect(await pool.draw(file('loop'), 1)).toEqual(NOT_READABLE);
    expect(await pool.draw(file('crash'), 1)).toEqual(NOT_READABLE);
  });

  test('rejects a file immediately if too many files are waiting', TIMEOUT, async () => {
    const pool = odd({ processes_max: 1, waiting_max: 1 });
    const accepted = [pool.read(file('wait 500')), pool.draw(file('draw'), 1)];
    await expect(pool.draw(file('draw'), 2)).rejects.toMatchObject({ code: 'unavailable' });
    expect(await Promise.all(accepted)).toHaveLength(2);
  });

  test('reports how many processes are busy', TIMEOUT, async () => {
    const pool = odd({ processes_max: 3 });
    expect(pool.load()).toEqual({ busy: 0, max: 3 });
    const reading = [pool.read(file('wait 500')), pool.read(file('wait 500'))];
    expect(pool.load()).toEqual({ busy: 2, max: 3 });
    await Promise.all(reading);
    expect(pool.load()).toEqual({ busy: 0, max: 3 });
  });

  test('reports which page is being read', TIMEOUT, async () => {
    const pages: PageProgress[] = [];
    await odd().read(file('pages 3'), { onPage: (page) => pages.push(page) });
    expect(pages).toEqual([
      { page: 1, pages: 3 },
      { page: 2, pages: 3 },
      { page: 3, pages: 3 },
    ]);
  });

  test(
    'only computing time counts towards the time limit of a file; a separate limit applies to the rest of the time',
    TIMEOUT,
    async () => {
      const pool = odd({ file_ms_max: 600, cpuMs: () => 0 });
      expect(pidOf(await pool.read(file('wait 1200')))).toBeGreaterThan(0);
      expect(await pool.read(file('wait 60000'))).toEqual(NOT_READABLE);
    },
  );

  test.skipIf(process.platform !== 'linux')(
    'kills a process that takes too much memory; a new process reads the next file',
    TIMEOUT,
    async () => {
      const pool = odd({ memory_bytes_max: 400 * 1024 * 1024 });
      expect(await pool.read(file('hoard'))).toEqual(NOT_READABLE);
      expect(pidOf(await pool.read(file('a')))).toBeGreaterThan(0);
    },
  );

  test('reads a file a second time if its process crashes, but not a third time', TIMEOUT, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'vouch-reader-'));
    const pool = odd();
    expect(pidOf(await pool.read(file(`crash-once ${join(folder, 'crashed')}`)))).toBeGreaterThan(0);
    expect(await pool.read(file('crash'))).toEqual(NOT_READABLE);
    rmSync(folder, { recursive: true });
  });

  test('if the caller aborts or the pool is closed, kills the process and rejects', TIMEOUT, async () => {
    const pool = odd();
    const before = pidOf(await pool.read(file('a')));
    const caller = new AbortController();
    const read = pool.read(file('loop'), { signal: caller.signal });
    caller.abort(new Error('the caller gave up'));
    await expect(read).rejects.toThrow('the caller gave up');
    const after = pidOf(await pool.read(file('b')));
    expect(after).not.toBe(before);
    const [interrupted] = await Promise.allSettled([pool.read(file('loop')), pool.close()]);
    expect(interrupted).toMatchObject({ status: 'rejected', reason: { code: 'unavailable' } });
    expect([before, after].filter(isRunning)).toEqual([]);
    await expect(pool.read(file('c'))).rejects.toMatchObject({ code: 'unavailable' });
  });

  test(
    'calls `onTurn` just before it reads a file, not while the file still waits; does not read the file if `onTurn` rejects',
    TIMEOUT,
    async () => {
      const pool = odd();
      const turns: string[] = [];
      const turn = (name: string) => async () => void turns.push(name);
      const first = pool.read(file('wait 1000'), { onTurn: turn('first') });
      const second = pool.read(file('b'), { onTurn: turn('second') });
      await expect.poll(() => turns, { interval: 10 }).toEqual(['first']);
      await Promise.all([first, second]);
      expect(turns).toEqual(['first', 'second']);
      const refused = pool.read(file('loop'), { onTurn: () => Promise.reject(new Error('no use')) });
      await expect(refused).rejects.toThrow('no use');
      expect(pidOf(await pool.read(file('c')))).toBeGreaterThan(0);
    },
  );

  test('rejects with `unavailable` if no process can be started', TIMEOUT, async () => {
    const pool = open({ entry: new URL('./missing.ts', import.meta.url) });
    await expect(pool.read(file('a'))).rejects.toMatchObject({ code: 'unavailable' });
  });

  test('ends a process that was idle for `idle_ms_max`', TIMEOUT, async () => {
    const pid = pidOf(await odd({ idle_ms_max: 50 }).read(file('a')));
    await expect.poll(() => isRunning(pid), { timeout: 20_000 }).toBe(false);
  });
});

/** The size of a picture of 30,000 by 30,000 pixels with three bits per pixel. */
const PICTURE_MIB = Math.ceil((30_000 * 30_000 * 3) / 8 / 1024 ** 2);

/**
 * A PDF of 2 kB with a picture of 30,000 by 30,000 pixels. The data of the picture is all zeros and is compressed
 * twice.
 */
function hugePicturePdf(): Buffer {
  const pixels = deflateSync(packedZeros(PICTURE_MIB)).toString('latin1');
  const draw = 'q 612 0 0 792 0 0 cm /I Do Q';
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /XObject << /I 5 0 R >> >> >>',
    `<< /Length ${draw.length} >>\nstream\n${draw}\nendstream`,
    `<< /Type /XObject /Subtype /Image /Width 30000 /Height 30000 /ColorSpace /DeviceRGB /BitsPerComponent 1 ` +
      `/Filter [/FlateDecode /FlateDecode] /Length ${pixels.length} >>\nstream\n${pixels}\nendstream`,
  ];
  const body = objects.map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`).join('');
  // The file has no cross-reference table, so PDF readers search it for the objects.
  return Buffer.from(`%PDF-1.7\n${body}trailer\n<< /Size 6 /Root 1 0 R >>\n%%EOF`, 'latin1');
}
