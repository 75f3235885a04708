// The only file that sends requests with the access address.
import { type Io, type IoResponse, ProviderFailure } from '#connectors/contract.ts';
import { busy } from '#connectors/live/busy.ts';
import { readJson } from '#connectors/wire.ts';
import type { Access } from './access.ts';
import type { Span } from './reads.ts';
import { AccountSet } from './wire.ts';

/** Returns the accounts with their balances, without transactions. */
export const readBalances = (access: Access, io: Io): Promise<AccountSet> => read(access, { 'balances-only': '1' }, io);

/** Returns the accounts with the transactions of a span of days, including pending transactions. */
export const readSpan = (access: Access, { from, until }: Span, io: Io): Promise<AccountSet> =>
  read(access, { 'start-date': toEpoch(from), 'end-date': toEpoch(until), pending: '1' }, io);

const toEpoch = (date: string): string => String(Date.parse(date) / 1000);

async function read({ url, authorization }: Access, query: Record<string, string>, io: Io): Promise<AccountSet> {
  const response = await io.fetch(`${url}/accounts?${new URLSearchParams(query)}`, {
    headers: { authorization, accept: 'application/json' },
  });
  if (response.status !== 200) throw failureOf(response, io);
  return readJson(AccountSet, response);
}

function failureOf(response: IoResponse, io: Io): ProviderFailure {
  switch (response.status) {
    case 401:
    case 403:
      return new ProviderFailure('login_error', 'Access to the accounts was withdrawn. Make a new token.');
    case 402:
      return new ProviderFailure('account_locked', 'Your SimpleFIN subscription has ended. Please renew it there.');
    case 429:
      // The limit is a number of reads per day and access address. So a server that does not say how long to wait is
      // not asked again today.
      return response.headers['retry-after'] === undefined
        ? new ProviderFailure('unavailable', 'SimpleFIN allows no more reads today. Please try again tomorrow.', {
            scope: 'link',
          })
        : busy('SimpleFIN', response, io, 'link');
    default:
      return new ProviderFailure('unavailable', 'SimpleFIN is not available. Please try again later.');
  }
}
