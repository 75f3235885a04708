import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EVENT_TYPES } from '#domain/events/events.ts';
import { componentsOf, isNode, type Node } from '#test/document.ts';
import { openTestHouse, type TestHouse } from '#test/house.ts';
import { WORDS } from './words.ts';

let house: TestHouse;
let document: Node;
beforeAll(async () => {
  house = await openTestHouse();
  document = (await house.app.inject('/openapi.json')).json();
});
afterAll(() => house.close());

const isDescribed = ({ description }: Node): boolean => typeof description === 'string' && /\S{2}/.test(description);

/** The two entries of words.ts from which the description of a field or parameter may come. */
const usesOf = (owner: string, name: string, description: unknown): string[] => [
  `${owner}.${name}: ${description}`,
  `${name}: ${description}`,
];

/** Whether a node is a reference. A reference needs no description, because the component it refers to has one. */
const refers = ({ $ref, anyOf }: Node): boolean =>
  typeof $ref === 'string' || (Array.isArray(anyOf) && anyOf.some((one) => isNode(one) && refers(one)));

const entriesOf = (node: unknown): [string, Node][] =>
  Object.entries(isNode(node) ? node : {}).flatMap(([name, one]) => (isNode(one) ? [[name, one]] : []));

const operations = (): [string, Node][] =>
  ['paths', 'webhooks'].flatMap((section) =>
    entriesOf(document[section]).flatMap(([path, methods]) =>
      entriesOf(methods).map(([method, operation]): [string, Node] => [`${method} ${path}`, operation]),
    ),
  );

describe('GET /openapi.json', () => {
  test('every field has a description', () => {
    const bare = entriesOf(componentsOf(document, 'schemas')).flatMap(([shape, { properties }]) =>
      entriesOf(properties)
        .filter(([, field]) => !isDescribed(field) && !refers(field))
        .map(([name]) => `${shape}.${name}`),
    );
    expect(bare).toEqual([]);
  });

  test('every operation has a summary and a description', () => {
    const bare = operations().filter(([, operation]) => !isDescribed(operation) || !operation['summary']);
    expect(bare.map(([name]) => name)).toEqual([]);
  });

  test('every parameter, response, component and tag has a description', () => {
    const { tags } = document;
    const described = [
      ...entriesOf(componentsOf(document, 'schemas')),
      ...entriesOf(componentsOf(document, 'responses')),
      ...entriesOf(componentsOf(document, 'parameters')),
      ...entriesOf(componentsOf(document, 'securitySchemes')),
      ...entriesOf(Object.fromEntries(Array.isArray(tags) ? tags.entries() : [])),
      ...operations().flatMap(([name, { parameters, responses }]) => [
        ...entriesOf(responses).map(([status, one]): [string, Node] => [`${name} ${status}`, one]),
        ...(Array.isArray(parameters) ? parameters.filter(isNode) : []).map((one): [string, Node] => [
          `${name} ${String(one['name'])}`,
          one,
        ]),
      ]),
    ];
    expect(described.length).toBeGreaterThan(1_000);
    expect(described.filter(([, one]) => !isDescribed(one) && !refers(one)).map(([name]) => name)).toEqual([]);
    expect(described.filter(([, one]) => one['description'] === 'Default Response').map(([name]) => name)).toEqual([]);
  });

  test('every entry of words.ts is used', () => {
    const fields = entriesOf(componentsOf(document, 'schemas')).flatMap(([shape, { properties }]) =>
      entriesOf(properties).flatMap(([name, { description }]) => usesOf(shape, name, description)),
    );
    const inOperations = operations().flatMap(([, { operationId, parameters }]) =>
      (Array.isArray(parameters) ? parameters.filter(isNode) : []).flatMap(({ name, description }) =>
        usesOf(String(operationId), String(name), description),
      ),
    );
    const used = new Set([...fields, ...inOperations]);
    expect(Object.entries(WORDS).filter(([name, text]) => !used.has(`${name}: ${text}`))).toEqual([]);
  });

  test('the document describes the webhook of every event type, with its payload and its signature headers', () => {
    const { webhooks } = document;
    expect(Object.keys(isNode(webhooks) ? webhooks : {}).toSorted()).toEqual([...EVENT_TYPES].toSorted());
    const headers = Object.values(componentsOf(document, 'parameters')).map(({ name }) => name);
    expect(headers).toEqual(['webhook-id', 'webhook-timestamp', 'webhook-signature', 'X-Webhook-Sign']);
    for (const [, { post }] of entriesOf(webhooks)) {
      expect(post).toMatchObject({
        parameters: headers.map(() => ({ $ref: expect.stringMatching(/^#\/components\/parameters\//) })),
        requestBody: {
          content: {
            'application/json': { schema: { $ref: expect.stringMatching(/^#\/components\/schemas\/\w+Payload$/) } },
          },
        },
      });
    }
  });
});
