import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { invalid } from '#test/answers.ts';
import { type LongList, missingList, readLongList } from './long-lists.ts';

const RULE = { name: 'orders', items_max: 1_000 };
const read = (text: string | Buffer): Promise<LongList> => readLongList(Buffer.from(text), RULE);
const valuesOf = ({ parts }: LongList): unknown[] =>
  parts.flatMap(({ items, count }) => {
    const values: unknown[] = JSON.parse(`[${items.toString()}]`);
    expect(values).toHaveLength(count);
    return values;
  });
const faultOf = async (text: string) => invalid(...(await read(text)).faults.map((f) => [f.field, f.message] as const));

describe('readLongList', () => {
  test('finds the items of a list, whether the list is the whole JSON text or a named member of an object, and however the JSON is formatted', async () => {
    const items = fc
      .array(fc.jsonValue({ maxDepth: 4 }), { minLength: 1, maxLength: 600 })
      .filter((values) => !JSON.stringify(values).includes('__proto__'));
    const space = fc.constantFrom('', ' ', '\n\t\r ');
    await fc.assert(
      fc.asyncProperty(items, space, fc.boolean(), fc.boolean(), async (values, blank, is_named, is_indented) => {
        const list = JSON.stringify(values, null, is_indented ? 2 : 0);
        const text = is_named
          ? `${blank}{${blank}"before"${blank}: {"orders": [1]},"orders"${blank}:${blank}${list}${blank},"after":"}]"}${blank}`
          : `${blank}${list}${blank}`;
        const found = await read(text);
        expect(found).toMatchObject({ faults: [], count: values.length });
        // JSON.stringify writes -0 as 0, so the expected values are converted in the same way.
        expect(valuesOf(found)).toEqual(JSON.parse(JSON.stringify(values)));
      }),
      { numRuns: 150 },
    );
  });

  test('accepts and rejects exactly what JSON.parse accepts and rejects, except that it also accepts the empty text', async () => {
    const alphabet = ['[', ']', '{', '}', ',', ':', '"', '\\', 'a', '1', ' ', '"orders"', 'null', '{}', '[1]', '"a":'];
    const texts = fc.array(fc.constantFrom(...alphabet), { maxLength: 12 }).map((parts) => parts.join(''));
    await fc.assert(
      fc.asyncProperty(texts, fc.constantFrom('', '[', '{"orders":['), async (text, start) => {
        const whole = start + text;
        const outcome = await read(whole).then(
          () => 'read',
          (error: unknown) => String(error),
        );
        expect(outcome).toBe(whole === '' || parses(whole) ? 'read' : 'ServiceError: JSON parse error.');
      }),
      { numRuns: 5_000 },
    );
  });

  test('splits a list of 999 items into parts of at most 250 items; brackets, commas and quotes inside strings do not end an item', async () => {
    const values = Array.from({ length: 999 }, (_, index) => ({ index, text: '],"\\' }));
    const { parts } = await read(JSON.stringify(values));
    expect(parts.map(({ count }) => count)).toEqual([250, 250, 250, 249]);
  });

  test('splits a list of large items into parts of fewer than 250 items', async () => {
    const { parts } = await read(JSON.stringify(Array.from({ length: 10 }, () => 'x'.repeat(50_000))));
    expect(parts.map(({ count }) => count)).toEqual([3, 3, 3, 1]);
  });

  test.each([
    ['[]', 'body', 'This list may not be empty.'],
    ['[ ]', 'body', 'This list may not be empty.'],
    ['{"orders":[]}', 'orders', 'This list may not be empty.'],
    ['{}', 'orders', 'This field is required.'],
    ['', 'orders', 'This field is required.'],
    ['{"order":[1]}', 'orders', 'This field is required.'],
    ['{"orders":null}', 'orders', 'This field may not be null.'],
    ['{"orders":{}}', 'orders', 'Expected a list of items.'],
    ['{"orders":"[1]"}', 'orders', 'Expected a list of items.'],
    ['null', 'body', 'This field may not be null.'],
    ['5', 'body', 'Expected a list of items.'],
    ['"[1]"', 'body', 'Expected a list of items.'],
  ])('readLongList reports a validation error in the body %j at %s: %s', async (text, field, message) => {
    expect(await faultOf(text)).toEqual(invalid([field, message]));
  });

  test('accepts a list of `items_max` items and rejects a longer list; counts each of a million items, although it keeps at most `items_max` of them', async () => {
    const listOf = (count: number) => `[${'1,'.repeat(count - 1)}1]`;
    expect(await read(listOf(1_000))).toMatchObject({ faults: [], count: 1_000 });
    const message = 'Ensure this list has no more than 1000 items.';
    expect(await faultOf(listOf(1_001))).toEqual(invalid(['body', message]));
    expect(await faultOf(`{"orders":${listOf(1_001)}}`)).toEqual(invalid(['orders', message]));
    const many = await read(listOf(1_000_000));
    expect(many.count).toBe(1_000_000);
    expect(many.parts.reduce((sum, { count }) => sum + count, 0)).toBeLessThanOrEqual(1_000);
    await expect(read(`${listOf(1_000_000)},`)).rejects.toThrow('JSON parse error.');
  });

  test('if several members of an object have the same name, readLongList() uses the last member, even if a name is written with escape sequences', async () => {
    expect(valuesOf(await read('{"orders":[1],"orders":[2]}'))).toEqual([2]);
    expect(valuesOf(await read('{"orders":null,"\\u006frders":[2]}'))).toEqual([2]);
    expect(await faultOf('{"orders":[1],"orders":5}')).toEqual(invalid(['orders', 'Expected a list of items.']));
  });

  test.each([
    ['a trailing comma at the end of a part', `[${'1,'.repeat(250)}]`],
    ['two commas between two parts', `[${'1,'.repeat(250)},1]`],
    ['a value after the list', '[1] 2'],
    ['a string without a closing quote', '["a'],
  ])('readLongList rejects %s with a JSON parse error', async (_case, text) => {
    await expect(read(text)).rejects.toThrow('JSON parse error.');
  });

  test('ignores __proto__ members beside the list and does not change the list', async () => {
    expect(valuesOf(await read('{"__proto__":[1],"\\u005f_proto__":{"orders":5},"orders":[2]}'))).toEqual([2]);
  });

  test('rejects bytes that are not UTF-8 with a JSON parse error, whether the bytes are inside items or between items', async () => {
    for (const bytes of [
      [0x5b, 0x22, 0xff, 0x22, 0x5d],
      [0x5b, 0x31, 0xa0, 0x5d],
      [0xff, 0x5b, 0x31, 0x5d],
    ]) {
      await expect(read(Buffer.from(bytes))).rejects.toThrow('JSON parse error.');
    }
  });

  test('skips a byte order mark at the start of the body', async () => {
    expect(valuesOf(await read('\ufeff[1]'))).toEqual([1]);
    await expect(read('\ufeff')).rejects.toThrow('JSON parse error.');
  });

  test('readLongList() reports an absent body as a missing list', () => {
    expect(missingList(RULE).faults).toEqual([{ field: 'orders', message: 'This field is required.' }]);
  });
});

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
