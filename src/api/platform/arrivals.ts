// Requests whose bodies are still arriving. They are not work yet, so they take no slot; they cost a socket and memory,
// and both are bounded. A new request is never refused at these bounds: it replaces the request that has been idle
// longest at the address with the most. An honest body is complete within moments and so is never chosen. Behind a
// proxy that is not configured as trusted, where all requests share one address, idle requests are still distinguished
// from busy ones.

export type ArrivalLimits = {
  /** Number of unfinished bodies at a time. */
  arrivals_max: number;
  /** Bytes received of unfinished bodies, in total. */
  arrivals_bytes_max: number;
};

export type Arrivals<Request> = {
  /** `refuse` is called at most once, when the request is evicted; by then it has already been removed. */
  begin(request: Request, address: string, refuse: () => void): void;
  /** Records the bytes received so far. False when they do not fit, or the request was already evicted. */
  grow(request: Request, bytes: number): boolean;
  /** Returns whether the request was still tracked. */
  end(request: Request): boolean;
};

type Arrival = { readonly at: Address; readonly refuse: () => void; bytes: number };
type Address = { readonly name: string; bytes: number; readonly requests: Set<object> };

export function openArrivals<Request extends object>({
  arrivals_max,
  arrivals_bytes_max,
}: ArrivalLimits): Arrivals<Request> {
  const arrivals = new Map<object, Arrival>();
  const addresses = new Map<string, Address>();
  let bytes_total = 0;

  const addressOf = (name: string): Address => {
    const known = addresses.get(name) ?? { name, bytes: 0, requests: new Set() };
    addresses.set(name, known);
    return known;
  };

  function leave(request: object, { at, bytes }: Arrival): void {
    arrivals.delete(request);
    bytes_total -= bytes;
    at.bytes -= bytes;
    at.requests.delete(request);
    if (at.requests.size === 0) addresses.delete(at.name);
  }

  /** Evicts, at the heaviest address, the request whose last byte arrived longest ago. */
  function makeRoom(weigh: (address: Address) => number, weighsSomething: (arrival: Arrival) => boolean): void {
    let heaviest: Address | undefined;
    for (const address of addresses.values()) {
      if (heaviest === undefined || weigh(address) > weigh(heaviest)) heaviest = address;
    }
    for (const request of heaviest?.requests ?? []) {
      const arrival = arrivals.get(request);
      if (arrival === undefined || !weighsSomething(arrival)) continue;
      leave(request, arrival);
      return arrival.refuse();
    }
  }

  return {
    begin(request, address, refuse) {
      const at = addressOf(address);
      at.requests.add(request);
      arrivals.set(request, { at, refuse, bytes: 0 });
      if (arrivals.size > arrivals_max) makeRoom(numberOf, () => true);
    },
    grow(request, bytes) {
      const arrival = arrivals.get(request);
      if (arrival === undefined) return false;
      const { at } = arrival;
      bytes_total += bytes - arrival.bytes;
      at.bytes += bytes - arrival.bytes;
      arrival.bytes = bytes;
      // The set is ordered by the time of the last received byte.
      at.requests.delete(request);
      at.requests.add(request);
      while (bytes_total > arrivals_bytes_max) makeRoom(bytesOf, hasBytes);
      return arrivals.has(request);
    },
    end(request) {
      const arrival = arrivals.get(request);
      if (arrival !== undefined) leave(request, arrival);
      return arrival !== undefined;
    },
  };
}

const numberOf = ({ requests }: Address): number => requests.size;
const bytesOf = ({ bytes }: { bytes: number }): number => bytes;
const hasBytes = ({ bytes }: { bytes: number }): boolean => bytes > 0;
