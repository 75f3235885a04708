// A second set of layouts, designed without knowledge of the reader's rules. They are known layouts: the reader's
// authors may look at them.
import type { Layout } from '../../sample.ts';
import { appExport } from './app-export.ts';
import { businessTreasury } from './business-treasury.ts';
import { dayEndBalance } from './day-end-balance.ts';
import { shareDraft } from './share-draft.ts';
import { sideColumn } from './side-column.ts';
import { suffixedLedger } from './suffixed-ledger.ts';

export const SECOND_STATEMENT_LAYOUTS: Record<string, Layout> = {
  'app-export': appExport,
  'share-draft': shareDraft,
  'suffixed-ledger': suffixedLedger,
  'business-treasury': businessTreasury,
  'side-column': sideColumn,
  'day-end-balance': dayEndBalance,
};
