// Runs each step of a connector. The step has a timeout and gets only the resources that it may use. Any error in a
// connector becomes a failure with a status and with a message that a user may read.
import { connectorSteps } from '#base/measures.ts';
import { spanned } from '#base/tracing.ts';
import { AccessRefused, type Connector, type Io, ProviderBusy, ProviderFailure } from '#connectors/contract.ts';
import { ERROR_MESSAGE_LENGTH_MAX } from '#domain/connections/tasks.ts';
import { IoFault, providerIo, type Transport } from '#outbound/provider-io.ts';
import type { Ctx } from '#services/platform/ctx.ts';
import { type BankParts, bankTransport } from './sandbox-oauth.ts';

export type StepOptions = {
  now(): Date;
  /** Returns the real time. If this function is not given, `now` is used. */
  real_now?: (() => Date) | undefined;
  /**
   * The signal is aborted when another worker takes over the job. The step then rejects with the signal's abort reason,
   * which is not treated as a failure of the provider.
   */
  signal?: AbortSignal | undefined;
  timeout_ms?: number;
  /** Called before each request that the step sends. The request is not sent if this function throws. */
  onRequest?: (() => void | Promise<void>) | undefined;
  /** If set, this function is used instead of the network. */
  fetch?: Transport;
};

/** The timeout of a step. A login with several round trips to a slow provider takes about twenty seconds. */
const STEP_TIMEOUT_MS = 60_000;

export type CallOptions = Pick<StepOptions, 'signal' | 'timeout_ms' | 'onRequest'>;

/** Runs one step of a connector, such as `(io) => connector.login(request, io)`. */
export const callConnector = <T>(
  ctx: BankParts & Pick<Ctx, 'now' | 'clock'>,
  connector: Pick<Connector, 'manifest'>,
  step: (io: Io) => Promise<T>,
  options: CallOptions = {},
): Promise<T> => {
  const is_ours = connector.manifest.origins.includes(new URL(ctx.settings.base_url).origin);
  const { id, data_source } = connector.manifest;
  return spanned(
    {
      name: `connector ${id}`,
      kind: 'client',
      attributes: { 'vouch.provider_id': id, 'vouch.data_source': data_source },
    },
    () =>
      runStep(connector, step, {
        ...options,
        now: () => ctx.now(),
        real_now: () => ctx.clock.now(),
        ...(is_ours ? { fetch: bankTransport(ctx) } : {}),
      }),
  );
};

/**
 * Runs one step of a connector with the given transport. Throws `ProviderFailure` if the step fails. Throws the
 * signal's abort reason if the signal aborts the step.
 */
export async function runStep<T>(
  { manifest }: Pick<Connector, 'manifest'>,
  step: (io: Io) => Promise<T>,
  { now, real_now, signal = NEVER, timeout_ms = STEP_TIMEOUT_MS, onRequest, fetch }: StepOptions,
): Promise<T> {
  const measure = connectorSteps.startTimer({ provider: manifest.id });
  try {
    const result = await withinTime(timeout_ms, signal, async (signal) => {
      const { origins, tls, private_networks } = manifest;
      const io = providerIo({ origins, tls, private_networks, now, real_now, signal, ...(fetch ? { fetch } : {}) });
      return step({
        ...io,
        async fetch(...request) {
          await onRequest?.();
          return io.fetch(...request);
        },
      });
    });
    measure({ outcome: 'ok' });
    return result;
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    const failure = toFailure(error, manifest.name);
    measure({ outcome: failure instanceof ProviderBusy ? 'busy' : failure.status });
    throw failure;
  }
}

const NEVER = new AbortController().signal;

/**
 * Rejects after the timeout even if `run` never ends. Before this function returns or rejects, it aborts everything
 * that `run` started and that is still running.
 */
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
    giveUp(new IoFault('out_of_time', 'The step timed out.'));
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

/**
 * The error with which the signal of every finished step is aborted. All steps share this error instance, because
 * creating an error for every successful step would cost more than the step.
 */
const OVER = new DOMException('The step is over.', 'AbortError');

/** The message for an unexpected error names only the provider; the error itself becomes the `cause`, for the log. */
function toFailure(error: unknown, provider_name: string): ProviderFailure {
  if (error instanceof ProviderBusy) return error;
  if (error instanceof ProviderFailure)
    return new ProviderFailure(error.status, readable(error.message), { cause: error.cause, scope: error.scope });
  if (error instanceof AccessRefused) {
    const message = `${provider_name} no longer allows access to the accounts. Please connect them again.`;
    return new ProviderFailure('login_error', message, { cause: error });
  }
  const is_silent = error instanceof IoFault && (error.kind === 'unreachable' || error.kind === 'out_of_time');
  if (is_silent || isAbort(error)) {
    return new ProviderFailure('unavailable', `${provider_name} is not responding. Please try again later.`, {
      cause: error,
    });
  }
  return new ProviderFailure('error', `Something went wrong with ${provider_name}. Please try again.`, {
    cause: error,
  });
}

const isAbort = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'AbortError' || error.name === 'TimeoutError');

/** A provider's message as one line, truncated to the length a task can store. */
const readable = (message: string): string =>
  message
    .replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .slice(0, ERROR_MESSAGE_LENGTH_MAX);
