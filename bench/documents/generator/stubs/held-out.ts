// The first set of held-out layouts. At first it was used only to measure the reader. It is an opened set now: the
// authors of the reader's rules have looked at it, so it no longer shows how well the reader works on unseen layouts.
import type { Layout } from '../sample.ts';
import { appCards } from './held-out/app-cards.ts';
import { crewSlip } from './held-out/crew-slip.ts';
import { letter } from './held-out/letter.ts';
import { totalsFirst } from './held-out/totals-first.ts';

export const FIRST_OPENED_STUB_LAYOUTS: Record<string, Layout> = {
  'totals-first': totalsFirst,
  'crew-slip': crewSlip,
  letter,
  'app-cards': appCards,
};
