// A second set of layouts, drawn without knowledge of the reader. At first, the set was used only to measure the
// reader. Later, rules of the reader were written with knowledge of these layouts, so the set no longer shows how well
// the reader works on unseen layouts.
import type { Layout } from '../../sample.ts';
import { accountantSheet } from './accountant-sheet.ts';
import { assignmentWeek } from './assignment-week.ts';
import { remittanceCodes } from './remittance-codes.ts';
import { sidebarStatement } from './sidebar-statement.ts';

export const SECOND_OPENED_STUB_LAYOUTS: Record<string, Layout> = {
  'sidebar-statement': sidebarStatement,
  'assignment-week': assignmentWeek,
  'accountant-sheet': accountantSheet,
  'remittance-codes': remittanceCodes,
};
