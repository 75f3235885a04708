// The file store, which keeps the contents of uploaded files. A store gets only encrypted bytes and cannot decrypt
// them. There are two stores: the database, and an S3-compatible server.
import type { Scope } from '#domain/platform/scope.ts';

export type FileStore = {
  /** Stores the content of a file. Calling it again with the same file is harmless. */
  put(scope: Scope, id: string, sealed: Buffer): Promise<void>;
  /** Returns the content of a file; undefined if the store has no such file. */
  get(scope: Scope, id: string): Promise<Buffer | undefined>;
  /**
   * Removes files permanently. Calling it again is harmless, because files that the store does not have are skipped.
   */
  remove(scope: Scope, ids: readonly string[]): Promise<void>;
};

/** The maximum size of an encrypted file. An uploaded file has at most 10 MB, and encryption adds 29 bytes. */
export const SEALED_FILE_BYTES_MAX = 10 * 1024 * 1024;

/**
 * Combines two stores. New files go to `first`. A file is read from `first`, or from `second` if `first` does not have
 * it. Files are removed from both stores.
 */
export const layeredStore = (first: FileStore, second: FileStore): FileStore => ({
  put: (scope, id, sealed) => first.put(scope, id, sealed),
  get: async (scope, id) => (await first.get(scope, id)) ?? second.get(scope, id),
  async remove(scope, ids) {
    await first.remove(scope, ids);
    await second.remove(scope, ids);
  },
});
