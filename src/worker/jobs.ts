// Job name → service. A job without a handler does not compile.
import type { JobHandlers } from '#domain/jobs.ts';
import { keepHouse } from '#services/housekeeping.ts';
import type { JobCtx } from '#services/jobs.ts';

export const handlers: JobHandlers<JobCtx> = {
  housekeeping: { every_seconds: 600, retry_after_seconds: [30, 120], run: (ctx) => keepHouse(ctx) },
};
