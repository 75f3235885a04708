// The webhook client's connection pool. It keeps up to 32 connections per origin alive for reuse. Further requests wait
// in a queue. Each origin has its own queue, so a busy origin never delays requests to another origin.
import { Client } from 'undici';
import { hostOf } from './addresses.ts';
import { type Guard, guardedConnect, type Target } from './guarded-connect.ts';

/** One slot of the pool, with one connection at a time. The connection may be replaced between two requests. */
export type Line = {
  readonly client: Client;
  readonly lane: Lane;
  /** The number of responses received over the current connection. */
  answers_count: number;
  readonly ending: AbortController;
};

export type Lines = {
  /**
   * Calls `use` with a connection to the origin. If all 32 connections are in use, calls `use` as soon as one of them
   * is free.
   */
  take(url: URL, use: (line: Line) => void): void;
  /** Makes the connection available for the next request. Callers use this method after a complete response. */
  release(line: Line): void;
  /** Closes the connection. Callers use this method if there was no complete response. */
  drop(line: Line): void;
  /** Closes the connection and returns a new connection that replaces it. */
  renew(line: Line): Line;
  close(): Promise<void>;
};

export const CONNECTIONS_MAX = 32;
export const HEADER_BYTES_MAX = 16 * 1024;

/**
 * The state of one origin. It is deleted together with the last connection of the origin, so that memory does not grow
 * with the number of origins.
 */
type Lane = {
  readonly origin: string;
  readonly target: Target;
  readonly lines: Set<Line>;
  readonly idle: Line[];
  readonly waiting: ((line: Line) => void)[];
};

const CLIENT_OPTIONS = {
  maxHeaderSize: HEADER_BYTES_MAX,
  // undici restarts both of its timeouts (headers and body) on every byte. We disable them and use our own timeout,
  // which does not restart.
  headersTimeout: 0,
  bodyTimeout: 0,
  // Many servers close a connection that has been idle for five seconds. So we close an idle connection earlier. A
  // keep-alive hint of the server can shorten our limit, but not extend it.
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

/** Closes the connection, even while it is still being opened. */
async function end({ client, ending }: Line): Promise<void> {
  ending.abort();
  await client.destroy();
}

const targetOf = (url: URL): Target => ({
  protocol: url.protocol,
  hostname: hostOf(url),
  port: Number(url.port) || (url.protocol === 'https:' ? 443 : 80),
});
