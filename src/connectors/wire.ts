// Between a provider's words and ours: what it sends is read by a schema before anybody believes it, and its ids become
// ours.
import { hash } from 'node:crypto';
import type { Static, TSchema } from 'typebox';
import { Check } from 'typebox/value';
import type { IoResponse } from './contract.ts';

/** The answer as the schema describes it; throws when it is something else. What it was is not repeated. */
export function readJson<Schema extends TSchema>(schema: Schema, { body }: Pick<IoResponse, 'body'>): Static<Schema> {
  const value = parse(body);
  if (!Check(schema, value)) throw new Error('the provider sent something other than it should');
  return value;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error('the provider sent something that is not JSON');
  }
}

/** The body of a form, as OAuth wants it. */
export const formBody = (values: Readonly<Record<string, string>>) => ({
  method: 'POST' as const,
  headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
  body: new URLSearchParams(values).toString(),
});

/** Our id of an object of a link: the same at every reading, and another one in every other link. */
export const objectId = (link_id: string, kind: string, id: string): string =>
  hash('sha256', JSON.stringify([link_id, kind, id])).slice(0, 32);
