import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type LogEvent, openLiveStream, type StreamParts } from './stream.ts';

const CLOSED = 2;

/**
 * A fake connection to the server. Through it the test acts as the server, and sends events to the tab that has opened
 * the connection.
 */
class FakeSource extends EventTarget {
  readyState = 1;
  readonly url: string;
  constructor(url: string) {
    super();
    this.url = url;
  }
  close(): void {
    this.readyState = CLOSED;
  }
  send(type: string, data?: object): void {
    this.dispatchEvent(new MessageEvent(type, { data: JSON.stringify(data) }));
  }
}

function newBrowser() {
  const sources: FakeSource[] = [];
  type FakeChannel = { name: string; listener: ((event: MessageEvent) => void) | undefined };
  const channels = new Set<FakeChannel>();
  const waiting: (() => void)[] = [];
  let is_held = false;
  const next = (): void => {
    is_held = false;
    waiting.shift()?.();
  };
  const parts: StreamParts = {
    connect(url) {
      const source = new FakeSource(url);
      sources.push(source);
      return source;
    },
    openChannel(name) {
      const known: FakeChannel = { name, listener: undefined };
      const channel = {
        addEventListener: (_: 'message', listener: (event: MessageEvent) => void) => {
          known.listener = listener;
        },
        postMessage: (data: unknown) => {
          for (const other of channels)
            if (other !== known && other.name === name) other.listener?.(new MessageEvent('message', { data }));
        },
        close: () => void channels.delete(known),
      };
      channels.add(known);
      return channel;
    },
    locks: {
      async request(_, { signal }, run) {
        const take = async (): Promise<void> => {
          is_held = true;
          await run();
          next();
        };
        if (!is_held) return take();
        await new Promise<void>((resolve, reject) => {
          const wait = (): void => void take().then(resolve, reject);
          waiting.push(wait);
          signal?.addEventListener('abort', () => {
            if (waiting.includes(wait)) waiting.splice(waiting.indexOf(wait), 1);
            reject(new Error('aborted'));
          });
        });
      },
    },
  };
  return { parts, sources, open: () => sources.filter(({ readyState }) => readyState !== CLOSED) };
}

const URL = '/console/api/c/sandbox/events/stream/';
const event = (cursor: string): LogEvent => ({ cursor, event_type: 'order-created', created_at: '', payload: {} });

function newTab(parts: StreamParts) {
  const stream = openLiveStream('live', URL, parts);
  const seen: string[] = [];
  const { is_live } = stream.subscribe({
    onEvent: ({ cursor }) => void seen.push(cursor),
    onOpen: () => void seen.push('open'),
    onState: (is_live) => void seen.push(is_live ? 'live' : 'lost'),
  });
  return { stream, seen, is_live };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('all listeners of all tabs share one connection, and each gets every event', () => {
  const browser = newBrowser();
  const [first, second] = [newTab(browser.parts), newTab(browser.parts)];
  const more: string[] = [];
  first.stream.subscribe({ onEvent: ({ cursor }) => void more.push(cursor), onOpen() {}, onState() {} });
  expect(browser.sources.map(({ url }) => url)).toEqual([URL]);
  browser.sources[0]?.send('place', { cursor: 'e0' });
  browser.sources[0]?.send('event', event('e1'));
  expect([first.seen, second.seen, more]).toEqual([['live', 'open', 'e1'], ['live', 'open', 'e1'], ['e1']]);
});

test('a tab that is opened later gets the information that the stream is connected', () => {
  const browser = newBrowser();
  newTab(browser.parts);
  browser.sources[0]?.send('place', { cursor: 'e0' });
  const { stream, seen, is_live } = newTab(browser.parts);
  expect([is_live, seen]).toEqual([true, []]);
  expect(stream.size()).toBe(1);
});

test('when the connected tab closes, the next tab connects and continues after the last event', async () => {
  const browser = newBrowser();
  const [first, second] = [newTab(browser.parts), newTab(browser.parts)];
  browser.sources[0]?.send('place', { cursor: 'e0' });
  browser.sources[0]?.send('event', event('e7'));
  first.stream.close();
  await vi.advanceTimersByTimeAsync(0);
  expect(browser.open().map(({ url }) => url)).toEqual([`${URL}?after=e7`]);
  browser.open()[0]?.send('place', { cursor: 'e7' });
  browser.open()[0]?.send('event', event('e8'));
  expect(second.seen).toEqual(['live', 'open', 'e7', 'lost', 'live', 'open', 'e8']);
  expect(first.seen).toEqual(['live', 'open', 'e7']);
});

test('if the connected tab closes before the first event, the next tab continues at the place in the log where the stream began', async () => {
  const browser = newBrowser();
  const first = newTab(browser.parts);
  browser.sources[0]?.send('place', { cursor: 'e0' });
  newTab(browser.parts);
  first.stream.close();
  await vi.advanceTimersByTimeAsync(0);
  expect(browser.open().map(({ url }) => url)).toEqual([`${URL}?after=e0`]);
});

test('a tab that closes while it waits for the lock never connects', async () => {
  const browser = newBrowser();
  const [first, second] = [newTab(browser.parts), newTab(browser.parts)];
  second.stream.close();
  first.stream.close();
  await vi.advanceTimersByTimeAsync(0);
  expect([browser.sources.length, browser.open().length]).toEqual([1, 0]);
});

test('the stream connects again after an error response and after the server ends it, but not after close()', async () => {
  const browser = newBrowser();
  const { stream, seen } = newTab(browser.parts);
  browser.sources[0]?.send('place', { cursor: 'e0' });
  browser.sources[0]?.close();
  browser.sources[0]?.send('error');
  await vi.runOnlyPendingTimersAsync();
  expect(browser.sources).toHaveLength(2);
  browser.sources[1]?.send('place', { cursor: 'e0' });
  browser.sources[1]?.send('end');
  expect(seen).toEqual(['live', 'open', 'lost', 'live', 'open', 'lost']);
  await vi.runOnlyPendingTimersAsync();
  expect([browser.sources.length, browser.open().length]).toEqual([3, 1]);
  browser.sources[2]?.close();
  browser.sources[2]?.send('error');
  stream.close();
  await vi.runOnlyPendingTimersAsync();
  expect(browser.sources).toHaveLength(3);
});

test('a browser without locks opens one connection per tab', () => {
  const browser = newBrowser();
  const parts = { ...browser.parts, locks: undefined };
  newTab(parts);
  newTab(parts);
  expect(browser.sources).toHaveLength(2);
});
