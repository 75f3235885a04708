// The interface of the two OCR engines (native.ts and wasm.ts): the input is a picture, the output is hOCR. Neither
// engine writes a file or opens a connection.
import { sharpOf } from '#reading/pictures/decode.ts';
import type { PagePicture } from '#reading/pictures/grey.ts';

export type OcrEngine = {
  hocrOf(picture: PagePicture): Promise<string>;
  /** Ends the processes and threads of the engine. */
  close(): Promise<void>;
};

/**
 * The mode `sparse text` finds words anywhere on the page, in no order. In this mode, 93 % of the fields on clean pages
 * were read correctly. The mode that analyses columns read 65 % correctly, and the mode that assumes a single block
 * read 41 %, because these two modes break up tables.
 */
export const SPARSE_TEXT = '11';

/**
 * The compression level is low, because compression takes more time than sending a few megabytes to another process or
 * thread.
 */
export const pngOf = (picture: PagePicture): Promise<Buffer> =>
  sharpOf(picture).toColourspace('b-w').png({ compressionLevel: 1 }).toBuffer();
