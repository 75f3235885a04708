// What every report on paper has: who issued it, and the checksum of what it prints.
import type { TSchema } from 'typebox';
import { notFound } from '#base/errors.ts';
import { checksumOf } from '#render/reports/checksum.ts';
import type { Printed } from '#render/reports/sheet.ts';
import { findClientName } from '#storage/clients.ts';
import type { PrintedReport } from './compute-work.ts';
import type { Ctx } from './ctx.ts';
import { aboutReport } from './report-snapshots.ts';
import { asBuffer, type Sealed } from './sealed-sections.ts';

export type PdfFile = { name: string; bytes: Buffer };

export const printedOf = async (ctx: Ctx, schema: TSchema, report: object): Promise<Printed> => ({
  issuer: await issuerOf(ctx),
  checksum: checksumOf(schema, report),
});

async function issuerOf(ctx: Ctx): Promise<Printed['issuer']> {
  const { client_id, environment } = ctx.scope;
  return { name: await findClientName(ctx.db, client_id), environment };
}

/** A kept report, opened and drawn beside the thread that serves where it is large. */
export async function print(ctx: Ctx, name: string, report: PrintedReport, kept: Sealed): Promise<PdfFile> {
  const bytes = await printIf(ctx, report, kept);
  if (bytes === undefined) throw notFound();
  return { name, bytes };
}

/** Undefined where the report does not tell of the link that is named. */
export async function printIf(ctx: Ctx, report: PrintedReport, kept: Sealed): Promise<Buffer | undefined> {
  const issuer = await issuerOf(ctx);
  const bytes = await ctx.compute.run('print_report', { report, kept, issuer }, aboutReport(ctx, kept));
  return bytes && asBuffer(bytes);
}
