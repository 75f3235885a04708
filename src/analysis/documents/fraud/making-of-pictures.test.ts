import { expect, test } from 'vitest';
import type { PdfTraces } from '#domain/documents/pdf-traces.ts';
import type { ReadDocument } from '#domain/documents/read-documents.ts';
import { fraudSignals } from './signals.ts';

const STUB: ReadDocument = {
  document_type: 'PAYSTUB',
  subtype: null,
  pages: [1, 1],
  fields: {},
  tables: {},
  checks: [],
};
const tracesOf = (producer: string): PdfTraces => ({
  file_id: null,
  making: { producer, creator: null, created_at: null, modified_at: null, xmp: null },
  is_fillable: false,
  is_signed: false,
  revisions: [],
  pages: [],
  fonts: [],
  touch_ups: [],
});

test.each([
  ['Adobe Photoshop 25.0', ['medium editing_software']],
  ['iOS 17.1', []],
])('a picture that the program %s wrote has the fraud signals %j', (producer, wanted) => {
  const [signals = []] = fraudSignals([STUB], [], tracesOf(producer));
  expect(signals.map(({ severity, code }) => `${severity} ${code}`)).toEqual(wanted);
});
