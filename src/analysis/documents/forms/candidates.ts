// Collects the values that may belong to a field. A form is often printed several times, and a label may also occur
// outside the form. The value at each occurrence therefore becomes a candidate, and the value with the highest total
// weight is chosen.
import { boxAround, type Word } from '#domain/documents/pages.ts';
import type { Field, Fields } from '#domain/documents/read-documents.ts';
import type { Sheet } from './sheet.ts';

export type Candidate = { field: Field; weight: number };
export type Candidates = Map<string, Candidate[]>;

/** Builds the field of a value that consists of the given words. There must be at least one word. */
export function fieldOf({ page, typed }: Sheet, value: Field['value'], words: readonly Word[], sure = 1): Field {
  return {
    value,
    raw: words.map(({ text }) => text).join(' '),
    page: page.number,
    box: boxAround(words.map(({ box }) => box)),
    method: words.every((word) => typed.has(word)) ? 'form_field' : 'label',
    confidence: sure * Math.min(...words.map(({ confidence }) => confidence)),
  };
}

export function addCandidate(candidates: Candidates, key: string, candidate: Candidate | undefined): void {
  if (candidate !== undefined) candidates.set(key, [...(candidates.get(key) ?? []), candidate]);
}

export function bestFields(candidates: Candidates): Fields {
  const fields: Fields = {};
  for (const [key, all] of candidates) {
    const best = bestOf(all.map(weighed), ({ field }) => identityOf(field));
    if (best !== undefined) fields[key] = best.field;
  }
  return fields;
}

/**
 * Lowers the weight of a value that OCR was unsure of. The text of a PDF has the confidence 1, so its weight does not
 * change.
 */
const weighed = ({ field, weight }: Candidate): Candidate => ({ field, weight: weight * field.confidence });

type Table = { rows: Fields[]; weight: number };

/**
 * A cell of a table is kept if enough copies have a value in it. This is the minimum weight of these copies, as a share
 * of the total weight. It is small because OCR loses values.
 */
const SHARE_MIN = 0.2;

/**
 * Returns the rows of a table that is printed in several copies. Only the copies that have the most likely number of
 * rows are used. The value of each cell is chosen from all these copies, because OCR misreads different cells in each
 * copy.
 */
export function bestRows(tables: readonly Table[]): Fields[] {
  const length = bestOf(tables, ({ rows }) => String(rows.length))?.rows.length ?? 0;
  const alike = tables.filter(({ rows }) => rows.length === length);
  const whole = alike.reduce((sum, { weight }) => sum + weight, 0);
  return Array.from({ length }, (_, index) => {
    const cells: Candidates = new Map();
    for (const { rows, weight } of alike) {
      for (const [key, field] of Object.entries(rows[index] ?? {})) addCandidate(cells, key, { field, weight });
    }
    for (const [key, all] of cells) {
      if (all.reduce((sum, { weight }) => sum + weight, 0) < SHARE_MIN * whole) cells.delete(key);
    }
    return bestFields(cells);
  });
}

const identityOf = ({ value }: Field): string =>
  typeof value === 'string' ? value.toLowerCase().replace(/\s+/g, ' ') : String(value);

/**
 * Adds the weights of candidates with equal values; the value with the highest sum wins. Returns the candidate with the
 * highest weight among those with the winning value.
 */
function bestOf<T extends { weight: number }>(all: readonly T[], identityOf: (one: T) => string): T | undefined {
  const groups = new Map<string, { total: number; best: T }>();
  for (const one of all) {
    const identity = identityOf(one);
    const group = groups.get(identity);
    if (group === undefined) groups.set(identity, { total: one.weight, best: one });
    else {
      group.total += one.weight;
      if (one.weight > group.best.weight) group.best = one;
    }
  }
  return [...groups.values()].toSorted((a, b) => b.total - a.total)[0]?.best;
}
