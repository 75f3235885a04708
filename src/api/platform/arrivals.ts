// Requests whose bodies are still on their way. They are no work yet, so they take no slot from anybody; they cost a socket
// and memory, and are bounded by both. Nobody is turned away at these bounds: whoever comes takes the place of the one that
// has been idle longest at the address that holds most. An honest body is complete within moments and never the one; and
// behind a proxy that is not named as one, where all have a single address, the idle are still told from the busy.

export type ArrivalLimits = {
  /** Unfinished bodies at once. */
  arrivals_max: number;
  /** And what has come of them, in bytes. */
  arrivals_bytes_max: number;
};

export type Arrivals<Request> = {
  /** `refuse` is called at most once, when the request has to make room; it has then left already. */
  begin(request: Request, address: string, refuse: () => void): void;
  /** So much of its body is here. False when there is no room for that, or it had to make room before. */
  grow(request: Request, bytes: number): boolean;
  /** Whether it was one of them until now. */
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

  /** Of the address that is heaviest, the one whose last byte came longest ago. */
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
      // The order of the set is the order in which they were last heard of.
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
