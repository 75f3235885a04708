// Returns, for each field of a live link's data, the provider's field from which it comes.
import { type ProvenanceAnswer, presentProvenance } from '#domain/reports/provenance.ts';
import { readLinkData } from '#services/connections/link-data.ts';
import { keyOf } from '#services/connections/links.ts';
import type { Ctx } from '#services/platform/ctx.ts';
import type { StoredLink } from '#storage/connections/links.ts';

/** Returns an empty list if the link is not live, or if nothing has been read from the provider yet. */
export async function provenanceOf(ctx: Ctx, link: StoredLink): Promise<ProvenanceAnswer> {
  const { provenance = [] } = await readLinkData(ctx, link.id, await keyOf(ctx, link), ['provenance']);
  return presentProvenance(provenance);
}
