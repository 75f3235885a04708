import { describe, expect, test } from 'vitest';
import { isToFrame, isToHost, type Peer, receive, type ToFrame, type ToHost, VERSION } from './protocol.ts';

const COMMON = { bridge_token: 't', product_type: 'income' };
const event = (type: string, payload: unknown, more: object = {}) => ({
  type: 'event',
  event: { type, payload, source: 'bridge' },
  settles: null,
  ...more,
});

describe('isToHost, for messages from the frame', () => {
  const right: ToHost[] = [
    { type: 'ready' },
    { type: 'close' },
    { type: 'closed' },
    { type: 'success', public_token: null, metadata: null },
    { type: 'success', public_token: 'p', metadata: { task_id: 't', employer: { name: '' } } },
    { type: 'event', event: { type: 'OPEN', payload: COMMON, source: 'bridge' }, settles: null },
    {
      type: 'event',
      event: { type: 'SCREEN_VIEW', payload: { ...COMMON, view_name: 'ERROR' }, source: 'bridge' },
      settles: null,
    },
    { type: 'event', event: { type: 'COMPLETED', payload: { order_id: 'o' }, source: 'order' }, settles: null },
  ];
  test.for(right)('isToHost accepts %j', (message) => {
    expect(isToHost(message)).toBe(true);
  });

  test.for([
    undefined,
    null,
    'ready',
    [],
    {},
    { type: 'open' },
    { type: 'toString' },
    { type: 'ready', more: 1 },
    { type: 'success', public_token: 'p' },
    { type: 'success', public_token: 7, metadata: null },
    { type: 'success', public_token: 'x'.repeat(4097), metadata: null },
    { type: 'success', public_token: 'p', metadata: { task_id: 't', employer: {} } },
    event('OPEN', undefined),
    event('OPEN', { ...COMMON, more: '' }),
    event('LOAD', {}),
    event('NONE', undefined),
    event('hasOwnProperty', undefined),
    event('SCREEN_VIEW', { ...COMMON, view_name: 'OTHER' }),
    event('OPEN', COMMON, { more: 1 }),
    event('OPEN', COMMON, { settles: 7 }),
    { type: 'event', event: { type: 'OPEN', payload: COMMON, source: 'elsewhere' }, settles: null },
  ])('isToHost rejects %j', (message) => {
    expect(isToHost(message)).toBe(false);
  });
});

describe('isToFrame, for messages from the page', () => {
  const open: ToFrame = { type: 'open', bridge_token: 't', company_mapping_id: null, settled: ['a'] };
  test('isToFrame accepts the messages `open`, `close` and `leave`', () => {
    expect([open, { type: 'close' }, { type: 'leave' }].every(isToFrame)).toBe(true);
  });

  test.for([
    { ...open, bridge_token: null },
    { ...open, settled: 'a' },
    { ...open, settled: [7] },
    { ...open, settled: Array.from({ length: 101 }, () => 'a') },
    { ...open, more: 1 },
    { type: 'ready' },
  ])('isToFrame rejects %j', (message) => {
    expect(isToFrame(message)).toBe(false);
  });
});

describe('receiving messages', () => {
  const friend = {} as Window;
  const peer: Peer = { window: () => friend, origin: 'https://verify.example', nonce: 'n' };
  const sealed = { version: VERSION, nonce: 'n', message: { type: 'ready' } };
  const right = { origin: 'https://verify.example', source: friend, data: sealed };

  test('receive() accepts a message from the peer’s window, origin and session', () => {
    expect(receive(peer, isToHost, right)).toEqual({ type: 'ready' });
  });

  test.for([
    { ...right, origin: 'https://verify.example.evil.example' },
    { ...right, origin: 'http://verify.example' },
    { ...right, origin: 'null' },
    { ...right, source: {} as Window },
    { ...right, source: null },
    { ...right, data: { ...sealed, nonce: 'm' } },
    { ...right, data: { ...sealed, nonce: ['n'] } },
    { ...right, data: { ...sealed, version: 'vouch-0' } },
    { ...right, data: { ...sealed, more: 1 } },
    { ...right, data: 'ready' },
  ])('receive() ignores the message %j', (received) => {
    expect(receive(peer, isToHost, received)).toBeUndefined();
  });

  test('receive() ignores every message if the peer’s window no longer exists', () => {
    expect(receive({ ...peer, window: () => null }, isToHost, { ...right, source: null })).toBeUndefined();
  });
});
