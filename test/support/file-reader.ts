// The file reader of test houses. The same bytes always give the same result, so within one test process each file is
// read only once, and each page is drawn only once. Many tests upload the same sample documents.
import { createHash } from 'node:crypto';
import type { DrawOutcome, PageProgress, ReadOutcome } from '#domain/documents/file-readings.ts';
import { drawUpload, readUpload } from '#services/documents/reader-work.ts';
import type { Reader } from '#services/platform/ctx.ts';
import { anyOcr } from './ocr.ts';

/** The maximum number of results that are kept. If there are more, the oldest result is removed. */
const KEPT_MAX = 300;

const readings = new Map<string, Promise<{ outcome: ReadOutcome; progress: PageProgress[] }>>();
const pictures = new Map<string, Promise<DrawOutcome>>();

export const fileReader: Pick<Reader, 'read' | 'draw'> = {
  async read(bytes, { onPage } = {}) {
    let is_new = false;
    const { outcome, progress } = await kept(readings, nameOf(bytes), async () => {
      is_new = true;
      const seen: PageProgress[] = [];
      const onOwnPage = (page: PageProgress) => {
        seen.push(page);
        onPage?.(page);
      };
      return { outcome: await readUpload(bytes, { openEngine: anyOcr, onPage: onOwnPage }), progress: seen };
    });
    if (!is_new) for (const page of progress) onPage?.(page);
    // A reader process also returns a copy, so no caller can change the result of another caller.
    return structuredClone(outcome);
  },
  draw: (bytes, page) =>
    kept(pictures, `${nameOf(bytes)} ${page}`, () => drawUpload(bytes, page, { openEngine: anyOcr })),
};

const nameOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

function kept<Result>(
  results: Map<string, Promise<Result>>,
  name: string,
  make: () => Promise<Result>,
): Promise<Result> {
  const known = results.get(name);
  if (known !== undefined) return known;
  const [oldest] = results.keys();
  if (oldest !== undefined && results.size >= KEPT_MAX) results.delete(oldest);
  const result = make();
  // An error is not kept, so a later test gets its own error.
  result.catch(() => results.delete(name));
  results.set(name, result);
  return result;
}
