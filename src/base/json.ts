// Parses request bodies: UTF-8 JSON with a limited depth, and without keys that would change an object's prototype.
import { ServiceError } from './errors.ts';

/**
 * The maximum nesting depth. It is far larger than the depth of our schemas, and far smaller than a depth that could
 * exhaust the stack.
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
    if (tooDeep(text)) throw malformedJson();
    value = JSON.parse(text);
  } catch {
    throw malformedJson();
  }
  // The key `__proto__` may be written literally or with an escape sequence.
  const suspicious = text.includes('__proto__') || text.includes('\\u');
  if (suspicious && hasPrototypeKey(value)) throw malformedJson();
  return value;
}

/** Checks the depth in the unparsed text. A value that is too deep must not be parsed, because parsing is recursive. */
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

function hasPrototypeKey(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.hasOwn(value, '__proto__') || Object.values(value).some(hasPrototypeKey);
}
