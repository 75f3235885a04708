import { expect, test } from 'vitest';
import { deviceOf } from './devices.ts';

test.for([
  [
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/140.0.0.0 Safari/537.36',
    'Chrome · Linux',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15',
    'Safari · macOS',
  ],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox · Windows'],
  ['something else', 'something else'],
  ['', '–'],
] as const)('deviceOf shows the user agent "%s" as "%s"', ([user_agent, name]) => {
  expect(deviceOf(user_agent)).toBe(name);
});
