// The end of a report: where its data comes from and of when it is, and how to tell that nothing was altered.
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
  'order, without white space, and with null for every file and pdf_report. A figure that differs gives another one.';
/** The small print belongs to the table above it. */
const CLOSER = 4;
const COUNT_MAX = 10;

export function drawSources(paper: Paper, y: Cursor, sources: readonly Source[]): void {
  const rows = sources.map(({ provider, kind, link_id, as_of }) => ({ cells: [provider, kind, link_id, as_of] }));
  drawNote(paper, drawWhole(paper, y, { title: 'Sources', columns: COLUMNS, rows }) - CLOSER, CHECKSUM);
}

/** What must be left for it on a page; many sources begin one of their own. */
export const sourcesHeight = (count: number): number =>
  count > COUNT_MAX ? 0 : tableHeight(count) + GAP - CLOSER + noteHeight(CHECKSUM);
