// How we talk to a provider: every step of a connector runs here, with what it may use, and ends, one way or another.
// Whatever a connector does wrong becomes a failure with a status and a text that a person may read.
import { type Connector, type Io, ProviderFailure } from '#connectors/contract.ts';
import { connectors } from '#connectors/registry.ts';
import { ERROR_MESSAGE_LENGTH_MAX } from '#domain/connections/tasks.ts';
import { IoFault, providerIo, type Transport } from '#outbound/provider-io.ts';
import type { Ctx, HouseSettings } from '#services/platform/ctx.ts';
import type { Vault } from '#services/platform/vault.ts';
import { type BankParts, bankSecretOf, bankTransport } from './sandbox-oauth.ts';

/** Every provider there is, by its id. */
export const openConnectors = (settings: HouseSettings, vault: Vault): ReadonlyMap<string, Connector> =>
  connectors({ base_url: settings.base_url, public_url: settings.public_url, bank_secret: bankSecretOf(vault) });

export type StepOptions = {
  now(): Date;
  /** Aborted when the job is taken away from us: then the step ends with the signal's reason, which is no failure. */
  signal?: AbortSignal | undefined;
  timeout_ms?: number;
  /** Takes the place of the network. */
  fetch?: Transport;
};

/** A login with several round trips to a slow provider takes some twenty seconds. */
const STEP_TIMEOUT_MS = 60_000;

/** One step of a connector, such as `(io) => connector.login(request, io)`. */
export const callConnector = <T>(
  ctx: BankParts & Pick<Ctx, 'now'>,
  connector: Pick<Connector, 'manifest'>,
  step: (io: Io) => Promise<T>,
  options: Pick<StepOptions, 'signal' | 'timeout_ms'> = {},
): Promise<T> => {
  const is_ours = connector.manifest.origins.includes(new URL(ctx.settings.base_url).origin);
  return runStep(connector, step, {
    ...options,
    now: () => ctx.now(),
    ...(is_ours ? { fetch: bankTransport(ctx) } : {}),
  });
};

/** The same for whoever brings the outside world along. Throws ProviderFailure, or the reason of the signal. */
export async function runStep<T>(
  { manifest }: Pick<Connector, 'manifest'>,
  step: (io: Io) => Promise<T>,
  { now, signal = NEVER, timeout_ms = STEP_TIMEOUT_MS, fetch }: StepOptions,
): Promise<T> {
  try {
    return await withinTime(timeout_ms, signal, async (signal) =>
      step(providerIo({ origins: manifest.origins, now, signal, ...(fetch ? { fetch } : {}) })),
    );
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    throw toFailure(error, manifest.name);
  }
}

const NEVER = new AbortController().signal;

/** Ends in time, even if `run` never does; what it is still at when all is over is told to stop. */
async function withinTime<T>(
  timeout_ms: number,
  outside: AbortSignal,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const time = new AbortController();
  let giveUp: (fault: IoFault) => void = () => undefined;
  const outOfTime = new Promise<never>((_, reject) => {
    giveUp = reject;
  });
  const end = () => {
    giveUp(new IoFault('out_of_time', 'The step ran out of time.'));
    time.abort(OVER);
  };
  const timer = setTimeout(end, timeout_ms);
  outside.addEventListener('abort', end, { once: true });
  try {
    outside.throwIfAborted();
    return await Promise.race([run(time.signal), outOfTime]);
  } finally {
    clearTimeout(timer);
    outside.removeEventListener('abort', end);
    time.abort(OVER);
  }
}

/** One for all: an error made for every step that ends well would cost more than the step. */
const OVER = new DOMException('The step is over.', 'AbortError');

/** Of an error nobody expected only its class is told here; the rest is its `cause`, for the log. */
function toFailure(error: unknown, provider_name: string): ProviderFailure {
  if (error instanceof ProviderFailure)
    return new ProviderFailure(error.status, readable(error.message), { cause: error.cause });
  const is_silent = error instanceof IoFault && (error.kind === 'unreachable' || error.kind === 'out_of_time');
  if (is_silent || isAbort(error)) {
    return new ProviderFailure('unavailable', `${provider_name} does not answer. Please try again later.`, {
      cause: error,
    });
  }
  return new ProviderFailure('error', `Something went wrong with ${provider_name}. Please try again.`, {
    cause: error,
  });
}

const isAbort = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'AbortError' || error.name === 'TimeoutError');

/** A provider's own words: one line, and no longer than a task can keep. */
const readable = (message: string): string =>
  message
    .replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .slice(0, ERROR_MESSAGE_LENGTH_MAX);
