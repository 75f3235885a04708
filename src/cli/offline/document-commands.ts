// `vouch document read` reads a PDF or a picture and prints the documents in it. The command needs no running service
// and no database, and sends no data.
import { open } from 'node:fs/promises';
import type { Command } from 'commander';
import { inDecimals } from '#base/money.ts';
import { explained, type Print } from '#cli/command-parts.ts';
import type { ReadOutcome } from '#domain/documents/file-readings.ts';
import { areSuspicious } from '#domain/documents/fraud-signals.ts';
import { OperatorError } from '#services/access/clients.ts';
import { describeDocuments } from './document-text.ts';

/**
 * The maximum size of a file. It is this large because loan officers' bundles with scanned pages have tens of
 * megabytes.
 */
const FILE_BYTES_MAX = 100 * 1024 * 1024;

export function addDocumentCommands(program: Command, print: Print): void {
  const document = explained(
    program.command('document'),
    'Reads pay stubs, tax forms, bank statements and insurance policies.',
    'document read stub.pdf',
  );
  explained(
    document.command('read <file>'),
    'Prints the type, the fields, the derived figures, the checks and the signs of alteration of each document in a PDF or picture.',
    'document read stub.pdf',
  ).action(async (file: string) => {
    const bytes = await bytesOf(file);
    // The engine is loaded only when the command runs, because every start of the service loads this file.
    const { readUpload } = await import('#services/documents/reader-work.ts');
    const { derivedFigures } = await import('#connectors/documents/derived-figures.ts');
    const outcome = await readUpload(bytes);
    if ('unreadable' in outcome) throw new OperatorError(complaint(file, outcome));
    const documents = inDecimals(
      // The layout is not printed, because it is only for comparing documents with each other.
      outcome.reading.documents.map(({ layout: _layout, ...one }) => ({
        ...one,
        derived_figures: derivedFigures(one),
        is_suspicious: areSuspicious(one.fraud_signals),
      })),
    );
    print({ documents }, describeDocuments(documents));
  });
}

const complaint = (file: string, { unreadable, is_known_type = true }: Unreadable): string =>
  is_known_type ? `${file} could not be read: ${unreadable}` : `${file} is not a PDF or a picture`;
type Unreadable = Extract<ReadOutcome, { unreadable: unknown }>;

async function bytesOf(file: string): Promise<Buffer> {
  const handle = await open(file).catch(() => {
    throw new OperatorError(`${file} cannot be opened`);
  });
  try {
    const { size } = await handle.stat();
    if (size > FILE_BYTES_MAX) throw new OperatorError(`${file} is larger than 100 MiB`);
    return await handle.readFile();
  } finally {
    await handle.close();
  }
}
