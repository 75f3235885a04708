// Lists the documents of a link, newest first.
import { isStillSuspicious } from '#domain/documents/collection-documents.ts';
import { type LinkDocument, presentLinkDocument } from '#domain/reports/link-documents.ts';
import { readLinkData } from '#services/connections/link-data.ts';
import { keyOf } from '#services/connections/links.ts';
import type { Ctx } from '#services/platform/ctx.ts';
import { fileUrl } from '#services/platform/file-urls.ts';
import type { StoredLink } from '#storage/connections/links.ts';
import { listDocumentsOfLink } from '#storage/documents/documents.ts';

export async function documentsOf(ctx: Ctx, link: StoredLink) {
  const { documents = [] } = await readLinkData(ctx, link.id, await keyOf(ctx, link), ['documents']);
  const reviewed = await reviewsOf(ctx, link);
  return documents
    .toSorted((a, b) => b.created_at.localeCompare(a.created_at))
    .map((document) => ({ ...document, ...reviewed.get(document.id) }))
    .map((document) => presentLinkDocument(document, (name) => fileUrl(ctx, link.id, name)));
}

type Review = Pick<LinkDocument, 'is_suspicious' | 'review_status'>;

/**
 * The present review of each document, by the document's id. It may have changed since the document was read into the
 * link.
 */
async function reviewsOf(ctx: Ctx, { id: link_id, user_id, data_source }: StoredLink): Promise<Map<string, Review>> {
  if (data_source !== 'docs') return new Map();
  const rows = await listDocumentsOfLink(ctx.db, ctx.scope, { user_id, link_id });
  return new Map(
    rows.map((row) => [row.id, { is_suspicious: isStillSuspicious(row), review_status: row.review_status }]),
  );
}
