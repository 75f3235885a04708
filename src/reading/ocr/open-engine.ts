// Chooses the OCR engine. The program `tesseract` is used if it is installed, because it is faster. Otherwise the same
// engine runs as WebAssembly.
import type { OcrEngine } from './engine.ts';
import { openNativeEngine } from './native.ts';
import { openWasmEngine } from './wasm.ts';

export const openOcr = async (): Promise<OcrEngine> => (await openNativeEngine()) ?? openWasmEngine();
