import { expect, test } from 'vitest';
import { toTerminalLine } from './log-lines.ts';

const AT = Date.parse('2026-03-01T12:03:04.567Z');
const line = (fields: object) => `${JSON.stringify({ level: 30, time: AT, msg: 'request answered', ...fields })}\n`;

test('time, level and message come first, then the other fields', () => {
  expect(toTerminalLine(line({ route: '/v1/orders/', status: 201, note: 'two words' }), false)).toBe(
    '12:03:04.567 INFO  request answered route=/v1/orders/ status=201 note="two words"\n',
  );
});

test('warnings are yellow and errors are red if the terminal supports colors', () => {
  expect(toTerminalLine(line({ level: 40 }), true)).toContain('\u001b[33mWARN \u001b[0m');
  expect(toTerminalLine(line({ level: 50 }), true)).toContain('\u001b[31mERROR\u001b[0m');
  expect(toTerminalLine(line({ level: 50 }), false)).not.toContain('\u001b');
});

test('an error’s fields are shown on its line, and its stack trace below', () => {
  const err = { type: 'Error', message: 'broken', stack: 'Error: broken\nat here' };
  expect(toTerminalLine(line({ err }), false)).toBe(
    '12:03:04.567 INFO  request answered type=Error message=broken\n    Error: broken\n    at here\n',
  );
});

test('a line that is not JSON is passed through', () => {
  expect(toTerminalLine('plain\n', false)).toBe('plain\n');
});
