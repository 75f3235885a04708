// A fourth set of layouts, drawn without knowledge of the reader's rules. The reader was measured once on these
// layouts, and then its rules were adjusted to them.
import type { Layout } from '../../sample.ts';
import { checkOverStub } from './check-over-stub.ts';
import { cleanWeb } from './clean-web.ts';
import { hrPanels } from './hr-panels.ts';
import { jobCost } from './job-cost.ts';
import { salesFloor } from './sales-floor.ts';
import { stateShare } from './state-share.ts';
import { tipCredit } from './tip-credit.ts';
import { voucherQty } from './voucher-qty.ts';
import { wardDifferentials } from './ward-differentials.ts';

export const FOURTH_STUB_LAYOUTS: Record<string, Layout> = {
  'voucher-qty': voucherQty,
  'clean-web': cleanWeb,
  'check-over-stub': checkOverStub,
  'hr-panels': hrPanels,
  'ward-differentials': wardDifferentials,
  'tip-credit': tipCredit,
  'job-cost': jobCost,
  'state-share': stateShare,
  'sales-floor': salesFloor,
};
