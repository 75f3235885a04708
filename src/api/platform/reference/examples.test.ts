import type { ValidateFunction } from 'ajv';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { componentsOf, documentAjv, isNode, type Node, nodesOf } from '#test/document.ts';
import { openTestHouse, type TestHouse } from '#test/house.ts';
import { EXAMPLES, schemasOfBodies } from './examples.ts';

let house: TestHouse;
let document: Node;
beforeAll(async () => {
  house = await openTestHouse();
  document = (await house.app.inject('/openapi.json')).json();
});
afterAll(() => house.close());

/**
 * Returns the examples of a node with their schemas: the `examples` of a schema, or the `example` of a parameter or
 * media type.
 */
function examplesOf({ node, path }: { node: Node; path: string }) {
  const { example, examples, schema } = node;
  const isField = path.endsWith('/properties') || path.includes('/examples/');
  if (isField) return [];
  if (example !== undefined) return [{ path, example, schema: isNode(schema) ? schema : node }];
  return Array.isArray(examples) ? examples.map((one: unknown) => ({ path, example: one, schema: node })) : [];
}

describe('GET /openapi.json', () => {
  test('every example is valid against its schema', () => {
    const ajv = documentAjv();
    ajv.addSchema(document, 'openapi');
    const checks = new Map<string, ValidateFunction>();
    const checkOf = (schema: Node): ValidateFunction => {
      // Compiled checks are reused, because most schemas with examples are schemas of ids and times, and these occur in
      // hundreds of places.
      const text = JSON.stringify({ ...schema, description: undefined }).replaceAll('"#/', '"openapi#/');
      const check = checks.get(text) ?? ajv.compile(JSON.parse(text));
      checks.set(text, check);
      return check;
    };
    const found = [...nodesOf(document)].flatMap(examplesOf);
    const wrong = found.flatMap(({ path, example, schema }) => {
      const check = checkOf(schema);
      return check(example) ? [] : [{ path, errors: check.errors }];
    });
    expect(wrong).toEqual([]);
    expect(found.length).toBeGreaterThan(500);
  });

  test('an example has only fields that its schema has', () => {
    const schemas = componentsOf(document, 'schemas');
    const unknown = Object.entries(EXAMPLES).flatMap(([name, example]) => {
      const { properties } = schemas[name] ?? {};
      return Object.keys(example).filter((field) => !isNode(properties) || !(field in properties));
    });
    expect(unknown).toEqual([]);
  });

  test('every request, response and webhook has an example, and no value of a composed example is missing', () => {
    const schemas = componentsOf(document, 'schemas');
    const bodies = [...schemasOfBodies(document)].map(({ $ref }) => String($ref).split('/').at(-1) ?? '');
    const names = [...new Set(bodies)];
    expect(names.length).toBeGreaterThan(100);
    expect(names.filter((name) => schemas[name]?.['examples'] === undefined)).toEqual([]);
    // In a composed example, a field without a defined value is null. Only the three fields listed here are null on
    // purpose.
    const absent = names.filter((name) => !(name in EXAMPLES)).flatMap((name) => nullsIn(schemas[name]?.['examples']));
    expect([...new Set(absent)].toSorted()).toEqual(['error_message', 'next', 'previous']);
  });
});

const OWN_EXAMPLES = new Set(Object.values(EXAMPLES).map((example) => JSON.stringify(example)));

/**
 * Returns the names of the fields that are null. A shape's own example may contain null, so such examples are not
 * searched.
 */
function nullsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(nullsIn);
  if (!isNode(value) || OWN_EXAMPLES.has(JSON.stringify(value))) return [];
  return Object.entries(value).flatMap(([field, inner]) => (inner === null ? [field] : nullsIn(inner)));
}
