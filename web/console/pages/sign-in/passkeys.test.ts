import { expect, test } from 'vitest';
import { bytesOf, textOf } from './passkeys.ts';

test('bytes are converted to base64url without padding, and back to the same bytes', () => {
  const bytes = Uint8Array.from({ length: 256 }, (_, at) => at);
  expect(textOf(bytes.buffer)).toBe(Buffer.from(bytes).toString('base64url'));
  expect(bytesOf(textOf(bytes.buffer))).toEqual(bytes);
  expect(textOf(Uint8Array.of(255).buffer)).toBe('_w');
});
