// Maps each kind of timer to the function that runs when it is due.

import { onDue, onSecondFactorMissing, onStalled } from './connections/task-run.ts';
import { onWebhookDisabling, onWebhookWarning } from './events/webhook-health.ts';
import { onExpiry, onInvitation, onLeft, onReminder } from './orders/order-timers.ts';
import type { TimerHandlers } from './platform/timers.ts';
import { onPayrollReportDue, onPayrollReportOverdue } from './reports/payroll-administration.ts';

export const TIMER_HANDLERS: TimerHandlers = {
  task_stalled: onStalled,
  task_second_factor: onSecondFactorMissing,
  task_due: onDue,
  payroll_report_due: onPayrollReportDue,
  payroll_report_overdue: onPayrollReportOverdue,
  order_invitation: onInvitation,
  order_reminder: onReminder,
  order_expiry: onExpiry,
  order_left: onLeft,
  webhook_warning: onWebhookWarning,
  webhook_disabling: onWebhookDisabling,
};
