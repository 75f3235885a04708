// Named schemas of the OpenAPI document. Routes use whole schemas, so that checking a request or writing a response
// needs no lookup. Only the document refers to a schema by its name.
import { SHAPE } from '#base/schema.ts';

export type Node = { readonly [key: string]: unknown };

/** The component names of error responses, by status. The responses are the same for every operation. */
const RESPONSES: Readonly<Record<string, string>> = {
  400: 'BadRequest',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'NotFound',
  405: 'MethodNotAllowed',
  406: 'NotAcceptable',
  410: 'Gone',
  415: 'UnsupportedMediaType',
  429: 'TooManyRequests',
  500: 'ServerError',
  503: 'ServiceUnavailable',
};

/**
 * Moves every named schema and every error response of the document to `components`, and leaves a reference in the
 * place of each. Returns the changed document.
 */
export function withComponents(document: Node): Node {
  const schemas = new Components('schemas');
  const responses = new Components('responses');
  const hoisted = hoist(document, schemas, responses);
  const components = isNode(hoisted['components']) ? hoisted['components'] : {};
  return { ...hoisted, components: { ...components, schemas: schemas.sorted(), responses: responses.sorted() } };
}

class Components {
  readonly #kind: string;
  readonly #byName = new Map<string, Node>();

  constructor(kind: string) {
    this.#kind = kind;
  }

  /**
   * `make` is called only for the first use of a name, because most of the document repeats earlier schemas and
   * responses.
   */
  refer(name: string, make: () => Node): Node {
    if (!this.#byName.has(name)) this.#byName.set(name, make());
    return { $ref: `#/components/${this.#kind}/${name}` };
  }

  sorted(): Record<string, Node> {
    return Object.fromEntries([...this.#byName].toSorted(([a], [b]) => (a < b ? -1 : 1)));
  }
}

function hoist(node: Node, schemas: Components, responses: Components): Node {
  const inner = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(inner);
    return isNode(value) ? hoist(value, schemas, responses) : value;
  };
  const all = (from: Node): Node => Object.fromEntries(Object.entries(from).map(([key, value]) => [key, inner(value)]));
  if (isShape(node)) return referTo(node, schemas, all);
  const plain = all(node);
  return isNode(plain['responses']) ? { ...plain, responses: withSharedErrors(plain['responses'], responses) } : plain;
}

const isShape = (node: Node): node is Node & { title: string } => SHAPE in node && typeof node['title'] === 'string';

/**
 * Returns a reference to a named shape. The field that uses the shape keeps its own description. The field may also
 * allow `null`, although the shape itself is always an object.
 */
function referTo(shape: Node & { title: string }, schemas: Components, all: (from: Node) => Node): Node {
  const { [SHAPE]: description, description: here, type, title, ...rest } = shape;
  const reference = schemas.refer(title, () => ({ type: 'object', description, ...all(rest) }));
  const about = here === undefined ? {} : { description: here };
  return Array.isArray(type) ? { anyOf: [reference, { type: 'null' }], ...about } : { ...reference, ...about };
}

const withSharedErrors = (all: Node, responses: Components): Node =>
  Object.fromEntries(
    Object.entries(all).map(([status, response]) => {
      const name = RESPONSES[status];
      return [status, name !== undefined && isNode(response) ? responses.refer(name, () => response) : response];
    }),
  );

export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
