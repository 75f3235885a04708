// Converts text for the standard PDF fonts to one byte per character (WinAnsi encoding), and measures the width of the
// text. Every viewer has the standard fonts, so documents embed no fonts and stay small.
import { pdfkit } from './pdfkit.ts';

export type Face = 'plain' | 'bold';
export const FONT_NAMES: Record<Face, string> = { plain: 'Helvetica', bold: 'Helvetica-Bold' };

/**
 * The maximum length of a text. No cell in our documents has room for more characters, so longer text is truncated
 * before it is measured.
 */
const LENGTH_MAX = 1_000;
const UNKNOWN = '?';
const ELLIPSIS = '\u0085';

/** The WinAnsi characters for the codes 128 to 159; five codes are unassigned. */
const WINDOWS = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ';
const codes = new Map(
  [...WINDOWS].flatMap((character, at) =>
    character === ' ' ? [] : ([[character, String.fromCharCode(128 + at)]] as const),
  ),
);

/**
 * Encodes text as one character per byte. Characters that WinAnsi does not contain (other scripts, symbols, bidi marks,
 * controls) become `?`.
 */
export function latin(text: string): string {
  if (/^[ -~]*$/.test(text)) return text.slice(0, LENGTH_MAX);
  let shown = '';
  for (const character of text.slice(0, LENGTH_MAX).normalize('NFC').replaceAll(/\s+/g, ' ')) {
    const is_latin_1 = (character >= ' ' && character <= '~') || (character >= '\u00a0' && character <= '\u00ff');
    shown += is_latin_1 ? character : (codes.get(character) ?? UNKNOWN);
  }
  return shown;
}

/**
 * Returns the width in points of a text that `latin` returned. Kerning is ignored, because text is drawn without
 * kerning.
 */
export function widthOf(shown: string, face: Face, size: number): number {
  const widths = widthsOf(face);
  let thousandths = 0;
  for (let at = 0; at < shown.length; at++) thousandths += widths[shown.charCodeAt(at)] ?? 0;
  return (thousandths * size) / 1_000;
}

/**
 * Reduces the font size, down to `size_min`, until the text fits. If the text is still too wide at `size_min`,
 * truncates it.
 */
export function fitted(
  shown: string,
  face: Face,
  sizes: { size: number; size_min: number },
  width_max: number,
): { shown: string; size: number } {
  const width = widthOf(shown, face, sizes.size);
  if (width <= width_max) return { shown, size: sizes.size };
  const size = Math.max((sizes.size * width_max) / width, sizes.size_min);
  return { shown: cut(shown, face, size, width_max), size };
}

/**
 * Wraps text to at most `lines_max` lines. The last line may be too wide. A word that is too wide for a line is split.
 */
export function wrapped(shown: string, face: Face, size: number, width_max: number, lines_max: number): string[] {
  const lines: string[] = [];
  let rest = shown.trim();
  while (rest !== '' && lines.length < lines_max - 1) {
    if (widthOf(rest, face, size) <= width_max) break;
    const most = longestStart(rest, face, size, width_max);
    const space = rest.lastIndexOf(' ', most);
    const end = space > 0 ? space : Math.max(most, 1);
    lines.push(rest.slice(0, end).trimEnd());
    rest = rest.slice(end).trimStart();
  }
  return rest === '' ? lines : [...lines, rest];
}

function cut(shown: string, face: Face, size: number, width_max: number): string {
  // If the text was shrunk, its font size was calculated so that the text fits exactly. A tolerance of a thousandth of
  // a point absorbs rounding errors.
  if (widthOf(shown, face, size) <= width_max + 0.001) return shown;
  const most = longestStart(shown, face, size, width_max - widthOf(ELLIPSIS, face, size));
  return `${shown.slice(0, most).trimEnd()}${ELLIPSIS}`;
}

/** Returns the number of leading characters that fit into the width. */
function longestStart(shown: string, face: Face, size: number, width_max: number): number {
  const widths = widthsOf(face);
  let left = (width_max * 1_000) / size;
  for (let at = 0; at < shown.length; at++) {
    left -= widths[shown.charCodeAt(at)] ?? 0;
    if (left < 0) return at;
  }
  return shown.length;
}

// Measuring with pdfkit is slow, because pdfkit also looks for kerning pairs. So each character is measured only once.
const known = new Map<Face, readonly number[]>();

function widthsOf(face: Face): readonly number[] {
  const already = known.get(face);
  if (already !== undefined) return already;
  const unicode = new Map([...codes].map(([character, code]) => [code, character]));
  const Pdf = pdfkit();
  const ruler = new Pdf({ autoFirstPage: false, font: FONT_NAMES[face] }).fontSize(1_000);
  const widths = Array.from({ length: 256 }, (_, code) => {
    const byte = String.fromCharCode(code);
    return ruler.widthOfString(unicode.get(byte) ?? byte);
  });
  known.set(face, widths);
  return widths;
}
