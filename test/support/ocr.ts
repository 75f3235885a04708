// OCR engines that all test files of one process share. Starting an engine takes a second of CPU time, and its first
// pages are slow. An engine returns the same result for the same picture, so a picture is read only once.
import { createHash } from 'node:crypto';
import type { OcrEngine } from '#reading/ocr/engine.ts';
import { openNativeEngine } from '#reading/ocr/native.ts';
import { openWasmEngine } from '#reading/ocr/wasm.ts';

export const wasmOcr = once(async () => readingOnce(await openWasmEngine()));

/** Returns undefined if the program `tesseract` is not installed. */
export const nativeOcr = once(async () => {
  const engine = await openNativeEngine();
  return engine && readingOnce(engine);
});

/** Chooses the engine in the same way as the service. */
export const anyOcr = async (): Promise<OcrEngine> => (await nativeOcr()) ?? wasmOcr();

function once<Result>(open: () => Promise<Result>): () => Promise<Result> {
  let opened: Promise<Result> | undefined;
  return () => {
    opened ??= open();
    return opened;
  };
}

/**
 * Returns the engine with a memory: for a picture that was read before, it returns the same result again. Pictures are
 * read one after the other, because the WebAssembly engine keeps the resolution of the last picture as a setting.
 */
function readingOnce({ hocrOf, close }: OcrEngine): OcrEngine {
  const results = new Map<string, Promise<string>>();
  let last: Promise<unknown> = Promise.resolve();
  return {
    hocrOf(picture) {
      const { width, height, dpi, data } = picture;
      const key = createHash('sha256').update(`${width} ${height} ${dpi} `).update(data).digest('hex');
      const known = results.get(key);
      if (known !== undefined) return known;
      const result = last.then(() => hocrOf(picture));
      last = result.catch(() => undefined);
      results.set(key, result);
      return result;
    },
    close,
  };
}
