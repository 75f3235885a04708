// Reads a PDF: the sizes of its pages, the text items on its pages with their positions, and its metadata.
import { getDocumentProxy } from 'unpdf';

export type ReadText = { page: number; text: string; x: number; y: number; width: number; height: number };
export type ReadPdf = {
  pages: number;
  sizes: { width: number; height: number }[];
  texts: ReadText[];
  info: Record<string, unknown>;
};

/**
 * Reads the texts of a PDF. As in PDF, sizes are in points, and positions are in points from the lower left corner of
 * the page. Text items that contain only white space are omitted.
 */
export async function readPdf(bytes: Buffer): Promise<ReadPdf> {
  // The bytes are copied, because the reader transfers ownership of its buffer.
  const pdf = await getDocumentProxy(new Uint8Array(bytes));
  const sizes: ReadPdf['sizes'] = [];
  const texts: ReadText[] = [];
  for (let page = 1; page <= pdf.numPages; page++) {
    const read = await pdf.getPage(page);
    const { width, height } = read.getViewport({ scale: 1 });
    sizes.push({ width, height });
    const { items } = await read.getTextContent();
    for (const item of items) {
      if (!('str' in item) || item.str.trim() === '') continue;
      const [x, y] = [Number(item.transform[4]), Number(item.transform[5])];
      texts.push({ page, text: item.str, x, y, width: item.width, height: item.height });
    }
  }
  const { info } = await pdf.getMetadata();
  return { pages: pdf.numPages, sizes, texts, info: { ...info } };
}

/** Returns all text items of the PDF in the order in which they were drawn. */
export const wordsOf = async (bytes: Buffer): Promise<string[]> => (await readPdf(bytes)).texts.map(({ text }) => text);
