import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#base/ids.ts';
import { cursorOf } from '#domain/events/event-log.ts';
import { ctxOf } from '#services/platform/ctx.ts';
import { newClient, openTestHouse, type TestHouse } from '#test/house.ts';
import { newOrder } from '#test/orders.ts';
import { openEventStreams, STREAMS_PER_SESSION_MAX, STREAMS_PER_USER_MAX, type StreamReader } from './event-streams.ts';

let house: TestHouse;
beforeAll(async () => {
  house = await openTestHouse();
});
afterAll(() => house.close());

const readerOf = (reader: Partial<StreamReader>): StreamReader => ({
  session_id: newId(),
  user_id: newId(),
  after: cursorOf(0),
  isAllowed: async () => true,
  signal: new AbortController().signal,
  ...reader,
});

test('429 if all sessions of a user together open more streams than allowed; another user still gets a stream', async () => {
  const { client_id } = await newClient(house);
  const ctx = await ctxOf(house, { client_id, environment: 'sandbox' });
  const streams = openEventStreams(house);
  const user_id = newId();
  for (let opened = 0, session_id = newId(); opened < STREAMS_PER_USER_MAX; opened++) {
    if (opened % STREAMS_PER_SESSION_MAX === 0) session_id = newId();
    await streams.open(ctx, readerOf({ user_id, session_id })).next();
  }
  await expect(streams.open(ctx, readerOf({ user_id })).next()).rejects.toMatchObject({ code: 'throttled' });
  expect((await streams.open(ctx, readerOf({})).next()).done).toBe(false);
  streams.close();
});

test('a stream with a long backlog ends after its first batch if the reader is no longer allowed to read the log', async () => {
  const client = await newClient(house);
  const ctx = await ctxOf(house, { client_id: client.client_id, environment: 'sandbox' });
  for (let n = 0; n < 101; n++) await newOrder(client.sandbox);
  await client.sandbox('GET', '/v1/events/');
  const streams = openEventStreams(house);
  const pieces: string[] = [];
  for await (const piece of streams.open(ctx, readerOf({ isAllowed: async () => false }))) pieces.push(piece);
  expect(pieces.at(-1)).toBe('event: end\ndata: {}\n\n');
  expect(pieces.join('').match(/^event: event$/gm)).toHaveLength(100);
  streams.close();
});
