// The checks that `vouch providers check` makes at every provider, in addition to the checks of the connector. They
// show why a server could not be reached, and whether our clock agrees with the provider's clock.
import type { Io, IoResponse } from '#connectors/contract.ts';
import type { LiveKind, ProviderEntry } from './kinds.ts';

/**
 * The largest accepted difference between our clock and the provider's clock. Providers usually tolerate a minute and
 * reject signed requests and webhooks if the difference is larger.
 */
const CLOCK_SECONDS_MAX = 30;

/** Returns everything that is wrong with a provider, one sentence for each fault. */
export async function checkLive<Settings>(
  kind: Pick<LiveKind<Settings>, 'check'>,
  entry: ProviderEntry<Settings>,
  io: Io,
): Promise<string[]> {
  /** For each origin that could not be reached: the reason. */
  const reasons = new Map<string, string>();
  const clock: string[] = [];
  const watched: Io = {
    ...io,
    async fetch(url, request) {
      try {
        const response = await io.fetch(url, request);
        if (clock.length === 0) clock.push(...clockFaults(response, io));
        return response;
      } catch (error) {
        reasons.set(new URL(url).origin, messageOf(error));
        throw error;
      }
    },
  };
  const own = await kind.check(entry, watched).catch((error: unknown) => {
    const message = messageOf(error);
    return [...reasons.values()].includes(message) ? [] : [`The check ended early: ${message}`];
  });
  return [...reached(own, reasons), ...clock];
}

/** Checks that the server answers a request without credentials with this status. */
export async function answerFaults(io: Io, url: string, expected: number): Promise<string[]> {
  const status = await io.fetch(url, { headers: { accept: 'application/json' } }).then(
    (response) => response.status,
    (): undefined => undefined,
  );
  if (status === undefined) return [cannotReach(new URL(url).origin)];
  return status === expected
    ? []
    : [`${url} answers a request without credentials with status ${status} instead of ${expected}.`];
}

export const cannotReach = (origin: string): string => `${origin} cannot be reached.`;

/**
 * Adds the reasons why servers could not be reached to the connector's sentences. A reason that the connector's
 * sentences already contain is not added.
 */
function reached(own: readonly string[], reasons: ReadonlyMap<string, string>): string[] {
  const missing = [...reasons].filter(([, reason]) => !own.some((fault) => fault.includes(reason)));
  const silent = new Set(missing.map(([origin]) => cannotReach(origin)));
  return [
    ...missing.map(([origin, reason]) => `${origin} cannot be reached: ${reason}`),
    ...own.filter((fault) => !silent.has(fault)),
  ];
}

/** A provider that does not state its time cannot be checked. */
function clockFaults({ headers }: IoResponse, io: Io): string[] {
  const date = Date.parse(headers['date'] ?? '');
  if (Number.isNaN(date)) return [];
  const seconds = Math.round((io.real_now().getTime() - date) / 1000);
  if (Math.abs(seconds) <= CLOCK_SECONDS_MAX) return [];
  return [`Our clock is ${Math.abs(seconds)} seconds ${seconds > 0 ? 'ahead of' : 'behind'} the provider's clock.`];
}

/** The messages of our own errors contain neither secrets nor text from the provider's responses. */
function messageOf(error: unknown): string {
  const message = error instanceof Error ? error.message : 'unknown error';
  return message.endsWith('.') ? message : `${message}.`;
}
