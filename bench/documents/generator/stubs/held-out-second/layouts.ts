// A second set of held-out layouts, drawn without knowledge of the reader. Nobody who improves the reader may look at
// these layouts or at their results for single fields.
import type { Layout } from '../../sample.ts';
import { accountantSheet } from './accountant-sheet.ts';
import { assignmentWeek } from './assignment-week.ts';
import { remittanceCodes } from './remittance-codes.ts';
import { sidebarStatement } from './sidebar-statement.ts';

export const SECOND_HELD_OUT_STUB_LAYOUTS: Record<string, Layout> = {
  'sidebar-statement': sidebarStatement,
  'assignment-week': assignmentWeek,
  'accountant-sheet': accountantSheet,
  'remittance-codes': remittanceCodes,
};
