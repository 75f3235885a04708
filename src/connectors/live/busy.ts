// Reads how long a provider asks us to wait (RFC 9110, section 10.2.3).
import { type Io, type IoResponse, ProviderBusy } from '#connectors/contract.ts';
import type { FailureScope } from '#domain/connections/provider-health.ts';

/** How long we wait if the provider does not name a time. */
const UNKNOWN_SECONDS = 30;

/** The failure for a response with the status 429. */
export const busy = (
  provider_name: string,
  response: Pick<IoResponse, 'headers'>,
  io: Io,
  scope: FailureScope = 'provider',
): ProviderBusy => new ProviderBusy(provider_name, waitSecondsOf(response, io), { scope });

/** `Retry-After` is a number of seconds or a date. */
export function waitSecondsOf({ headers }: Pick<IoResponse, 'headers'>, io: Io): number {
  const text = headers['retry-after']?.trim() ?? '';
  if (/^\d{1,6}$/.test(text)) return Number(text);
  // `Date.parse` would read a negative number as a year.
  const until = /^[a-z]/i.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(until) ? UNKNOWN_SECONDS : Math.max(0, Math.ceil((until - io.real_now().getTime()) / 1000));
}
