// Files made lately, so that the same one is not made twice: as many as fit into a number of bytes, and of those the
// ones asked for last.
import { hash } from 'node:crypto';

export type MadeFile = { bytes: Buffer; md5sum: string };
export type RecentFiles = {
  find(key: string): MadeFile | undefined;
  keep(key: string, bytes: Buffer): MadeFile;
};

export function recentFiles(size_bytes_max: number): RecentFiles {
  // A map remembers the order of insertion, so the one not asked for the longest comes first.
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

/** What this process made for the people of the sandbox: about ten thousand files. */
export const SANDBOX_FILES = recentFiles(32 * 1024 * 1024);
