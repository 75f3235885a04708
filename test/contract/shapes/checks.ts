// Holds an answer against a shape and says, field by field, where the two differ.
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import type { Shape } from './words.ts';

const ajv = new Ajv({ strict: true, strictRequired: false, allErrors: true, verbose: true, discriminator: true });
ajv.addFormat('existing-day', (text) => survives(`${text}T00:00:00.000Z`));
ajv.addFormat('existing-moment', (text) => survives(text.replace('Z', '.000Z')));

const compiled = new WeakMap<Shape, ValidateFunction>();

/** What is wrong with the value; nothing if it has exactly this shape. */
export function faultsOf(shape: Shape, value: unknown): string[] {
  const validate = compiled.get(shape) ?? ajv.compile(shape);
  compiled.set(shape, validate);
  return validate(value) ? [] : [...new Set((validate.errors ?? []).flatMap(describe))];
}

/** 30 February parses as 1 March, so what exists is what comes back as it went in. */
function survives(text: string): boolean {
  const moment = new Date(text);
  return !Number.isNaN(moment.getTime()) && moment.toISOString() === text;
}

/** Of "this or null" only what is wrong with this is of interest. */
function describe({ instancePath, schemaPath, keyword, message, params, data }: ErrorObject): string[] {
  const place = instancePath === '' ? 'the answer' : instancePath;
  if (keyword === 'anyOf') return [];
  if (/\/anyOf\/\d+\/type$/.test(schemaPath) && params['type'] === 'null') return [];
  if (keyword === 'additionalProperties') return [`${place} has the key ${params['additionalProperty']}`];
  return [`${place} ${message} (is ${JSON.stringify(data)?.slice(0, 200)})`];
}
