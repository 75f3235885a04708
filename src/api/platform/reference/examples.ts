// Examples in the OpenAPI document, for every request body and for the main shapes of responses. All people are
// invented. A test checks each example against its schema.
import { isNode, type Node } from './components.ts';
import { REQUEST_EXAMPLES } from './examples-requests.ts';
import { RESPONSE_EXAMPLES } from './examples-responses.ts';

export const EXAMPLES: Readonly<Record<string, Node>> = { ...REQUEST_EXAMPLES, ...RESPONSE_EXAMPLES };

/** Adds each example to the component with the same name. */
export function withExamples(document: Node): Node {
  const { components } = document;
  const { schemas, ...others } = isNode(components) ? components : {};
  const examples = Object.entries(isNode(schemas) ? schemas : {}).map(([name, schema]) => {
    const example = EXAMPLES[name];
    return [name, isNode(schema) && example !== undefined ? { ...schema, examples: [example] } : schema];
  });
  return { ...document, components: { ...others, schemas: Object.fromEntries(examples) } };
}
