// Documents of a sandbox person to upload, as of today, honest or altered, as text or as a picture.
import { notFound } from '#base/errors.ts';
import { sampleDocument } from '#connectors/sandbox/sample-documents.ts';
import type { SampleKind, SampleQuery } from '#domain/sandbox-documents.ts';
import type { Ctx } from './ctx.ts';

const USERNAME_DEFAULT = 'goodlogin';

export async function getSampleDocument(ctx: Ctx, kind: SampleKind, query: SampleQuery): Promise<Buffer> {
  const today = ctx.now().toISOString().slice(0, 10);
  const pdf = await sampleDocument({
    kind,
    username: query.username || USERNAME_DEFAULT,
    index: Number(query.index || 0),
    tamper: query.tamper ?? 'none',
    first_login_date: today,
    today,
  });
  if (pdf === undefined) throw notFound();
  if (query.raster !== 'true') return pdf;
  // Loaded when first asked for: it brings a PDF reader and an image library along.
  const { rasterised } = await import('#render/raster.ts');
  return rasterised(pdf, today);
}
