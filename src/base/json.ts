// Parses request bodies: UTF-8 JSON. Keys that would change an object's prototype are left out, like any other unknown
// field. Values that are nested too deeply are replaced by null. Such keys and values could harm the code that reads
// the result.
import { ServiceError } from './errors.ts';

/**
 * The maximum depth. Values nested more deeply are replaced by null. This depth is far larger than the depth of our
 * schemas, and far smaller than a depth that could exhaust the stack of a recursive function.
 */
const DEPTH_MAX = 64;

const utf8 = new TextDecoder('utf-8', { fatal: true });

export const malformedJson = (): ServiceError => new ServiceError('unsupported_media_type', 'JSON parse error.');

/** An empty body is the same as `{}`. */
export function parseJson(bytes: Buffer): unknown {
  if (bytes.length === 0) return {};
  let text: string;
  let value: unknown;
  try {
    text = utf8.decode(bytes);
    // The parser itself is not recursive, so it accepts any depth.
    value = JSON.parse(text);
  } catch {
    throw malformedJson();
  }
  // The key `__proto__` may be written literally or with an escape sequence.
  const is_suspicious = text.includes('__proto__') || text.includes('\\u') || tooDeep(text);
  if (is_suspicious) removeHarmful(value);
  return value;
}

/** Checks the depth in the text, which is faster than checking it in the parsed value. */
function tooDeep(text: string): boolean {
  let depth = 0;
  let quoted = false;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (quoted) {
      if (code === BACKSLASH) i++;
      else if (code === QUOTE) quoted = false;
    } else if (code === QUOTE) quoted = true;
    else if (code === OPEN_BRACE || code === OPEN_BRACKET) {
      if (++depth > DEPTH_MAX) return true;
    } else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) depth--;
  }
  return false;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

/**
 * Removes keys named `__proto__`, and replaces values that are nested more deeply than `DEPTH_MAX` by null. The
 * function is not recursive.
 */
function removeHarmful(value: unknown): void {
  const open = [{ parent: value, depth: 1 }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { parent, depth } = next;
    if (typeof parent !== 'object' || parent === null) continue;
    if (Object.hasOwn(parent, '__proto__')) Reflect.deleteProperty(parent, '__proto__');
    for (const [key, child] of Object.entries(parent)) {
      if (typeof child !== 'object' || child === null) continue;
      if (depth === DEPTH_MAX) Reflect.set(parent, key, null);
      else open.push({ parent: child, depth: depth + 1 });
    }
  }
}
