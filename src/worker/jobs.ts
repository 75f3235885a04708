// Maps each job name to the service that does the job. A job name without a handler is a compile error.
import type { JobHandlers } from '#domain/platform/jobs.ts';
import { makeInvoice } from '#services/billing/invoices.ts';
import { refreshNoticedLink } from '#services/connections/provider-notices.ts';
import { runTask } from '#services/connections/task-run.ts';
import { sendInvitation } from '#services/console/invitations.ts';
import { readDocumentFile } from '#services/documents/read-files.ts';
import { removeDueFiles } from '#services/documents/stored-files.ts';
import { createBatchOrders } from '#services/orders/order-batches.ts';
import { sendOrderMessage } from '#services/orders/order-messages.ts';
import { keepHouse } from '#services/platform/housekeeping.ts';
import type { JobCtx } from '#services/platform/jobs.ts';
import { sendMail } from '#services/platform/mails.ts';
import { makePayrollReport } from '#services/reports/payroll-administration.ts';

// Sending is retried for hours. A mail server that greylists new senders rejects mail for minutes, and a mail server
// under repair rejects mail for hours.
const SENDING = { retry_after_seconds: [30, 120, 600, 3_600, 21_600], timeout_seconds: 120 };

export const handlers: JobHandlers<JobCtx> = {
  housekeeping: { every_seconds: 600, retry_after_seconds: [30, 120], run: (ctx) => keepHouse(ctx) },
  remove_files: { every_seconds: 300, retry_after_seconds: [30], run: (job) => removeDueFiles(job) },
  run_task: {
    retry_after_seconds: [1, 5, 30, 120],
    run: async (job, { task_id }) => runTask(await job.asOwner(), task_id, job.signal),
  },
  refresh_noticed_link: {
    // A refresh of the link may already be running and may have read the old data, so the job is retried until that
    // refresh has ended. The retries continue for longer than a refresh takes.
    retry_after_seconds: [60, 300, 900, 1_800],
    run: async (job, { link_id }) => refreshNoticedLink(job, await job.asOwner(), link_id),
  },
  make_payroll_report: {
    retry_after_seconds: [1, 5, 30, 120],
    run: async (job, { report_id }) => makePayrollReport(await job.asOwner(), report_id),
  },
  create_order_batch: {
    // A chunk of orders may have eight attempts (`BATCH_TRIES_MAX`). Eight retries make nine runs, so one run is left
    // to record the failure.
    retry_after_seconds: [1, 2, 5, 10, 30, 60, 120, 300],
    run: (job) => createBatchOrders(job),
  },
  make_invoice: {
    // The invoice fails after three counted failures. The list has more than three retries, because a worker may be
    // killed before the worker counts its attempt.
    retry_after_seconds: [5, 30, 120, 600, 600],
    run: async (job, { order_group_id }) => makeInvoice(await job.asOwner(), order_group_id),
  },
  read_document_file: {
    // A file gets three attempts (`TRIES_MAX` in read-files.ts). A run that fails before a reader starts to read the
    // file is not an attempt, so there are more runs than attempts. There are enough runs to outlast a four-hour outage
    // of the file store. The last run does not read the file, but marks it as not readable.
    retry_after_seconds: [1, 5, 30, 120, ...Array.from({ length: 24 }, () => 600)],
    // The timeout is long, because OCR of a file with many pages takes many minutes. The reader has its own shorter
    // limits.
    timeout_seconds: 7_200,
    run: (job, { file_id }) => readDocumentFile(job, file_id),
  },
  send_invitation: { ...SENDING, run: async (job, payload) => sendInvitation(await job.asOwner(), payload) },
  send_mail: { ...SENDING, run: async (job, payload) => sendMail(await job.asOwner(), payload) },
  send_order_message: {
    ...SENDING,
    run: async (job, { message_id }) => sendOrderMessage(await job.asOwner(), message_id),
  },
};
