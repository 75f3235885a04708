// Faults during a connection or a refresh at a live provider. A seed decides which fault occurs and which requests it
// affects.

import type { FaultRule } from '#simulators/kit/faults.ts';
import { numberOf, pickOf } from '#simulators/lives/dice.ts';
import { KINDS, type Kind, type Lane, type Stage } from './live-stage.ts';

export const LIVE_FAULTS = [
  'too_many_requests',
  'server_error',
  'ended_access',
  'refused_access',
  'lost_refresh_answer',
  'truncated_body',
  'connection_ended',
  'slow_bytes',
  'wrong_content_type',
  'duplicate_rows',
  'vanishing_rows',
  'schema_drift',
  'clock_skew',
  'redirect',
  'preparing',
  'failed_account',
  'unnamed_account',
] as const;
export type LiveFault = (typeof LIVE_FAULTS)[number];

/**
 * The faults that only one simulator can have. Only FDX has rotating tokens, and lists of accounts that are read in
 * part. Only Finch prepares pay statements at the time of a request.
 */
const FAULTS_OF_ONE: Readonly<Partial<Record<LiveFault, Kind>>> = {
  lost_refresh_answer: 'fdx',
  failed_account: 'fdx',
  unnamed_account: 'fdx',
  preparing: 'finch',
};

/**
 * Returns the faults that the simulator of this kind can have. The FDX simulator refuses access only after the consent
 * has ended, so it lacks `refused_access`.
 */
export const faultsOf = (kind: Kind): readonly LiveFault[] =>
  LIVE_FAULTS.filter(
    (fault) => (FAULTS_OF_ONE[fault] ?? kind) === kind && !(fault === 'refused_access' && kind === 'fdx'),
  );

/**
 * The fault does not affect the first `skip` requests. It then affects one request or, if `is_lasting` is true, all
 * further requests.
 */
export type Strike = { fault: LiveFault; skip: number; is_lasting: boolean; seed: number };

/**
 * Chooses the fault for a seed. Consecutive seeds go to the connectors in turn. The fault changes only after each
 * connector has had a seed. So a few hundred seeds cover every fault of every connector. `requests` is the number of
 * requests that a refresh without a fault sends.
 */
export function strikeOf(seed: number, kind: Kind, requests: number): Strike {
  const faults = faultsOf(kind);
  const fault = faults[Math.floor(seed / KINDS.length) % faults.length] ?? 'server_error';
  const skip = fault === 'slow_bytes' ? 0 : numberOf(0, requests - 1, seed, 'moment');
  return { fault, skip, is_lasting: numberOf(0, 2, seed, 'lasting') === 0, seed };
}

/** How many seconds an answer with the status 429 asks us to wait. */
export const waitOf = ({ seed }: Strike, kind: Kind): number =>
  pickOf(kind === 'fdx' ? [0, 30, 90, 3600] : [0, 30, 3600], seed, 'wait');

/** By how many seconds the provider's clock is wrong. */
export const skewOf = ({ seed }: Strike, kind: Kind): number =>
  pickOf(kind === 'fdx' ? [-300, -40, 40, 300] : [-86_400, -300, 300, 86_400], seed, 'skew');

/** Switches the fault on. `trap_url` is a URL on another server, to which the fault `redirect` redirects. */
export async function arm(stage: Stage, lane: Lane, strike: Strike, trap_url: string): Promise<void> {
  if (lane.kind === 'fdx') await armFdx(stage, lane, strike, trap_url);
  else if (strike.fault === 'ended_access') endAccess(stage, lane, lane.kind);
  else if (strike.fault === 'preparing')
    stage.finch.control('pending', { answers: pickOf([1, 2, 4], strike.seed, 'answers') });
  else stage[lane.kind].addFault(ruleOf(strike, lane.kind, trap_url));
}

export async function disarm(stage: Stage, { kind }: Lane): Promise<void> {
  if (kind === 'finch') stage.finch.control('pending', { answers: 0 });
  if (kind !== 'fdx') return stage[kind].clearFaults();
  await stage.fdx.control('DELETE', '/faults');
  await stage.fdx.control('POST', '/clock', { now: stage.house.clock.now().toISOString() });
}

async function armFdx({ fdx }: Stage, lane: Lane, strike: Strike, location: string): Promise<void> {
  const { fault, seed } = strike;
  const set = (kind: string, more: object = {}) => {
    const often = strike.is_lasting ? {} : { times: 1 };
    return fdx.control('POST', '/faults', { kind, skip: strike.skip, path: '/', ...often, ...more });
  };
  switch (fault) {
    case 'too_many_requests':
      return void (await set(fault, { retry_after_seconds: waitOf(strike, 'fdx') }));
    case 'server_error':
      return void (await set(pickOf(['server_error', 'maintenance'], seed, 'error')));
    case 'ended_access':
    case 'refused_access':
      return void (await fdx.control('POST', '/consents/expire', { username: lane.username }));
    case 'lost_refresh_answer':
      return void (await set(fault, { skip: 0, times: 1 }));
    case 'connection_ended':
      return void (await set(pickOf(['connection_end', 'lost_answer'], seed, 'end')));
    case 'slow_bytes':
      return void (await set(fault, { path: '/fdx/', bytes_per_second: 100_000 }));
    case 'clock_skew':
      return void (await fdx.control('POST', '/clock', { advance_seconds: skewOf(strike, 'fdx') }));
    case 'redirect':
      return void (await set(fault, { location }));
    // The fault affects only requests for the list of accounts: the check of a refresh, and then the list itself.
    case 'failed_account':
    case 'unnamed_account':
      return void (await set(fault, { skip: 0, times: 10 }));
    default:
      await set(fault);
  }
}

/** Ends the access to the account at the provider. */
function endAccess(stage: Stage, { username }: Lane, kind: Exclude<Kind, 'fdx'>): void {
  if (kind === 'simplefin') stage.simplefin.control('revoke', { username });
  else if (kind === 'plaid')
    stage.plaid.control('require-login', idIn(stage.plaid.control('items'), 'item_id', username));
  else if (kind === 'argyle')
    stage.argyle.control('disconnect', idIn(stage.argyle.control('accounts'), 'account', username));
  else stage.finch.control('require-login', idIn(stage.finch.control('connections'), 'connection_id', username));
}

/** Returns the argument that a simulator control expects: the id of the item, account or connection of this login. */
export function idIn(
  listed: unknown,
  name: 'item_id' | 'account' | 'connection_id',
  username: string,
): Record<string, string> {
  const text = JSON.stringify(listed);
  const entries: Record<string, string>[] = Object.values(JSON.parse(text)).flat().filter(isStrings);
  // The last entry with this user name is the current one. The entries before it were replaced.
  const found = entries.findLast((entry) => entry['username'] === username);
  return { [name]: found?.['item_id'] ?? found?.['id'] ?? '' };
}

const isStrings = (value: unknown): value is Record<string, string> => typeof value === 'object' && value !== null;

function ruleOf(strike: Strike, kind: Kind, location: string): FaultRule {
  const { fault, skip, is_lasting, seed } = strike;
  const when = { skip, times: is_lasting ? 0 : 1 };
  switch (fault) {
    case 'too_many_requests':
      return { ...when, fault: 'rate_limit', seconds: waitOf(strike, kind) };
    case 'server_error':
      return { ...when, fault, status: pickOf([500, 502, 503, 504], seed, 'status') };
    case 'refused_access':
    case 'ended_access':
    case 'lost_refresh_answer':
    case 'preparing':
    case 'failed_account':
    case 'unnamed_account':
      return { ...when, fault: 'expired_access' };
    // Every answer is longer than 20 bytes, so none is complete.
    case 'connection_ended':
      return { ...when, fault, amount: pickOf([0, 1, 20], seed, 'bytes') };
    case 'slow_bytes':
      return { fault, times: 1, amount: 0 };
    case 'schema_drift':
      return { ...when, fault: pickOf(['unknown_enum', 'extra_fields', 'missing_field'] as const, seed, 'drift') };
    case 'clock_skew':
      return { ...when, fault, seconds: skewOf(strike, kind) };
    case 'redirect':
      return { ...when, fault, location };
    default:
      return { ...when, fault };
  }
}
