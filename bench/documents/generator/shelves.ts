// Layouts by kind of document, and a few of them for each seed: the groups of forged and scanned documents are too slow
// to make every layout in every kind.
import { FORM_LAYOUTS } from './forms/layouts.ts';
import type { Layout } from './sample.ts';
import { STATEMENT_LAYOUTS } from './statements/layouts.ts';
import { KNOWN_STUB_LAYOUTS } from './stubs/layouts.ts';

export const SHELVES: Record<'stubs' | 'w2' | 'statements', Record<string, Layout>> = {
  stubs: KNOWN_STUB_LAYOUTS,
  w2: Object.fromEntries(Object.entries(FORM_LAYOUTS).filter(([name]) => name.startsWith('w2_'))),
  statements: STATEMENT_LAYOUTS,
};

/** The layouts of a shelf, beginning at another one for every turn. */
export function layoutsFrom(shelf: Record<string, Layout>, turn: number): Layout[] {
  const all = Object.values(shelf);
  const from = turn % all.length;
  return [...all.slice(from), ...all.slice(0, from)];
}
