// Examples in the OpenAPI document, for every request, every response and every webhook. Each main shape has its own
// example. The examples of all other shapes are composed from the examples of their parts. All people are invented. A
// test checks each example against its schema.
import { isNode, type Node } from './components.ts';
import { FIELD_VALUES } from './examples-fields.ts';
import { REQUEST_EXAMPLES } from './examples-requests.ts';
import { RESPONSE_EXAMPLES } from './examples-responses.ts';

export const EXAMPLES: Readonly<Record<string, Node>> = { ...REQUEST_EXAMPLES, ...RESPONSE_EXAMPLES };

/**
 * Adds an example to every component that has an entry in `EXAMPLES`, and to every other component that is a whole
 * request or response.
 */
export function withExamples(document: Node): Node {
  const { components } = document;
  const { schemas, ...others } = isNode(components) ? components : {};
  const byName = isNode(schemas) ? schemas : {};
  const whole = new Set([...schemasOfBodies(document)].map(nameOf));
  const examples = Object.entries(byName).map(([name, schema]) => {
    if (!isNode(schema)) return [name, schema];
    const example =
      EXAMPLES[name] ?? (whole.has(name) ? composed(schema, { schemas: byName, owner: name }) : undefined);
    return [name, example === undefined ? schema : { ...schema, examples: [example] }];
  });
  return { ...document, components: { ...others, schemas: Object.fromEntries(examples) } };
}

/**
 * The schemas of the bodies of all requests, responses and webhooks. For a list, yields the schema of its items
 * instead.
 */
export function* schemasOfBodies(node: Node): Generator<Node> {
  for (const [key, value] of Object.entries(node)) {
    if (key === 'components') continue;
    if (key === 'application/json' && isNode(value) && isNode(value['schema'])) yield* itemSchemas(value['schema']);
    else if (Array.isArray(value)) for (const one of value.filter(isNode)) yield* schemasOfBodies(one);
    else if (isNode(value)) yield* schemasOfBodies(value);
  }
}

function* itemSchemas(schema: Node): Generator<Node> {
  if (Array.isArray(schema['anyOf'])) for (const one of schema['anyOf'].filter(isNode)) yield* itemSchemas(one);
  else if (isNode(schema['items'])) yield* itemSchemas(schema['items']);
  else yield schema;
}

const nameOf = ({ $ref }: Node): string => String($ref).split('/').at(-1) ?? '';

/**
 * The place of a schema in the document: `owner` is the shape that contains the schema, and `field` is the name of the
 * schema's field in that shape.
 */
type Place = { schemas: Node; owner: string; field?: string };

function composed(schema: Node, place: Place): unknown {
  const { schemas, owner, field = '' } = place;
  if (typeof schema['$ref'] === 'string') {
    const name = nameOf(schema);
    const shape = schemas[name];
    return EXAMPLES[name] ?? (isNode(shape) ? composed(shape, { schemas, owner: name }) : undefined);
  }
  const value = FIELD_VALUES[`${owner}.${field}`] ?? fixed(schema);
  if (value !== undefined) return value;
  if (isNode(schema['properties'])) {
    const fields = Object.entries(schema['properties']).filter(([, inner]) => isNode(inner));
    return Object.fromEntries(
      fields.map(([name, inner]) => [name, composed(isNode(inner) ? inner : {}, { ...place, field: name })]),
    );
  }
  if (isNode(schema['items'])) {
    const item = composed(schema['items'], place);
    return Array.from({ length: Math.max(1, Number(schema['minItems'] ?? 1)) }, () => item);
  }
  if (Array.isArray(schema['anyOf'])) return composed(schema['anyOf'].find(isNode) ?? {}, place);
  if (field in FIELD_VALUES) return FIELD_VALUES[field];
  if (isOf(schema, 'boolean')) return false;
  return isOf(schema, 'integer') ? 1 : null;
}

/** Returns the example value that follows from the schema itself; undefined if no value follows from the schema. */
function fixed(schema: Node): unknown {
  const { examples, enum: choices } = schema;
  if (schema['const'] !== undefined) return schema['const'];
  if (Array.isArray(examples)) return examples[0];
  if (Array.isArray(choices)) return choices[0];
  if (schema['format'] === 'date') return '2026-02-27';
  if (schema['format'] === 'date-time') return '2026-03-01T12:00:00Z';
  return undefined;
}

const isOf = ({ type }: Node, name: string): boolean => type === name || (Array.isArray(type) && type.includes(name));
