import { describe, expect, test } from 'vitest';
import { newId } from './ids.ts';
import { isUuid, toUuid } from './uuids.ts';

describe('toUuid', () => {
  test('adds dashes to an id and keeps its 32 characters', () => {
    const id = newId();
    const uuid = toUuid(id);
    expect(isUuid(uuid)).toBe(true);
    expect(uuid.replaceAll('-', '')).toBe(id);
    expect(uuid.split('-').map(({ length }) => length)).toEqual([8, 4, 4, 4, 12]);
  });
});

describe('isUuid', () => {
  const uuid = toUuid(newId());
  test.each([
    '',
    newId(),
    `${uuid}0`,
    uuid.slice(1),
    uuid.replace('-', ''),
    uuid.replace(/^./, 'g'),
    uuid.replace(/^./, 'A'),
    `${uuid}\n`,
  ])('%j is not a UUID', (text) => {
    expect(isUuid(text)).toBe(false);
  });
});
