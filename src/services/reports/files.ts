// Opens the file behind a signed URL. A browser sends only the URL, so the URL alone determines the file's owner.
// Documents stay with the provider and are fetched when they are opened. Files of reports, invoices and the sandbox are
// rendered in a worker thread when they are opened. Anyone may have a URL, so the number of requests is limited per
// link or invoice, and opened files are cached briefly.
import { badGateway, notFound, refusedUrl, throttled, unavailable } from '#base/errors.ts';
import { type FairTurns, openFairTurns } from '#base/fair-turns.ts';
import { openRecentCounts } from '#base/recent-counts.ts';
import { isUuid } from '#base/uuids.ts';
import { ProviderFailure } from '#connectors/contract.ts';
import { idOfReference, isUploadName } from '#domain/documents/uploads.ts';
import { type LinkFile, parseFileName } from '#domain/reports/link-files.ts';
import { parseReportFileName } from '#domain/reports/report-files.ts';
import { pdfkit } from '#render/pdfkit.ts';
import { openInvoiceFile } from '#services/billing/invoices.ts';
import { readLinkData } from '#services/connections/link-data.ts';
import { keyOf, type StoredLink, secretsOf } from '#services/connections/links.ts';
import { callAtGate } from '#services/connections/provider-gate.ts';
import { callWithAccount, disconnectRefused } from '#services/connections/renewal.ts';
import { openUpload } from '#services/documents/opened-uploads.ts';
import { type Ctx, type CtxParts, ctxOf } from '#services/platform/ctx.ts';
import { openFileCache } from '#services/platform/file-cache.ts';
import { isValidFileUrl } from '#services/platform/file-urls.ts';
import { aboutDrawing } from '#services/platform/printed.ts';
import { asBuffer } from '#services/platform/sealed-sections.ts';
import { findInvoiceScope } from '#storage/billing/invoices.ts';
import { findLink, findLinkScope } from '#storage/connections/links.ts';
import { findFileScope } from '#storage/documents/document-files.ts';
import { SYSTEM } from '#storage/platform/db.ts';
import { openReportFile } from './report-pdfs.ts';

export type SignedFile = { id: string; name: string; expires: string; signature: string };

export type Files = {
  /** Returns the bytes of a PDF or of an uploaded picture. Nothing is looked up before the signature is verified. */
  open(signed: SignedFile): Promise<Buffer>;
};

/**
 * The limit on file requests per link or invoice. It is more than enough to open several years of a person's documents
 * twice.
 */
const OPENED = { limit: 300, window_ms: 60_000, keys_max: 10_000 };
/**
 * Limits for requests to providers, which may be slow to respond: how many requests may run at once, and how many may
 * wait.
 */
const ASKED = { at_once: 16, waiting_max: 200 };

export function openFiles(parts: CtxParts): Files {
  const opened = openRecentCounts(OPENED);
  const cache = openFileCache();
  const turns = openFairTurns(ASKED);
  return {
    async open(signed) {
      if (!isValidFileUrl(parts, signed)) throw refusedUrl();
      const seconds = opened.secondsLeft(signed.id);
      if (seconds > 0) throw throttled(seconds);
      opened.count(signed.id);
      const found = await findFile(parts, turns, signed);
      if (found === undefined) throw notFound();
      const bytes = await (found.version === undefined
        ? found.open()
        : cache.read(`${signed.id}/${signed.name}`, found.version, found.open));
      if (bytes === undefined) throw notFound();
      return bytes;
    },
  };
}

/** The file behind a URL. A file without a version is not cached. */
type Found = { version: string | undefined; open(): Promise<Buffer | undefined> };

async function findFile(parts: CtxParts, turns: FairTurns, { id, name }: SignedFile): Promise<Found | undefined> {
  const system = parts.database.scoped(SYSTEM);
  if (isUploadName(name)) {
    const scope = await findFileScope(system, id);
    if (scope === undefined) return undefined;
    const ctx = await ctxOf(parts, scope);
    return { version: undefined, open: () => openUpload(ctx, id) };
  }
  // Only the id of an invoice contains dashes. Any other id is the id of a link, and the file belongs to this link.
  const scope = await (isUuid(id) ? findInvoiceScope : findLinkScope)(system, id);
  if (scope === undefined) return undefined;
  const ctx = await ctxOf(parts, scope);
  // The cache detects a changed file by the version of its row. Erasing an order changes the content of an invoice but
  // not the invoice's row, so invoices are not cached.
  if (isUuid(id)) return { version: undefined, open: () => openInvoiceFile(ctx, id, name) };
  const link = await findLink(ctx.db, scope, id);
  return link && { version: versionOf(link), open: () => openLinkFile(ctx, turns, link, name) };
}

/**
 * Returns the version of a link's files. It changes whenever a provider's data is read, because each read changes the
 * link or the status of its last task.
 */
const versionOf = ({ last_task_id, status, updated_at }: StoredLink): string =>
  `${last_task_id} ${status} ${updated_at.getTime()}`;

async function openLinkFile(ctx: Ctx, turns: FairTurns, link: StoredLink, name: string): Promise<Buffer | undefined> {
  const report = parseReportFileName(name);
  if (report !== undefined) return (await openReportFile(ctx, link, report))?.bytes;
  const file = parseFileName(name);
  return file && readFile(ctx, turns, link, file);
}

async function readFile(ctx: Ctx, turns: FairTurns, link: StoredLink, file: LinkFile): Promise<Buffer | undefined> {
  const file_id = await fileIdOf(ctx, link, file);
  if (file_id !== undefined && link.data_source === 'docs') return openUpload(ctx, idOfReference(file_id));
  const connector = ctx.connectors.get(link.provider_id);
  const open = connector?.openFile;
  if (file_id === undefined || connector === undefined || open === undefined) return undefined;
  const { account } = await secretsOf(ctx, link);
  if (typeof open !== 'function') {
    const bytes = await ctx.compute.run('draw_file', { ...open, account, file_id }, aboutDrawing(ctx));
    return bytes && asBuffer(bytes);
  }
  const owner = { link_id: link.id, key: await keyOf(ctx, link), account };
  const asked = turns.run(link.id, () =>
    callAtGate(ctx, { provider_id: link.provider_id }, (onRequest) =>
      callWithAccount(ctx, connector, owner, (account, io) => open(account, file_id, io), { onRequest }),
    ),
  );
  if (asked === undefined) throw unavailable(new Error('too many files are being requested'));
  try {
    return (await asked).result;
  } catch (error) {
    const is_refused = error instanceof ProviderFailure && error.status === 'login_error';
    if (is_refused && connector.renewal !== undefined) await disconnectRefused(ctx, link);
    throw error instanceof ProviderFailure ? badGateway(error) : error;
  }
}

async function fileIdOf(ctx: Ctx, link: StoredLink, { section, object_id }: LinkFile): Promise<string | undefined> {
  const data = await readLinkData(ctx, link.id, await keyOf(ctx, link), [section]);
  const objects: readonly { id: string; file_id: string | null }[] = data[section] ?? [];
  return objects.find(({ id }) => id === object_id)?.file_id ?? undefined;
}

/** Loads the PDF library, so that the first request need not wait for it. */
export const warmUp = (): void => void pdfkit();
