// Adds the descriptions from words.ts to an OpenAPI document that has components.
import { isNode, type Node } from './components.ts';
import { wordsFor } from './words.ts';

/** Keeps the descriptions that routes declare, and adds descriptions only where there are none. */
export function withDescriptions(document: Node): Node {
  const { paths, components } = document;
  const { schemas, ...others } = isNode(components) ? components : {};
  const described = mapNodes(schemas, (schema, name) => withFields(schema, name));
  return {
    ...document,
    paths: mapNodes(paths, (methods) => mapNodes(methods, (operation) => withParameters(operation, described))),
    components: { ...others, schemas: described },
  };
}

const withFields = (schema: Node, owner: string): Node =>
  isNode(schema['properties'])
    ? { ...schema, properties: mapNodes(schema['properties'], (field, name) => withWords(field, owner, name)) }
    : schema;

function withWords(node: Node, owner: string, name: string): Node {
  const description = node['description'] ?? wordsFor(owner, name);
  return description === undefined ? node : { ...node, description };
}

function withParameters(operation: Node, schemas: Node): Node {
  const { parameters, responses, operationId } = operation;
  return {
    ...operation,
    ...(Array.isArray(parameters) && {
      parameters: parameters.filter(isNode).map((one) => withWords(one, String(operationId), String(one['name']))),
    }),
    responses: mapNodes(responses, (response) => withContent(response, schemas)),
  };
}

/** The text that @fastify/swagger writes if the schema of a response has no description. */
const UNDESCRIBED = 'Default Response';

/** If a response has no description of its own, gives it the description of the shape that the response contains. */
function withContent(response: Node, schemas: Node): Node {
  if (response['description'] !== UNDESCRIBED) return response;
  const { content } = response;
  const media = isNode(content) ? content['application/json'] : undefined;
  const schema = isNode(media) ? media['schema'] : undefined;
  const name = isNode(schema) ? String(schema['$ref']).split('/').at(-1) : undefined;
  const shape = name === undefined ? undefined : schemas[name];
  return isNode(shape) ? { ...response, description: shape['description'] } : response;
}

const mapNodes = (all: unknown, change: (node: Node, name: string) => Node): Node =>
  isNode(all)
    ? Object.fromEntries(Object.entries(all).map(([name, node]) => [name, isNode(node) ? change(node, name) : node]))
    : {};
