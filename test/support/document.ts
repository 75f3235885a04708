// Reads an OpenAPI document: returns its parts, and a validator that supports its formats.
import { Ajv2020 } from 'ajv/dist/2020.js';

export type Node = { readonly [key: string]: unknown };

export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns all objects in a value, each with its path. */
export function* nodesOf(value: unknown, path = ''): Generator<{ node: Node; path: string }> {
  if (Array.isArray(value)) for (const [at, element] of value.entries()) yield* nodesOf(element, `${path}/${at}`);
  if (!isNode(value)) return;
  yield { node: value, path };
  for (const [name, inner] of Object.entries(value)) yield* nodesOf(inner, `${path}/${name}`);
}

export function componentsOf({ components }: Node, kind: string): Record<string, Node> {
  const found = isNode(components) ? components[kind] : undefined;
  if (!isNode(found)) throw new Error(`the document has no ${kind}`);
  return Object.fromEntries(Object.entries(found).flatMap(([name, one]) => (isNode(one) ? [[name, one]] : [])));
}

export function documentAjv(): Ajv2020 {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  ajv.addFormat('date-time', /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/);
  ajv.addFormat('date', /^\d{4}-\d{2}-\d{2}$/);
  ajv.addFormat('uri', /^https?:\/\/\S+$/);
  ajv.addFormat('uuid', /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  for (const format of ['text', 'email', 'phone', 'ssn', 'timestamp', 'boolean', 'count', 'url']) {
    ajv.addFormat(format, true);
  }
  return ajv;
}
