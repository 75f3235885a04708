import { expect, test } from 'vitest';
import { withSlashes } from './lost-slashes.ts';

test.each([
  ['02282021', '02/28/2021'],
  ['022872021', '02/28/2021'],
  ['02/0172021 to 02/2812021', '02/01/2021 to 02/28/2021'],
  ['12/16/2025', '12/16/2025'],
])('withSlashes restores the slashes of %s', (text, expected) => {
  expect(withSlashes(text)).toBe(expected);
});

test.each(['13282021', '02322021', '117693871', '1022820214', '02282021-5', '$02,282.02'])(
  'withSlashes leaves %s unchanged, because it is not a date',
  (text) => {
    expect(withSlashes(text)).toBe(text);
  },
);
