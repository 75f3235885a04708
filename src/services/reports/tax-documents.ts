// Lists the tax documents of a link.
import { notFound } from '#base/errors.ts';
import { returnedFiles } from '#domain/reports/returned-data.ts';
import { byNewestYear, presentTaxDocument, type TaxDocumentAnswer } from '#domain/reports/tax-documents.ts';
import { returnedUnder } from '#services/access/templates.ts';
import { readLinkData } from '#services/connections/link-data.ts';
import { keyOf, type StoredLink } from '#services/connections/links.ts';
import type { Ctx } from '#services/platform/ctx.ts';
import { fileUrl } from '#services/platform/file-urls.ts';

/** Tax documents, newest year first. */
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
