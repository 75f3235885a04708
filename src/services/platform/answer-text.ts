// API answers serialized where they are built, because serializing them takes long. Uses the schema, like every answer.
import { SerializerSelector } from '@fastify/fast-json-stringify-compiler';
import type { TSchema } from 'typebox';

/** An answer that is already JSON; its route sends it unchanged. */
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
