// A sandbox person's sample documents for upload. They are dated as of today. They are genuine or altered, and are made
// as text or as an image.
import { notFound } from '#base/errors.ts';
import type { SampleKind, SampleQuery } from '#domain/sandbox/sandbox-documents.ts';
import type { Ctx } from '#services/platform/ctx.ts';
import { aboutDrawing } from '#services/platform/printed.ts';
import { asBuffer } from '#services/platform/sealed-sections.ts';

const USERNAME_DEFAULT = 'goodlogin';

export async function getSampleDocument(ctx: Ctx, kind: SampleKind, query: SampleQuery): Promise<Buffer> {
  const today = ctx.now().toISOString().slice(0, 10);
  const sample = {
    kind,
    username: query.username || USERNAME_DEFAULT,
    index: Number(query.index || 0),
    tamper: query.tamper ?? 'none',
    first_login_date: today,
    today,
  };
  const is_raster = query.raster === 'true';
  const pdf = await ctx.compute.run('draw_sample', { sample, is_raster }, aboutDrawing(ctx));
  if (pdf === undefined) throw notFound();
  return asBuffer(pdf);
}
