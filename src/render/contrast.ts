// Colour contrast as defined by the Web Content Accessibility Guidelines (WCAG 2.2, 1.4.3).

/** Returns the contrast of two colours in the form `#rrggbb`, from 1 (the same colour) to 21 (black on white). */
export function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** Returns the colour in `inks` that has the highest contrast with the background `ground`. */
export const readableOn = (ground: string, inks: readonly [string, ...string[]]): string =>
  inks.reduce((best, ink) => (contrast(ink, ground) > contrast(best, ground) ? ink : best));

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) =>
    linear(Number.parseInt(color.slice(at, at + 2), 16) / 255),
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const linear = (part: number): number => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
