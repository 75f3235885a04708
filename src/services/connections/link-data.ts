// The data of a link. The data is stored as lists. Before a task writes a new list, the new list is compared with the
// stored list, so that unchanged items keep their timestamps and only changes are announced.
import type { KeyObject } from 'node:crypto';
import { addMonths } from '#base/calendar.ts';
import { inDecimals } from '#base/money.ts';
import { toTimestamp } from '#base/timestamps.ts';
import { mapInTurns, sortInTurns } from '#base/turns.ts';
import { type Compared, compareWith, type Timed } from '#domain/platform/list-changes.ts';
import type { FreshSections, KeptItem, KeptSections, LinkData, Section } from '#domain/reports/link-data.ts';
import {
  type UnreadAccounts,
  withHistory,
  withOlderStatements,
  withStoredNumbers,
  withUnread,
} from '#domain/reports/link-history.ts';
import { byNewestTransaction } from '#domain/reports/transactions.ts';
import type { Ctx } from '#services/platform/ctx.ts';
import { sealBlocks } from '#services/platform/sealed-json.ts';
import { openSectionsInTurns, type SealedSections } from '#services/platform/sealed-sections.ts';
import { place } from '#services/platform/vault.ts';
import { readSections, type SectionRow } from '#storage/connections/link-sections.ts';

export type { KeptSections } from '#domain/reports/link-data.ts';

const sectionPlace = (ctx: Ctx, link_id: string, section: Section): string =>
  place(ctx.scope, 'link_sections', section, link_id);

/** The stored lists of one link. Transactions before `transactions_from` may be left out. */
export const readLinkData = async (
  ctx: Ctx,
  link_id: string,
  key: KeyObject,
  sections: readonly Section[],
  transactions_from = '',
): Promise<KeptSections> =>
  openSectionsInTurns(await readSealedSections(ctx, link_id, key, sections), transactions_from);

/** The stored lists of one link, still sealed, for code that unseals them itself. */
export async function readSealedSections(
  ctx: Ctx,
  link_id: string,
  key: KeyObject,
  sections: readonly Section[],
): Promise<SealedSections> {
  if (sections.length === 0) return {};
  const rows = await readSections(ctx.db, ctx.scope, [link_id], sections);
  return Object.fromEntries(
    rows.map(({ section, sealed }) => [section, { key, sealed, where: sectionPlace(ctx, link_id, section) }]),
  );
}

export type SectionChanges = { [S in Section]?: Compared<KeptItem<S>> & { is_first: boolean } };

/**
 * Returns the stored sections that must be loaded before the lists in `read` can replace the stored lists. `read`
 * contains the lists that were just read from the provider.
 */
export function sectionsBehind(read: Partial<LinkData>): Section[] {
  const sections = sectionsOf(read);
  return sections.length === 0 ? [] : [...new Set<Section>([...sections, 'accounts'])];
}

/**
 * What a task has read: the number of months (`null` for all months), whether it read all statements or only the
 * newest, whether it requested account and routing numbers, and what the provider could not read.
 */
export type HistoryRead = {
  months: number | null;
  of_statements: 'all' | 'newest';
  with_numbers: boolean;
  unread: UnreadAccounts;
};

/**
 * Replaces stored lists with newly read lists. Returns the `rows` for `writeSections`, and the changes of each list.
 * `is_first` is true for a list if the link had no list of its kind before. Yields to the event loop, because a list
 * may be long.
 */
export async function replaceLists(
  ctx: Ctx,
  link: { id: string; key: KeyObject; before: KeptSections },
  read: Partial<LinkData>,
  history: HistoryRead,
): Promise<{ changes: SectionChanges; rows: SectionRow[] }> {
  const { id: link_id, key, before } = link;
  const now = toTimestamp(ctx.now());
  const decimals = await inDecimalsInTurns(read);
  const numbered = history.with_numbers ? decimals : withStoredNumbers(decimals, before);
  const whole = history.of_statements === 'all' ? numbered : withOlderStatements(numbered, before);
  const aged =
    history.months === null ? whole : withHistory(whole, before, addMonths(now.slice(0, 10), -history.months));
  // The stored items of accounts that could not be read are added after `withHistory`. Otherwise `withHistory` would
  // treat the dates of these items as dates that were read now.
  const fresh = await newestFirst(withUnread(aged, before, history.unread));
  const changes: Record<string, Compared<{ id: string }> & { is_first: boolean }> = {};
  const rows: SectionRow[] = [];
  for (const section of sectionsOf(read)) {
    const kept: Timed<{ id: string }>[] | undefined = before[section];
    const items: { id: string }[] = fresh[section] ?? [];
    const comparison = compareWith(kept ?? [], now);
    const compared = comparison.end(await mapInTurns(items, comparison.next));
    changes[section] = { ...compared, is_first: kept === undefined };
    rows.push({
      link_id,
      section,
      sealed: await sealBlocks(key, compared.items, sectionPlace(ctx, link_id, section)),
    });
  }
  return { changes, rows };
}

async function inDecimalsInTurns(read: Partial<LinkData>): Promise<FreshSections> {
  const decimals: Record<string, unknown> = {};
  for (const [section, items] of Object.entries(read))
    decimals[section] = await mapInTurns<object, unknown>(await withoutRepeats(items), inDecimals);
  return decimals;
}

/**
 * A provider may send a row twice. For example, if rows move while we read, the same row may be on two pages. The first
 * copy is kept.
 */
async function withoutRepeats(items: readonly { id: string }[]): Promise<readonly object[]> {
  const ids = new Set<string>();
  const are_new = await mapInTurns(items, ({ id }) => ids.size < ids.add(id).size);
  return ids.size === items.length ? items : items.filter((_, at) => are_new[at]);
}

/**
 * Sorts the transactions newest first, so that recent transactions can be read without reading years of older
 * transactions.
 */
const newestFirst = async ({ transactions, ...others }: FreshSections): Promise<FreshSections> => ({
  ...others,
  ...(transactions && { transactions: await sortInTurns(transactions, byNewestTransaction) }),
});

const sectionsOf = (read: Partial<LinkData>): Section[] =>
  Object.keys(read).filter((name): name is Section => name in read);
