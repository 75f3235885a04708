// Limits how many requests of one party run at once on the thread that serves all parties. A party is a client, or the
// address of a request whose client is not known. A party that is alone has no limit. While other parties are active,
// only a few requests of a party run at a time, and the rest wait. Each running request occupies its slot for a minimum
// time. So another party's request competes only with those few requests, never with a flood of requests. Parties do
// not wait for each other.
import { elapsedMs } from './clock.ts';

export type ThreadShares<Request> = {
  /**
   * Calls `start` immediately if a slot is free; otherwise calls it as soon as a slot is free. `party` is the client or
   * the address that sent the request.
   */
  begin(request: Request, party: string, start: () => void): void;
  /**
   * The caller must call this function when the response is sent. A request that has not started by then never starts.
   */
  end(request: Request): void;
};

type Bounds = {
  /**
   * The maximum number of requests of one client or address that run at the same time while other clients or addresses
   * are active.
   */
  at_once: number;
  /** The minimum time for which a request occupies its slot. It limits the rate of cheap error responses. */
  served_ms_min: number;
  /**
   * The time after which a request that is still running is assumed to wait for something other than the thread. Its
   * slot then becomes free.
   */
  served_ms_max: number;
  /** A client or address is alone if no other client or address has begun a request during this time. */
  alone_ms: number;
};

const BOUNDS: Bounds = { at_once: 4, served_ms_min: 4, served_ms_max: 50, alone_ms: 1_000 };

/** Idle clients and addresses are removed only if at least this many clients and addresses together are tracked. */
const PARTIES_MAX = 1_000;

type Visit = { readonly party: Party; readonly start: () => void; since_ms: number; until_ms: number };
type Party = {
  readonly name: string;
  readonly served: Set<Visit>;
  /** The waiting requests, in order of arrival. */
  readonly waiting: Set<Visit>;
  /** This timer fires when the next waiting request may start. */
  timer: NodeJS.Timeout | undefined;
};

export function openThreadShares<Request extends object>({
  at_once,
  served_ms_min,
  served_ms_max,
  alone_ms,
}: Bounds = BOUNDS): ThreadShares<Request> {
  const visits = new Map<Request, Visit>();
  const parties = new Map<string, Party>();
  let parties_max = PARTIES_MAX;
  /**
   * `newest` is the party (client or address) of the last request, with the time of that request. `other_ms` is the
   * time at which any other party last began a request.
   */
  let newest = { name: '', at_ms: Number.NEGATIVE_INFINITY };
  let other_ms = Number.NEGATIVE_INFINITY;

  function note(name: string, now_ms: number): void {
    if (newest.name === name) newest.at_ms = now_ms;
    else {
      other_ms = newest.at_ms;
      newest = { name, at_ms: now_ms };
    }
  }

  const isAlone = ({ name }: Party, now_ms: number): boolean =>
    (newest.name === name ? other_ms : newest.at_ms) + alone_ms <= now_ms;

  function partyOf(name: string): Party {
    const known = parties.get(name);
    if (known !== undefined) return known;
    if (parties.size >= parties_max) forgetIdle();
    const party: Party = { name, served: new Set(), waiting: new Set(), timer: undefined };
    parties.set(name, party);
    return party;
  }

  /**
   * Removes idle clients and addresses. The function scans all clients and addresses, so it is called only when their
   * number has doubled.
   */
  function forgetIdle(): void {
    const now_ms = elapsedMs();
    for (const [name, { served, waiting }] of parties) {
      const is_served = [...served].some(({ until_ms }) => until_ms > now_ms);
      if (!is_served && waiting.size === 0) parties.delete(name);
    }
    parties_max = Math.max(PARTIES_MAX, 2 * parties.size);
  }

  /** Returns the milliseconds until a request may start, or 0 if it may start now. */
  function msUntilFree(party: Party, now_ms: number): number {
    if (isAlone(party, now_ms)) return 0;
    const { served } = party;
    if (served.size < at_once) return 0;
    let free_ms = Number.POSITIVE_INFINITY;
    for (const visit of served) {
      if (visit.until_ms <= now_ms) served.delete(visit);
      else if (visit.until_ms < free_ms) free_ms = visit.until_ms;
    }
    return served.size < at_once ? 0 : free_ms - now_ms;
  }

  function start(visit: Visit, now_ms: number): void {
    visit.since_ms = now_ms;
    visit.until_ms = now_ms + served_ms_max;
    visit.party.served.add(visit);
    visit.start();
  }

  /**
   * Starts a waiting request. It starts in a later tick than the response that freed the slot, so that requests of
   * other parties can run before it.
   */
  function startLater(party: Party, now_ms: number): void {
    clearTimeout(party.timer);
    party.timer = setTimeout(() => startWaiting(party), Math.ceil(msUntilFree(party, now_ms)));
  }

  function startWaiting(party: Party): void {
    const now_ms = elapsedMs();
    for (const visit of party.waiting) {
      if (msUntilFree(party, now_ms) > 0) break;
      party.waiting.delete(visit);
      start(visit, now_ms);
    }
    if (party.waiting.size > 0) startLater(party, now_ms);
  }

  function leave(visit: Visit, now_ms: number): void {
    const { party } = visit;
    party.waiting.delete(visit);
    visit.until_ms = visit.since_ms + served_ms_min;
    if (visit.until_ms <= now_ms || isAlone(party, now_ms)) party.served.delete(visit);
    if (party.waiting.size > 0) startLater(party, now_ms);
  }

  return {
    begin(request, name, startIt) {
      const now_ms = elapsedMs();
      note(name, now_ms);
      const party = partyOf(name);
      const visit: Visit = { party, start: startIt, since_ms: now_ms, until_ms: now_ms };
      visits.set(request, visit);
      if (party.waiting.size === 0 && msUntilFree(party, now_ms) === 0) return start(visit, now_ms);
      party.waiting.add(visit);
      if (party.waiting.size === 1) startLater(party, now_ms);
    },
    end(request) {
      const visit = visits.get(request);
      if (visit === undefined) return;
      visits.delete(request);
      leave(visit, elapsedMs());
    },
  };
}
