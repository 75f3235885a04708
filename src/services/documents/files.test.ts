import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#base/ids.ts';
import { newKeyBytes, toKey } from '#base/sealing.ts';
import { type Ctx, ctxOf } from '#services/platform/ctx.ts';
import { newClient, openTestHouse, type TestHouse } from '#test/house.ts';
import { openFile, rewrapFile, sealFile } from './files.ts';

let house: TestHouse;
let ctx: Ctx;
beforeAll(async () => {
  house = await openTestHouse();
  const { client_id } = await newClient(house);
  ctx = await ctxOf(house, { client_id, environment: 'prod' });
});
afterAll(() => house.close());

const [of_client, of_user] = [toKey(newKeyBytes()), toKey(newKeyBytes())];
const bytes = randomBytes(5_000);
/**
 * The cipher's error message if the key is wrong, if the content belongs to another file, or if its bytes were changed.
 */
const ANOTHER_SEAL = 'unable to authenticate data';

/** Seals the bytes for the client and puts them into the store. */
async function stored(id = newId()) {
  const { content, wrapped_key } = sealFile(ctx, of_client, id, bytes);
  await ctx.file_store(ctx.db).put(ctx.scope, id, content);
  return { id, wrapped_key, content };
}

describe('openFile', () => {
  test('openFile returns the bytes that were sealed for this owner; the store contains them only encrypted', async () => {
    const { content, ...file } = await stored();
    expect((await openFile(ctx, of_client, file)).equals(bytes)).toBe(true);
    expect(content.includes(bytes.subarray(0, 16))).toBe(false);
  });

  test('openFile throws if the owner’s key is not the key that was used for sealing, for example after an erasure', async () => {
    await expect(openFile(ctx, of_user, await stored())).rejects.toThrow(ANOTHER_SEAL);
  });

  test('openFile throws if the content or the wrapped key belongs to another file', async () => {
    const [one, other] = [await stored(), await stored()];
    await expect(openFile(ctx, of_client, { ...one, wrapped_key: other.wrapped_key })).rejects.toThrow(ANOTHER_SEAL);
    await ctx.file_store(ctx.db).put(ctx.scope, one.id, other.content);
    await expect(openFile(ctx, of_client, one)).rejects.toThrow(ANOTHER_SEAL);
  });

  test('openFile throws if a bit of the content was changed, or if the content is missing', async () => {
    const file = await stored();
    const changed = Buffer.from(file.content);
    changed.writeUInt8(changed.readUInt8(changed.length - 1) ^ 1, changed.length - 1);
    await ctx.file_store(ctx.db).put(ctx.scope, file.id, changed);
    await expect(openFile(ctx, of_client, file)).rejects.toThrow(ANOTHER_SEAL);
    await ctx.file_store(ctx.db).remove(ctx.scope, [file.id]);
    await expect(openFile(ctx, of_client, file)).rejects.toThrow('does not have the content');
  });
});

test('after rewrapFile(), the key of the new owner opens the file, and the key of the former owner does not', async () => {
  const file = await stored();
  const given = { ...file, wrapped_key: rewrapFile(ctx, of_client, of_user, file) };
  expect((await openFile(ctx, of_user, given)).equals(bytes)).toBe(true);
  await expect(openFile(ctx, of_client, given)).rejects.toThrow(ANOTHER_SEAL);
});

test('two files with the same bytes have different keys and sealed contents', () => {
  const [one, other] = [newId(), newId()].map((id) => sealFile(ctx, of_client, id, bytes));
  expect(one?.content.subarray(29).equals(other?.content.subarray(29) ?? Buffer.alloc(0))).toBe(false);
});
