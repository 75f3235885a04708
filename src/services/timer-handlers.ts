// Kind of timer → what happens when it is due: one line per kind.
import { onPayrollReportOverdue } from './payroll-administration.ts';
import { onDue, onSecondFactorMissing, onStalled } from './task-run.ts';
import type { TimerHandlers } from './timers.ts';

export const TIMER_HANDLERS: TimerHandlers = {
  task_stalled: onStalled,
  task_second_factor: onSecondFactorMissing,
  task_due: onDue,
  payroll_report_overdue: onPayrollReportOverdue,
};
