import { expect, test } from 'vitest';
import type { Box } from '#domain/documents/pages.ts';
import { assignColumns, misalignment } from './alignment.ts';

const box = (left: number, right: number): Box => ({ left, top: 0, right, bottom: 10 });
const COLUMNS = [box(100, 120), box(150, 180), box(200, 240), box(260, 280)];

test('misalignment() returns the smallest of three distances between two boxes: between their right edges, their centres and their left edges', () => {
  expect(misalignment(box(90, 120), box(100, 120))).toBe(0);
  expect(misalignment(box(95, 125), box(100, 120))).toBe(0);
  expect(misalignment(box(103, 150), box(100, 120))).toBe(3);
});

test.each([
  { items: [box(90, 120), box(140, 180), box(190, 240), box(240, 280)], columns: [0, 1, 2, 3] },
  { items: [box(190, 240), box(240, 280)], columns: [2, 3] },
  { items: [box(240, 280)], columns: [3] },
  { items: [box(90, 120), box(240, 280)], columns: [0, 3] },
  { items: [], columns: [] },
])('assignColumns puts the numbers of a row into the columns $columns', ({ items, columns }) => {
  expect(assignColumns(items, COLUMNS, 50)).toEqual(columns);
});

test('assignColumns never puts two numbers into one column', () => {
  expect(assignColumns([box(250, 278), box(252, 280)], COLUMNS, 50)).toEqual([2, 3]);
});

test('assignColumns leaves out a number farther away than the limit, and keeps a nearer number', () => {
  expect(assignColumns([box(300, 330)], COLUMNS, 39)).toEqual([undefined]);
  expect(assignColumns([box(300, 330)], COLUMNS, 41)).toEqual([3]);
  expect(assignColumns([box(0, 10)], [], 50)).toEqual([undefined]);
});
