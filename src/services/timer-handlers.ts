// Kind of timer → what happens when it is due: one line per kind.
import { onExpiry, onInvitation, onLeft, onReminder } from './order-timers.ts';
import { onPayrollReportOverdue } from './payroll-administration.ts';
import { onDue, onSecondFactorMissing, onStalled } from './task-run.ts';
import type { TimerHandlers } from './timers.ts';
import { onWebhookDisabling, onWebhookWarning } from './webhook-health.ts';

export const TIMER_HANDLERS: TimerHandlers = {
  task_stalled: onStalled,
  task_second_factor: onSecondFactorMissing,
  task_due: onDue,
  payroll_report_overdue: onPayrollReportOverdue,
  order_invitation: onInvitation,
  order_reminder: onReminder,
  order_expiry: onExpiry,
  order_left: onLeft,
  webhook_warning: onWebhookWarning,
  webhook_disabling: onWebhookDisabling,
};
