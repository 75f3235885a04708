// The conditions under which a page is scanned or photographed: the device, the position of the page, and the light.
// All of them are derived from the seed.
import type { Random } from '../sample.ts';

export const DEVICES = ['flatbed', 'office', 'worn', 'fax', 'photo'] as const;
export type Device = (typeof DEVICES)[number];

export type Conditions = {
  device: Device;
  dpi: number;
  grey: boolean;
  skew_degrees: number;
  /** The standard deviations of the blur (in pixels) and of the noise (in steps of brightness). */
  blur: number;
  noise: number;
  /** The share of pixels that are turned black or white. */
  salt: number;
  jpeg_quality: number;
  /**
   * `uneven` is the difference in brightness across the page. `shadow` is the darkness of a shadow; a darkness of 1 is
   * black.
   */
  uneven: number;
  shadow: number;
  folds: 'none' | 'thirds' | 'half';
  stamp: 'none' | 'beside_text' | 'over_text';
  /** How far the corners of a photographed page are moved by the perspective, as a share of the page's size. */
  perspective: number;
  /** The number of clockwise turns by 90 degrees. */
  quarter_turns: 0 | 1 | 2 | 3;
};

export function newConditions(random: Random, device: Device): Conditions {
  const between = (from: number, to: number) => from + random.next() * (to - from);
  const either = (bound: number) => between(-bound, bound);
  const turns: Conditions['quarter_turns'] = random.chance(0.15) ? random.pick([1, 2, 3] as const) : 0;
  const folds = random.pick(['thirds', 'half'] as const);
  const stamp = random.chance(0.75) ? ('beside_text' as const) : ('over_text' as const);
  const plain = { device, uneven: 0, shadow: 0, perspective: 0, quarter_turns: turns, salt: 0 };
  if (device === 'flatbed')
    return {
      ...plain,
      dpi: random.pick([200, 300]),
      grey: random.chance(0.4),
      skew_degrees: either(0.5),
      blur: between(0.3, 0.5),
      noise: between(1, 3),
      jpeg_quality: random.integer(75, 85),
      folds: 'none',
      stamp: 'none',
    };
  if (device === 'office')
    return {
      ...plain,
      dpi: 200,
      grey: random.chance(0.6),
      skew_degrees: either(1.5),
      blur: between(0.4, 0.7),
      noise: between(2, 5),
      salt: between(0, 0.0004),
      jpeg_quality: random.integer(60, 80),
      uneven: between(0, 0.05),
      folds: random.chance(0.25) ? folds : 'none',
      stamp: random.chance(0.35) ? stamp : 'none',
    };
  if (device === 'worn')
    return {
      ...plain,
      dpi: random.pick([150, 150, 170]),
      grey: true,
      skew_degrees: either(3),
      blur: between(0.5, 0.8),
      noise: between(4, 8),
      salt: between(0.0004, 0.0015),
      jpeg_quality: random.integer(40, 60),
      uneven: between(0.03, 0.12),
      folds: random.chance(0.6) ? folds : 'none',
      stamp: random.chance(0.4) ? stamp : 'none',
    };
  if (device === 'fax')
    return {
      ...plain,
      dpi: 200,
      grey: true,
      skew_degrees: either(1),
      blur: between(0.4, 0.6),
      noise: between(3, 8),
      salt: between(0.0003, 0.001),
      jpeg_quality: 85,
      folds: 'none',
      stamp: 'none',
    };
  return {
    ...plain,
    dpi: random.integer(170, 220),
    grey: false,
    skew_degrees: either(2),
    blur: between(0.5, 0.9),
    noise: between(2, 5),
    jpeg_quality: random.integer(60, 80),
    uneven: between(0.1, 0.25),
    shadow: random.chance(0.6) ? between(0.12, 0.3) : 0,
    folds: random.chance(0.3) ? folds : 'none',
    stamp: random.chance(0.1) ? stamp : 'none',
    perspective: between(0.01, 0.035),
  };
}
