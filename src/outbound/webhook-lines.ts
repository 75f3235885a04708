// The connections of the webhook client: a few per origin, kept for the next request while they are warm. Whoever asks
// for one beyond that waits in line behind others of the same origin, and nobody else does.
import { Client } from 'undici';
import { hostOf } from './addresses.ts';
import { type Guard, guardedConnect, type Target } from './guarded-connect.ts';

/** One place for a connection. Between two requests its connection may have been replaced. */
export type Line = {
  readonly client: Client;
  readonly lane: Lane;
  /** How many answers came over the connection it has now. */
  answers_count: number;
  readonly ending: AbortController;
};

export type Lines = {
  /** Hands over a line to the origin: at once, or when one of its 32 comes free. */
  take(url: URL, use: (line: Line) => void): void;
  /** After a complete answer: the connection may serve the next request. */
  release(line: Line): void;
  /** After anything else: the connection is ended. */
  drop(line: Line): void;
  /** Ends the connection and gives the same user a new one. */
  renew(line: Line): Line;
  close(): Promise<void>;
};

export const CONNECTIONS_MAX = 32;
export const HEADER_BYTES_MAX = 16 * 1024;

/** All there is of one origin; gone with its last line, so that many origins leave nothing behind. */
type Lane = {
  readonly origin: string;
  readonly target: Target;
  readonly lines: Set<Line>;
  readonly idle: Line[];
  readonly waiting: ((line: Line) => void)[];
};

const CLIENT_OPTIONS = {
  maxHeaderSize: HEADER_BYTES_MAX,
  // Both would begin anew with every byte; whoever sends a request has a limit that does not.
  headersTimeout: 0,
  bodyTimeout: 0,
  // Servers commonly hang up after five idle seconds. A hint of theirs shortens our four, and never lengthens them.
  keepAliveTimeout: 4_000,
  keepAliveMaxTimeout: 4_000,
  keepAliveTimeoutThreshold: 1_000,
} satisfies Client.Options;

export function openLines(guard: Guard): Lines {
  const lanes = new Map<string, Lane>();

  function laneOf(url: URL): Lane {
    const { origin } = url;
    const known = lanes.get(origin);
    if (known !== undefined) return known;
    const lane: Lane = { origin, target: targetOf(url), lines: new Set(), idle: [], waiting: [] };
    lanes.set(origin, lane);
    return lane;
  }

  function open(lane: Lane): Line {
    const ending = new AbortController();
    const client = new Client(lane.origin, {
      ...CLIENT_OPTIONS,
      connect: (_, done) => {
        guardedConnect(lane.target, guard, ending.signal).then(
          (socket) => done(null, socket),
          (error: Error) => done(error, null),
        );
      },
    });
    const line: Line = { client, lane, answers_count: 0, ending };
    client.on('disconnect', () => {
      line.answers_count = 0;
      const at = lane.idle.indexOf(line);
      if (at === -1) return;
      lane.idle.splice(at, 1);
      drop(line);
    });
    lane.lines.add(line);
    return line;
  }

  function release(line: Line): void {
    const { idle, waiting } = line.lane;
    line.answers_count++;
    const next = waiting.shift();
    if (next === undefined) idle.push(line);
    else next(line);
  }

  function drop(line: Line): void {
    const { lane } = line;
    if (!lane.lines.delete(line)) return;
    void end(line);
    const next = lane.waiting.shift();
    if (next !== undefined) next(open(lane));
    else if (lane.lines.size === 0) lanes.delete(lane.origin);
  }

  return {
    take(url, use) {
      const lane = laneOf(url);
      const line = lane.idle.pop() ?? (lane.lines.size < CONNECTIONS_MAX ? open(lane) : undefined);
      if (line === undefined) lane.waiting.push(use);
      else use(line);
    },
    release,
    drop,
    renew(line) {
      line.lane.lines.delete(line);
      void end(line);
      return open(line.lane);
    },
    async close() {
      const lines = [...lanes.values()].flatMap((lane) => [...lane.lines]);
      lanes.clear();
      await Promise.all(lines.map(end));
    },
  };
}

/** A connection still being made is given up too. */
async function end({ client, ending }: Line): Promise<void> {
  ending.abort();
  await client.destroy();
}

const targetOf = (url: URL): Target => ({
  protocol: url.protocol,
  hostname: hostOf(url),
  port: Number(url.port) || (url.protocol === 'https:' ? 443 : 80),
});
