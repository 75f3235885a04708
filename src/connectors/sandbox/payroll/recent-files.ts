// An LRU cache of generated files, so that the same file is not generated twice. The total number of bytes is limited.
import { hash } from 'node:crypto';

export type MadeFile = { bytes: Buffer; md5sum: string };
export type RecentFiles = {
  find(key: string): MadeFile | undefined;
  keep(key: string, bytes: Buffer): MadeFile;
};

export function recentFiles(size_bytes_max: number): RecentFiles {
  // A Map keeps insertion order, and each use inserts the entry again, so the least recently used entry comes first.
  const kept = new Map<string, MadeFile>();
  let size_bytes = 0;
  const forget = (key: string): void => {
    size_bytes -= kept.get(key)?.bytes.length ?? 0;
    kept.delete(key);
  };
  return {
    find(key) {
      const file = kept.get(key);
      if (file === undefined) return undefined;
      kept.delete(key);
      kept.set(key, file);
      return file;
    },
    keep(key, bytes) {
      forget(key);
      const file = { bytes, md5sum: hash('md5', bytes) };
      kept.set(key, file);
      size_bytes += bytes.length;
      for (const oldest of kept.keys()) {
        if (size_bytes <= size_bytes_max) break;
        forget(oldest);
      }
      return file;
    },
  };
}

/** This process's cache of sandbox files, with room for about ten thousand files. */
export const SANDBOX_FILES = recentFiles(32 * 1024 * 1024);
