// The client's colours on the page. They are set through the CSSOM, one property at a time. So the worst outcome of a
// strict content security policy or a malformed value is a missing colour.
import { inkOn, isHexColor, mix, readable } from './colors.ts';
import type { Looks } from './session.ts';

const ACCENT = '#2b59c3';
/** The background and text colours of the light and the dark theme. They must equal the values in tokens.css. */
const LIGHT = { paper: '#ffffff', ground: '#f3f5f8', ink: '#18202b' };
const DARK = { paper: '#181d25', ground: '#0e1116', ink: '#edf1f6' };

type Branding = Looks['branding'];

export function applyBranding(root: HTMLElement, { accent_color, background_color }: Branding): void {
  const accent = accent_color !== null && isHexColor(accent_color) ? accent_color : ACCENT;
  const set = (name: string, value: string): void => root.style.setProperty(name, value);
  // In dark mode a dark accent would be invisible on the background, so it is lightened first.
  const lifted = readable(accent, [DARK.paper, DARK.ground], '#ffffff');
  for (const [scheme, fill, grounds, ink] of [
    ['light', accent, LIGHT, '#000000'],
    ['dark', lifted, DARK, '#ffffff'],
  ] as const) {
    set(`--accent-${scheme}`, fill);
    set(`--on-accent-${scheme}`, inkOn(fill));
    set(`--accent-text-${scheme}`, readable(fill, [grounds.paper, grounds.ground, tint(fill, grounds.paper)], ink));
    set(`--tint-${scheme}`, tint(fill, grounds.paper));
  }
  if (background_color !== null) set('--operator-ground', background_color);
}

const tint = (accent: string, paper: string): string => mix(paper, accent, 0.1);
