// A third set of layouts, drawn without knowledge of the reader. The reader was measured on the set once. Later, rules
// of the reader were written with knowledge of these layouts, so the set no longer shows how well the reader works on
// unseen layouts.
import type { Layout } from '../../sample.ts';
import { splitAdvice } from './split-advice.ts';
import { stubDetail } from './stub-detail.ts';
import { suitePayslip } from './suite-payslip.ts';
import { webPayroll } from './web-payroll.ts';

export const THIRD_OPENED_STUB_LAYOUTS: Record<string, Layout> = {
  'split-advice': splitAdvice,
  'web-payroll': webPayroll,
  'suite-payslip': suitePayslip,
  'stub-detail': stubDetail,
};
