// Files that a person chooses in the widget.
import { payStubPdf } from '#test/pay-stub-pdf.ts';
import type { Widget } from './acting.ts';

export type Chosen = { name: string; mimeType: string; buffer: Buffer };

/** Returns a file with the name of a PDF. Its content does not matter, because the fake endpoints do not read it. */
export const pdf = (name: string): Chosen => ({
  name,
  mimeType: 'application/pdf',
  buffer: Buffer.from(`%PDF-1.4 ${name} `.repeat(100)),
});

/** Returns a pay stub that the service can read. */
export const stub = (net_pay = '1,597.00'): Promise<Buffer> => payStubPdf({ net_pay });

export const jpeg = (name: string, buffer: Buffer): Chosen => ({ name, mimeType: 'image/jpeg', buffer });

/** Chooses files in the dialog of the button "Choose files". */
export const choose = (widget: Widget, ...files: Chosen[]): Promise<void> =>
  widget.locator('input[type="file"][multiple]').setInputFiles(files);
