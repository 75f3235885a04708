// Collects the values that may belong to a field. A form is often printed several times, and a label may occur in other
// places too, so each occurrence gives a candidate, and the value with the highest total weight wins.
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
    const best = bestOf(all, ({ field }) => identityOf(field));
    if (best !== undefined) fields[key] = best.field;
  }
  return fields;
}

export function bestRows(tables: readonly { rows: Fields[]; weight: number }[]): Fields[] {
  const identity = ({ rows }: { rows: Fields[] }) =>
    rows
      .map((row) =>
        Object.entries(row)
          .map(([key, field]) => `${key}=${identityOf(field)}`)
          .toSorted()
          .join(),
      )
      .join(';');
  return bestOf(tables, identity)?.rows ?? [];
}

const identityOf = ({ value }: Field): string =>
  typeof value === 'string' ? value.toLowerCase().replace(/\s+/g, ' ') : String(value);

/** Adds the weights of candidates with equal values, and returns the heaviest candidate of the winning value. */
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
