// A second set of layouts that only measured the reader at first, drawn without knowledge of it. It is opened now: the
// rules of the reader were written while looking at it, so it says nothing about unseen layouts.
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
