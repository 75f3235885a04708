// Live events: server-sent events from the event log. The browser reconnects by itself and continues after the last
// event that it has received.
import { useEffect, useRef, useState } from 'preact/hooks';
import { useDesk } from './desk.tsx';

export type LogEvent = {
  cursor: string;
  event_type: string;
  created_at: string;
  payload: Readonly<Record<string, unknown>>;
};

/**
 * Calls `onEvent` for every new event, and `onOpen` whenever the stream is connected. Data that was loaded earlier can
 * lack events that happened before the stream was connected. Returns whether the stream is connected.
 */
export function useLive(onEvent: (event: LogEvent) => void, is_on = true, onOpen?: () => void): boolean {
  const { http, own } = useDesk();
  const [is_live, setLive] = useState(false);
  const url = http.url(own('events/stream/'));
  const now = useRef({ onEvent, onOpen });
  now.current = { onEvent, onOpen };
  useEffect(() => {
    if (!is_on) return;
    const source = new EventSource(url);
    source.addEventListener('open', () => {
      setLive(true);
      now.current.onOpen?.();
    });
    source.addEventListener('error', () => setLive(false));
    source.addEventListener('event', ({ data }: MessageEvent<string>) => now.current.onEvent(JSON.parse(data)));
    // The server ends the stream when the session has ended or the role has changed.
    source.addEventListener('end', () => {
      source.close();
      setLive(false);
    });
    return () => source.close();
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
  return useLive((event) => matches(event) && schedule(), true, schedule);
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
  useLive(follow, true, () => now.current());
  return follow;
}
