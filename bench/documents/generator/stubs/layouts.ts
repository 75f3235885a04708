// The layouts of pay stubs: known, opened and held-out layouts. The authors of the reader's rules may look at all of
// them except the held-out layouts.

import type { Layout } from '../sample.ts';
import { bookkeeping } from './bookkeeping.ts';
import { boxedHeader } from './boxed-header.ts';
import { dottedLeaders } from './dotted-leaders.ts';
import { FIFTH_STUB_LAYOUTS } from './fifth/layouts.ts';
import { FOURTH_STUB_LAYOUTS } from './fourth/layouts.ts';
import { FIRST_OPENED_STUB_LAYOUTS } from './held-out.ts';
import { FOURTH_HELD_OUT_STUB_LAYOUTS } from './held-out-fourth/layouts.ts';
import { SECOND_OPENED_STUB_LAYOUTS } from './held-out-second/layouts.ts';
import { THIRD_OPENED_STUB_LAYOUTS } from './held-out-third/layouts.ts';
import { landscapeCheck } from './landscape-check.ts';
import { leaveAndEarnings } from './leave-and-earnings.ts';
import { mainframe } from './mainframe.ts';
import { ruledGrid } from './ruled-grid.ts';
import { SECOND_STUB_LAYOUTS } from './second/layouts.ts';
import { shiftPay } from './shift-pay.ts';
import { sideBySide } from './side-by-side.ts';
import { statement } from './statement.ts';
import { summaryBox } from './summary-box.ts';
import { PRACTICE_STUB_LAYOUTS, THIRD_STUB_LAYOUTS } from './third/layouts.ts';
import { tipSlip } from './tip-slip.ts';

export const KNOWN_STUB_LAYOUTS: Record<string, Layout> = {
  'landscape-check': landscapeCheck,
  'summary-box': summaryBox,
  'ruled-grid': ruledGrid,
  'dotted-leaders': dottedLeaders,
  mainframe,
  'boxed-header': boxedHeader,
  'side-by-side': sideBySide,
  statement,
  'tip-slip': tipSlip,
  'shift-pay': shiftPay,
  'leave-and-earnings': leaveAndEarnings,
  bookkeeping,
  ...SECOND_STUB_LAYOUTS,
  ...THIRD_STUB_LAYOUTS,
};

/**
 * Opened layouts were held out at first. The reader was measured on them once, before the authors of its rules looked
 * at them. Forgeries and scans are made only from the known layouts, so the two lists are separate.
 */
export const OPENED_STUB_LAYOUTS: Record<string, Layout> = {
  ...FIRST_OPENED_STUB_LAYOUTS,
  ...SECOND_OPENED_STUB_LAYOUTS,
  ...THIRD_OPENED_STUB_LAYOUTS,
  ...PRACTICE_STUB_LAYOUTS,
  ...FOURTH_STUB_LAYOUTS,
  ...FIFTH_STUB_LAYOUTS,
};

/**
 * Held-out layouts, which nobody who improves the reader may look at. After the reader has been measured on a set, the
 * set moves to the opened layouts, and the next set replaces it here.
 */
export const HELD_OUT_STUB_LAYOUTS: Record<string, Layout> = FOURTH_HELD_OUT_STUB_LAYOUTS;
