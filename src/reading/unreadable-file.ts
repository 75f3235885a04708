// The error for a file that cannot be read, whatever its type.
import type { UnreadableReason } from '#domain/documents/file-readings.ts';

export class UnreadableFile extends Error {
  readonly reason: UnreadableReason;
  constructor(reason: UnreadableReason, cause?: unknown) {
    super(`the file could not be read: ${reason}`, { cause });
    this.reason = reason;
  }
}
