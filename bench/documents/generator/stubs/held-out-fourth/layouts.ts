// A fourth set of held-out layouts, drawn without knowledge of the reader. Nobody who improves the reader may look at
// these layouts or at their results for single fields.
import type { Layout } from '../../sample.ts';
import { bothShares } from './both-shares.ts';
import { chainPages } from './chain-pages.ts';
import { quarterTotals } from './quarter-totals.ts';
import { taxLevels } from './tax-levels.ts';

export const FOURTH_HELD_OUT_STUB_LAYOUTS: Record<string, Layout> = {
  'tax-levels': taxLevels,
  'both-shares': bothShares,
  'quarter-totals': quarterTotals,
  'chain-pages': chainPages,
};
