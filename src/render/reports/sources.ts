// The end of a report. It shows the data sources with their dates, and explains how to verify the checksum.
import type { Paper } from '#render/paper.ts';
import type { Column, Cursor } from '#render/table.ts';
import { drawNote, noteHeight } from './notes.ts';
import { drawWhole, GAP, tableHeight } from './whole-table.ts';

export type Source = { provider: string; kind: string; link_id: string; as_of: string };

const COLUMNS: readonly Column[] = [
  { title: 'Provider', width: 150 },
  { title: 'Kind', width: 92 },
  { title: 'Link', width: 166 },
  { title: 'Current as of', width: 124 },
];
const CHECKSUM =
  'The checksum at the foot of each page is the SHA-256 of this report’s JSON, written with its keys in alphabetical ' +
  'order, without white space, and with null for every file and pdf_report. If any figure changes, the checksum changes.';
/** The gap between the sources table and the small print below the table is smaller than usual by this many points. */
const CLOSER = 4;
const COUNT_MAX = 10;

export function drawSources(paper: Paper, y: Cursor, sources: readonly Source[]): void {
  const rows = sources.map(({ provider, kind, link_id, as_of }) => ({ cells: [provider, kind, link_id, as_of] }));
  drawNote(paper, drawWhole(paper, y, { title: 'Sources', columns: COLUMNS, rows }) - CLOSER, CHECKSUM);
}

/**
 * Returns the height to reserve for the sources. It is 0 for a long list, which starts on a new page if it does not fit
 * on the current page.
 */
export const sourcesHeight = (count: number): number =>
  count > COUNT_MAX ? 0 : tableHeight(count) + GAP - CLOSER + noteHeight(CHECKSUM);
