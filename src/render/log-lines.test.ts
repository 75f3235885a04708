import { expect, test } from 'vitest';
import { toTerminalLine } from './log-lines.ts';

const AT = Date.parse('2026-03-01T12:03:04.567Z');
const line = (fields: object) => `${JSON.stringify({ level: 30, time: AT, msg: 'request answered', ...fields })}\n`;

test('a formatted log line starts with time, level and message, and the other fields follow', () => {
  expect(toTerminalLine(line({ route: '/v1/orders/', status: 201, note: 'two words' }), false)).toBe(
    '12:03:04.567 INFO  request answered route=/v1/orders/ status=201 note="two words"\n',
  );
});

test('in a terminal with colours, warnings are yellow and errors are red', () => {
  expect(toTerminalLine(line({ level: 40 }), true)).toContain('\u001b[33mWARN \u001b[0m');
  expect(toTerminalLine(line({ level: 50 }), true)).toContain('\u001b[31mERROR\u001b[0m');
  expect(toTerminalLine(line({ level: 50 }), false)).not.toContain('\u001b');
});

test('the fields of an error are shown on the same line as the error; the stack trace is shown on the following lines', () => {
  const err = { type: 'Error', message: 'broken', stack: 'Error: broken\nat here' };
  expect(toTerminalLine(line({ err }), false)).toBe(
    '12:03:04.567 INFO  request answered type=Error message=broken\n    Error: broken\n    at here\n',
  );
});

test('a log line that is not JSON is printed unchanged', () => {
  expect(toTerminalLine('plain\n', false)).toBe('plain\n');
});
