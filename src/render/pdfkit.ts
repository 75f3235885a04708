// Loads pdfkit when the first document is drawn, because loading it at startup would take a sixth of a second.
import { createRequire } from 'node:module';
import type Pdf from 'pdfkit';

const load = createRequire(import.meta.url);
let loaded: typeof Pdf | undefined;

export function pdfkit(): typeof Pdf {
  loaded ??= load('pdfkit') as typeof Pdf;
  return loaded;
}
