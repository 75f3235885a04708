// Tracks requests whose bodies are still arriving. They take no slot (slots.ts), because they are not processed yet.
// But each request costs a socket and memory, so the number of requests and their bytes are limited. At the limit, a
// new request is not rejected. Instead, the longest-idle request from the address with the most requests (or bytes) is
// evicted. An honest client sends its body within moments, so its request is hardly ever evicted. Behind a proxy that
// is not configured as trusted, all requests share one address, but idle requests are still evicted before busy
// requests.

export type ArrivalLimits = {
  /** The maximum number of requests whose bodies are still arriving. */
  arrivals_max: number;
  /** The maximum total number of bytes received for all partial bodies. */
  arrivals_bytes_max: number;
};

export type Arrivals<Request> = {
  /** Starts to track a request. `refuse` is called if the request is evicted, and it is called at most once. */
  begin(request: Request, address: string, refuse: () => void): void;
  /**
   * Records the bytes received so far. Returns false if the bytes do not fit, or if the request was already evicted.
   */
  grow(request: Request, bytes: number): boolean;
  /** Stops tracking the request. Returns whether the request was still tracked. */
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

  /**
   * Evicts one request from the address with the most requests or bytes. It is the request whose last byte arrived
   * longest ago. If the limit for bytes is exceeded, requests without bytes are skipped.
   */
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
      // Moves the request to the end of the set, because the set is ordered by the time of the last received byte.
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
