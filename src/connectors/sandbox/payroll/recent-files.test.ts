import { hash } from 'node:crypto';
import { expect, test } from 'vitest';
import { recentFiles } from './recent-files.ts';

const ten = (letter: string) => Buffer.from(letter.repeat(10));

test('the file cache returns a cached file with its checksum', () => {
  const files = recentFiles(100);
  const kept = files.keep('a', ten('a'));
  expect(kept.md5sum).toBe(hash('md5', 'aaaaaaaaaa'));
  expect(files.find('a')).toBe(kept);
  expect(files.find('b')).toBeUndefined();
});

test('the file cache holds files up to the exact byte limit, then evicts the least recently used file', () => {
  const files = recentFiles(30);
  for (const key of ['a', 'b', 'c']) files.keep(key, ten(key));
  expect(['a', 'b', 'c'].map((key) => files.find(key)?.bytes.length)).toEqual([10, 10, 10]);
  files.find('a');
  files.keep('d', Buffer.from('d'));
  expect(['a', 'b', 'c', 'd'].filter((key) => files.find(key) === undefined)).toEqual(['b']);
});

test('a file that is cached again counts only once toward the limit', () => {
  const files = recentFiles(20);
  for (const key of ['a', 'a', 'a', 'b']) files.keep(key, ten(key));
  expect([files.find('a')?.bytes.length, files.find('b')?.bytes.length]).toEqual([10, 10]);
});

test('a file larger than the whole cache is returned but not cached', () => {
  const files = recentFiles(9);
  expect(files.keep('a', ten('a')).bytes).toHaveLength(10);
  expect(files.find('a')).toBeUndefined();
  files.keep('b', Buffer.from('b'));
  expect(files.find('b')).toBeDefined();
});
