// Reads one uploaded file: its pages, the documents on them, and the signs that a document was altered. Also draws one
// page of a file.
import { chainSignals } from '#analysis/documents/fraud/chains.ts';
import { fraudSignals } from '#analysis/documents/fraud/signals.ts';
import { layoutOf } from '#analysis/documents/layout.ts';
import { readDocuments } from '#analysis/documents/read.ts';
import type { DrawOutcome, FileReading, ReadOutcome } from '#domain/documents/file-readings.ts';
import type { Page } from '#domain/documents/pages.ts';
import { type DrawOptions, drawPage } from '#reading/draw-page.ts';
import { fileTypeOf } from '#reading/file-type.ts';
import { isLegible } from '#reading/legibility.ts';
import { type ReadOptions, readFile } from '#reading/read-file.ts';
import { UnreadableFile } from '#reading/unreadable-file.ts';

export async function readUpload(bytes: Buffer, options: ReadOptions = {}): Promise<ReadOutcome> {
  const type = fileTypeOf(bytes);
  if (type === undefined) return { unreadable: 'it is damaged', is_known_type: false };
  try {
    return { reading: await readKnown(bytes, options) };
  } catch (error) {
    if (error instanceof UnreadableFile) return { unreadable: error.reason };
    throw error;
  }
}

export async function drawUpload(bytes: Buffer, page: number, options: DrawOptions): Promise<DrawOutcome> {
  try {
    return { picture: await drawPage(bytes, page, options) };
  } catch (error) {
    if (error instanceof UnreadableFile) return { unreadable: error.reason };
    throw error;
  }
}

const isBlank = ({ words, form_fields }: Page): boolean => words.length === 0 && form_fields.length === 0;

async function readKnown(bytes: Buffer, options: ReadOptions): Promise<FileReading> {
  const { mime_type, pages, traces } = await readFile(bytes, options);
  if (pages.every((page) => isBlank(page) || !isLegible(page))) throw new UnreadableFile('it is not readable');
  const documents = readDocuments(pages);
  const signals = fraudSignals(documents, pages, traces);
  const chains = chainSignals(documents);
  return {
    mime_type,
    pages_count: pages.length,
    documents: documents.map((document, at) => ({
      ...document,
      layout: layoutOf(document, pages),
      fraud_signals: [...(signals[at] ?? []), ...(chains[at] ?? [])],
    })),
  };
}
