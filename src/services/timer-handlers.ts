// Kind of timer → what happens when it is due: one line per kind.
import { onPayrollReportOverdue } from './payroll-administration.ts';
import { onDue, onSecondFactorMissing, onStalled } from './task-run.ts';
import type { TimerHandlers } from './timers.ts';
import { onWebhookDisabling, onWebhookWarning } from './webhook-health.ts';

export const TIMER_HANDLERS: TimerHandlers = {
  task_stalled: onStalled,
  task_second_factor: onSecondFactorMissing,
  task_due: onDue,
  payroll_report_overdue: onPayrollReportOverdue,
  webhook_warning: onWebhookWarning,
  webhook_disabling: onWebhookDisabling,
};
