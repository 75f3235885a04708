import { expect, test } from 'vitest';
import { isCssColor, isHexColor } from './css-colors.ts';

test.each(['#000000', '#1a73e8', '#FFFFFF'])('%s is a hex colour of six digits', (text) => {
  expect(isHexColor(text)).toBe(true);
});

test.each(['', '#', '#fff', '#ffffff0', '#fffff', '1a73e8', '#12345g', ' #1a73e8', '#1a73e8\n', 'red', '#1a73e8;'])(
  '%j is not a hex colour of six digits',
  (text) => {
    expect(isHexColor(text)).toBe(false);
  },
);

test.each([
  '#abc',
  '#abcd',
  '#aabbcc',
  '#aabbccdd',
  'White',
  'rebeccapurple',
  'transparent',
  'rgb(250, 250, 250)',
  'rgb(250,250,250)',
  'rgba(0, 0, 0, .5)',
  'rgb(0 0 0 / 50%)',
  'RGB( 10% 20% 30% )',
  'hsl(120deg, 100%, 50%)',
  'hsla(-0.5turn 100% 50% / 0.25)',
  'hwb(194 0% 0%)',
  'lab(29.2345% 39.3825 20.0664)',
  'oklch(40.1% 0.123 none)',
])('%s is a CSS colour', (text) => {
  expect(isCssColor(text)).toBe(true);
});

test.each([
  '',
  'whit',
  'white;',
  'white red',
  '#ab',
  '#abcde',
  '#abcdefa',
  '#aabbccdde',
  'rgb()',
  'rgb(0, 0)',
  'rgb(0 0)',
  'rgb(0, 0, 0',
  'rgb(0, 0, 0, 0, 0)',
  'rgb(0 0 0 0)',
  'rgb(0 0 0 / )',
  'rgb(0, 0 0)',
  'rgb(a, b, c)',
  'rgb(0, 0, 0); background: url(https://evil.example/)',
  'url(https://evil.example/)',
  'var(--accent)',
  'expression(alert(1))',
  '</style>',
  'white\n',
])('%j is not a CSS colour', (text) => {
  expect(isCssColor(text)).toBe(false);
});

test('isCssColor quickly rejects a very long string that almost matches', () => {
  expect(isCssColor(`rgb(${' '.repeat(100_000)}0 0 0)`)).toBe(false);
  expect(isCssColor(`rgb(${'1'.repeat(100_000)} 0 0)`)).toBe(false);
});
