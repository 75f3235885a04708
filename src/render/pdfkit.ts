// pdfkit, loaded with the first document that is drawn: a start should not wait a sixth of a second for it.
import { createRequire } from 'node:module';
import type Pdf from 'pdfkit';

const load = createRequire(import.meta.url);
let loaded: typeof Pdf | undefined;

export function pdfkit(): typeof Pdf {
  loaded ??= load('pdfkit') as typeof Pdf;
  return loaded;
}
