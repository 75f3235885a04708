// API responses that are serialised where they are built, because serialising them is slow. Like every response, they
// are serialised with their schema.
import { SerializerSelector } from '@fastify/fast-json-stringify-compiler';
import type { TSchema } from 'typebox';

/** A response that is already JSON; its route sends it unchanged. */
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
