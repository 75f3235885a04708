// The stream of the event log, shared by all tabs of a browser that show the same client and environment. One tab holds
// a lock, connects to the server, and passes the events on to the other tabs. When this tab is closed, the next tab
// gets the lock and continues at the same place of the log. The tabs share one connection, because the number of
// connections is limited: over HTTP/1.1 a browser opens only six connections to a host, and the server allows only six
// streams per session.

export type LogEvent = {
  cursor: string;
  event_type: string;
  created_at: string;
  payload: Readonly<Record<string, unknown>>;
};

export type Listener = {
  onEvent(event: LogEvent): void;
  /** Called each time the stream has connected. Events that happened before this moment may be missing. */
  onOpen(): void;
  onState(is_live: boolean): void;
};

export type LiveStream = {
  /** Returns whether the stream is connected, and a function that ends the subscription. */
  subscribe(listener: Listener): { is_live: boolean; leave(): void };
  /** The number of listeners. */
  size(): number;
  close(): void;
};

type Source = Pick<EventTarget, 'addEventListener'> & Pick<EventSource, 'close' | 'readyState'>;
type Channel = Pick<BroadcastChannel, 'postMessage' | 'close'> & {
  addEventListener(type: 'message', listener: (event: MessageEvent) => void): void;
};

/** The parts of the browser that a stream uses. Without `locks`, each tab has its own connection. */
export type StreamParts = {
  connect(url: string): Source;
  openChannel(name: string): Channel;
  locks: { request(name: string, options: LockOptions, run: () => Promise<void>): Promise<void> } | undefined;
};

/** The messages between tabs. The connected tab answers `ask` with `state`. */
type Message =
  | { kind: 'event'; event: LogEvent }
  | { kind: 'opened'; cursor: string }
  | { kind: 'state'; is_live: boolean; cursor: string | undefined }
  | { kind: 'ask' };

const RETRY_MIN_MS = 2_000;
const RETRY_MAX_MS = 30_000;
const CLOSED = 2;

/** Opens the stream of `url`. Streams with the same `name` share one connection, also if they are in different tabs. */
export function openLiveStream(name: string, url: string, parts: StreamParts): LiveStream {
  const listeners = new Set<Listener>();
  const ending = new AbortController();
  const channel = parts.locks === undefined ? undefined : parts.openChannel(name);
  let is_live = false;
  let is_connected_here = false;
  let cursor: string | undefined;

  function setLive(next: boolean): void {
    is_live = next;
    for (const listener of listeners) listener.onState(next);
  }

  function take(message: Message): void {
    switch (message.kind) {
      case 'event':
        cursor = message.event.cursor;
        for (const listener of listeners) listener.onEvent(message.event);
        return;
      case 'opened':
        cursor = message.cursor;
        setLive(true);
        for (const listener of listeners) listener.onOpen();
        return;
      case 'state':
        cursor ??= message.cursor;
        setLive(message.is_live);
        return;
      case 'ask':
        if (is_connected_here) send({ kind: 'state', is_live, cursor });
    }
  }

  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A BroadcastChannel reaches only its own origin.
  const send = (message: Message): void => channel?.postMessage(message);
  const tell = (message: Message): void => {
    take(message);
    send(message);
  };

  function connect(): void {
    is_connected_here = true;
    keepConnected({
      connect: () => parts.connect(cursor === undefined ? url : `${url}?${new URLSearchParams({ after: cursor })}`),
      tell,
      isLive: () => is_live,
      cursor: () => cursor,
      signal: ending.signal,
    });
  }

  if (channel === undefined || parts.locks === undefined) connect();
  else {
    channel.addEventListener('message', ({ data }: MessageEvent<Message>) => take(data));
    send({ kind: 'ask' });
    const lead = (): Promise<void> =>
      new Promise((resolve) => {
        if (ending.signal.aborted) return resolve();
        ending.signal.addEventListener('abort', () => resolve(), { once: true });
        connect();
      });
    // The request for the lock is rejected if the stream is closed while another tab holds the lock.
    parts.locks.request(name, { signal: ending.signal }, lead).catch(() => undefined);
  }

  return {
    subscribe(listener) {
      listeners.add(listener);
      return { is_live, leave: () => void listeners.delete(listener) };
    },
    size: () => listeners.size,
    close() {
      if (is_connected_here) send({ kind: 'state', is_live: false, cursor });
      ending.abort();
      channel?.close();
    },
  };
}

type Connection = {
  connect(): Source;
  tell(message: Message): void;
  isLive(): boolean;
  cursor(): string | undefined;
  signal: AbortSignal;
};

/** Connects, and connects again after an error response or after the server has ended the stream. */
function keepConnected({ connect, tell, isLive, cursor, signal }: Connection): void {
  let wait_ms = RETRY_MIN_MS;
  const attempt = (): void => {
    const source = connect();
    let retrying: ReturnType<typeof setTimeout> | undefined;
    const isLost = (): void => {
      if (isLive()) tell({ kind: 'state', is_live: false, cursor: cursor() });
    };
    const retry = (): void => {
      source.close();
      isLost();
      signal.removeEventListener('abort', stop);
      retrying = setTimeout(attempt, wait_ms);
      signal.addEventListener('abort', stop, { once: true });
      wait_ms = Math.min(2 * wait_ms, RETRY_MAX_MS);
    };
    const stop = (): void => {
      clearTimeout(retrying);
      source.close();
    };
    signal.addEventListener('abort', stop, { once: true });
    // In each stream, the server first sends the stream's place in the log.
    source.addEventListener('place', (message) => {
      if (!(message instanceof MessageEvent)) return;
      wait_ms = RETRY_MIN_MS;
      tell({ kind: 'opened', cursor: JSON.parse(message.data).cursor });
    });
    // After a lost connection the browser reconnects automatically. After an error response, such as 503 while the
    // database is unavailable, the browser does not reconnect.
    source.addEventListener('error', () => (source.readyState === CLOSED ? retry() : isLost()));
    source.addEventListener('event', (message) => {
      if (message instanceof MessageEvent) tell({ kind: 'event', event: JSON.parse(message.data) });
    });
    // The server ends the stream when the session has ended or the role has changed.
    source.addEventListener('end', retry);
  };
  attempt();
}
