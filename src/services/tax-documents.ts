// Tax documents of a link.
import { notFound } from '#base/errors.ts';
import { byNewestYear, presentTaxDocument, type TaxDocumentAnswer } from '#domain/tax-documents.ts';
import type { Ctx } from './ctx.ts';
import { fileUrl } from './file-urls.ts';
import { readLinkData } from './link-data.ts';
import { keyOf, type StoredLink } from './links.ts';

/** Newest year first. */
export async function taxDocumentsOf(ctx: Ctx, link: StoredLink): Promise<TaxDocumentAnswer[]> {
  const { tax_documents = [] } = await readLinkData(ctx, link.id, await keyOf(ctx, link), ['tax_documents']);
  const toUrl = (name: string) => fileUrl(ctx, link.id, name);
  return tax_documents.toSorted(byNewestYear).map((document) => presentTaxDocument(document, toUrl));
}

export async function getTaxDocument(ctx: Ctx, link: StoredLink, id: string): Promise<TaxDocumentAnswer> {
  const document = (await taxDocumentsOf(ctx, link)).find((document) => document.id === id);
  if (document === undefined) throw notFound();
  return document;
}
