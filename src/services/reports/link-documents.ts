// Lists the documents of a link, newest first.
import { presentLinkDocument } from '#domain/reports/link-documents.ts';
import { readLinkData } from '#services/connections/link-data.ts';
import { keyOf } from '#services/connections/links.ts';
import type { Ctx } from '#services/platform/ctx.ts';
import { fileUrl } from '#services/platform/file-urls.ts';
import type { StoredLink } from '#storage/connections/links.ts';

export async function documentsOf(ctx: Ctx, link: StoredLink) {
  const { documents = [] } = await readLinkData(ctx, link.id, await keyOf(ctx, link), ['documents']);
  return documents
    .toSorted((a, b) => b.created_at.localeCompare(a.created_at))
    .map((document) => presentLinkDocument(document, (name) => fileUrl(ctx, link.id, name)));
}
