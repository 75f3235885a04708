// `vouch document read` reads a PDF and prints the documents in it. The command needs no running service and no
// database, and sends nothing anywhere.
import { open } from 'node:fs/promises';
import type { Command } from 'commander';
import { inDecimals } from '#base/money.ts';
import { explained, type Print } from '#cli/command-parts.ts';
import { OperatorError } from '#services/access/clients.ts';
import { describeDocuments } from './document-text.ts';

/** Bundles of loan officers with scanned pages have tens of megabytes. */
const FILE_BYTES_MAX = 100 * 1024 * 1024;

export function addDocumentCommands(program: Command, print: Print): void {
  const document = explained(
    program.command('document'),
    'Reads pay stubs, tax forms, bank statements and insurance policies.',
    'document read stub.pdf',
  );
  explained(
    document.command('read <file.pdf>'),
    'Prints the type, the fields and the arithmetic checks of each document in a PDF.',
    'document read stub.pdf',
  ).action(async (file: string) => {
    // The engine is loaded only here, because every start of the service loads this file.
    const { readDocuments } = await import('#analysis/documents/read.ts');
    const documents = inDecimals(readDocuments(await pagesOf(file)));
    print({ documents }, describeDocuments(documents));
  });
}

async function pagesOf(file: string) {
  const bytes = await bytesOf(file);
  const { readPdf, UnreadableFile } = await import('#reading/pdf.ts');
  try {
    return await readPdf(bytes);
  } catch (error) {
    if (error instanceof UnreadableFile) throw new OperatorError(`${file} could not be read: ${error.reason}`);
    throw error;
  }
}

async function bytesOf(file: string): Promise<Buffer> {
  const handle = await open(file).catch(() => {
    throw new OperatorError(`${file} cannot be opened`);
  });
  try {
    const { size } = await handle.stat();
    if (size > FILE_BYTES_MAX) throw new OperatorError(`${file} is larger than 100 MiB`);
    const bytes = await handle.readFile();
    // A PDF may begin with up to 1 kB of other bytes, for example a byte order mark.
    if (!bytes.subarray(0, 1024).includes('%PDF-')) throw new OperatorError(`${file} is not a PDF`);
    return bytes;
  } finally {
    await handle.close();
  }
}
