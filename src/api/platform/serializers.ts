// Serialises responses by their schema. The serialising function of a schema is compiled once, during warm-up or at the
// schema's first response. Functions are not compiled at startup, because compiling one for each status of each route
// took half a second.
import { SerializerSelector } from '@fastify/fast-json-stringify-compiler';
import type { FastifyInstance } from 'fastify';

const makeFactory = SerializerSelector();

type Serialise = (value: unknown) => string;

/**
 * The compiled serialisers, keyed by response schema because many routes share a schema. Several applications in one
 * process share them too.
 */
const made = new WeakMap<object, Serialise>();

export function serialiseOnDemand(app: FastifyInstance): void {
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
    // Error responses are small and rare, so their serialisers are not compiled during warm-up.
    if (route.httpStatus?.startsWith('2') === true) app.warm_up.add(make);
    let serialise: Serialise | undefined;
    return (value: unknown) => {
      serialise ??= make();
      return serialise(value);
    };
  });
}

/**
 * The serialiser library treats "an object or null" as a union. For a union it compiles a check of the whole object at
 * the first serialisation (over a second for an order) and runs that check for every object. An object schema that is
 * `nullable` needs no such check.
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
