// A third set of layouts: phone apps, slips, and unusual arrangements. `stacked-cards` and the layouts listed after it
// were drawn while the reader was being improved. The other layouts were drawn by an author who had not yet read the
// reader's rules.
import type { Layout } from '../../sample.ts';
import { amountFirst } from './amount-first.ts';
import { beltPrinter } from './belt-printer.ts';
import { bubbleApp } from './bubble-app.ts';
import { columnCards } from './column-cards.ts';
import { dockTicket } from './dock-ticket.ts';
import { pairedSlip } from './paired-slip.ts';
import { pocketStub } from './pocket-stub.ts';
import { shiftWallet } from './shift-wallet.ts';
import { siteChit } from './site-chit.ts';
import { stackedCards } from './stacked-cards.ts';
import { tagSlip } from './tag-slip.ts';
import { tileGrid } from './tile-grid.ts';
import { twoTongues } from './two-tongues.ts';
import { walletCards } from './wallet-cards.ts';
import { yardSlip } from './yard-slip.ts';

export const THIRD_STUB_LAYOUTS: Record<string, Layout> = {
  'wallet-cards': walletCards,
  'shift-wallet': shiftWallet,
  'belt-printer': beltPrinter,
  'dock-ticket': dockTicket,
  'two-tongues': twoTongues,
  'tile-grid': tileGrid,
  'amount-first': amountFirst,
  'stacked-cards': stackedCards,
  'yard-slip': yardSlip,
  'bubble-app': bubbleApp,
  'paired-slip': pairedSlip,
  'column-cards': columnCards,
  'tag-slip': tagSlip,
};

/**
 * The author of the reader's rules drew these layouts. The reader was measured on them before rules for them were
 * written.
 */
export const PRACTICE_STUB_LAYOUTS: Record<string, Layout> = {
  'pocket-stub': pocketStub,
  'site-chit': siteChit,
};
