// The file behind a signed address. The address is all a browser brings, so it alone says whose file it is. The bytes of
// documents stay with the provider and are asked for when somebody opens them; those of reports and invoices are drawn
// then.
import { badGateway, notFound, refusedUrl } from '#base/errors.ts';
import { isUuid } from '#base/uuids.ts';
import { ProviderFailure } from '#connectors/contract.ts';
import { type LinkFile, parseFileName } from '#domain/link-files.ts';
import { parseReportFileName } from '#domain/report-files.ts';
import { pdfkit } from '#render/pdfkit.ts';
import { SYSTEM } from '#storage/db.ts';
import { findInvoiceScope } from '#storage/invoices.ts';
import { findLink, findLinkScope } from '#storage/links.ts';
import { type Ctx, type CtxParts, ctxOf } from './ctx.ts';
import { isValidFileUrl } from './file-urls.ts';
import { openInvoiceFile } from './invoices.ts';
import { readLinkData } from './link-data.ts';
import { keyOf, type StoredLink, secretsOf } from './links.ts';
import { callConnector } from './provider-calls.ts';
import { openReportFile } from './report-pdfs.ts';

export type SignedFile = { id: string; name: string; expires: string; signature: string };

/** The bytes of a PDF. Nothing is looked up before the signature is known to be ours. */
export async function openSignedFile(parts: CtxParts, signed: SignedFile): Promise<Buffer> {
  if (!isValidFileUrl(parts, signed)) throw refusedUrl();
  // Only invoices have ids with dashes; every other file belongs to a link.
  const { findScope, open } = isUuid(signed.id) ? INVOICES : LINKS;
  const scope = await findScope(parts.database.scoped(SYSTEM), signed.id);
  const bytes = scope && (await open(await ctxOf(parts, scope), signed.id, signed.name));
  if (bytes === undefined) throw notFound();
  return bytes;
}

const INVOICES = { findScope: findInvoiceScope, open: openInvoiceFile };
const LINKS = { findScope: findLinkScope, open: openLinkFile };

async function openLinkFile(ctx: Ctx, link_id: string, name: string): Promise<Buffer | undefined> {
  const link = await findLink(ctx.db, ctx.scope, link_id);
  if (link === undefined) return undefined;
  const report = parseReportFileName(name);
  if (report !== undefined) return (await openReportFile(ctx, link, report))?.bytes;
  const file = parseFileName(name);
  return file && readFile(ctx, link, file);
}

async function readFile(ctx: Ctx, link: StoredLink, file: LinkFile): Promise<Buffer | undefined> {
  const file_id = await fileIdOf(ctx, link, file);
  const connector = ctx.connectors.get(link.provider_id);
  const open = connector?.openFile;
  if (file_id === undefined || connector === undefined || open === undefined) return undefined;
  const { account } = await secretsOf(ctx, link);
  try {
    return await callConnector(ctx, connector, (io) => open(account, file_id, io));
  } catch (error) {
    throw error instanceof ProviderFailure ? badGateway(error) : error;
  }
}

async function fileIdOf(ctx: Ctx, link: StoredLink, { section, object_id }: LinkFile): Promise<string | undefined> {
  const data = await readLinkData(ctx, link.id, await keyOf(ctx, link), [section]);
  const objects: readonly { id: string; file_id: string | null }[] = data[section] ?? [];
  return objects.find(({ id }) => id === object_id)?.file_id ?? undefined;
}

/** Loads what draws files, so that the first connection need not wait for it. */
export const warmUp = (): void => void pdfkit();
