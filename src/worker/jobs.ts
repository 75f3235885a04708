// Job name → service. A job without a handler does not compile.
import type { JobHandlers } from '#domain/jobs.ts';
import { keepHouse } from '#services/housekeeping.ts';
import type { JobCtx } from '#services/jobs.ts';
import { sendMail } from '#services/mails.ts';
import { makePayrollReport } from '#services/payroll-administration.ts';
import { runTask } from '#services/task-run.ts';

export const handlers: JobHandlers<JobCtx> = {
  housekeeping: { every_seconds: 600, retry_after_seconds: [30, 120], run: (ctx) => keepHouse(ctx) },
  run_task: {
    retry_after_seconds: [1, 5, 30, 120],
    run: async (job, { task_id }) => runTask(await job.asOwner(), task_id, job.signal),
  },
  make_payroll_report: {
    retry_after_seconds: [1, 5, 30, 120],
    run: async (job, { report_id }) => makePayrollReport(await job.asOwner(), report_id),
  },
  send_mail: {
    // A server that does not know us yet turns the first attempts away for minutes; one that is being repaired, for hours.
    retry_after_seconds: [30, 120, 600, 3_600, 21_600],
    timeout_seconds: 120,
    run: async (job, payload) => sendMail(await job.asOwner(), payload),
  },
};
