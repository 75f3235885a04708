// Live events: the hooks with which pages follow the event log. All hooks of a tab use one stream.
import { useEffect, useRef, useState } from 'preact/hooks';
import { useDesk } from './desk.tsx';
import { type Listener, type LiveStream, type LogEvent, openLiveStream, type StreamParts } from './stream.ts';

const BROWSER: StreamParts = {
  connect: (url) => new EventSource(url),
  openChannel: (name) => new BroadcastChannel(name),
  locks: isSecureContext ? navigator.locks : undefined,
};

const streams = new Map<string, LiveStream>();

/** Opens the stream for its first listener, and closes it after its last listener has left. */
function join(name: string, url: string, listener: Listener): { is_live: boolean; leave(): void } {
  const stream = streams.get(name) ?? openLiveStream(name, url, BROWSER);
  streams.set(name, stream);
  const { is_live, leave } = stream.subscribe(listener);
  return {
    is_live,
    leave() {
      leave();
      if (stream.size() > 0) return;
      streams.delete(name);
      stream.close();
    },
  };
}

type LiveOptions = {
  /**
   * Called each time the stream has connected. Data that was loaded earlier can lack events that happened before this
   * moment.
   */
  onOpen?(): void;
};

/** Calls `onEvent` for every new event. Returns whether the stream is connected. */
export function useLive(onEvent: (event: LogEvent) => void, { onOpen }: LiveOptions = {}): boolean {
  const { http, own, session } = useDesk();
  const [is_live, setLive] = useState(false);
  const url = http.url(own('events/stream/'));
  const name = `vouch-live ${session.user.id} ${url}`;
  const now = useRef({ onEvent, onOpen });
  now.current = { onEvent, onOpen };
  useEffect(() => {
    const joined = join(name, url, {
      onEvent: (event) => now.current.onEvent(event),
      onOpen: () => now.current.onOpen?.(),
      onState: setLive,
    });
    setLive(joined.is_live);
    return joined.leave;
  }, [name, url]);
  return is_live;
}

const ignore = (): void => undefined;

/** Keeps the stream open while the user changes from one page to another. */
export const useOpenStream = (): void => void useLive(ignore);

const GATHERED_MS = 400;

/**
 * Calls `reload` after each event for which `matches` returns true, and each time the stream of events has connected.
 * If several of these things happen within `gathered_ms`, calls `reload` only once.
 */
export function useReloadOn(
  matches: (event: LogEvent) => boolean,
  reload: () => void,
  gathered_ms: number = GATHERED_MS,
): boolean {
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const now = useRef(reload);
  now.current = reload;
  useEffect(() => () => clearTimeout(timer.current), []);
  const schedule = (): void => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      now.current();
    }, gathered_ms);
  };
  return useLive((event) => matches(event) && schedule(), { onOpen: schedule });
}

const FOLLOWED_MS = 6_000;
const FOLLOWED_EVERY_MS = 1_500;

/**
 * Calls `reload` once after the stream was connected, and several times in the seconds after each event. Pages use this
 * hook for data that changes shortly after an event, such as webhook deliveries. A call of the returned function has
 * the same effect as an event.
 */
export function useFollowUps(reload: () => void): () => void {
  const until = useRef(0);
  const timer = useRef<ReturnType<typeof setInterval> | undefined>(undefined);
  const now = useRef(reload);
  now.current = reload;
  const follow = (): void => {
    until.current = performance.now() + FOLLOWED_MS;
    timer.current ??= setInterval(() => {
      now.current();
      if (performance.now() < until.current) return;
      clearInterval(timer.current);
      timer.current = undefined;
    }, FOLLOWED_EVERY_MS);
  };
  useEffect(() => () => clearInterval(timer.current), []);
  useLive(follow, { onOpen: () => now.current() });
  return follow;
}
