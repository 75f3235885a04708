// Answers that are written where they are made, because writing them takes long: by their schema, as every answer is.
import { SerializerSelector } from '@fastify/fast-json-stringify-compiler';
import type { TSchema } from 'typebox';

/** An answer as JSON; its route sends it as it is. */
export class AnswerText {
  readonly json: string;

  constructor(json: string) {
    this.json = json;
  }
}

const makeFactory = SerializerSelector();
const writers = new Map<TSchema, (value: unknown) => string>();

export function writeAnswer(schema: TSchema, value: unknown): string {
  const write = writers.get(schema) ?? makeFactory({}, {})({ schema, method: 'GET', url: '/', httpStatus: '200' });
  writers.set(schema, write);
  return write(value);
}
