// Reads the table of coverages: each row is an insured risk with its limit, its deductible and its premium.

import { type Segment, segmentOf } from '#analysis/documents/geometry/lines.ts';
import { mergedCells } from '#analysis/documents/header-cells.ts';
import { fieldOf, type TextRow, textOf } from '#analysis/documents/text-rows.ts';
import { parseAmount } from '#analysis/documents/values.ts';
import { type Box, sharedWidth, type Word } from '#domain/documents/pages.ts';
import type { Field, Fields } from '#domain/documents/read-documents.ts';
import { priceOf } from './premium.ts';

type Kind = 'coverage' | 'limit' | 'deductible' | 'premium' | 'vehicle' | 'other';
type Column = { kind: Kind; box: Box };
/**
 * The words of one coverage. `premiums` has one entry per column of premiums; a policy for several vehicles may have
 * one such column per vehicle.
 */
type Coverage = {
  page: number;
  description: Word[];
  limit: Word[];
  deductible: Word[];
  premiums: Word[][];
  /** The baselines of the first and of the last row of the coverage. */
  top: number;
  bottom: number;
};

/** The maximum number of words in a header cell; longer texts are sentences. */
const CELL_WORDS_MAX = 6;

export function coveragesOf(rows: readonly TextRow[]): Fields[] {
  const found: Coverage[] = [];
  for (let index = 0; index < rows.length; index++) {
    const header = headerAt(rows, index);
    if (header === undefined) continue;
    const start = index + header.rows;
    const end = tableEnd(rows, start);
    found.push(...coveragesBelow(rows.slice(start, end), header.columns));
    index = end - 1;
  }
  return (found.length > 0 ? found : withoutHeader(rows)).flatMap(coverageFields);
}

/**
 * Returns the header that begins at this row: it has a column of coverages, and a column of limits or premiums beside
 * it.
 */
function headerAt(rows: readonly TextRow[], index: number): { columns: Column[]; rows: number } | undefined {
  const [row, next] = [rows[index], rows[index + 1]];
  if (row === undefined) return undefined;
  const alone = headerOf([row]) ?? headerWithoutName(row, next);
  const near = next !== undefined && next.page === row.page && next.box.bottom - row.box.bottom <= 1.7 * row.size;
  const both = near && headerOf([next]) === undefined ? headerOf([row, next]) : undefined;
  if (alone !== undefined && (both === undefined || both.length > alone.length)) return { columns: alone, rows: 1 };
  return both === undefined ? undefined : { columns: both, rows: 2 };
}

function headerOf(rows: readonly TextRow[]): Column[] | undefined {
  const columns = columnsOf(rows);
  const has = (kind: Kind) => columns.some((column) => column.kind === kind);
  return has('coverage') && (has('limit') || has('premium')) && columns.length > 1 ? columns : undefined;
}

/**
 * Handles tables in which the columns of limits and premiums have headers, but the column of coverages, left of them,
 * has none.
 */
function headerWithoutName(row: TextRow, next: TextRow | undefined): Column[] | undefined {
  const columns = columnsOf([row]);
  const [left, first] = [columns[0], next?.segments[0]];
  const kinds = new Set(columns.map(({ kind }) => kind));
  const typed = kinds.has('limit') && (kinds.has('premium') || kinds.has('deductible')) && !kinds.has('other');
  if (!typed || left === undefined || first === undefined || first.box.left > left.box.left - 30) return undefined;
  const box = { ...first.box, right: Math.min(first.box.right, left.box.left - 1) };
  return [{ kind: 'coverage', box }, ...columns];
}

function columnsOf(rows: readonly TextRow[]): Column[] {
  if (rows.some(({ words }) => words.some(({ text }) => priceOf(text) !== undefined))) return [];
  const cells = mergedCells(rows.map(({ segments }) => segments.flatMap(splitCell)));
  if (cells.some(({ words }) => words.length > CELL_WORDS_MAX)) return [];
  return cells.map(({ text, box }) => ({ kind: kindOf(text), box }));
}

function kindOf(text: string): Kind {
  const plain = text
    .toLowerCase()
    .replace(/[^a-z0-9# ]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  if (/\bdeductibles?\b|\bded\b/.test(plain)) return 'deductible';
  if (/\bpremiums?\b|\bcost\b|\bcharge\b|\bprice\b|\brate\b/.test(plain)) return 'premium';
  if (/^(?:veh|vehicle|car|auto|unit) ?(?:no )?#? ?\d+$|^(?:19|20)\d{2} [a-z]/.test(plain)) return 'premium';
  if (/\blimits?\b|\bamounts? of\b|^amounts?$|\bmaximum\b|\binsured amount\b/.test(plain)) return 'limit';
  if (/\bcoverages?\b|\bprotections?\b|\bdescription\b|\bendorsements?\b|\bcovered\b/.test(plain)) return 'coverage';
  return /^(?:veh|vehicle|vehicles|car|unit|item|no|#)$/.test(plain) ? 'vehicle' : 'other';
}

/** Splits a segment at a wide gap if the texts on both sides are headers of different columns. */
function splitCell(segment: Segment): Segment[] {
  for (let at = 1; at < segment.words.length; at++) {
    const [left, right] = [segment.words.slice(0, at), segment.words.slice(at)];
    const [before, first] = [left.at(-1), right[0]];
    if (before === undefined || first === undefined) continue;
    const kinds = [kindOf(textOf(left)), kindOf(textOf(right))];
    const wide = first.box.left - before.box.right > 0.45 * first.size;
    if (wide && kinds[0] !== kinds[1] && !kinds.includes('other'))
      return [segmentOf(left), ...splitCell(segmentOf(right))];
  }
  return [segment];
}

/** A table ends at its total, at the next header, at the end of the page, or at a wide gap. */
function tableEnd(rows: readonly TextRow[], start: number): number {
  for (let index = start; index < rows.length; index++) {
    const [row, before] = [rows[index], rows[index - 1]];
    if (row === undefined || before === undefined) return index;
    const far = row.box.bottom - before.box.bottom > 4.5 * Math.max(row.size, before.size);
    if (row.page !== before.page || far || isTotal(row.text) || headerAt(rows, index) !== undefined) return index;
  }
  return rows.length;
}

const isTotal = (text: string): boolean =>
  /^(?:\d+ )?(?:[a-z]+ ){0,3}(?:sub-? ?)?totals?\b|^(?:policy|annual|term|full term|your|\d+ month) premium\b|^premium\b/i.test(
    text,
  );

/** Fees, taxes and discounts are listed in the same table, but are not coverages. */
const NOT_A_COVERAGE = /\bfees?\b|\btax(?:es)?\b|\bdiscounts?\b|\bsurcharges?\b|\bassessment\b|\bpremium\b/i;

function coveragesBelow(rows: readonly TextRow[], columns: readonly Column[]): Coverage[] {
  const found: Coverage[] = [];
  const premiums = columns.filter(({ kind }) => kind === 'premium');
  let pitch = Number.POSITIVE_INFINITY;
  for (const row of rows) {
    const coverage = coverageIn(row, columns, premiums);
    const last = found.at(-1);
    const gap = last === undefined ? Number.POSITIVE_INFINITY : row.box.bottom - last.bottom;
    const valued = coverage.limit.length + coverage.deductible.length + coverage.premiums.flat().length > 0;
    if (coverage.description.some(({ text }) => /[a-z]{2}/i.test(text)) && valued) {
      if (last !== undefined) pitch = Math.min(pitch, row.box.bottom - last.top);
      found.push(coverage);
    } else if (last !== undefined && gap <= 1.5 * row.size && (gap < 0.95 * pitch || isIndented(coverage, last))) {
      addLine(last, coverage);
    }
  }
  return found.filter(({ description }) => !NOT_A_COVERAGE.test(textOf(description)));
}

const isIndented = (line: Coverage, { description }: Coverage): boolean =>
  (line.description[0]?.box.left ?? 0) > (description[0]?.box.left ?? Infinity) + 4;

/** Adds a line of wrapped text to the coverage above it. */
function addLine(last: Coverage, line: Coverage): void {
  last.description.push(...line.description);
  last.limit.push(...line.limit);
  last.deductible.push(...line.deductible);
  for (const [index, words] of line.premiums.entries()) last.premiums[index]?.push(...words);
  last.bottom = line.bottom;
}

function coverageIn(row: TextRow, columns: readonly Column[], premiums: readonly Column[]): Coverage {
  const coverage: Coverage = {
    page: row.page,
    description: [],
    limit: [],
    deductible: [],
    premiums: premiums.map(() => []),
    top: row.box.bottom,
    bottom: row.box.bottom,
  };
  for (const { words, box } of row.segments.flatMap((segment) => splitValue(segment, columns))) {
    const column = nearest(box, columns);
    if (column === undefined) continue;
    if (column.kind === 'coverage') coverage.description.push(...words);
    if (column.kind === 'limit') coverage.limit.push(...words);
    if (column.kind === 'deductible') coverage.deductible.push(...words);
    if (column.kind === 'premium') coverage.premiums[premiums.indexOf(column)]?.push(...words);
  }
  return coverage;
}

/** Separates an amount from the text before it if the amount is below the header of another column. */
function splitValue(segment: Segment, columns: readonly Column[]): Segment[] {
  const at = segment.words.findIndex(
    ({ text, box }, index) =>
      index > 0 &&
      /^\$?[\d,.]*\d$|^included$/i.test(text) &&
      columns.some((column) => column.kind !== 'coverage' && sharedWidth(box, column.box) > 0) &&
      nearest(segmentOf(segment.words.slice(0, index)).box, columns)?.kind === 'coverage',
  );
  return at < 0 ? [segment] : [segmentOf(segment.words.slice(0, at)), segmentOf(segment.words.slice(at))];
}

/**
 * Returns the column whose header is above the text. If there is none, returns the column whose left edge, right edge
 * or centre is nearest to that of the text.
 */
function nearest(box: Box, columns: readonly Column[]): Column | undefined {
  const distance = (other: Box) =>
    Math.min(
      Math.abs(box.left - other.left),
      Math.abs(box.right - other.right),
      Math.abs(box.left + box.right - other.left - other.right) / 2,
    );
  return columns
    .map((column) => ({ column, shared: sharedWidth(box, column.box) > 0, distance: distance(column.box) }))
    .toSorted((a, b) => Number(b.shared) - Number(a.shared) || a.distance - b.distance)[0]?.column;
}

const KNOWN =
  /^(?:(?:coverage )?[a-f][.:)]? )?(?:dwelling|other structures|personal property|loss of use|additional living|personal liability|family liability|medical payments|guest medical|bodily injury|property damage|uninsured|underinsured|comprehensive|collision|personal injury protection|rental|roadside|towing|emergency road|water backup|ordinance|identity)\b/i;

/**
 * Reads coverages without a table header: a row begins with the name of a common coverage, and its first amount is the
 * limit.
 */
function withoutHeader(rows: readonly TextRow[]): Coverage[] {
  return rows.flatMap((row) => {
    const at = row.words.findIndex(({ text }) => priceOf(text) !== undefined);
    if (at < 1 || !KNOWN.test(row.text)) return [];
    const values = row.words.slice(at).filter(({ text }) => priceOf(text) !== undefined);
    const premium = values.length > 1 && /\.\d{2}$/.test(values.at(-1)?.text ?? '') ? values.slice(-1) : [];
    const description = row.words.slice(0, at);
    return [
      {
        page: row.page,
        description,
        limit: values.slice(0, 1),
        deductible: [],
        premiums: [premium],
        top: 0,
        bottom: 0,
      },
    ];
  });
}

/** Returns one row per vehicle if the table has a column of premiums for each vehicle. */
function coverageFields({ page, description, limit, deductible, premiums }: Coverage): Fields[] {
  const charged = premiums.filter((words) => valueOf(words) !== undefined);
  return (charged.length === 0 ? [[]] : charged).map((premium) => {
    const fields: Fields = { description: fieldOf(textOf(description), description, page, 'table') };
    const values: [string, Word[]][] = [
      ['limit', limit],
      ['deductible', deductible],
      ['premium', premium],
    ];
    for (const [name, words] of values) {
      const value = valueOf(words);
      if (value !== undefined) fields[name] = fieldOf(value, words, page, 'table');
    }
    return fields;
  });
}

/** Returns cents if the text is a single amount, undefined if it is a dash, and otherwise the text itself. */
function valueOf(words: readonly Word[]): Field['value'] | undefined {
  const text = textOf(words);
  if (!/[a-z0-9]/i.test(text)) return undefined;
  return parseAmount(text) ?? text;
}
