// How answers are written: by the schema of their route, and by a function that is made for it when it first answers.
// Making all of them at the start, ten error answers per route included, took half a second.
import { SerializerSelector } from '@fastify/fast-json-stringify-compiler';
import type { FastifyInstance } from 'fastify';

const makeFactory = SerializerSelector();

export function serialiseOnDemand(app: FastifyInstance): void {
  app.setSerializerCompiler((route) => {
    let serialise: ((value: unknown) => string) | undefined;
    return (value: unknown) => {
      serialise ??= makeFactory(app.getSchemas(), {})({ ...route, httpStatus: route.httpStatus ?? '' });
      return serialise(value);
    };
  });
}
