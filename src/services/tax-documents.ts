// Tax documents of a link.
import { notFound } from '#base/errors.ts';
import { returnedFiles } from '#domain/returned-data.ts';
import { byNewestYear, presentTaxDocument, type TaxDocumentAnswer } from '#domain/tax-documents.ts';
import type { Ctx } from './ctx.ts';
import { fileUrl } from './file-urls.ts';
import { readLinkData } from './link-data.ts';
import { keyOf, type StoredLink } from './links.ts';
import { returnedUnder } from './templates.ts';

/** Newest year first. */
export async function taxDocumentsOf(ctx: Ctx, link: StoredLink): Promise<TaxDocumentAnswer[]> {
  const [{ tax_documents = [] }, returned] = await Promise.all([
    readLinkData(ctx, link.id, await keyOf(ctx, link), ['tax_documents']),
    returnedUnder(ctx, link),
  ]);
  const toUrl = (name: string) => fileUrl(ctx, link.id, name);
  const shown = tax_documents.toSorted(byNewestYear).map((document) => presentTaxDocument(document, toUrl));
  return returnedFiles(shown, returned);
}

export async function getTaxDocument(ctx: Ctx, link: StoredLink, id: string): Promise<TaxDocumentAnswer> {
  const document = (await taxDocumentsOf(ctx, link)).find((document) => document.id === id);
  if (document === undefined) throw notFound();
  return document;
}
