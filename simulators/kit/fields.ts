// Reads fields of request bodies and other parsed JSON. The strict functions report the name of a field with a wrong
// type, so that each service can refuse the field with an error in its own shape. `textIn` and `numberIn` treat such a
// field as missing.
export type Fields = Readonly<Record<string, unknown>>;

/** Thrown for a missing field or a field of a wrong type. The server turns it into the service's own error. */
export class FieldError extends Error {
  readonly field: string;
  readonly problem: 'missing' | 'type' | 'value';

  constructor(field: string, problem: 'missing' | 'type' | 'value', message: string) {
    super(message);
    this.field = field;
    this.problem = problem;
  }
}

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export function stringOf(fields: Fields, name: string): string {
  const value = optionalString(fields, name);
  if (value === undefined || value === '') throw new FieldError(name, 'missing', `${name} is required`);
  return value;
}

export function optionalString(fields: Fields, name: string): string | undefined {
  const value = fields[name];
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'string') throw new FieldError(name, 'type', `${name} must be a string`);
  return value;
}

export function optionalInteger(fields: Fields, name: string, least: number, most: number): number | undefined {
  const value = fields[name];
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'number' || !Number.isInteger(value)) {
    throw new FieldError(name, 'type', `${name} must be an integer`);
  }
  if (value < least || value > most) {
    throw new FieldError(name, 'value', `${name} must be between ${least} and ${most}`);
  }
  return value;
}

export function optionalBoolean(fields: Fields, name: string): boolean | undefined {
  const value = fields[name];
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'boolean') throw new FieldError(name, 'type', `${name} must be a boolean`);
  return value;
}

export function optionalStrings(fields: Fields, name: string): readonly string[] | undefined {
  const value = fields[name];
  if (value === undefined || value === null) return undefined;
  if (!Array.isArray(value)) throw new FieldError(name, 'type', `${name} must be an array of strings`);
  return value.map((element: unknown) => {
    if (typeof element !== 'string') throw new FieldError(name, 'type', `${name} must be an array of strings`);
    return element;
  });
}

export function optionalFields(fields: Fields, name: string): Fields | undefined {
  const value = fields[name];
  if (value === undefined || value === null) return undefined;
  if (!isFields(value)) throw new FieldError(name, 'type', `${name} must be an object`);
  return value;
}

/** The elements of an array of objects. */
export function optionalList(fields: Fields, name: string): readonly Fields[] | undefined {
  const value = fields[name];
  if (value === undefined || value === null) return undefined;
  if (!Array.isArray(value)) throw new FieldError(name, 'type', `${name} must be an array of objects`);
  return value.map((element: unknown) => {
    if (!isFields(element)) throw new FieldError(name, 'type', `${name} must be an array of objects`);
    return element;
  });
}

/** The fields of a JSON object. Undefined for anything else, including malformed JSON. */
export function readFields(text: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isFields(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

export const textIn = (fields: Fields | undefined, name: string): string | undefined => {
  const value = fields?.[name];
  return typeof value === 'string' ? value : undefined;
};

export const numberIn = (fields: Fields | undefined, name: string): number | undefined => {
  const value = fields?.[name];
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
};
