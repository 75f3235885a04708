// The checksum of a report is the SHA-256 hash of the report's canonical JSON. Any reader of the report can compute the
// same checksum. API responses contain only fields of the schema, so the canonical JSON contains only these fields too.
import { createHash } from 'node:crypto';
import type { TSchema } from 'typebox';

export const checksumOf = (schema: TSchema, report: unknown): string =>
  createHash('sha256').update(canonicalJson(schema, report)).digest('hex');

/**
 * JSON with keys in alphabetical order and no white space. Signed URLs are replaced by null, because they differ in
 * every response. Optional fields that are absent are left out, as in a response.
 */
export function canonicalJson(schema: unknown, value: unknown): string {
  if (Array.isArray(value)) {
    const { items } = shapeOf(schema);
    return `[${value.map((element) => canonicalJson(items, element)).join(',')}]`;
  }
  if (!isRecord(value)) return JSON.stringify(value ?? null);
  const { properties, required } = shapeOf(schema);
  if (!isRecord(properties)) throw new Error('the schema of an object does not define its fields');
  const needed: readonly unknown[] = Array.isArray(required) ? required : [];
  const keys = keysOf(properties).filter((key) => value[key] !== undefined || needed.includes(key));
  const fields = keys.map((key) => {
    const written = SIGNED.has(key) ? 'null' : canonicalJson(properties[key], value[key]);
    return `"${key}":${written}`;
  });
  return `{${fields.join(',')}}`;
}

const SIGNED: ReadonlySet<string> = new Set(['file', 'pdf_report']);

/** Resolves a nullable union to its non-null alternative. */
function shapeOf(schema: unknown): Record<string, unknown> {
  if (!isRecord(schema)) throw new Error('a report contains a value that its schema does not define');
  const alternatives = schema['anyOf'];
  if (!Array.isArray(alternatives)) return schema;
  return shapeOf(alternatives.find((one: unknown) => isRecord(one) && one['type'] !== 'null'));
}

// A report has hundreds of objects but only a few schemas. So the keys of each schema are sorted only once.
const sorted = new WeakMap<object, readonly string[]>();

function keysOf(properties: Record<string, unknown>): readonly string[] {
  const known = sorted.get(properties);
  if (known !== undefined) return known;
  const keys = Object.keys(properties).toSorted();
  sorted.set(properties, keys);
  return keys;
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
