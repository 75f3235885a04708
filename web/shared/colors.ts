// Makes the client's accent colour readable: computes the colour of text on the accent, and a variant of the accent
// for use as a text colour. The contrast ratio is defined in the accessibility guidelines (WCAG 2.2, 1.4.3).

type Rgb = readonly [red: number, green: number, blue: number];

const TEXT_CONTRAST_MIN = 4.5;
const STEPS = 40;

export const isHexColor = (text: string): boolean => /^#[0-9a-f]{6}$/i.test(text);

/** The contrast ratio of two colours, from 1 (the same colour) to 21 (black on white). */
export function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/**
 * Returns white if white text is readable on the colour. Otherwise returns black, because black text is readable on
 * every colour on which white text is not.
 */
export const inkOn = (ground: string): string =>
  contrast('#ffffff', ground) >= TEXT_CONTRAST_MIN ? '#ffffff' : '#000000';

/**
 * The colour itself if it is readable on all of these backgrounds. Otherwise, the colour mixed with just enough `ink`
 * to be readable on all of them.
 */
export function readable(color: string, grounds: readonly string[], ink: string): string {
  for (let step = 0; step <= STEPS; step++) {
    const mixed = mix(color, ink, step / STEPS);
    if (grounds.every((ground) => contrast(mixed, ground) >= TEXT_CONTRAST_MIN)) return mixed;
  }
  return ink;
}

export const mix = (from: string, to: string, share: number): string => {
  const [start, end] = [parse(from), parse(to)];
  const parts = start.map((part, at) => Math.round(part + ((end[at] ?? part) - part) * share));
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
};

const parse = (color: string): Rgb => {
  const at = (position: number): number => Number.parseInt(color.slice(position, position + 2), 16);
  return [at(1), at(3), at(5)];
};

function luminance(color: string): number {
  const [red, green, blue] = parse(color).map((part) => linear(part / 255));
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0);
}

const linear = (part: number): number => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
