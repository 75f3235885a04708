// Helpers that convert a provider's format into our format. They validate the provider's responses against a schema,
// and they replace the provider's ids with our ids.
import { hash } from 'node:crypto';
import type { Static, TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import type { IoResponse } from './contract.ts';

/**
 * Compiled schemas. Checking a page of 2,000 rows takes half a millisecond with a compiled schema, and 36 ms without
 * compilation.
 */
const compiled = new WeakMap<TSchema, { Check(value: unknown): boolean }>();

/** Parses and validates a response; throws if it does not match the schema. The error does not quote the response. */
export function readJson<Schema extends TSchema>(schema: Schema, { body }: Pick<IoResponse, 'body'>): Static<Schema> {
  const value = parse(body);
  if (!matches(schema, value)) throw new Error('the provider sent an unexpected response');
  return value;
}

/** Whether the value matches the schema. The schema must be a constant, because it is compiled only once. */
export function matches<Schema extends TSchema>(schema: Schema, value: unknown): value is Static<Schema> {
  const check = compiled.get(schema) ?? Compile(schema);
  compiled.set(schema, check);
  return check.Check(value);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error('the provider sent a response that is not JSON');
  }
}

/** Returns the options of a form-encoded POST request, as OAuth requires. */
export const formBody = (values: Readonly<Record<string, string>>) => ({
  method: 'POST' as const,
  headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
  body: new URLSearchParams(values).toString(),
});

/**
 * Returns our id for a provider's object. The id is the same in every fetch of a link, and different in every other
 * link.
 */
export const objectId = (link_id: string, kind: string, id: string): string =>
  hash('sha256', JSON.stringify([link_id, kind, id])).slice(0, 32);
