// Compares a response with its schema and lists the differences, field by field.
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import type { Shape } from './words.ts';

const ajv = new Ajv({ strict: true, strictRequired: false, allErrors: true, verbose: true, discriminator: true });
ajv.addFormat('existing-day', (text) => survives(`${text}T00:00:00.000Z`));
ajv.addFormat('existing-moment', (text) => survives(text.replace('Z', '.000Z')));

const compiled = new WeakMap<Shape, ValidateFunction>();

/** Returns the differences between the value and the schema. The list is empty if the value fits the schema exactly. */
export function faultsOf(shape: Shape, value: unknown): string[] {
  const validate = compiled.get(shape) ?? ajv.compile(shape);
  compiled.set(shape, validate);
  return validate(value) ? [] : [...new Set((validate.errors ?? []).flatMap(describe))];
}

/**
 * Whether the date exists. 30 February is parsed as a day in March, so the parsed date is formatted again and must
 * equal the original string.
 */
function survives(text: string): boolean {
  const moment = new Date(text);
  return !Number.isNaN(moment.getTime()) && moment.toISOString() === text;
}

/** Describes a validation error. For a nullable schema only the errors of the non-null alternative are reported. */
function describe({ instancePath, schemaPath, keyword, message, params, data }: ErrorObject): string[] {
  const place = instancePath === '' ? 'the answer' : instancePath;
  if (keyword === 'anyOf') return [];
  if (/\/anyOf\/\d+\/type$/.test(schemaPath) && params['type'] === 'null') return [];
  if (keyword === 'additionalProperties') return [`${place} has the key ${params['additionalProperty']}`];
  return [`${place} ${message} (is ${JSON.stringify(data)?.slice(0, 200)})`];
}
