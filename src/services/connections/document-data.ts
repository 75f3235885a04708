// Reads the uploaded documents of a user. Tasks read them when they fetch the data of a link that comes from documents.

import { toTimestamp } from '#base/timestamps.ts';
import { ProviderFailure } from '#connectors/contract.ts';
import type { ProductType } from '#domain/access/products.ts';
import { isStillSuspicious } from '#domain/documents/collection-documents.ts';
import { noDataText } from '#domain/documents/collection-files.ts';
import type { UploadedDocument } from '#domain/documents/uploaded-documents.ts';
import type { Ctx } from '#services/platform/ctx.ts';
import { findFile, findFileError } from '#storage/documents/document-files.ts';
import { listDocumentsOfLink } from '#storage/documents/documents.ts';
import { openFacts, openReading, ownerKeys } from './document-records.ts';

/**
 * Returns the documents of all collections that were finalised into the link. If there are no documents, throws the
 * error of the user's newest unusable file. If no file has an error, throws `no_data`.
 */
export async function documentsFor(
  ctx: Ctx,
  { user_id, link_id, product_type }: { user_id: string; link_id: string; product_type: ProductType },
): Promise<UploadedDocument[]> {
  const rows = await listDocumentsOfLink(ctx.db, ctx.scope, { user_id, link_id });
  const keyOf = ownerKeys(ctx);
  const documents: UploadedDocument[] = [];
  for (const row of rows) {
    const file = await findFile(ctx.db, ctx.scope, row.file_id);
    // The file was erased with its user in the meantime, so its documents are left out.
    if (file === undefined) continue;
    const { filename, md5sum } = openFacts(ctx, await keyOf(file.user_id), file.id, file.sealed);
    documents.push({
      ...openReading(ctx, await keyOf(row.user_id), row.id, row.sealed),
      id: row.id,
      document_type: row.document_type,
      pages: [row.first_page, row.last_page],
      file_id: file.id,
      filename,
      mime_type: file.mime_type,
      md5sum,
      is_suspicious: isStillSuspicious(row),
      review_status: row.review_status,
      created_at: toTimestamp(row.created_at),
    });
  }
  if (documents.length > 0) return documents;
  const error = await findFileError(ctx.db, ctx.scope, user_id);
  throw error === undefined
    ? new ProviderFailure('no_data', noDataText(product_type))
    : new ProviderFailure(error.message, error.detail);
}
