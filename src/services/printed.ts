// What every report on paper has: who issued it, and the checksum of what it prints.
import type { TSchema } from 'typebox';
import { checksumOf } from '#render/reports/checksum.ts';
import type { Printed } from '#render/reports/sheet.ts';
import { findClientName } from '#storage/clients.ts';
import type { Ctx } from './ctx.ts';

export type PdfFile = { name: string; bytes: Buffer };

export async function printedOf(ctx: Ctx, schema: TSchema, report: object): Promise<Printed> {
  const { client_id, environment } = ctx.scope;
  const name = await findClientName(ctx.db, client_id);
  return { issuer: { name, environment }, checksum: checksumOf(schema, report) };
}
