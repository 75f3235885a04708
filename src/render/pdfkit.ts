// Loads pdfkit with the first document that is drawn, so that startup does not take a sixth of a second longer.
import { createRequire } from 'node:module';
import type Pdf from 'pdfkit';

const load = createRequire(import.meta.url);
let loaded: typeof Pdf | undefined;

export function pdfkit(): typeof Pdf {
  loaded ??= load('pdfkit') as typeof Pdf;
  return loaded;
}
