// How much of one party is served at once on the thread that serves everybody. A party that is alone has no bound here.
// With others about, a few of its requests are served at a time, no faster than ordinary work goes, and the others wait: so
// a neighbour's request meets those few and never all that a flood has sent. Parties do not wait for each other.
import { elapsedMs } from './clock.ts';

export type ThreadShares<Request> = {
  /** Calls `start` now, or when it is the request's turn. */
  begin(request: Request, party: string, start: () => void): void;
  /** The request is answered. One that has not started never will. */
  end(request: Request): void;
};

type Bounds = {
  /** Served at once of a party that is not alone. */
  at_once: number;
  /** A request has its place for as long at least, so that refusals, which cost little, are not served by the thousand. */
  served_ms_min: number;
  /** One that takes longer waits for something else than this thread, and others of its party need not wait for it. */
  served_ms_max: number;
  /** A party is alone when no other one began a request for so long. */
  alone_ms: number;
};

const BOUNDS: Bounds = { at_once: 4, served_ms_min: 4, served_ms_max: 50, alone_ms: 1_000 };

/** Known at least, before those that send nothing any more are forgotten. */
const PARTIES_MAX = 1_000;

type Visit = { readonly party: Party; readonly start: () => void; since_ms: number; until_ms: number };
type Party = {
  readonly name: string;
  readonly served: Set<Visit>;
  /** In the order they came. */
  readonly waiting: Set<Visit>;
  /** For when the next one may start. */
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
  /** The party that began the last request, and when any other last did. */
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

  /** Looks at all of them whenever they have doubled. */
  function forgetIdle(): void {
    const now_ms = elapsedMs();
    for (const [name, { served, waiting }] of parties) {
      const is_served = [...served].some(({ until_ms }) => until_ms > now_ms);
      if (!is_served && waiting.size === 0) parties.delete(name);
    }
    parties_max = Math.max(PARTIES_MAX, 2 * parties.size);
  }

  /** 0 when one may start now. */
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

  /** Never within the answer that made room: everybody else has a round of the event loop first. */
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
