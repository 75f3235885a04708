// The layouts of each kind of document. The groups of forged and scanned documents use only a few layouts per seed. It
// would take too long to generate every layout with every forgery and for every device.
import { FORM_LAYOUTS } from './forms/layouts.ts';
import type { Layout } from './sample.ts';
import { STATEMENT_LAYOUTS } from './statements/layouts.ts';
import { KNOWN_STUB_LAYOUTS } from './stubs/layouts.ts';

export const SHELVES: Record<'stubs' | 'w2' | 'statements', Record<string, Layout>> = {
  stubs: KNOWN_STUB_LAYOUTS,
  w2: Object.fromEntries(Object.entries(FORM_LAYOUTS).filter(([name]) => name.startsWith('w2_'))),
  statements: STATEMENT_LAYOUTS,
};

/** Returns all layouts of one kind of document. The number `turn` determines with which layout the list begins. */
export function layoutsFrom(shelf: Record<string, Layout>, turn: number): Layout[] {
  const all = Object.values(shelf);
  const from = turn % all.length;
  return [...all.slice(from), ...all.slice(0, from)];
}
