import { expect, test } from 'vitest';
import { withoutMisreadings } from './misread-words.ts';

test.each([
  ['****+*2886', 0.34, '******2886'],
  ['**¥*1024', 0.32, '****1024'],
  ['7.623.81-', 0.9, '7,623.81-'],
  ['34,3800', 0.9, '34.3800'],
  ['7:25', 0.48, '7.25'],
  ['49973201wWH', 0.38, '49973201WH'],
  ['“rent”', 0.9, '"rent"'],
])('withoutMisreadings corrects %s', (text, confidence, expected) => {
  expect(withoutMisreadings(text, confidence)).toBe(expected);
});

test.each([
  ['7:25', 0.9],
  ['+#1024', 0.9],
  ['12,345', 0.9],
  ['McCoy', 0.5],
  ['1,234,567', 0.9],
])('withoutMisreadings does not change %s with the confidence %d', (text, confidence) => {
  expect(withoutMisreadings(text, confidence)).toBe(text);
});
