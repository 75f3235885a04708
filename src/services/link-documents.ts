// The documents behind a link, newest first.
import { presentLinkDocument } from '#domain/link-documents.ts';
import type { StoredLink } from '#storage/links.ts';
import type { Ctx } from './ctx.ts';
import { fileUrl } from './file-urls.ts';
import { readLinkData } from './link-data.ts';
import { keyOf } from './links.ts';

export async function documentsOf(ctx: Ctx, link: StoredLink) {
  const { documents = [] } = await readLinkData(ctx, link.id, await keyOf(ctx, link), ['documents']);
  return documents
    .toSorted((a, b) => b.created_at.localeCompare(a.created_at))
    .map((document) => presentLinkDocument(document, (name) => fileUrl(ctx, link.id, name)));
}
