// A cache of recently rendered files. The caller first finds the file's data in the database, and then passes the
// version of the data. So a file whose data was deleted or erased is not served, and a file whose data changed is
// rendered again.
import { elapsedMs } from '#base/clock.ts';

export type FileCache = {
  /**
   * Returns the file with this name and version. If the file is not cached, it is created. Concurrent callers share one
   * creation.
   */
  read(name: string, version: string, make: () => Promise<Buffer | undefined>): Promise<Buffer | undefined>;
};

type Kept = { bytes: Buffer; until_ms: number };

/**
 * A minute is enough to open a file several times in a row. Files are not cached longer, because they are personal and
 * unencrypted.
 */
const KEPT_MS = 60_000;
const BYTES_MAX = 32 * 1_048_576;

export function openFileCache(bytes_max = BYTES_MAX): FileCache {
  /** The cached files, oldest first. */
  const kept = new Map<string, Kept>();
  const making = new Map<string, Promise<Buffer | undefined>>();
  let total = 0;
  let timer: NodeJS.Timeout | undefined;

  function forget(key: string, { bytes }: Kept): void {
    kept.delete(key);
    total -= bytes.length;
  }

  function forgetOld(): void {
    timer = undefined;
    const now_ms = elapsedMs();
    for (const [key, one] of kept) {
      if (one.until_ms > now_ms) break;
      forget(key, one);
    }
    const [oldest] = kept.values();
    if (oldest !== undefined) timer = setTimeout(forgetOld, oldest.until_ms - now_ms).unref();
  }

  function keep(key: string, bytes: Buffer): void {
    if (bytes.length > bytes_max / 4) return;
    // If the timer is late, an expired file with this key is still in the map.
    const expired = kept.get(key);
    if (expired !== undefined) forget(key, expired);
    kept.set(key, { bytes, until_ms: elapsedMs() + KEPT_MS });
    total += bytes.length;
    for (const [oldest, one] of kept) {
      if (total <= bytes_max) break;
      forget(oldest, one);
    }
    timer ??= setTimeout(forgetOld, KEPT_MS).unref();
  }

  async function makeOnce(key: string, make: () => Promise<Buffer | undefined>): Promise<Buffer | undefined> {
    try {
      const bytes = await make();
      if (bytes !== undefined) keep(key, bytes);
      return bytes;
    } finally {
      making.delete(key);
    }
  }

  return {
    async read(name, version, make) {
      const key = `${name}\n${version}`;
      const known = kept.get(key);
      if (known !== undefined && known.until_ms > elapsedMs()) return known.bytes;
      const made = making.get(key) ?? makeOnce(key, make);
      making.set(key, made);
      return made;
    },
  };
}
