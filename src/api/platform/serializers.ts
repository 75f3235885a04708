// How answers are written: by their schema, and by a function that is made for it once, before the first request or when
// it first answers. Making one for each status of each route at the start took half a second.
import { SerializerSelector } from '@fastify/fast-json-stringify-compiler';
import type { FastifyInstance } from 'fastify';

const makeFactory = SerializerSelector();

type Serialise = (value: unknown) => string;

export function serialiseOnDemand(app: FastifyInstance): void {
  /** Many routes answer with the same schema. */
  const made = new WeakMap<object, Serialise>();
  app.setSerializerCompiler((route) => {
    const schema: object = route.schema;
    const make = (): Serialise => {
      const serialise =
        made.get(schema) ??
        makeFactory(
          app.getSchemas(),
          {},
        )({ ...route, schema: withoutChoices(schema), httpStatus: route.httpStatus ?? '' });
      made.set(schema, serialise);
      return serialise;
    };
    // Refusals are small and rare.
    if (route.httpStatus?.startsWith('2') === true) app.warm_up.add(make);
    let serialise: Serialise | undefined;
    return (value: unknown) => {
      serialise ??= make();
      return serialise(value);
    };
  });
}

/**
 * "An object or null" is a choice to the library that writes: it compiles a check of the whole object when one is first
 * written, over a second for an order, and runs it for every object afterwards. Said as a nullable object it needs none.
 */
function withoutChoices(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutChoices);
  if (typeof schema !== 'object' || schema === null) return schema;
  const plain = Object.fromEntries(Object.entries(schema).map(([name, value]) => [name, withoutChoices(value)]));
  const { anyOf, ...rest } = plain;
  const [one, other, ...more] = Array.isArray(anyOf) ? anyOf : [];
  if (more.length > 0 || !isTyped(one) || !isTyped(other)) return plain;
  if (other.type === 'null') return { ...rest, ...one, nullable: true };
  return one.type === 'null' ? { ...rest, ...other, nullable: true } : plain;
}

const isTyped = (schema: unknown): schema is { type: string } =>
  typeof schema === 'object' && schema !== null && 'type' in schema && typeof schema.type === 'string';
