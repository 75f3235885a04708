// A third set of held-out layouts, drawn without knowledge of the reader. Nobody who improves the reader may look at
// these layouts or at their results for single fields.
import type { Layout } from '../../sample.ts';
import { splitAdvice } from './split-advice.ts';
import { stubDetail } from './stub-detail.ts';
import { suitePayslip } from './suite-payslip.ts';
import { webPayroll } from './web-payroll.ts';

export const THIRD_HELD_OUT_STUB_LAYOUTS: Record<string, Layout> = {
  'split-advice': splitAdvice,
  'web-payroll': webPayroll,
  'suite-payslip': suitePayslip,
  'stub-detail': stubDetail,
};
