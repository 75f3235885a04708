// Renders reports as PDF files that name their issuer. The rendering always runs in a worker thread.
import { notFound } from '#base/errors.ts';
import type { Printed } from '#render/reports/sheet.ts';
import { findClientName } from '#storage/access/clients.ts';
import type { About } from './compute.ts';
import type { Ctx } from './ctx.ts';
import type { PrintedReport } from './printing-work.ts';
import { asBuffer } from './sealed-sections.ts';

export type PdfFile = { name: string; bytes: Buffer };

export async function print(ctx: Ctx, name: string, report: PrintedReport): Promise<PdfFile> {
  const bytes = await printIf(ctx, report);
  if (bytes === undefined) throw notFound();
  return { name, bytes };
}

/** The PDF of a report. It is `undefined` if the report names a link but has no data of that link. */
export async function printIf(ctx: Ctx, report: PrintedReport): Promise<Buffer | undefined> {
  const { client_id, environment } = ctx.scope;
  const issuer: Printed['issuer'] = { name: await findClientName(ctx.db, client_id), environment };
  const bytes = await ctx.compute.run('print_report', { report, issuer }, aboutDrawing(ctx));
  return bytes && asBuffer(bytes);
}

/** Rendering is slow even for little data, so it always runs in a worker thread. */
export const aboutDrawing = ({ scope }: Ctx): About => ({
  client_id: scope.client_id,
  bytes: Number.POSITIVE_INFINITY,
});
