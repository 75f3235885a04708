// The known layouts of bank statements, which the reader's authors may look at. The other layouts are in held-out.ts.
import type { Layout } from '../sample.ts';
import { checkColumns } from './check-columns.ts';
import { combined } from './combined.ts';
import { dailyBalances } from './daily-balances.ts';
import { debitCredit } from './debit-credit.ts';
import { longDescriptions } from './long-descriptions.ts';
import { SECOND_STATEMENT_LAYOUTS } from './second/layouts.ts';
import { sections } from './sections.ts';
import { severalPages } from './several-pages.ts';
import { shortDates } from './short-dates.ts';
import { signedAmount } from './signed-amount.ts';

export const STATEMENT_LAYOUTS: Record<string, Layout> = {
  sections,
  'debit-credit': debitCredit,
  'signed-amount': signedAmount,
  'short-dates': shortDates,
  'check-columns': checkColumns,
  'daily-balances': dailyBalances,
  combined,
  'long-descriptions': longDescriptions,
  'several-pages': severalPages,
  ...SECOND_STATEMENT_LAYOUTS,
};
