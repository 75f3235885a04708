// What a link holds: read as lists, written by tasks. A fresh list is compared with the one before it, so that what
// did not change keeps its times and only what did change is announced.
import type { KeyObject } from 'node:crypto';
import { addMonths } from '#base/calendar.ts';
import { inDecimals } from '#base/money.ts';
import { toTimestamp } from '#base/timestamps.ts';
import type { KeptItem, KeptSections, LinkData, Section } from '#domain/link-data.ts';
import { withHistory } from '#domain/link-history.ts';
import { type Compared, compareLists, type Timed } from '#domain/list-changes.ts';
import { readSections, writeSections } from '#storage/link-sections.ts';
import type { Ctx } from './ctx.ts';
import { sealList, unsealList } from './sealed-json.ts';
import { place } from './vault.ts';

export type { KeptSections } from '#domain/link-data.ts';

const sectionPlace = (ctx: Ctx, link_id: string, section: Section): string =>
  place(ctx.scope, 'link_sections', section, link_id);

/** The lists that are there, of one link. */
export async function readLinkData(
  ctx: Ctx,
  link_id: string,
  key: KeyObject,
  sections: readonly Section[],
): Promise<KeptSections> {
  const rows = await readSections(ctx.db, ctx.scope, [link_id], sections);
  const kept: Record<string, unknown> = {};
  for (const { section, sealed } of rows) kept[section] = unsealList(key, sealed, sectionPlace(ctx, link_id, section));
  return kept;
}

export type SectionChanges = { [S in Section]?: Compared<KeptItem<S>> & { is_first: boolean } };

/**
 * Writes fresh lists, read so many months back (`null`: all there is), in place of the old ones. Tells what changed,
 * and whether the link had such a list before.
 */
export async function writeLinkData(
  ctx: Ctx,
  link_id: string,
  key: KeyObject,
  read: Partial<LinkData>,
  history_months: number | null,
): Promise<SectionChanges> {
  const sections = Object.keys(read).filter((name): name is Section => name in read);
  if (sections.length === 0) return {};
  const before = await readLinkData(ctx, link_id, key, [...new Set<Section>([...sections, 'accounts'])]);
  const now = toTimestamp(ctx.now());
  const fresh =
    history_months === null
      ? inDecimals(read)
      : withHistory(inDecimals(read), before, addMonths(now.slice(0, 10), -history_months));
  const changes: Record<string, Compared<{ id: string }> & { is_first: boolean }> = {};
  for (const section of sections) {
    const kept: Timed<{ id: string }>[] | undefined = before[section];
    const items: { id: string }[] = fresh[section] ?? [];
    changes[section] = { ...compareLists(kept ?? [], items, now), is_first: kept === undefined };
  }
  const rows = sections.map((section) => ({
    link_id,
    section,
    sealed: sealList(key, changes[section]?.items ?? [], sectionPlace(ctx, link_id, section)),
  }));
  await writeSections(ctx.db, ctx.scope, rows, ctx.now());
  return changes;
}
