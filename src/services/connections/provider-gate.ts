// Protects a live provider that is down or asked us to wait. Background tasks then wait, and one of them at a time calls
// the provider as a probe. The gate opens when the provider answers the probe. A person who is logging in is never held
// back. The gate is stored in the database, so all processes share it. While a provider works, it has no gate, and a step
// costs one lookup in an almost empty table.
import { BUSY_SECONDS_MAX } from '#domain/connections/busy-waits.ts';
import { isLoggingIn } from '#domain/connections/tasks.ts';
import type { Ctx } from '#services/platform/ctx.ts';
import { closeGate, endProbe, findGate, openGate, takeProbe } from '#storage/connections/provider-gates.ts';
import { SYSTEM } from '#storage/platform/db.ts';
import { isDown } from './provider-health.ts';
import type { OpenTask } from './task-secrets.ts';
import type { Outcome } from './task-steps.ts';

export type Pass = { kind: 'free' } | { kind: 'probe' } | { kind: 'closed'; seconds: number };

/** The pause between two probes of a provider that is down. */
const PROBE_EVERY_SECONDS = 60;
/** How long a task waits if another task is the probe. */
const LOOK_AGAIN_SECONDS = 5;
/** A step takes at most three minutes: two calls of the provider, and a renewal of the access. */
const PROBE_SECONDS_MAX = 180;

export const isPersonWaiting = ({ row, secrets }: Pick<OpenTask, 'row' | 'secrets'>): boolean =>
  isLoggingIn(row.status) && !secrets.is_unattended;

/** Whether the next step of the task may call its provider. */
export async function askGate(ctx: Ctx, task: OpenTask): Promise<Pass> {
  const { id, provider_id } = task.row;
  if (!hasGate(ctx, provider_id) || isPersonWaiting(task)) return { kind: 'free' };
  const db = ctx.database.scoped(SYSTEM);
  const gate = await findGate(db, provider_id);
  if (gate === undefined) return { kind: 'free' };
  const now = ctx.clock.now();
  const closed_ms = gate.closed_until.getTime() - now.getTime();
  if (closed_ms > 0) return { kind: 'closed', seconds: Math.ceil(closed_ms / 1000) };
  const is_taken = gate.probe_until !== null && gate.probe_until > now && gate.probe_task_id !== id;
  const probe = { task_id: id, now, until: new Date(now.getTime() + PROBE_SECONDS_MAX * 1000) };
  if (!is_taken && (await takeProbe(db, provider_id, probe))) return { kind: 'probe' };
  return { kind: 'closed', seconds: LOOK_AGAIN_SECONDS };
}

/** Tells the gate the outcome of a step. `was_called` is true if the step sent a request to the provider. */
export async function reportToGate(
  ctx: Ctx,
  { row: { id, provider_id } }: OpenTask,
  { pass, outcome, was_called }: { pass: Pass; outcome: Outcome; was_called: boolean },
): Promise<void> {
  if (!hasGate(ctx, provider_id) || pass.kind === 'closed') return;
  const db = ctx.database.scoped(SYSTEM);
  const closed_seconds = was_called ? await closedFor(ctx, provider_id, pass, outcome) : undefined;
  if (closed_seconds !== undefined) {
    const closed_until = new Date(ctx.clock.now().getTime() + closed_seconds * 1000);
    return closeGate(db, provider_id, id, closed_until);
  }
  if (pass.kind === 'probe') return was_called ? openGate(db, provider_id, id) : endProbe(db, provider_id, id);
}

/** The number of seconds for which the outcome closes the gate; `undefined` if it does not close the gate. */
async function closedFor(ctx: Ctx, provider_id: string, pass: Pass, outcome: Outcome): Promise<number | undefined> {
  if (!('scope' in outcome) || outcome.scope !== 'provider') return undefined;
  if (outcome.kind === 'busy') return Math.min(outcome.seconds, BUSY_SECONDS_MAX);
  if (outcome.status !== 'unavailable') return undefined;
  return pass.kind === 'probe' || (await isDown(ctx, provider_id)) ? PROBE_EVERY_SECONDS : undefined;
}

/** The service itself serves the sandbox's providers and the providers of files. */
function hasGate({ connectors }: Ctx, provider_id: string): boolean {
  const { is_live = false, is_file = false } = connectors.get(provider_id)?.manifest ?? {};
  return is_live && !is_file;
}
