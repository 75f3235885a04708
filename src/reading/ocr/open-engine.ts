// Chooses the OCR engine: the program `tesseract` if it is installed, because it is faster, otherwise the same engine
// as WebAssembly.
import type { OcrEngine } from './engine.ts';
import { openNativeEngine } from './native.ts';
import { openWasmEngine } from './wasm.ts';

export const openOcr = async (): Promise<OcrEngine> => (await openNativeEngine()) ?? openWasmEngine();
