// Runs OCR with tesseract.js, the Tesseract engine as WebAssembly in a separate thread. The engine and the English data
// come from npm packages. The settings in this file prevent the library from downloading the data and storing it in the
// current folder.
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { PSM } from 'tesseract.js';
import { type OcrEngine, pngOf, SPARSE_TEXT } from './engine.ts';

export async function openWasmEngine(): Promise<OcrEngine> {
  const { default: tesseract } = await import('tesseract.js');
  const packages = createRequire(import.meta.url);
  const data = dirname(packages.resolve('@tesseract.js-data/eng/package.json'));
  const worker = await tesseract.createWorker('eng', tesseract.OEM.LSTM_ONLY, {
    langPath: join(data, '4.0.0_best_int'),
    gzip: true,
    cacheMethod: 'none',
    // An error rejects the promise of the call that failed. Without this handler, the error would also end the process.
    errorHandler: () => undefined,
  });
  return {
    async hocrOf(picture) {
      await worker.setParameters({
        // The values of the enumeration `PSM` are strings, and `SPARSE_TEXT` is equal to one of them.
        tessedit_pageseg_mode: SPARSE_TEXT as PSM,
        user_defined_dpi: String(Math.round(picture.dpi)),
      });
      const { data } = await worker.recognize(await pngOf(picture), {}, { hocr: true, text: false });
      return data.hocr ?? '';
    },
    async close() {
      await worker.terminate();
    },
  };
}
