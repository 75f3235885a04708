// A gate protects a live provider. It closes if the provider is down, or if the provider has asked us to wait.
// Background tasks then wait, and one of them at a time calls the provider as a probe. The gate opens when the provider
// answers the probe. The gate also applies to calls outside of tasks, but these calls do not wait: they fail
// immediately while the gate is closed. Two kinds of calls are never held back: those of a person who is logging in,
// and the revocation of a deleted link, which cannot be repeated. The gate is stored in the database, so all processes
// share it. While a provider works, no gate is stored for it, and a step costs one lookup in an almost empty table.
import { newId } from '#base/ids.ts';
import { ProviderBusy, ProviderFailure } from '#connectors/contract.ts';
import { BUSY_SECONDS_MAX } from '#domain/connections/busy-waits.ts';
import type { CtxParts } from '#services/platform/ctx.ts';
import { closeGate, endProbe, findGate, openGate, takeProbe } from '#storage/connections/provider-gates.ts';
import { SYSTEM } from '#storage/platform/db.ts';
import { isDown } from './provider-health.ts';

type Parts = Pick<CtxParts, 'database' | 'clock' | 'connectors'>;
/**
 * A task, or a call outside of a task, that is about to call the provider. `is_urgent` is true if the gate must not
 * hold it back.
 */
export type Caller = { id: string; provider_id: string; is_urgent: boolean };
/** The facts about a failure that decide whether the gate closes. */
export type Failure = Pick<ProviderFailure, 'scope' | 'status'> & { busy_seconds: number | undefined };
export type Pass = { kind: 'free' } | { kind: 'probe' } | { kind: 'closed'; seconds: number };

/** The pause between two probes of a provider that is down. */
const PROBE_EVERY_SECONDS = 60;
/** How long a task waits while another task is probing the provider. */
const LOOK_AGAIN_SECONDS = 5;
/**
 * The maximum duration of a probe. A probe is one step, and a step takes at most three minutes: two calls to the
 * provider, and a renewal of the access.
 */
const PROBE_SECONDS_MAX = 180;

/**
 * Runs a provider call that does not belong to a task. The gate is checked only just before the first request, because
 * many calls send no request. Throws `ProviderBusy` if the provider must not be called now.
 */
export async function callAtGate<T>(
  parts: Parts,
  { provider_id, is_urgent = false }: { provider_id: string; is_urgent?: boolean },
  call: (onRequest: () => Promise<void>) => Promise<T>,
): Promise<T> {
  const caller = { id: newId(), provider_id, is_urgent };
  let asked: Promise<Pass> | undefined;
  const refuseIfClosed = async () => {
    asked ??= askGate(parts, caller);
    const pass = await asked;
    if (pass.kind !== 'closed') return;
    const name = parts.connectors.get(provider_id)?.manifest.name ?? provider_id;
    throw new ProviderBusy(name, pass.seconds, { scope: 'link' });
  };
  let failure: unknown;
  try {
    const result = await call(refuseIfClosed);
    // If the gate refuses a request, a connector may catch the error and go on without the data that it could not
    // request, so the error is thrown again here.
    if (asked !== undefined) await refuseIfClosed();
    return result;
  } catch (error) {
    failure = error;
    throw error;
  } finally {
    const pass = await asked;
    if (pass !== undefined) await reportToGate(parts, caller, { pass, failure: failureOf(failure), was_called: true });
  }
}

const failureOf = (error: unknown): Failure | undefined =>
  error instanceof ProviderFailure
    ? {
        scope: error.scope,
        status: error.status,
        busy_seconds: error instanceof ProviderBusy ? error.seconds : undefined,
      }
    : undefined;

/** Whether the caller may call the provider now. */
export async function askGate(parts: Parts, { id, provider_id, is_urgent }: Caller): Promise<Pass> {
  if (!hasGate(parts, provider_id) || is_urgent) return { kind: 'free' };
  const db = parts.database.scoped(SYSTEM);
  const gate = await findGate(db, provider_id);
  if (gate === undefined) return { kind: 'free' };
  const now = parts.clock.now();
  const closed_ms = gate.closed_until.getTime() - now.getTime();
  if (closed_ms > 0) return { kind: 'closed', seconds: Math.ceil(closed_ms / 1000) };
  const is_taken = gate.probe_until !== null && gate.probe_until > now && gate.probe_task_id !== id;
  const probe = { task_id: id, now, until: new Date(now.getTime() + PROBE_SECONDS_MAX * 1000) };
  if (!is_taken && (await takeProbe(db, provider_id, probe))) return { kind: 'probe' };
  return { kind: 'closed', seconds: LOOK_AGAIN_SECONDS };
}

/**
 * Closes or opens the gate according to how a call ended. `was_called` is true if a request was sent to the provider.
 */
export async function reportToGate(
  parts: Parts,
  { id, provider_id }: Caller,
  { pass, failure, was_called }: { pass: Pass; failure: Failure | undefined; was_called: boolean },
): Promise<void> {
  if (!hasGate(parts, provider_id) || pass.kind === 'closed') return;
  const db = parts.database.scoped(SYSTEM);
  const closed_seconds = was_called ? await closedFor(parts, provider_id, pass, failure) : undefined;
  if (closed_seconds !== undefined) {
    const closed_until = new Date(parts.clock.now().getTime() + closed_seconds * 1000);
    return closeGate(db, provider_id, id, closed_until);
  }
  if (pass.kind === 'probe') return was_called ? openGate(db, provider_id, id) : endProbe(db, provider_id, id);
}

/** The number of seconds for which the failure closes the gate; `undefined` if the failure does not close the gate. */
async function closedFor(
  parts: Parts,
  provider_id: string,
  pass: Pass,
  failure: Failure | undefined,
): Promise<number | undefined> {
  if (failure?.scope !== 'provider') return undefined;
  if (failure.busy_seconds !== undefined) return Math.min(failure.busy_seconds, BUSY_SECONDS_MAX);
  if (failure.status !== 'unavailable') return undefined;
  return pass.kind === 'probe' || (await isDown(parts, provider_id)) ? PROBE_EVERY_SECONDS : undefined;
}

/**
 * A provider has a gate only if it is live and is not a provider of files. The providers of the sandbox and of files
 * need no gate, because the service itself serves them.
 */
function hasGate({ connectors }: Parts, provider_id: string): boolean {
  const { is_live = false, is_file = false } = connectors.get(provider_id)?.manifest ?? {};
  return is_live && !is_file;
}
