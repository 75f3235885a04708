// A first set of layouts that only measured the reader at first. It is opened now: the rules of the reader were written
// while looking at it, so it says nothing about unseen layouts.
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
