import { Type } from 'typebox';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { nullable, SHAPE, shape } from '#base/schema.ts';
import { componentsOf, isNode, type Node, nodesOf } from '#test/document.ts';
import { openTestHouse, type TestHouse } from '#test/house.ts';
import { withComponents } from './components.ts';

const Pet = shape('Pet', 'An animal.', { name: Type.String() });

describe('withComponents', () => {
  test('a named schema becomes a component, and every use of the schema becomes a reference', () => {
    const { components, ...rest } = withComponents({ first: Pet, more: [{ items: Pet }] });
    expect(rest).toEqual({
      first: { $ref: '#/components/schemas/Pet' },
      more: [{ items: { $ref: '#/components/schemas/Pet' } }],
    });
    expect(components).toMatchObject({
      schemas: { Pet: { type: 'object', description: 'An animal.', properties: { name: { type: 'string' } } } },
    });
  });

  test('a field that uses a named schema may be null and may have its own description', () => {
    const field = { ...nullable(Pet), description: 'The pet of this person.' };
    expect(withComponents({ field })['field']).toEqual({
      anyOf: [{ $ref: '#/components/schemas/Pet' }, { type: 'null' }],
      description: 'The pet of this person.',
    });
  });

  test('an error response becomes a component; a success response does not', () => {
    const responses = { 200: { description: 'Fine.' }, 404: { description: 'No such pet.' } };
    expect(withComponents({ get: { responses } })).toMatchObject({
      get: { responses: { 200: { description: 'Fine.' }, 404: { $ref: '#/components/responses/NotFound' } } },
      components: { responses: { NotFound: { description: 'No such pet.' } } },
    });
  });
});

describe('GET /openapi.json', () => {
  let house: TestHouse;
  let document: Node;
  beforeAll(async () => {
    house = await openTestHouse();
    document = (await house.app.inject('/openapi.json')).json();
  });
  afterAll(() => house.close());

  test('every schema name is in PascalCase, and the main schemas of the contract are present', () => {
    const names = Object.keys(componentsOf(document, 'schemas'));
    expect(names.filter((name) => !/^(?:[A-Z][a-z0-9]*)+$/.test(name))).toEqual([]);
    expect(names).toEqual(expect.arrayContaining(MAIN));
  });

  test('schemas with the same name are identical, apart from type and description', () => {
    const texts = new Map<string, string>();
    for (const { node } of nodesOf(house.app.swagger())) {
      if (typeof node['title'] !== 'string' || !(SHAPE in node)) continue;
      const { type: _type, description: _description, ...rest } = node;
      const text = JSON.stringify(rest);
      expect(texts.get(node['title']) ?? text, node['title']).toBe(text);
      texts.set(node['title'], text);
    }
    expect(texts.size).toBeGreaterThan(200);
  });

  test('every object schema with fields has a name', () => {
    const named = new Set<unknown>(Object.values(componentsOf(document, 'schemas')));
    const anonymous = [...nodesOf(document)].filter(
      ({ node: { type, properties }, node }) =>
        type === 'object' && isNode(properties) && Object.keys(properties).length > 0 && !named.has(node),
    );
    expect(anonymous.map(({ path }) => path)).toEqual([]);
  });

  test('every component is referenced, and every reference points to a component', () => {
    const references = new Set(
      [...nodesOf(document)].map(({ node }) => node['$ref']).filter((ref) => ref !== undefined),
    );
    const components = ['schemas', 'responses', 'parameters'].flatMap((kind) =>
      Object.keys(componentsOf(document, kind)).map((name) => `#/components/${kind}/${name}`),
    );
    expect([...references].toSorted()).toEqual(components.toSorted());
  });
});

const MAIN = [
  'AssetReport',
  'BridgeToken',
  'Company',
  'Employment',
  'Event',
  'IncomeInsights',
  'InsuranceReport',
  'Invoice',
  'Link',
  'LinkPage',
  'NewOrder',
  'NewUser',
  'Order',
  'OrderBatch',
  'OrderEmployer',
  'Provider',
  'ScoringReport',
  'Statement',
  'Task',
  'TaxDocument',
  'Template',
  'User',
  'UserReport',
  'W2',
  'WebhookEndpoint',
];
