// The operator's view of webhook deliveries: how many wait, and for how long.
import type { CtxParts } from '#services/platform/ctx.ts';
import { type Backlog, countBacklog } from '#storage/events/webhook-deliveries.ts';
import { SYSTEM } from '#storage/platform/db.ts';

export const webhookBacklog = ({ database, clock }: Pick<CtxParts, 'database' | 'clock'>): Promise<Backlog> =>
  countBacklog(database.scoped(SYSTEM), clock.now());
