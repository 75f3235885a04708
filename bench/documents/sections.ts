// The sections of the output: figures with bounds, and tables that add detail.
import { type Bounded, percent, type Table } from '../income/tables.ts';
import type { GroupScore } from './samples.ts';
import type { Score } from './scores.ts';

/** The result of one part of the benchmark. The terminal and the published page show the same sections. */
export type Section = { figures: Bounded[]; tables: Table[] };

const TYPES_RIGHT_MIN = 0.99;
const SPLIT_POINTS_RIGHT_MIN = 0.99;

/**
 * `megabytes` is the memory that one page of a group occupies after it was read. It is undefined if the memory was not
 * measured.
 */
export function groupSection(
  title: string,
  groups: readonly GroupScore[],
  megabytes: ReadonlyMap<string, number> = new Map(),
): Section {
  return { figures: groups.flatMap(figuresOf), tables: [classTable(title, groups, megabytes), layoutTable(groups)] };
}

export function figuresOf({ name, fields_min, total }: GroupScore): Bounded[] {
  return [
    share(`${name}: fields`, total.fields_right, total.fields, fields_min),
    share(`${name}: type of the document`, total.types_right, total.documents, TYPES_RIGHT_MIN),
    share(`${name}: split points`, total.split_points_right, total.split_points, SPLIT_POINTS_RIGHT_MIN),
  ].filter(({ of }) => of !== '0');
}

function share(name: string, right: number, of: number, bound: number): Bounded {
  const [value, least] = [`${((right / of) * 100).toFixed(2)} %`, `≥ ${(bound * 100).toFixed(1)} %`];
  return { name, value, of: String(of), bound: least, holds: right / of >= bound };
}

export function classTable(
  title: string,
  groups: readonly GroupScore[],
  megabytes: ReadonlyMap<string, number>,
): Table {
  return {
    title,
    heads: ['class', 'documents', 'pages', ...SHARES, 'ms per page', 'MB per page'],
    rows: groups.map(({ name, total }) => [
      name,
      String(total.documents),
      String(total.pages),
      ...sharesOf(total),
      (total.ms / total.pages).toFixed(0),
      megabytes.get(name)?.toFixed(2) ?? '–',
    ]),
    note:
      'Split points are the pages after the first one of a file on which a document begins, in truth or as it was read. ' +
      'MB per page is the memory that a page and its documents hold after they were read.',
  };
}

/** For held-out layouts, only the percentages of the whole group are shown. */
function layoutTable(groups: readonly GroupScore[]): Table {
  const known = groups.filter(({ held_out }) => held_out === undefined);
  return {
    title: 'By layout',
    heads: ['layout', ...SHARES, 'ms per page'],
    rows: known.flatMap(({ name, layouts }) =>
      layouts.map(({ name: layout, score }) => [
        `${name}: ${layout}`,
        ...sharesOf(score),
        (score.ms / score.pages).toFixed(0),
      ]),
    ),
  };
}

const SHARES = ['fields', 'whole documents', 'type', 'split points'];

const sharesOf = (score: Score): string[] => [
  percent(score.fields_right / score.fields),
  percent(score.whole / score.documents),
  percent(score.types_right / score.documents),
  percent(score.split_points_right / score.split_points),
];

export const joined = (sections: readonly Section[]): Section => ({
  figures: sections.flatMap(({ figures }) => figures),
  tables: sections.flatMap(({ tables }) => tables),
});
