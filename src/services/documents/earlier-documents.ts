// Compares the documents of a file with the documents that were read earlier in the same collection. This is needed
// because the pay stubs, W-2s and statements of one person are usually in several files.
import { chainSignals } from '#analysis/documents/fraud/chains.ts';
import type { FileDocument } from '#domain/documents/file-readings.ts';
import type { FraudSignal } from '#domain/documents/fraud-signals.ts';
import type { ReadDocument } from '#domain/documents/read-documents.ts';
import { openReading, ownerKeys } from '#services/connections/document-records.ts';
import type { Ctx } from '#services/platform/ctx.ts';
import { listDocuments } from '#storage/documents/documents.ts';

/** The maximum number of earlier documents that are compared. Each of them has to be unsealed when a file is read. */
const EARLIER_MAX = 40;

export type OwnedDocument = { document: FileDocument; user_id: string | null };

/**
 * Returns one list of signals per document: its contradictions with earlier documents of the same person. If two
 * documents contradict each other, only the document that is read later gets the signal. A document without a person is
 * not compared.
 */
export async function signalsBesideEarlier(
  ctx: Ctx,
  collection_id: string,
  documents: readonly OwnedDocument[],
): Promise<FraudSignal[][]> {
  const earlier = await earlierDocuments(ctx, collection_id, new Set(documents.map(({ user_id }) => user_id)));
  return documents.map(({ document, user_id }) => {
    const own = earlier.filter((one) => one.user_id === user_id).map((one) => one.document);
    const [found = []] = own.length === 0 ? [] : chainSignals([document, ...own]);
    const known = new Set(document.fraud_signals.map(({ message }) => message));
    return found.filter(({ message }) => !known.has(message));
  });
}

async function earlierDocuments(
  ctx: Ctx,
  collection_id: string,
  users: ReadonlySet<string | null>,
): Promise<{ document: ReadDocument; user_id: string }[]> {
  const rows = (await listDocuments(ctx.db, ctx.scope, collection_id)).filter(({ user_id }) => users.has(user_id));
  const keyOf = ownerKeys(ctx);
  const earlier: { document: ReadDocument; user_id: string }[] = [];
  for (const { id, user_id, sealed, document_type, first_page, last_page } of rows.slice(-EARLIER_MAX)) {
    if (user_id === null) continue;
    const reading = openReading(ctx, await keyOf(user_id), id, sealed);
    earlier.push({ user_id, document: { ...reading, document_type, pages: [first_page, last_page] } });
  }
  return earlier;
}
