// Held-out layouts, which only measure the reader on unseen documents. Nobody who improves the reader may look at these
// layouts or at their results for single fields.
import type { Layout } from '../sample.ts';
import { appCards } from './held-out/app-cards.ts';
import { crewSlip } from './held-out/crew-slip.ts';
import { letter } from './held-out/letter.ts';
import { totalsFirst } from './held-out/totals-first.ts';

export const HELD_OUT_STUB_LAYOUTS: Record<string, Layout> = {
  'totals-first': totalsFirst,
  'crew-slip': crewSlip,
  letter,
  'app-cards': appCards,
};
