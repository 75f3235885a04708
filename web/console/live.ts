// Live events: server-sent events from the event log. After a lost connection the browser reconnects by itself; after an
// error response the page does. The stream continues after the last event that the page has received.
import { useEffect, useRef, useState } from 'preact/hooks';
import { useDesk } from './desk.tsx';

export type LogEvent = {
  cursor: string;
  event_type: string;
  created_at: string;
  payload: Readonly<Record<string, unknown>>;
};

const RETRY_MIN_MS = 2_000;
const RETRY_MAX_MS = 30_000;

type LiveOptions = {
  /** The stream is connected while this is true. The default is true. */
  is_on?: boolean;
  /**
   * Called whenever the stream is connected. Data that was loaded earlier can lack events that happened before the
   * stream was connected.
   */
  onOpen?(): void;
};

/** Calls `onEvent` for every new event. Returns whether the stream is connected. */
export function useLive(onEvent: (event: LogEvent) => void, { is_on = true, onOpen }: LiveOptions = {}): boolean {
  const { http, own } = useDesk();
  const [is_live, setLive] = useState(false);
  const url = http.url(own('events/stream/'));
  const now = useRef({ onEvent, onOpen });
  now.current = { onEvent, onOpen };
  const last_cursor = useRef<string | undefined>(undefined);
  useEffect(() => {
    if (!is_on) return;
    let source: EventSource;
    let retrying: ReturnType<typeof setTimeout> | undefined;
    let wait_ms = RETRY_MIN_MS;
    const connect = (): void => {
      const after = last_cursor.current;
      source = new EventSource(after === undefined ? url : `${url}?after=${encodeURIComponent(after)}`);
      source.addEventListener('open', () => {
        wait_ms = RETRY_MIN_MS;
        setLive(true);
        now.current.onOpen?.();
      });
      source.addEventListener('error', () => {
        setLive(false);
        // After an error response, such as 503 while the database is unavailable, the browser does not reconnect.
        if (source.readyState !== EventSource.CLOSED) return;
        retrying = setTimeout(connect, wait_ms);
        wait_ms = Math.min(2 * wait_ms, RETRY_MAX_MS);
      });
      source.addEventListener('event', ({ data }: MessageEvent<string>) => {
        const event: LogEvent = JSON.parse(data);
        last_cursor.current = event.cursor;
        now.current.onEvent(event);
      });
      // The server ends the stream when the session has ended or the role has changed.
      source.addEventListener('end', () => {
        source.close();
        setLive(false);
      });
    };
    connect();
    return () => {
      clearTimeout(retrying);
      source.close();
      setLive(false);
    };
  }, [url, is_on]);
  return is_live;
}

const QUIET_MS = 400;

/**
 * Calls `reload` after events for which `matches` returns true, and after the stream was connected. Several events
 * within a short time cause only one call.
 */
export function useReloadOn(matches: (event: LogEvent) => boolean, reload: () => void): boolean {
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const schedule = (): void => {
    clearTimeout(timer.current);
    timer.current = setTimeout(reload, QUIET_MS);
  };
  return useLive((event) => matches(event) && schedule(), { onOpen: schedule });
}

const FOLLOWED_MS = 6_000;
const FOLLOWED_EVERY_MS = 1_500;

/**
 * Calls `reload` once after the stream was connected, and several times in the seconds after each event. This is for
 * data that changes shortly after an event, such as webhook deliveries. The returned function causes the same calls as
 * an event.
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
